#pragma once
/// Which run is which: same identity, same file, never computed twice, also across configs.
#include "config/run_spec.hpp"
#include "core/value.hpp"

#include <string>
#include <string_view>

namespace reboost::config {

/// The revisions of the parts that a run uses: "adaboost_mh 1, stump 1, full 1". Raise a part's number in
/// identity.cpp when its results change (also when a default changes); runs without that part keep their
/// identity.
std::string algorithm_revision(const RunSpec& spec);

/// SHA-256, 64 hexadecimal digits, over the sorted one-line JSON of {dataset_sha256, revision, spec} and,
/// where prices come from a file, prices_sha256. Threads and host do not enter.
std::string run_id(const Value& canonical_spec, std::string_view dataset_sha256, std::string_view revision,
                   std::string_view prices_sha256 = {});
/// The SHA-256 of the run's file of prices, as its options know it; "" where it has none.
std::string prices_sha256(const RunSpec& spec);
/// The same, all derived from the spec.
std::string run_id(const RunSpec& spec, std::string_view dataset_sha256);

/// Whether `id` is that of this run under an earlier revision of its parts: its results are of another
/// algorithm.
bool is_outdated(std::string_view id, const RunSpec& spec, std::string_view dataset_sha256);

}  // namespace reboost::config
