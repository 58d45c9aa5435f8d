#pragma once
/// One run as a file of its own: of a results folder, or a model that a user keeps where they like.
#include "results/run_record.hpp"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace reboost::results {

/// Throws UsageError where `text` may not name a file: lower-case letters, digits, '_' and '-' only, so that
/// nothing leads elsewhere. Ids are 64 hexadecimal digits.
void require_run_id(const std::string& text);
/// The id that the file is named after; "": it is none of ours.
std::string id_of(const std::filesystem::path& file, const std::string& extension);
/// The ids that files in `folder` are named after, sorted.
std::vector<std::string> ids_in(const std::filesystem::path& folder, const std::string& extension);

/// A run as it is stored: its header as text, its arrays by full names, and a checksum over both that does
/// not depend on the file.
struct StoredRun {
    std::string id;
    std::string header;  ///< JSON: spec, attributes
    Archive arrays;
    std::string seal;  ///< 32 hexadecimal digits
};

/// The beginning of a SHA-256 over the id, the header and, in the order of their names, each array's name,
/// type, shape, units, long name and elements.
std::string seal_of(const StoredRun& run);

/// `round` = 1, 2, … is left out; `record_of` and what else reads curves put it back. Throws UsageError where
/// the header has a text that is not UTF-8.
StoredRun to_stored(const RunRecord& record);
RunRecord record_of(RunHeader header, Archive arrays);
/// Throws DataError naming `source`.
RunHeader header_of(const std::string& id, std::string_view json, const std::string& source);
/// Whether curves/round is wanted and was left out.
bool lacks_rounds(const Archive& arrays, std::span<const std::string> wanted);
/// Puts it back.
void add_rounds(Archive& arrays, const Value& attributes);

/// The bytes of a run's file, sealed.
std::vector<std::byte> to_run_file(StoredRun run, Archive state = {});
/// Throws DataError: not proved, or another's.
StoredRun read_run_file(std::span<const std::byte> bytes, const std::string& id, const std::string& source);

struct RecordFile {
    RunRecord record;
    Archive state;
};
/// Writes a model atomically, with what training goes on from under /state where that is not empty. Throws
/// IoError.
void write_record_file(const std::filesystem::path& path, const RunRecord& record, Archive state = {});
/// A model, or a finished run of a results folder. Throws IoError (cannot open) or DataError (not a file of
/// ours, or damaged).
RecordFile read_record_file(const std::filesystem::path& path);
/// The same from the bytes of such a file; `source`: what messages call it.
RecordFile record_file_of(std::span<const std::byte> bytes, const std::string& source);

}  // namespace reboost::results
