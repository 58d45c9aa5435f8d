#pragma once
/// The results of one run, and their file: a run of a results folder, or a model that a user keeps anywhere.
#include "core/archive.hpp"
#include "core/value.hpp"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace reboost::results {

/// `id` is the run identity (64 hexadecimal digits): SHA-256 of the canonical spec, the data's checksum and
/// the revision of the algorithms. `spec` is the fully resolved run; `attributes` holds schema_version,
/// status, stop_reason, seed, git_revision, compiler, flags, cpu, host, thread_mode, dataset_sha256,
/// started_utc, ended_utc, peak_memory_bytes, …
struct RunHeader {
    std::string id;
    Value spec;
    Value attributes;
};

struct RunRecord : RunHeader {
    Archive curves;  ///< /curves/*: "round" counts the elements of the per-round arrays; see docs/results.md
    Archive selector;  ///< /selector/*
    Archive model;     ///< /model/*
    Archive summary;   ///< /summary/*: the values that every report reads
};

/// Throws UsageError unless `text` has only lower-case letters, digits, '_' and '-', so that no file name
/// leads to another folder. Ids have 64 hexadecimal digits.
void require_run_id(const std::string& text);
/// The id in the file's name; "" if the name is not an id with `extension`.
std::string id_of(const std::filesystem::path& file, const std::string& extension);
/// The ids in the names of the folder's files, sorted.
std::vector<std::string> ids_in(const std::filesystem::path& folder, const std::string& extension);

/// A run as it is stored: the header as text, the arrays by their full names, and a checksum over both, which
/// is the same in every file that holds the run.
struct StoredRun {
    std::string id;
    std::string header;  ///< JSON with the members spec and attributes
    Archive arrays;
    std::string seal;  ///< 32 hexadecimal digits
};

/// The first 32 digits of a SHA-256 over the id, the header and, in the order of their names, each array's
/// name, type, shape, units, long name and elements.
std::string seal_of(const StoredRun& run);

/// The groups of a run's arrays.
inline const std::vector<std::string> kRunGroups{"curves", "selector", "model", "summary"};

/// Leaves out the curve `round` if it is 1, 2, …; `record_of` and all other readers of curves restore it.
/// Throws UsageError if the header has a text that is not UTF-8.
StoredRun to_stored(const RunRecord& record);
RunRecord record_of(RunHeader header, Archive arrays);
/// Throws DataError, which names `source`.
RunHeader header_of(const std::string& id, std::string_view json, const std::string& source);
/// Whether `wanted` includes curves/round and `arrays` does not have it.
bool lacks_rounds(const Archive& arrays, std::span<const std::string> wanted);
/// Adds curves/round = 1, …, rounds.
void add_rounds(Archive& arrays, const Value& attributes);

/// The sealed bytes of a run's file.
std::vector<std::byte> to_run_file(StoredRun run, Archive state = {});
/// Throws DataError if the bytes do not match their seal or belong to another run.
StoredRun read_run_file(std::span<const std::byte> bytes, const std::string& id, const std::string& source);

struct RecordFile {
    RunRecord record;
    Archive state;
};
/// Writes a model atomically, with a non-empty `state` as /state, for training to continue. Throws IoError.
void write_record_file(const std::filesystem::path& path, const RunRecord& record, Archive state = {});
/// Reads a model or a finished run of a results folder. Throws IoError (cannot open) or DataError (written by
/// another program, or damaged).
RecordFile read_record_file(const std::filesystem::path& path);
/// The same from the bytes of such a file. Messages call the file `source`.
RecordFile record_file_of(std::span<const std::byte> bytes, const std::string& source);

}  // namespace reboost::results
