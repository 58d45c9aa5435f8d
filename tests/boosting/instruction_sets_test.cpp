/// Whole runs under each instruction set: the choice is made once per process, so each runs in one of its
/// own.
#include "boosting/mh/adaboost_data.hpp"
#include "core/checksum.hpp"

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::testing;

namespace {

void add_to(Sha256& hash, const Archive& archive) {
    for (const auto& [name, array] : archive.arrays()) {
        hash.update(name);
        std::visit(
            [&](const auto& values) {
                using T = typename std::decay_t<decltype(values)>::value_type;
                if constexpr (!std::is_same_v<T, std::string>)
                    hash.update(values.data(), values.size() * sizeof(T));
            },
            array.values);
    }
}

std::string state_printed_under(const std::string& isa) {
    const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
    const std::string command =
        "REBOOST_ISA=" + isa + " '" + program + "' 'Prints the checksum of some runs' -s";
    std::FILE* pipe = popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::array<char, 4096> buffer{};
    std::string text;
    for (std::size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
        text.append(buffer.data(), got);
    pclose(pipe);
    const std::size_t at = text.find("checksum ");
    return at == std::string::npos ? "" : text.substr(at + 9, 64);
}

}  // namespace

TEST_CASE("Prints the checksum of some runs", "[.][instruction-set]") {
    Sha256 hash;
    for (const learners::LearnerOptions& learner : {learners::LearnerOptions{learners::StumpOptions{}},
                                                    learners::LearnerOptions{learners::ProductOptions{}},
                                                    learners::LearnerOptions{learners::TreeOptions{}}})
        for (const std::size_t classes : {2, 3, 10, 26, 65})
            for (const selectors::SelectorOptions& selector :
                 {selectors::SelectorOptions{},
                  selectors::SelectorOptions{bandit(bandits::PolicyOptions("ucb"))}}) {
                const Data data = random_split({403, 10, classes, false, classes}, 90);
                const auto booster = make(recipe(40, learner, selector), data);
                Recording recorded;
                booster->train(recorded);
                add_to(hash, state_of(*booster));
                for (const auto& e : recorded.evaluations)
                    hash.update(std::to_string(e.one_error) + " " + std::to_string(e.hamming_loss));
            }
    std::printf("checksum %s\n", hash.hex().c_str());
    std::fflush(stdout);
}

TEST_CASE("Runs end in the same bits on every instruction set", "[boosting][kernels]") {
    const std::string portable = state_printed_under("portable");
    REQUIRE(portable.size() == 64);
    CHECK(state_printed_under("avx2") == portable);  // the best that this machine has, at most
    CHECK(state_printed_under("avx512") == portable);
}
