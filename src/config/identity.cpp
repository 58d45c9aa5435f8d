#include "config/identity.hpp"

#include "boosting/external_programs.hpp"
#include "config/spec_value.hpp"
#include "core/checksum.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

namespace reboost::config {
namespace {

/// Revisions above 1. A part that is not listed has revision 1. Raise a number whenever the part's results
/// change for the same options: a corrected formula, another default.
constexpr std::array<std::pair<std::string_view, int>, 2> kAlgorithmRevisions{{
    {"adaboost_mh", 2},     // weights below 2^-126 no longer vanish for good
    {"bandit_problem", 2},  // runs have regret/pseudo_sd
}};

int revision_of(std::string_view part) {
    const auto* const found = std::find_if(kAlgorithmRevisions.begin(), kAlgorithmRevisions.end(),
                                           [&](const auto& entry) { return entry.first == part; });
    return found == kAlgorithmRevisions.end() ? 1 : found->second;
}

int latest_revision() {
    int latest = 1;
    for (const auto& [part, revision] : kAlgorithmRevisions)
        latest = std::max(latest, revision);
    return latest;
}

/// `part`: a choice among alternatives that have names.
template <class Part>
void append_part(const Part& part, int at_most, std::string& text) {
    const std::string_view name = std::visit([](const auto& o) { return std::string_view(o.kName); }, part);
    if (!text.empty()) text += ", ";
    text += std::string(name) + " " + std::to_string(std::min(at_most, revision_of(name)));
}

/// The revisions of the parts when none was above `at_most`.
std::string revision_text(const RunSpec& spec, int at_most) {
    std::string text;
    append_part(spec.booster, at_most, text);
    append_part(spec.learner, at_most, text);
    append_part(spec.selector, at_most, text);
    std::visit(
        [&](const auto& selector) {
            if constexpr (requires { selector.policy; }) append_part(selector.policy, at_most, text);
        },
        spec.selector);
    return text;
}

/// `visit(name, sha256)` for each file beside the data set that the options may know of.
template <class Spec, class Visit>
void for_each_checksum(Spec& spec, Visit visit) {
    if (auto* prices = boosting::price_options(spec.booster)) visit("prices_sha256", prices->file_sha256);
    for (const auto& program : boosting::external_programs(spec.selector, spec.booster))
        visit(std::string(program.part) + "_program_sha256", program.options->files_sha256);
}

}  // namespace

std::string algorithm_revision(const RunSpec& spec) {
    return revision_text(spec, latest_revision());
}

bool is_outdated(std::string_view id, const RunSpec& spec, std::string_view dataset_sha256) {
    const std::string current = algorithm_revision(spec);
    for (int past = 1; past < latest_revision(); ++past)
        if (const std::string then = revision_text(spec, past);
            then != current &&
            run_id(canonical_value(spec), dataset_sha256, then, file_checksums(spec)) == id)
            return true;
    return false;
}

Value file_checksums(const RunSpec& spec) {
    Value files = Value::object();
    for_each_checksum(spec, [&](const std::string& name, const std::string& sha256) {
        if (!sha256.empty()) files.set(name, sha256);
    });
    return files;
}

void restore_file_checksums(RunSpec& spec, const Value& attributes) {
    for_each_checksum(spec, [&](const std::string& name, std::string& sha256) {
        const Value* kept = attributes.find(name);
        sha256 = kept != nullptr ? kept->as_string() : "";
    });
}

std::string run_id(const Value& canonical_spec, std::string_view dataset_sha256, std::string_view revision,
                   const Value& files) {
    Value identity;
    identity.set("dataset_sha256", dataset_sha256).set("revision", revision).set("spec", canonical_spec);
    for (const auto& [name, sha256] : files.as_object())
        identity.set(name, sha256);
    return sha256_hex(to_json(identity, -1, true));
}

std::string run_id(const RunSpec& spec, std::string_view dataset_sha256) {
    return run_id(canonical_value(spec), dataset_sha256, algorithm_revision(spec), file_checksums(spec));
}

}  // namespace reboost::config
