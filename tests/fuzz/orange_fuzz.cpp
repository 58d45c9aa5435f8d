#include "core/error.hpp"
#include "data/readers/orange.hpp"
#include "fuzz/memory_file.hpp"
#include "fuzz/targets.hpp"

namespace reboost::fuzz {

void fuzz_orange(Bytes bytes) {
    const MemoryFile file(bytes);
    for (const std::size_t nominal : {std::size_t{0}, std::size_t{2}}) {
        try {
            data::OrangeTable table({data::SourceFile(file.path())}, nominal);
            while (!table.next(3).empty()) {
            }
        } catch (const Error&) {
        }
    }
    try {
        data::read_orange_labels(file.path());
    } catch (const Error&) {
    }
}

}  // namespace reboost::fuzz
