#include "report/measures/verification.hpp"

#include "config/identity.hpp"
#include "config/label.hpp"
#include "config/run_spec.hpp"
#include "core/error.hpp"
#include "core/mapped.hpp"
#include "core/text.hpp"
#include "report/measures/digest.hpp"
#include "report/measures/measures.hpp"
#include "report/measures/query.hpp"
#include "report/measures/reference.hpp"
#include "results/source_state.hpp"
#include "results/store.hpp"

#include <cmath>
#include <map>

#include <fmt/format.h>

namespace reboost::report {
namespace {

/// Largest relative difference that another compiler or library may cause in float32 numbers. One test row
/// more or less makes a larger difference.
constexpr double kRounding = 1.2e-7;
constexpr std::string_view kKept = "curves/";

/// Texts about an agreement: for a group of runs, and for one run.
struct Told {
    Agreement agreement;
    const char *runs, *run;
};
constexpr Told kTold[] = {
    {Agreement::identical, "",
     "equal to the last bit at {points} points, the last in round {round} of {rounds}"},
    {Agreement::different, "different", "differs from round {round} on, by up to {gap:.6g} ({what})"},
    {Agreement::close, "equal within rounding", "equal within {gap:.1e}, from round {round} on ({what})"},
    {Agreement::counted_anew, "equal in all but the count of values that the search reads",
     "equal to the last bit up to round {round}, but for the values that the search read (work)"},
    {Agreement::not_comparable,
     "not comparable: the policy depends on the number of rounds asked for, or the data differ",
     "not comparable: {what}"},
    {Agreement::no_common_point, "shorter than the first round that the reference results keep",
     "the reference results keep nothing that this run has"}};

/// Returns the specification without options that change no result, and without the number of rounds where
/// a run of fewer rounds is the beginning of a longer one. It is not for bandit problems, where the rounds
/// are the length of the problem, nor for budgeted boosters, where they are a cap.
std::string key_without_rounds(const Run& run) {
    using Family = boosting::BoosterFamily;
    Value kept =
        without(without_shown_names(run.spec()), {"timing", "booster.oracle_every", "booster.trials.count"});
    const auto spec = config::readable_run_spec(run.options());
    const Family family = spec ? boosting::family_of(spec->booster) : Family::bandit_problem;
    if (family == Family::adaboost_mh || family == Family::gradient)
        kept = without(std::move(kept), {"booster.rounds"});
    return to_json(kept, -1, true);
}

/// Returns why the two cannot agree; "" if they should.
std::string obstacle(const Run& own, const Run& reference) {
    if (text_at(own.attributes, "dataset_sha256") != text_at(reference.attributes, "dataset_sha256"))
        return "other data";
    if (own.rounds_asked() == reference.rounds_asked()) return "";
    const auto spec = config::readable_run_spec(own.options());
    const std::string policy = spec ? config::policy_with_horizon(*spec) : "";
    return policy.empty() ? "" : "the number of rounds enters " + policy;
}

/// Whether differences in `what` are allowed: regression trees may keep other histograms, and so read other
/// numbers of values, without another result. The work of AdaBoost.MH is defined by rows and features.
bool counts_reads(const Run& run, const std::string& what) {
    return what == "work" && text_at(run.options(), "learner.name") == "regression_tree";
}

/// Numbers rounded twice may differ by one step from numbers rounded once.
bool same_digits(double a, double b, int digits) {
    const double steps[] = {0, 0, 0, 0x1.01p-11, 0x1.001p-13, 0x1.0001p-17};
    return digits > 0 && std::abs(a - b) <= steps[digits] * std::abs(b);
}

/// Compares two numbers as float32, the precision of reference results.
void compare(double a, double b, std::int64_t round, const std::string& what, Verified& result) {
    ++result.points;
    a = static_cast<float>(a);
    b = static_cast<float>(b);
    if (a == b || (std::isnan(a) && std::isnan(b))) {
        if (result.agreement == Agreement::identical) result.round = std::max(result.round, round);
        return;
    }
    if (counts_reads(*result.run, what)) {
        result.work_differs = true;
        return;
    }
    const double gap = std::isfinite(a - b) ? std::abs(a - b) : std::numeric_limits<double>::infinity();
    if (result.agreement == Agreement::identical || round < result.round) result.round = round;
    if (gap > result.gap || result.what.empty()) result.what = what;
    result.gap = std::max(result.gap, gap);
    const double scale = std::max({1.0, std::abs(a), std::abs(b)});
    if (result.agreement != Agreement::different)
        result.agreement = gap <= kRounding * scale ? Agreement::close : Agreement::different;
}

/// Compares the digest of a run of this machine with the stored one: curves at rounds that both have, other
/// arrays only if both runs have the same number of rounds.
void compare_digests(const RunSet& runs, Verified& result) {
    const Run& reference = *result.reference;
    const Archive theirs =
        reference.file->arrays(reference.id, std::vector<std::string>{"curves", "summary"});
    const std::vector<double> their_rounds = doubles_in(theirs, kRoundsKept);
    std::set<std::int64_t> wanted;
    for (const double round : their_rounds)
        wanted.insert(static_cast<std::int64_t>(round));
    const Keep keep = theirs.contains("curves/of_a_round/work") ? Keep::path : Keep::all;
    const Archive own = as_stored(
        digest_of(runs.group(*result.run, "curves"), runs.group(*result.run, "summary"), wanted, keep));
    const std::vector<double> own_rounds = doubles_in(own, kRoundsKept);
    const std::int64_t last = result.run->rounds_asked();
    for (const auto& [name, array] : theirs.arrays()) {
        if (name.find("seconds") != std::string::npos || name == kRoundsKept || holds_texts(array)) continue;
        const std::vector<double> kept = to_doubles(array), found = doubles_in(own, name);
        const std::string what = name.starts_with(kKept) ? name.substr(kKept.size()) : name;
        const auto compare_at = [&, &path = name](const std::vector<double>& rounds,
                                                  const std::vector<double>& ours) {
            for_each_common(rounds, their_rounds, [&](std::size_t i, std::size_t j) {
                if (std::isnan(kept[j])) return;  // at this round, only other curves are kept
                const auto round = static_cast<std::int64_t>(rounds[i]);
                const bool same = same_digits(ours[i], kept[j], digits_kept(path, keep, round));
                compare(same ? kept[j] : ours[i], kept[j], round, what, result);
            });
        };
        const bool per_round = is_per_round(name, kept, their_rounds);
        if (!own.contains(name)) {
            if (!per_round) continue;
            const Curve table = runs.curve(*result.run, what);  // a table with its own rounds
            compare_at({table.round.begin(), table.round.end()}, table.value);
        } else if (per_round && is_per_round(name, found, own_rounds)) {
            compare_at(own_rounds, found);
        } else if (last == reference.rounds_asked()) {
            if (found.size() != kept.size()) compare(0, kNever, last, what, result);
            for (std::size_t i = 0; i < std::min(found.size(), kept.size()); ++i)
                compare(found[i], kept[i], last, what, result);
        }
    }
}

Verified verify_pair(const RunSet& runs, const Run& own, const Run& reference) {
    Verified result{&own, &reference, Agreement::identical};
    result.what = obstacle(own, reference);
    if (!result.what.empty()) {
        result.agreement = Agreement::not_comparable;
        return result;
    }
    compare_digests(runs, result);
    if (result.points == 0) result.agreement = Agreement::no_common_point;
    if (result.agreement == Agreement::identical && result.work_differs)
        result.agreement = Agreement::counted_anew;
    return result;
}

}  // namespace

std::set<std::string> references_of_data(const results::Store& store, const ReferenceResults& reference) {
    std::set<std::string> names, ids;
    for (const std::string& id : store.list())
        if (const results::Judgement run = store.judge(id, results::this_source()); run.counts())
            for (const char* path : {"dataset.name", "dataset.path"})
                if (const std::string name = text_at(run.header.spec, path); !name.empty())
                    names.insert(to_json(Value(name)));
    for (const auto& file : reference.files)
        for (const std::string& id : file->list())
            if (const std::string_view header = file->header_text(id); std::ranges::any_of(
                    names, [&](const std::string& name) { return header.find(name) != std::string::npos; }))
                ids.insert(id);
    return ids;
}

Verification verify(const RunSet& runs, const std::set<std::string>& ids) {
    std::map<std::string, std::vector<const Run*>> references;
    if (std::ranges::any_of(runs.runs(), [](const Run& run) { return !run.reference; }))
        for (const Run& run : runs.runs())
            if (run.reference) references[key_without_rounds(run)].push_back(&run);
    Verification verification;
    verification.damaged = runs.damaged();
    verification.damaged.insert(verification.damaged.end(), runs.damaged_reference().begin(),
                                runs.damaged_reference().end());
    for (const Run& run : runs.runs()) {
        if (run.reference) continue;
        if (!ids.empty() && !ids.contains(run.id)) continue;
        const auto found = references.find(key_without_rounds(run));
        if (found == references.end()) {
            verification.without.push_back(&run);
            continue;
        }
        // The reference result with the same rounds, else the longest one.
        const Run* best = std::ranges::max(found->second, {}, [&run](const Run* one) {
            return std::pair(one->rounds_asked() == run.rounds_asked(), one->rounds_asked());
        });
        verification.runs.push_back(verify_pair(runs, run, *best));
    }
    return verification;
}

std::string describe(const Verified& v) {
    return fmt::format(fmt::runtime(std::ranges::find(kTold, v.agreement, &Told::agreement)->run),
                       fmt::arg("points", v.points), fmt::arg("round", v.round),
                       fmt::arg("rounds", v.run->rounds_asked()), fmt::arg("gap", v.gap),
                       fmt::arg("what", v.what));
}

std::string VerificationSummary::sentence() const {
    if (total == 0) return "";
    return fmt::format("{} of {} of this machine can be compared with the reference results, {} identical.",
                       compared, counted(total, "run"), identical);
}

VerificationSummary summary_of(const Verification& verification) {
    VerificationSummary summary{
        verification.total(), verification.compared(), verification.count(Agreement::identical), {}};
    const auto add = [&](const char* noun, const char* text, std::vector<std::string> lines, bool compared) {
        if (lines.empty()) return;
        const std::string count = counted(lines.size(), noun);
        summary.groups.push_back({count + ": " + text, std::move(lines), compared});
    };
    const auto name = [](const Run& run) {
        return config::run_label(run.spec()) + " (" + run.id.substr(0, 12) + ")";
    };
    add("file", "damaged, not compared", verification.damaged, false);
    for (const auto& [agreement, text, of_run] : kTold) {
        if (agreement == Agreement::identical) continue;
        std::vector<std::string> lines;
        for (const Verified& v : verification.runs)
            if (v.agreement == agreement) lines.push_back(name(*v.run) + ": " + describe(v));
        const bool compared =
            agreement != Agreement::not_comparable && agreement != Agreement::no_common_point;
        add("run", text, std::move(lines), compared);
    }
    add("run", "not among the reference results",
        mapped(verification.without, [&](const Run* run) { return name(*run); }), false);
    return summary;
}

}  // namespace reboost::report
