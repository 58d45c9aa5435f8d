#include "config/identity.hpp"

#include "boosting/external_programs.hpp"
#include "config/field_types.hpp"
#include "config/spec_value.hpp"
#include "core/checksum.hpp"
#include "core/choices.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>
#include <variant>

namespace reboost::config {
namespace {

/// Revisions above 1. A part that is not listed has revision 1. Raise a number whenever the part's results
/// change for the same options: a corrected formula, another default.
constexpr auto kAlgorithmRevisions = std::to_array<Revision>({
    {"adaboost_mh", 2},          // weights below 2^-126 no longer vanish for good
    {"bandit_problem", 2},       // runs have regret/pseudo_sd
    {"tree.uct", 2},             // nodes of one depth share a feature, by their depth
    {"regression_tree.uct", 2},  // likewise, in each of a round's trees
    {"kl_ucb", 2},               // the best arm is kept where its index is within a rounding of 1
    {"bayes_ucb", 2},
    {"glr_klucb", 2},
    {"successive_elimination", 2},  // an arm goes after the pass that decides it, not after the next
    {"rows.mvs", 2},                // the threshold among sizes that differ by many powers of ten
    {"base_class.bandit", 2},       // k = 1: the reward is the drop of the loss (it was 1 whatever happened)
});
constexpr int kLatestRevision =
    std::ranges::max(kAlgorithmRevisions, {}, [](const Revision& entry) { return entry.second; }).second;

int revision_of(std::string_view part, std::span<const Revision> revisions) {
    const auto found = std::ranges::find(revisions, part, [](const Revision& entry) { return entry.first; });
    return found == revisions.end() ? 1 : found->second;
}

/// Calls `visit(field, choice)` for each choice among alternatives within options.
template <class Visit>
struct ChoiceFinder {
    Visit visit;
    template <class T>
    void operator()(std::string_view field, T& value, const FieldInfo&) {
        if constexpr (kIsVariant<T>) {
            visit(field, value);
            std::visit([this](auto& options) { describe(*this, options); }, value);
        } else if constexpr (Described<T>) {
            describe(*this, value);
        }
    }
};

// clang 14 deduces nothing for an aggregate.
template <class Found>
ChoiceFinder(Found) -> ChoiceFinder<Found>;

/// The revisions of the parts when none was above `at_most`.
std::string revision_text(RunSpec spec, std::span<const Revision> revisions, int at_most) {
    std::string text;
    const auto add = [&](const std::string& part, bool always) {
        const int revision = std::min(at_most, revision_of(part, revisions));
        if (!always && revision == 1) return;
        text += (text.empty() ? "" : ", ") + part + " " + std::to_string(revision);
    };
    const auto add_choices_within = [&](auto& part, bool always) {
        ChoiceFinder finder{[&]<class Choice>(std::string_view field, const Choice& choice) {
            const std::string name(name_of(choice));
            add(std::is_same_v<Choice, bandits::PolicyOptions> ? name : std::string(field) + "." + name,
                always);
        }};
        std::visit([&](auto& options) { describe(finder, options); }, part);
    };
    add(std::string(name_of(spec.booster)), true);
    add(std::string(name_of(spec.learner)), true);
    add(std::string(name_of(spec.selector)), true);
    add_choices_within(spec.selector, true);
    // Listed only where raised: runs stored before they were listed at all keep their identity. First what
    // changed for one learner under one selector.
    add(std::string(name_of(spec.learner)) + "." + std::string(name_of(spec.selector)), false);
    add_choices_within(spec.learner, false);
    add_choices_within(spec.booster, false);
    return text;
}

/// `visit(name, sha256)` for each file beside the data set that the options may know of.
template <class Spec, class Visit>
void for_each_checksum(Spec& spec, Visit visit) {
    if (auto* prices = field_of<boosting::PriceOptions>(spec.booster))
        visit("prices_sha256", prices->file_sha256);
    for (const auto& program : boosting::external_programs(spec.selector, spec.booster))
        visit(std::string(program.part) + "_program_sha256", program.options->files_sha256);
}

}  // namespace

std::string algorithm_revision(const RunSpec& spec, std::span<const Revision> revisions) {
    return revision_text(spec, revisions, std::numeric_limits<int>::max());
}

std::string algorithm_revision(const RunSpec& spec) {
    return algorithm_revision(spec, kAlgorithmRevisions);
}

bool is_outdated(std::string_view id, const RunSpec& spec, std::string_view dataset_sha256) {
    const std::string current = algorithm_revision(spec);
    for (int past = 1; past < kLatestRevision; ++past)
        if (const std::string then = revision_text(spec, kAlgorithmRevisions, past);
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
