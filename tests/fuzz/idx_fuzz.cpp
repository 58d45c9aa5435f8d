#include "core/error.hpp"
#include "data/readers/input_file.hpp"
#include "fuzz/memory_file.hpp"
#include "fuzz/targets.hpp"

namespace reboost::fuzz {

void fuzz_idx(Bytes bytes) {
    const MemoryFile file(bytes);
    try {
        data::read_idx_columns(file.path());
    } catch (const Error&) {
    }
    try {
        data::read_idx_labels(file.path());
    } catch (const Error&) {
    }
}

}  // namespace reboost::fuzz
