#include "config/identity.hpp"

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

}  // namespace

std::string algorithm_revision(const RunSpec& spec) {
    return revision_text(spec, latest_revision());
}

bool is_outdated(std::string_view id, const RunSpec& spec, std::string_view dataset_sha256) {
    const std::string current = algorithm_revision(spec);
    for (int past = 1; past < latest_revision(); ++past)
        if (const std::string then = revision_text(spec, past);
            then != current && run_id(canonical_value(spec), dataset_sha256, then, prices_sha256(spec)) == id)
            return true;
    return false;
}

std::string prices_sha256(const RunSpec& spec) {
    const boosting::PriceOptions* prices = boosting::price_options(spec.booster);
    return prices == nullptr ? "" : prices->file_sha256;
}

std::string run_id(const Value& canonical_spec, std::string_view dataset_sha256, std::string_view revision,
                   std::string_view prices_sha256) {
    Value identity;
    identity.set("dataset_sha256", dataset_sha256).set("revision", revision).set("spec", canonical_spec);
    if (!prices_sha256.empty()) identity.set("prices_sha256", prices_sha256);
    return sha256_hex(to_json(identity, -1, true));
}

std::string run_id(const RunSpec& spec, std::string_view dataset_sha256) {
    return run_id(canonical_value(spec), dataset_sha256, algorithm_revision(spec), prices_sha256(spec));
}

}  // namespace reboost::config
