#pragma once
/// The file format of reference results: many runs in one sealed HDF5 file per paper.
///
///     /                            attribute: format
///     /runs/text, text_end         JSON of each run, one after another: id, spec, attributes, measures
///     /arrays/<name>/index         one row for each run that has the array, less the row before it: run,
///                                  begin, size, divisor
///     /arrays/<name>/count_steps   divisor > 0: the run's values are whole numbers / divisor
///     /arrays/<name>/short_steps   divisor −1: the upper 30 bits of the run's values, the others are 0
///     /arrays/<name>/values        divisor 0: the run's values as they are
///
/// A run's part of these is [begin : begin + size]. Steps are zigzag-coded differences between neighbours,
/// the first from 0. Runs stand in the order of their texts, like beside like. So errors, which are shares
/// of rows, costs and numbers of five digits take a fifth of the room and come back to the last bit. Equal
/// content gives equal bytes.
#include "core/value.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace reboost::results {

struct StoredReference {
    std::string id;
    Value document;  ///< spec, attributes, measures
    std::map<std::string, std::vector<double>> arrays;
};

/// Runs sorted by id.
struct ReferenceFile {
    std::string paper;
    std::vector<StoredReference> runs;
};

/// Writes <folder>/<paper>.h5 atomically, unless it has this content already. Returns its bytes. Throws
/// IoError.
std::uintmax_t write_reference_file(const std::filesystem::path& folder, const ReferenceFile& file);

enum class ReferenceParts { everything, documents };
/// Nothing is taken from a file whose seal does not fit. Throws DataError naming it, IoError.
ReferenceFile read_reference_file(const std::filesystem::path& path, ReferenceParts parts);

struct ReferenceFolder {
    std::vector<ReferenceFile> files;  ///< the sound ones, by name
    std::vector<std::string> damaged;  ///< what is wrong with the others, each named
};
/// Every file of a folder; nothing where there is no such folder.
ReferenceFolder read_reference_folder(const std::filesystem::path& folder, ReferenceParts parts);

}  // namespace reboost::results
