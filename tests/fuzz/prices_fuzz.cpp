#include "core/error.hpp"
#include "data/readers/text_file.hpp"
#include "fuzz/memory_file.hpp"
#include "fuzz/targets.hpp"

namespace reboost::fuzz {

void fuzz_prices(Bytes bytes) {
    const MemoryFile file(bytes);
    try {
        data::read_prices(file.path());
    } catch (const Error&) {
    }
}

}  // namespace reboost::fuzz
