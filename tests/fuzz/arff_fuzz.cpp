#include "fuzz/own_file.hpp"
#include "fuzz/targets.hpp"

namespace reboost::fuzz {

void fuzz_arff(Bytes bytes) {
    const MemoryFile file(bytes);
    data::DatasetSpec spec;
    spec.format = data::FileFormat::arff;
    load_as(file, spec);
    spec.label = "0";
    load_as(file, spec);
}

}  // namespace reboost::fuzz
