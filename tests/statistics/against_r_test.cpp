/// The same numbers from R, where it is installed: a second implementation, by others.
#include "core/rng.hpp"
#include "statistics/intervals.hpp"
#include "statistics/tests.hpp"
#include "support/skip.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace reboost;
using namespace reboost::statistics;

namespace {

using Values = std::vector<double>;

bool has_r() {
    if (std::system("Rscript --version >/dev/null 2>&1") == 0) return true;
    test::skip("there is no Rscript to compare with");
    return false;
}

/// The numbers that `expression` evaluates to in R.
Values r(const std::string& expression) {
    const std::string command =
        "Rscript --vanilla -e 'cat(sprintf(\"%.17g\", suppressWarnings(" + expression + ")), sep=\"\\n\")'";
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    Values numbers;
    for (double number = 0; std::fscanf(pipe.get(), "%lf", &number) == 1;)
        numbers.push_back(number);
    return numbers;
}

std::string vector_text(const Values& values) {
    std::string text;
    for (const double value : values)
        text += fmt::format("{}{:.17g}", text.empty() ? "c(" : ",", value);
    return text + ")";
}

void check_close(double ours, double theirs) {
    CHECK(std::abs(ours - theirs) <= 1e-9 * std::max(1e-3, std::abs(theirs)));
}

Values random_differences(std::size_t count, bool tied, Rng& rng) {
    Values values(count);
    for (double& value : values)
        value = tied ? std::round(4 * rng.normal() + 1) : rng.normal() + 0.2;
    return values;
}

}  // namespace

TEST_CASE("Wilcoxon's p agrees with R's") {
    if (!has_r()) return;
    Rng rng(1);
    for (const std::size_t count : {5U, 12U, 25U}) {
        const Values d = random_differences(count, false, rng);
        check_close(wilcoxon_signed_rank(d).p,
                    r("wilcox.test(" + vector_text(d) + ",exact=TRUE)$p.value").at(0));
    }
    for (const bool tied : {false, true}) {
        Values d = random_differences(60, tied, rng);
        std::erase(d, 0.0);  // R drops zeros instead of ranking them
        check_close(wilcoxon_signed_rank(d).p,
                    r("wilcox.test(" + vector_text(d) + ",exact=FALSE,correct=TRUE)$p.value").at(0));
    }
}

TEST_CASE("Wilcoxon's p with zeros and ties agrees with R's count of all signs") {
    if (!has_r()) return;
    Rng rng(2);
    for (int trial = 0; trial < 3; ++trial) {
        Values d = random_differences(11, true, rng);
        d.insert(d.end(), {0, 0, -1});
        const std::string p =
            "(function(d) { k <- rank(abs(d))[d != 0]; w <- sum(k[d[d != 0] > 0]);"
            "s <- as.matrix(expand.grid(rep(list(0:1), length(k)))) %*% k;"
            "min(1, 2*min(mean(s <= w + 1e-9), mean(s >= w - 1e-9))) })(" +
            vector_text(d) + ")";
        check_close(wilcoxon_signed_rank(d).p, r(p).at(0));
    }
    // Beyond 25: the normal form, written out.
    Values d = random_differences(70, true, rng);
    d.insert(d.end(), {0, 0, 0});
    const std::string p =
        "(function(d) { k <- rank(abs(d))[d != 0]; w <- sum(k[d[d != 0] > 0]); e <- sum(k)/2;"
        "2*pnorm(-(abs(w - e) - 0.5)/sqrt(sum(k^2)/4)) })(" +
        vector_text(d) + ")";
    check_close(wilcoxon_signed_rank(d).p, r(p).at(0));
}

TEST_CASE("Holm's correction agrees with R's") {
    if (!has_r()) return;
    Rng rng(3);
    Values p(9);
    for (double& value : p)
        value = rng.uniform() * rng.uniform();
    const Values theirs = r("p.adjust(" + vector_text(p) + ",\"holm\")");
    const Values ours = holm(p);
    REQUIRE(theirs.size() == ours.size());
    for (std::size_t i = 0; i < ours.size(); ++i)
        check_close(ours[i], theirs[i]);
}

TEST_CASE("Student's and Welch's intervals and tests agree with R's t.test") {
    if (!has_r()) return;
    Rng rng(6);
    const Values a = random_differences(4, false, rng), b = random_differences(9, false, rng);
    const auto mean = [](const Values& x) {
        return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
    };
    const auto sample = [&](const Values& x) {
        double squares = 0;
        for (const double value : x)
            squares += (value - mean(x)) * (value - mean(x));
        return Sample{std::sqrt(squares / static_cast<double>(x.size() - 1)), x.size()};
    };
    const Values theirs = r("{a <- " + vector_text(a) + "; b <- " + vector_text(b) +
                            "; one <- t.test(a); two <- t.test(a, b);"
                            "c(one$p.value, diff(one$conf.int)/2, two$p.value, diff(two$conf.int)/2)}");
    check_close(student_p(mean(a), sample(a)), theirs.at(0));
    check_close(half_interval(sample(a)), theirs.at(1));
    check_close(welch_p(mean(a) - mean(b), sample(a), sample(b)), theirs.at(2));
    check_close(half_interval(sample(a), sample(b)), theirs.at(3));
}
