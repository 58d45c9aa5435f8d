#pragma once
/// Entry points of the fuzzers: each reads bytes as a file of its format; `model`, `checkpoint`
/// and `reference` also as changes of a sound one (archive_edits.hpp). A refusal (reboost::Error) is an
/// answer; a crash, a leak, a hang or much memory is not.
///
/// `cmake --preset fuzz` builds a libFuzzer program of each, fuzz_<format>; the default tests run the corpus
/// through the same functions. A new format: a file <format>_fuzz.cpp, its line in `targets` and in
/// tests/CMakeLists.txt, and some small files of the format in corpus/<format>/.
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace reboost::fuzz {

using Bytes = std::span<const std::uint8_t>;

void fuzz_csv(Bytes bytes);
void fuzz_arff(Bytes bytes);
void fuzz_libsvm(Bytes bytes);
void fuzz_idx(Bytes bytes);
void fuzz_orange(Bytes bytes);
void fuzz_prices(Bytes bytes);
void fuzz_config(Bytes bytes);
void fuzz_run(Bytes bytes);
void fuzz_model(Bytes bytes);
void fuzz_checkpoint(Bytes bytes);
void fuzz_reference(Bytes bytes);

struct Target {
    std::string_view format;
    void (*run)(Bytes);
};
inline constexpr std::array<Target, 11> kTargets{{{"csv", fuzz_csv},
                                                  {"arff", fuzz_arff},
                                                  {"libsvm", fuzz_libsvm},
                                                  {"idx", fuzz_idx},
                                                  {"orange", fuzz_orange},
                                                  {"prices", fuzz_prices},
                                                  {"config", fuzz_config},
                                                  {"run", fuzz_run},
                                                  {"model", fuzz_model},
                                                  {"checkpoint", fuzz_checkpoint},
                                                  {"reference", fuzz_reference}}};

}  // namespace reboost::fuzz
