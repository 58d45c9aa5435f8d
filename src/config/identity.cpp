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

void append_part(const Value& part, std::string& text) {
    const std::string& name = part.at("name").as_string();
    if (!text.empty()) text += ", ";
    text += name + " " + std::to_string(revision_of(name));
}

}  // namespace

std::string algorithm_revision(const RunSpec& spec) {
    const Value value = complete_value(spec);
    std::string text;
    for (const char* part : {"booster", "learner", "selector"})
        append_part(value.at(part), text);
    if (const Value* policy = value.at("selector").find("policy")) append_part(*policy, text);
    return text;
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
