#pragma once
/// The results of one run, as arrays and attributes, and the interface for reading them.
#include "core/archive.hpp"
#include "core/value.hpp"

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

/// A source of runs. There are two: a folder of files, one for each run (results/run_folder.hpp), and a
/// collection, one file with many runs (results/collection.hpp). Readers do not depend on which. All members
/// may be called from any thread.
class RunSource {
  public:
    virtual ~RunSource() = default;
    /// The ids of all runs, sorted.
    virtual std::vector<std::string> list() const = 0;
    /// Throws IoError if the run is gone or the system refuses, DataError if the file and its seal differ.
    virtual RunHeader header(const std::string& id) const = 0;
    /// The run's arrays with these names ("curves/test_error") or in these groups ("curves"). Names that the
    /// run does not have are left out. Throws as `header` does.
    virtual Archive arrays(const std::string& id, std::span<const std::string> wanted) const = 0;
    /// The whole record.
    RunRecord record(const std::string& id) const;
};

}  // namespace reboost::results
