#include "fuzz/own_file.hpp"
#include "fuzz/targets.hpp"

namespace reboost::fuzz {

void fuzz_libsvm(Bytes bytes) {
    const MemoryFile file(bytes);
    data::DatasetSpec spec;
    spec.format = data::FileFormat::libsvm;
    load_as(file, spec);
}

}  // namespace reboost::fuzz
