#pragma once
/// The identity of a run: equal identity, one file, never computed twice, also across configs.
#include "config/run_spec.hpp"
#include "core/value.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace reboost::config {

/// A part and its revision. Boosters, learners, selectors and policies have their name; other choices among
/// the options, such as `booster.base_class`, have the field's name and their own: "base_class.gap".
using Revision = std::pair<std::string_view, int>;

/// The revisions of the parts that a run uses: "adaboost_mh 1, stump 1, full 1". Raise a part's number in
/// identity.cpp when its results change (also when a default changes); runs without that part keep their
/// identity.
std::string algorithm_revision(const RunSpec& spec);
/// The same with another table of revisions above 1.
std::string algorithm_revision(const RunSpec& spec, std::span<const Revision> revisions);

/// SHA-256 (64 hexadecimal digits) of the sorted one-line JSON of {dataset_sha256, revision, spec} and the
/// members of `files`. Threads and host are not included.
std::string run_id(const Value& canonical_spec, std::string_view dataset_sha256, std::string_view revision,
                   const Value& files = Value::object());
/// The SHA-256s, known to the options, of a run's files besides the data set: an object with "prices_sha256"
/// (a file of prices), "selector_program_sha256" and "base_class_program_sha256" (files that an external
/// policy's command names), each only if there is such a file. The run's attributes keep them.
Value file_checksums(const RunSpec& spec);
/// Copies the checksums in a run's attributes to its options, where `file_checksums` finds them.
void restore_file_checksums(RunSpec& spec, const Value& attributes);
/// The same with revision and files taken from the specification.
std::string run_id(const RunSpec& spec, std::string_view dataset_sha256);

/// The identities of runs that differ only in their seeds.
class Identities {
  public:
    explicit Identities(const RunSpec& spec);
    /// Whether `id` is the identity of the run with these seeds under an earlier revision of its parts. Its
    /// results then come from another algorithm.
    bool is_outdated(std::string_view id, std::int64_t seed, std::int64_t dataset_seed,
                     std::string_view dataset_sha256) const;

  private:
    Value canonical_, files_;
    std::vector<std::string> revisions_;  ///< the latest first
};
/// The same for one run.
bool is_outdated(std::string_view id, const RunSpec& spec, std::string_view dataset_sha256);

/// The policy of a run whose parameters depend on the number of rounds; "" if there is none.
std::string policy_with_horizon(const RunSpec& spec);

/// The identity that a run shares with longer and shorter runs: it leaves out the number of rounds (trials,
/// plays). nullopt if that number has other effects on the run.
std::optional<std::string> family_id(const RunSpec& spec, std::string_view dataset_sha256);

}  // namespace reboost::config
