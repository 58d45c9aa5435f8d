#include "config/identity.hpp"

#include "boosting/recipe.hpp"
#include "core/checksum.hpp"
#include "core/fields.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <typeinfo>
#include <variant>

namespace reboost::config {
namespace {

/// Revisions above 1; other parts have revision 1. Raise a number whenever the part's results change for
/// equal options: a corrected formula, another default.
constexpr auto kAlgorithmRevisions = std::to_array<Revision>({
    {"adaboost_mh", 2},                // weights below 2^-126 no longer become 0 for ever
    {"adaboost_mh.first_maximum", 2},  // two classes: a score of 0 is a positive answer, not an error
    {"bandit_problem", 3},             // plays of one seed differ from those of all other seeds
    // Work is counted in the unit of full search if single rows of sparse columns are read; bandits search no
    // node of one class, like the authors' program. UCT at revision 2: nodes of one depth share a feature,
    // chosen by their depth.
    {"tree.random", 2},
    {"tree.bandit", 2},
    {"tree.uct", 3},
    {"quick_boost", 2},  // full search's unit of work, down to rows.weight_trimming
    {"mab_split", 2},
    {"laminating", 2},
    {"tasting", 2},
    {"rows.weight_trimming", 2},
    // As for trees; among tied columns as full search. UCT at revision 2: as for trees, in each of a round's.
    {"regression_tree.random", 2},
    {"regression_tree.bandit", 2},
    {"regression_tree.uct", 3},
    {"decisions", 2},   // policies are told the expected number of decisions instead of rounds
    {"eps_greedy", 2},  // pulls every arm once first; breaks ties of means at random
    {"kl_ucb", 2},      // the best arm stays if its index is within a rounding error of 1
    {"bayes_ucb", 3},   // arms that tie near an index of 1 are all seen
    {"glr_klucb", 2},
    {"tsallis_inf", 2},             // Newton's method starts at the root of the last decision
    {"ts_beta", 2},                 // if there are many arms, draws only for those that may be the best
    {"d_ts", 2},                    // as for ts_beta
    {"ts_gauss", 2},                // draws normal deviates by inversion
    {"besa", 2},                    // coins for ties are drawn 64 at a time
    {"exp3_pp", 2},                 // sums in SIMD lanes round differently
    {"successive_elimination", 2},  // an arm is dropped after the pass that decides, not one later
    {"missing_as.mean", 2},         // fills test rows, too, if training rows are whole numbers 0 to 255
    {"rows.mvs", 2},                // the threshold if sizes differ by many powers of ten
    {"base_class.bandit", 2},       // k = 1: the reward is the drop of the loss (before: always 1)
});
int revision_of(std::string_view part, std::span<const Revision> revisions) {
    const auto found = std::ranges::find(revisions, part, [](const Revision& entry) { return entry.first; });
    return found == revisions.end() ? 1 : found->second;
}

/// Calls `tell` for each choice among alternatives within options.
class ChoiceFinder final : public Fields {
  public:
    using Tell = std::function<void(std::string_view field, const ChoiceField& choice)>;
    explicit ChoiceFinder(Tell tell) : tell_(std::move(tell)) {}

  private:
    void visit(const Field& field) override {
        if (const auto* choice = std::get_if<ChoiceField*>(&field.ref)) {
            tell_(field.name, **choice);
            (*choice)->describe_held(*this);
        } else if (const auto* object = std::get_if<ObjectField*>(&field.ref)) {
            (*object)->describe_members(*this);
        }
    }
    Tell tell_;
};

/// A part of a run with its revision. If not `listed`, it is named only at revisions above 1, so that runs
/// stored before the part was listed keep their identity.
struct Part {
    std::string name;
    int revision = 1;
    bool listed = true;
};

/// Whether the horizon of the policy over features differs from the number of rounds.
bool expects_decisions(const RunSpec& spec) {
    const auto* bandit = spec.selector.bandit();
    const bool learns =
        std::visit([](const auto& options) { return options.learner_need() != boosting::LearnerNeed::any; },
                   spec.booster);
    return bandit != nullptr && bandit->needs_horizon() && learns &&
           learners::decisions_of(spec.learner) != 1;
}

std::vector<Part> parts_of(RunSpec spec, std::span<const Revision> revisions) {
    std::vector<Part> parts;
    const auto add = [&](std::string name, bool listed) {
        const int revision = revision_of(name, revisions);
        parts.push_back({std::move(name), revision, listed});
    };
    const auto add_choices_within = [&](auto& options_of, bool listed) {
        ChoiceFinder finder([&](std::string_view field, const ChoiceField& choice) {
            const std::string name(choice.alternative(choice.index()).name);
            const bool policy = typeid(choice) == typeid(bandits::PolicyOptions);
            add(policy ? name : std::string(field) + "." + name, listed);
        });
        describe_held(options_of, finder);
    };
    const std::string booster(name_of(spec.booster)), learner(name_of(spec.learner)),
        selector(name_of(spec.selector));
    add(booster, true);
    add(learner, true);
    add(selector, true);
    add_choices_within(spec.selector, true);
    add(learner + "." + selector, false);  // changes for one learner under one selector
    add(booster + "." + std::string(enum_name(spec.evaluation.ties)), false);
    add("missing_as." + std::string(enum_name(spec.dataset.missing_as)), false);
    add_choices_within(spec.learner, false);
    add_choices_within(spec.booster, false);
    if (expects_decisions(spec)) add("decisions", false);
    return parts;
}

std::string revision_text(const std::vector<Part>& parts) {
    std::string text;
    for (const Part& part : parts)
        if (part.listed || part.revision > 1)
            text += (text.empty() ? "" : ", ") + part.name + " " + std::to_string(part.revision);
    return text;
}

/// Steps to the combination of revisions before this one, counting down from `latest`: the first part above 1
/// goes down by one, the parts before it go back up. Returns false after the last combination, all 1.
bool step_back(std::vector<Part>& parts, const std::vector<Part>& latest) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].revision > 1) {
            --parts[i].revision;
            return true;
        }
        parts[i].revision = latest[i].revision;
    }
    return false;
}

