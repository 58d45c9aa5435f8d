#include "fuzz/own_file.hpp"
#include "fuzz/targets.hpp"

namespace reboost::fuzz {

void fuzz_csv(Bytes bytes) {
    const MemoryFile file(bytes);
    data::DatasetSpec plain;
    plain.format = data::FileFormat::table;
    load_as(file, plain);
    data::DatasetSpec declared = plain;
    declared.label = "0";
    declared.missing = "?|empty";
    declared.nominal = "1";
    declared.missing_as = data::MissingRule::own_bin;
    declared.nominal_as = data::NominalRule::one_hot;
    load_as(file, declared);
    data::DatasetSpec blanks = plain;
    blanks.delimiter = data::Delimiter::space;
    blanks.header = data::Header::absent;
    blanks.split = data::SplitRule::resampled;
    load_as(file, blanks);
}

}  // namespace reboost::fuzz
