/// The corpus through the fuzzers' entry points: no crash, and under the sanitizers no leak and no undefined
/// step.
#include "core/rng.hpp"
#include "fuzz/mutation.hpp"
#include "fuzz/targets.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <sys/resource.h>
#include <sys/time.h>

using namespace reboost;
using namespace reboost::fuzz;

namespace {

std::vector<std::uint8_t> content_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::filesystem::path corpus_of(const Target& target) {
    return std::filesystem::path(REBOOST_SOURCE_DIR) / "tests/fuzz/corpus" / target.format;
}

std::vector<std::vector<std::uint8_t>> corpus(const Target& target) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(corpus_of(target)))
        paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<std::vector<std::uint8_t>> files;
    for (const auto& path : paths)
        files.push_back(content_of(path));
    return files;
}

/// Ends the program where one input takes longer than this.
void allow_cpu_seconds(int seconds) {
    const ::itimerval limit{{0, 0}, {seconds, 0}};
    REQUIRE(::setitimer(ITIMER_VIRTUAL, &limit, nullptr) == 0);
}

std::string text_of(const char* variable, const char* otherwise) {
    const char* value = std::getenv(variable);
    return value == nullptr ? otherwise : value;
}

}  // namespace

TEST_CASE("every file of the corpus, whole, cut and with bytes changed, is read or refused") {
    for (const Target& target : kTargets) {
        INFO(target.format);
        std::size_t files = 0;
        for (const auto& entry : std::filesystem::directory_iterator(corpus_of(target))) {
            INFO(entry.path());
            ++files;
            std::vector<std::uint8_t> bytes = content_of(entry.path());
            CHECK_NOTHROW(target.run(bytes));
            for (const std::size_t part : {1U, 2U, 3U})
                CHECK_NOTHROW(target.run(Bytes(bytes).first(bytes.size() * part / 4)));
            for (std::size_t i = 0; i < bytes.size(); i += bytes.size() / 16 + 1) {
                const std::uint8_t before = bytes[i];
                bytes[i] = static_cast<std::uint8_t>(before ^ (1U << (i % 8)));
                CHECK_NOTHROW(target.run(bytes));
                bytes[i] = before;
            }
        }
        CHECK(files >= 3);
    }
}

/// REBOOST_MUTATIONS: how many of each format; REBOOST_MUTATED: the one format; REBOOST_MUTATION: a file for
/// the input at hand, for one that ends the program.
TEST_CASE("mutations of the corpus are read or refused, in little memory", "[mutations]") {
    const int count = std::stoi(text_of("REBOOST_MUTATIONS", "40"));
    const std::string only = text_of("REBOOST_MUTATED", ""), keep = text_of("REBOOST_MUTATION", "");
    for (const Target& target : kTargets) {
        if (!only.empty() && only != target.format) continue;
        INFO(target.format);
        const std::vector<std::vector<std::uint8_t>> files = corpus(target);
        Rng rng(static_cast<std::uint64_t>(count), target.format);
        for (int i = 0; i < count; ++i) {
            const std::vector<std::uint8_t> bytes = mutated(files, rng);
            if (!keep.empty())
                std::ofstream(keep, std::ios::binary)
                    .write(reinterpret_cast<const char*>(bytes.data()),
                           static_cast<std::streamsize>(bytes.size()));
            allow_cpu_seconds(10);
            REQUIRE_NOTHROW(target.run(bytes));
        }
        allow_cpu_seconds(0);
        ::rusage used{};
        REQUIRE(::getrusage(RUSAGE_SELF, &used) == 0);
        CHECK(used.ru_maxrss < 1 << 20);  // KiB: 1 GiB
    }
}
