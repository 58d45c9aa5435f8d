#pragma once
/// What one run leaves behind. It knows arrays and attributes, not boosting.
#include "core/archive.hpp"
#include "core/value.hpp"

#include <string>

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
    Archive summary;   ///< /summary/*: what every report asks for
};

}  // namespace reboost::results
