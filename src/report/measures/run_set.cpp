#include "report/measures/run_set.hpp"

#include "core/error.hpp"
#include "core/mapped.hpp"
#include "report/measures/digest.hpp"
#include "report/measures/reference.hpp"
#include "results/source_state.hpp"
#include "results/store.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_set>

namespace reboost::report {
namespace {

/// Keeps one run per pair of seeds, the first by id; with `prefer_timed` only pinned runs, if there are any.
std::vector<const Run*> one_per_seed(std::vector<const Run*> runs, bool prefer_timed) {
    if (prefer_timed && std::ranges::any_of(runs, &Run::timed))
        std::erase_if(runs, [](const Run* r) { return !r->timed(); });
    std::set<std::string> seen;
    std::erase_if(runs, [&seen](const Run* r) { return !seen.insert(seeds_key(*r)).second; });
    return runs;
}

constexpr double kFewRounds = 100;  // the curves of so few rounds take some kilobytes

/// Names of two arrays: rounds, and values after these rounds.
using CurvePlace = std::pair<std::string, std::string>;

/// Returns the arrays that may hold a curve: one with a value for each element of "round", or a table with
/// rounds of its own.
std::vector<CurvePlace> places_of(const std::string& name) {
    const std::size_t slash = name.rfind('/');
    if (slash != std::string::npos && !name.starts_with(smoothed_name("")))
        return {{name.substr(0, slash) + "/round", name}};
    std::vector<CurvePlace> places{{"round", name}};
    for (const std::string table : {"test", "train", "validation"})
        if (name.starts_with(table + "_"))
            places.emplace_back(table + "/round", table + "/" + name.substr(table.size() + 1));
    return places;
}

Curve curve_in(const Archive& curves, const std::vector<CurvePlace>& places) {
    for (const auto& [rounds, values] : places)
        if (curves.contains(rounds) && curves.contains(values)) {
            const auto at = to_doubles(curves.find(rounds)), found = to_doubles(curves.find(values));
            if (at.size() != found.size()) throw DataError("a curve and its rounds have different lengths");
            return curve_from(at, found);
        }
    return {};
}

}  // namespace

const double* Curve::at(std::int64_t wanted) const {
    const auto found = std::ranges::lower_bound(round, wanted);
    return found == round.end() || *found != wanted ? nullptr
                                                    : &value[static_cast<std::size_t>(found - round.begin())];
}

Curve curve_from(const std::vector<double>& rounds, const std::vector<double>& values) {
    const std::size_t most = std::min(rounds.size(), values.size());
    Curve curve;
    curve.round.reserve(most);
    curve.value.reserve(most);
    for (std::size_t i = 0; i < most; ++i)
        if (!std::isnan(values[i])) {
            curve.round.push_back(static_cast<std::int64_t>(rounds[i]));
            curve.value.push_back(values[i]);
        }
    return curve;
}

std::optional<files::FileStamp> RunSet::stamp(const Run& run) const {
    return store_ == nullptr ? std::nullopt : store_->stamp(run.id);
}

RunSet::RunSet(std::shared_ptr<const results::Store> store) : RunSet(std::move(store), {}) {}

RunSet::RunSet(std::shared_ptr<const results::Store> store, const ReferenceResults& reference, Twins twins,
               Sources sources, const std::set<std::string>* only)
    : store_(std::move(store)), damaged_reference_(reference.damaged) {
    const results::SourceState source = results::this_source();
    Settings settings;
    for (const results::DamagedFile& file :
         store_ ? store_->damaged_collections() : std::vector<results::DamagedFile>{})
        damaged_.push_back(file.what);
    for (const std::string& id : store_ ? store_->list() : std::vector<std::string>{}) {
        results::Judgement judgement = store_->judge(id, source);
        if (judgement.gone) continue;
        if (!judgement.damage.empty()) {
            damaged_.push_back(std::move(judgement.damage));
            continue;
        }
        const bool counts =
            judgement.not_counted.empty() || (sources == Sources::all && !judgement.header.spec.is_null());
        if (!counts) {
            ++not_counted_[judgement.not_counted];
            continue;
        }
        Run run = settings.run(std::move(judgement.header));
        if (sources == Sources::of_this_program && is_outdated(run))
            ++outdated_;
        else
            runs_->push_back(std::move(run));
    }
    std::unordered_set<std::string> seen;
    for (const auto& file : reference.files)
        for (const std::string& id : file->list())
            try {
                if (only != nullptr && !only->contains(id)) continue;
                Run run = settings.run(id, file->header_text(id), file->path().string());
                run.reference = true;
                run.file = file;
                if (is_outdated(run))
                    ++outdated_;
                else if (!(twins == Twins::store_only && store_ && store_->contains(id)) &&
                         seen.insert(id).second)
                    runs_->push_back(std::move(run));
            } catch (const DataError& error) {
                damaged_reference_.push_back(error.what());
            }
    references_ = seen.size();
    FileVersions versions = drop_earlier_versions(*runs_);
    not_counted_.merge(versions.dropped);
    changed_files_ = std::move(versions.changed);
    std::ranges::sort(*runs_, [](const Run& a, const Run& b) {
        return std::tie(a.id, a.reference) < std::tie(b.id, b.reference);
    });
}

RunSet RunSet::only(const std::function<bool(const Run&)>& wanted) const {
    RunSet part = *this;
    for (const Run& run : *runs_)
        if (!wanted(run)) part.left_out_.insert(&run);
    return part;
}

std::vector<const Run*> RunSet::select(const Value& query) const {
    std::vector<const Run*> found;
    for (const std::size_t place : index_.select(*runs_, query))
        if (const Run& run = (*runs_)[place]; !left_out_.contains(&run)) found.push_back(&run);
    return found;
}

bool holds_texts(const Archive::Array& array) {
    return std::holds_alternative<std::vector<std::string>>(array.values);
}

std::vector<double> to_doubles(const Archive::Array& array) {
    return std::visit(
        [](const auto& values) -> std::vector<double> {
            if constexpr (std::is_same_v<std::decay_t<decltype(values)>, std::vector<std::string>>)
                throw DataError("an array of text where numbers were expected");
            else
                return {values.begin(), values.end()};
        },
        array.values);
}

std::vector<double> doubles_in(const Archive& arrays, const std::string& name) {
    return arrays.contains(name) ? to_doubles(arrays.find(name)) : std::vector<double>{};
}

void RunSet::add_sums(const Run& run, const std::vector<std::string>& wanted, Archive& found) const {
    for (const std::string& sums : wanted) {
        if ((sums != "curves/work" && sums != "curves/train_cpu_seconds") || found.contains(sums)) continue;
        const std::string means = "curves/of_a_round/" + sums.substr(sums.find('/') + 1);
        std::vector<double> values =
            doubles_in(run.file->arrays(run.id, std::vector<std::string>{means}), means);
        if (values.empty()) continue;
        const std::vector<double> rounds =
            found.contains("curves/round") ? doubles_in(found, "curves/round") : array(run, "round");
        if (values.size() != rounds.size()) continue;
        std::ranges::transform(values, rounds, values.begin(), std::multiplies());
        found.put(sums, std::move(values));
    }
}

Archive RunSet::read(const Run& run, const std::vector<std::string>& wanted) const try {
    if (run.file) {
        Archive found = run.file->arrays(run.id, wanted);
        add_sums(run, wanted, found);
        return found;
    }
    if (!(number_at(run.attributes, "rounds", kFewRounds + 1) <= kFewRounds))
        return store_->arrays(run.id, wanted);
    auto all = short_runs_.find(run.id);
    if (all == short_runs_.end())
        all =
            short_runs_.emplace(run.id, store_->arrays(run.id, std::vector<std::string>{"curves", "summary"}))
                .first;
    Archive found;
    for (const std::string& name : wanted)
        if (all->second.contains(name)) found.put_array(name, all->second.find(name));
    return found;
} catch (const DataError& error) {
    note_damage(run, error.what());
    return {};
}

void RunSet::note_damage(const Run& run, const std::string& what) const {
    std::vector<std::string>& damaged = run.file ? damaged_reference_ : damaged_;
    if (std::ranges::find(damaged, what) == damaged.end()) damaged.push_back(what);
}

void RunSet::note_read(const Run& run, const std::vector<std::int64_t>& rounds) const {
    if (recorder_ != nullptr) recorder_->of(run).rounds.insert(rounds.begin(), rounds.end());
}

std::vector<double> RunSet::numbers(const Run& run, const std::string& full_name) const {
    return doubles_in(read(run, {full_name}), full_name);
}

Archive RunSet::arrays(const Run& run, const std::vector<std::string>& names) const {
    return read(run, mapped(names, [](const std::string& name) { return "curves/" + name; })).sub("curves");
}

std::vector<Curve> RunSet::curves(const Run& run, std::span<const std::string> names) const try {
    const std::vector<std::vector<CurvePlace>> all_places = mapped(names, places_of);
    std::set<std::string> wanted;
    for (const std::vector<CurvePlace>& places : all_places)
        for (const auto& [rounds, values] : places)
            wanted.insert({rounds, values});
    const Archive all = arrays(run, {wanted.begin(), wanted.end()});
    return mapped(all_places, [&](const auto& places) { return curve_in(all, places); });
} catch (const DataError& error) {
    note_damage(run, "run " + run.id + ": " + error.what());
    return std::vector<Curve>(names.size());
}

Archive RunSet::group(const Run& run, const std::string& name) const {
    const auto found = short_runs_.find(run.id);
    return found != short_runs_.end() ? found->second.sub(name)
                                      : store_->arrays(run.id, std::vector<std::string>{name}).sub(name);
}

Choice choose_runs(const RunSet& set, const Value& query, std::optional<std::int64_t> paper_rounds,
                   bool prefer_timed, Origin origin) {
    // by setting, rounds, and whether the runs are reference results
    std::map<std::tuple<std::string_view, std::int64_t, bool>, std::vector<const Run*>> groups;
    for (const Run* run : set.select(query)) {
        if (origin == Origin::own && run->reference) continue;
        if (origin == Origin::reference && !run->reference) continue;
        groups[{run->setting->cell, run->rounds_asked(), run->reference}].push_back(run);
    }
    const bool own_first = origin == Origin::own_first, reference_first = origin == Origin::reference_first;
    Choice choice;
    std::map<std::string_view, const Run*> cells;  // with one run of each
    std::string_view chosen;
    std::tuple<bool, bool, bool, std::int64_t, std::size_t, bool> best_rank;
    for (const auto& [key, members] : groups) {
        const auto& [cell, rounds, reference] = key;
        cells.emplace(cell, members.front());
        std::vector<const Run*> runs = one_per_seed(members, prefer_timed);
        const bool real_data = std::ranges::none_of(runs, &Run::stand_in);
        const bool first = reference ? reference_first : own_first;
        const std::tuple rank{first, real_data, paper_rounds == rounds, rounds, runs.size(), reference};
        if (!choice.empty() && rank <= best_rank) continue;
        best_rank = rank;
        chosen = cell;
        choice.runs = std::move(runs);
        choice.rounds = rounds;
    }
    if (origin == Origin::together && !choice.empty()) {
        const auto others = groups.find({chosen, choice.rounds, !choice.runs.front()->reference});
        if (others != groups.end()) {
            std::vector<const Run*> all = std::move(choice.runs);
            all.insert(all.end(), others->second.begin(), others->second.end());
            choice.runs = one_per_seed(all, prefer_timed);
            std::ranges::copy_if(all, std::back_inserter(choice.twins), [&](const Run* run) {
                return std::ranges::find(choice.runs, run) == choice.runs.end();
            });
        }
    }
    for (const auto& [cell, run] : cells)
        if (cell != chosen) choice.others.push_back(run);
    return choice;
}

std::vector<const Run*> without_shorter_own(std::vector<const Run*> runs) {
    if (std::ranges::all_of(runs, &Run::reference)) return runs;
    std::map<std::string_view, std::int64_t> longest;  // rounds of the longest reference result, by setting
    for (const Run* run : runs)
        if (run->reference) {
            std::int64_t& rounds = longest.emplace(run->setting->cell, 0).first->second;
            rounds = std::max(rounds, run->rounds_asked());
        }
    std::erase_if(runs, [&longest](const Run* run) {
        if (run->reference) return false;
        const auto found = longest.find(run->setting->cell);
        return found != longest.end() && (run->stand_in() || run->rounds_asked() < found->second);
    });
    return runs;
}

}  // namespace reboost::report