/// Calls `visit(name, sha256)` for each file besides the data set that the options may use.
template <class Spec, class Visit>
void for_each_checksum(Spec& spec, Visit visit) {
    if (auto* prices = field_of<boosting::PriceOptions>(spec.booster))
        visit("prices_sha256", prices->file_sha256);
    for (const auto& [part, program] : boosting::external_programs(spec.selector, spec.booster))
        visit(std::string(part) + "_program_sha256", program->files_sha256);
}

}  // namespace

std::string algorithm_revision(const RunSpec& spec, std::span<const Revision> revisions) {
    return revision_text(parts_of(spec, revisions));
}

std::string algorithm_revision(const RunSpec& spec) {
    return algorithm_revision(spec, kAlgorithmRevisions);
}

Identities::Identities(const RunSpec& spec)
    : canonical_(canonical_value(spec)), files_(file_checksums(spec)) {
    const std::vector<Part> latest = parts_of(spec, kAlgorithmRevisions);
    std::vector<Part> parts = latest;
    // Parts are raised at different times, so a stored run may have any combination of earlier revisions.
    do
        revisions_.push_back(revision_text(parts));
    while (step_back(parts, latest));
}

bool Identities::is_outdated(std::string_view id, std::int64_t seed, std::int64_t dataset_seed,
                             std::string_view dataset_sha256) const {
    static const RunSpec kDefault;
    Value canonical = canonical_;
    const auto set_seed = [](Value& part, std::int64_t value, std::int64_t at_default) {
        if (value == at_default)
            part.erase("seed");
        else
            part.set("seed", value);
    };
    set_seed(canonical, seed, kDefault.seed);
    if (Value* dataset = canonical.find("dataset")) set_seed(*dataset, dataset_seed, kDefault.dataset.seed);
    const auto is_of = [&](const std::string& revision) {
        return run_id(canonical, dataset_sha256, revision, files_) == id;
    };
    return !is_of(revisions_.front()) && std::any_of(revisions_.begin() + 1, revisions_.end(), is_of);
}

bool is_outdated(std::string_view id, const RunSpec& spec, std::string_view dataset_sha256) {
    return Identities(spec).is_outdated(id, spec.seed, spec.dataset.seed, dataset_sha256);
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

std::string policy_with_horizon(const RunSpec& spec) {
    const auto* bandit = spec.selector.bandit();
    if (bandit != nullptr && bandit->needs_horizon()) return std::string(name_of(bandit->policy));
    const auto* base_class = field_of<selectors::BaseClassOptions>(spec.booster);
    const auto* policy = base_class != nullptr ? field_of<bandits::PolicyOptions>(*base_class) : nullptr;
    return policy != nullptr && policy->needs_horizon() ? std::string(name_of(*policy)) : "";
}

std::optional<std::string> family_id(const RunSpec& spec, std::string_view dataset_sha256) {
    std::string_view counted = "booster.rounds";
    const auto* trials = field_of<boosting::TrialOptions>(spec.booster);
    if (std::holds_alternative<boosting::BanditProblemOptions>(spec.booster)) {
        counted = "booster.plays";
    } else if (trials != nullptr && trials->count > 0) {
        counted = "booster.trials.count";
    } else if (!policy_with_horizon(spec).empty()) {
        return std::nullopt;
    }
    const Value family = Value::object().set("family_of", without(canonical_value(spec), {counted}));
    return run_id(family, dataset_sha256, algorithm_revision(spec), file_checksums(spec));
}

}  // namespace reboost::config
