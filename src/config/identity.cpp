#include "config/identity.hpp"

#include "config/spec_value.hpp"
#include "core/checksum.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace reboost::config {
namespace {

/// Revisions above 1. A part that is not listed has revision 1. Raise a number whenever the part's results
/// change for the same options: a corrected formula, another default.
constexpr std::array<std::pair<std::string_view, int>, 1> kAlgorithmRevisions{{
    {"adaboost_mh", 2},  // weights below 2^-126 no longer vanish for good
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

void append_part(const Value& part, int at_most, std::string& text) {
    const std::string& name = part.at("name").as_string();
    if (!text.empty()) text += ", ";
    text += name + " " + std::to_string(std::min(at_most, revision_of(name)));
}

/// The revisions of the parts when none was above `at_most`.
std::string revision_text(const RunSpec& spec, int at_most) {
    const Value value = complete_value(spec);
    std::string text;
    for (const char* part : {"booster", "learner", "selector"})
        append_part(value.at(part), at_most, text);
    if (const Value* policy = value.at("selector").find("policy")) append_part(*policy, at_most, text);
    return text;
}

}  // namespace

std::string algorithm_revision(const RunSpec& spec) {
    return revision_text(spec, latest_revision());
}

bool is_outdated(std::string_view id, const RunSpec& spec, std::string_view dataset_sha256) {
    const std::string current = algorithm_revision(spec);
    for (int past = 1; past < latest_revision(); ++past)
        if (const std::string then = revision_text(spec, past);
            then != current && run_id(canonical_value(spec), dataset_sha256, then) == id)
            return true;
    return false;
}

std::string run_id(const Value& canonical_spec, std::string_view dataset_sha256, std::string_view revision) {
    Value identity;
    identity.set("dataset_sha256", dataset_sha256).set("revision", revision).set("spec", canonical_spec);
    return sha256_hex(to_json(identity, -1, true));
}

std::string run_id(const RunSpec& spec, std::string_view dataset_sha256) {
    return run_id(canonical_value(spec), dataset_sha256, algorithm_revision(spec));
}

}  // namespace reboost::config
