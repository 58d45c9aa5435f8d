/// The corpus through the fuzzers' entry points: no crash, and under the sanitizers no leak and no undefined
/// step.
#include "fuzz/targets.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost::fuzz;

namespace {

std::vector<std::uint8_t> content_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

TEST_CASE("every file of the corpus, whole, cut and with bytes changed, is read or refused") {
    for (const Target& target : kTargets) {
        INFO(target.format);
        std::size_t files = 0;
        for (const auto& entry : std::filesystem::directory_iterator(
                 std::filesystem::path(REBOOST_SOURCE_DIR) / "tests/fuzz/corpus" / target.format)) {
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
