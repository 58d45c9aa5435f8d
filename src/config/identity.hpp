#pragma once
/// Which run is which: same identity, same file, never computed twice, also across configs.
#include "config/run_spec.hpp"
#include "core/value.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace reboost::config {

/// A part and its revision. Booster, learner, selector and policy stand under their name; other choices among
/// the options, such as `booster.base_class`, under that of the field and their own: "base_class.gap".
using Revision = std::pair<std::string_view, int>;

/// The revisions of the parts that a run uses: "adaboost_mh 1, stump 1, full 1". Raise a part's number in
/// identity.cpp when its results change (also when a default changes); runs without that part keep their
/// identity.
std::string algorithm_revision(const RunSpec& spec);
/// The same by another table: revisions above 1.
std::string algorithm_revision(const RunSpec& spec, std::span<const Revision> revisions);

/// SHA-256, 64 hexadecimal digits, over the sorted one-line JSON of {dataset_sha256, revision, spec} and the
/// members of `files`. Threads and host do not enter.
std::string run_id(const Value& canonical_spec, std::string_view dataset_sha256, std::string_view revision,
                   const Value& files = Value::object());
/// SHA-256 of the files beside the data set that the run depends on, as its options know them: an object of
/// "prices_sha256" (a file of prices) and "selector_program_sha256", "base_class_program_sha256" (files that
/// an external policy's command names), each only where there is such a file. The run's attributes keep them.
Value file_checksums(const RunSpec& spec);
/// Puts checksums that attributes keep where the options know them, for `file_checksums` to find.
void restore_file_checksums(RunSpec& spec, const Value& attributes);
/// The same, all derived from the spec.
std::string run_id(const RunSpec& spec, std::string_view dataset_sha256);

/// What the identities of runs share that differ in their seeds only.
class Identities {
  public:
    explicit Identities(const RunSpec& spec);
    /// Whether `id` is that of the run with these seeds under an earlier revision of its parts: its results
    /// are of another algorithm.
    bool is_outdated(std::string_view id, std::int64_t seed, std::int64_t dataset_seed,
                     std::string_view dataset_sha256) const;

  private:
    Value canonical_, files_;
    std::vector<std::string> revisions_;  ///< the latest first
};
/// The same of one run.
bool is_outdated(std::string_view id, const RunSpec& spec, std::string_view dataset_sha256);

/// The policy of a run whose parameters follow from the number of rounds; "" where there is none.
std::string policy_with_horizon(const RunSpec& spec);

/// What a run shares with longer and shorter ones: an identity without the number of rounds (of trials, of
/// plays). nullopt where that number enters the run otherwise.
std::optional<std::string> family_id(const RunSpec& spec, std::string_view dataset_sha256);

}  // namespace reboost::config
