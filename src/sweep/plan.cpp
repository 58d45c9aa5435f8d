#include "sweep/plan.hpp"

#include "bandits/external/program.hpp"
#include "boosting/recipe.hpp"
#include "config/dataset_rules.hpp"
#include "config/identity.hpp"
#include "config/label.hpp"
#include "config/run_spec.hpp"
#include "core/error.hpp"
#include "core/fields.hpp"
#include "core/mapped.hpp"
#include "core/order.hpp"
#include "core/text.hpp"
#include "data/readers/text_file.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace reboost::sweep {
namespace {

/// The known value of a key, or else that of `make`, which is then known.
template <class Key, class T, class Make>
const T& once(std::map<Key, T>& known, const Key& key, Make make) {
    const auto found = known.find(key);
    return found != known.end() ? found->second : known.emplace(key, make()).first->second;
}

/// Facts and checksums of data sets, price files and programs; each is read once.
struct KnownData {
    bool is_available(const data::DatasetSpec& spec) {
        return !spec.path.empty() || once(available, spec.name, [&] { return data.available(spec); });
    }

    DataSource& data;
    std::map<data::DatasetSpec, std::pair<boosting::DataFacts, std::string>> facts{};  ///< with the SHA-256
    std::map<std::string, bool> available{};
    std::map<std::string, std::string> prices{};
    std::map<std::vector<std::string>, std::string> programs{};  ///< over all files that a command names
};

/// The entry of a run on data of this shape, without an identity. Throws UsageError if they do not fit.
PlanEntry entry_of(config::PlannedRun run, const boosting::DataFacts& shape, const std::string& sha256) {
    PlanEntry entry;
    entry.run = std::move(run);
    entry.label = config::run_label(entry.run.spec);
    entry.dataset_sha256 = sha256;
    if (const std::string fault = misfit(entry.run.spec, shape); !fault.empty())
        throw UsageError("run '" + entry.label + "': " + fault);
    entry.cost = estimate_cost(entry.run.spec, shape);
    return entry;
}

PlanEntry make_entry(config::PlannedRun run, KnownData& known, bool allow_stand_in) {
    data::DatasetSpec& dataset = run.spec.dataset;
    if (known.is_available(dataset))
        dataset.stand_in = data::StandIn::never;  // then `stand_in` does not enter the identity
    else if (allow_stand_in)
        dataset.stand_in = data::StandIn::if_missing;
    const auto& [shape, sha256] = once(known.facts, dataset, [&] {
        return std::pair(known.data.shape(dataset), known.data.checksum(dataset));
    });
    PlanEntry entry = entry_of(std::move(run), shape, sha256);
    boosting::PriceOptions* prices = field_of<boosting::PriceOptions>(entry.run.spec.booster);
    if (prices != nullptr && prices->rule == boosting::PriceRule::file)
        prices->file_sha256 = once(known.prices, prices->file, [&] {
            std::string sum;
            data::read_prices({prices->file, "", &sum});
            return sum;
        });
    for (const auto& [part, program] :
         boosting::external_programs(entry.run.spec.selector, entry.run.spec.booster))
        program->files_sha256 = once(known.programs, program->command, [&command = program->command] {
            return bandits::script_files_sha256(command);
        });
    entry.id = config::run_id(entry.run.spec, sha256);
    return entry;
}

/// The plan's runs that have a reference result. Results of a modified source do not count.
std::set<std::string> referenced_runs(Plan& plan) {
    const PlanOptions& options = plan.options;
    const std::string unused = ". Its runs do not count";
    std::set<std::string> ids;
    if (options.reference.empty() || options.recompute) return ids;
    results::Collections reference(options.reference);
    for (const PlanEntry& entry : plan.entries)
        try {
            const auto file = reference.find(entry.id);
            if (file && results::why_not_counted(file->header(entry.id).attributes, options.source).empty())
                ids.insert(entry.id);
        } catch (const DataError& error) {
            plan.damaged.push_back(error.what() + unused);
        }
    for (const results::DamagedFile& file : reference.content()->damaged)
        plan.damaged.push_back(file.what + unused);
    return ids;
}

/// Whether the run has a result that counts; if not, the entry gets the reason.
bool is_done(PlanEntry& entry, const results::Store& store, const std::set<std::string>& referenced,
             const Plan& plan) {
    entry.stamp = store.stamp(entry.id);
    if (!entry.stamp) return referenced.contains(entry.id);
    results::Judgement judgement = store.judge(entry.id, plan.options.source);
    if (plan.options.recompute && !judgement.gone && judgement.damage.empty())
        judgement.not_counted = "came from an earlier call";
    entry.damage = judgement.damage;
    entry.not_counted = judgement.not_counted;
    return judgement.counts() || referenced.contains(entry.id);
}

void read_states(Plan& plan, const results::Store& store) {
    const auto begun = mapped_to<std::set<std::string>>(store.list_checkpoints());
    const std::map<std::string, Value> failed = store.failures();
    for (const results::DamagedFile& file : store.damaged_collections())
        plan.damaged.push_back(file.what +
                               ". The next run sets it aside in damaged/ and computes its runs anew");
    const std::set<std::string> referenced = referenced_runs(plan);
    const auto running = mapped_to<std::set<std::string>>(store.running(), &results::ClaimInfo::run_id);
    for (PlanEntry& entry : plan.entries) {
        entry.running = running.contains(entry.id);
        entry.has_checkpoint = begun.contains(entry.id);
        entry.failure_stamp = files::stamp_of(store.failure_path(entry.id));
        if (is_done(entry, store, referenced, plan)) {
            entry.state = RunState::done;
        } else if (const auto it = failed.find(entry.id); it != failed.end()) {
            entry.state = RunState::failed;
            entry.failure = text_at(it->second, "message");
            entry.failure_type = text_at(it->second, "type");
        }
    }
}

}  // namespace

std::size_t Plan::count(RunState state) const {
    return static_cast<std::size_t>(std::ranges::count(entries, state, &PlanEntry::state));
}

std::size_t Plan::count(std::string_view state) const {
    return static_cast<std::size_t>(std::ranges::count(entries, state, &PlanEntry::state_text));
}

std::string_view PlanEntry::state_text() const {
    if (state == RunState::done) return "done";
    if (running) return "running";
    if (state == RunState::failed) return "failed";
    return has_checkpoint ? "begun" : "to do";
}

std::set<std::string> Plan::ids() const {
    return mapped_to<std::set<std::string>>(entries, &PlanEntry::id);
}

std::vector<std::string> Plan::recomputed() const {
    std::map<std::string, std::size_t> runs;
    for (const PlanEntry& entry : entries)
        if (!entry.not_counted.empty() && entry.state != RunState::done) ++runs[entry.not_counted];
    std::vector<std::string> lines;
    for (const auto& [why, count] : runs)
        lines.push_back(
            fmt::format("{} {} and {} computed anew", counted(count, "run"), why, count == 1 ? "is" : "are"));
    for (const PlanEntry& entry : entries)
        if (!entry.damage.empty())
            lines.push_back(
                entry.damage + ". The next run sets it aside in damaged/ and " +
                (entry.state == RunState::done ? "takes its reference result" : "computes the run anew"));
    lines.insert(lines.end(), damaged.begin(), damaged.end());
    return lines;
}

double Plan::seconds_to_do(std::size_t jobs) const {
    double sum = 0, longest = 0;
    for (const PlanEntry& entry : entries) {
        if (entry.state == RunState::done) continue;
        sum += entry.cost.seconds;
        longest = std::max(longest, entry.cost.seconds);
    }
    return std::max(longest, sum / static_cast<double>(std::max<std::size_t>(1, jobs)));
}

std::string misfit(const config::RunSpec& spec, const boosting::DataFacts& shape) {
    const auto found =
        boosting::incompatibilities(config::recipe_of(spec), config::certain_facts(spec.dataset, shape));
    return found.empty() ? "" : found.front().message;
}

PlanEntry entry_on(config::PlannedRun run, const data::BinnedSplit& data) {
    boosting::DataFacts shape = boosting::facts_of(data);
    shape.name = run.spec.dataset.name;
    return entry_of(std::move(run), shape, data.provenance.sha256);
}

Shard parse_shard(std::string_view text) {
    const std::size_t slash = std::min(text.find('/'), text.size());
    const auto index = parse_whole<std::size_t>(text.substr(0, slash)),
               count = parse_whole<std::size_t>(text.substr(std::min(slash + 1, text.size())));
    const Shard shard{index.value_or(0), count.value_or(0)};
    if (shard.index < 1 || shard.index > shard.count || shard.count > kMostShards)
        throw UsageError("--shard: '" + std::string(text) + "' is not i/N with 1 <= i <= N <= " +
                         std::to_string(kMostShards) + " (for example 2/8)");
    return shard;
}

std::vector<PlanEntry> part_of(std::vector<PlanEntry> entries, const Shard& shard) {
    const std::vector<std::size_t> longest_first = order_by(entries.size(), [&](std::size_t run) {
        return std::pair(-entries[run].cost.seconds, std::string_view(entries[run].id));
    });
    std::vector<double> load(shard.count, 0);
    std::set<std::size_t> chosen;
    for (const std::size_t run : longest_first) {
        const auto least = std::ranges::min_element(load);
        *least += entries[run].cost.seconds;
        if (static_cast<std::size_t>(least - load.begin()) + 1 == shard.index) chosen.insert(run);
    }
    return picked(entries, chosen);
}

Plan make_plan(std::span<const config::SweepConfig> configs, const results::Store& store, DataSource& data,
               const PlanOptions& options) {
    Plan plan;
    plan.options = options;
    KnownData known{data};
    std::set<std::string> ids;
    for (const config::SweepConfig& config : configs) {
        plan.collapse_report += config.collapse_report;
        for (const config::PlannedRun& run : config.runs) {
            PlanEntry entry = make_entry(run, known, options.allow_stand_in);
            if (ids.insert(entry.id).second) plan.entries.push_back(std::move(entry));
        }
    }
    if (options.shard) plan.entries = part_of(std::move(plan.entries), *options.shard);
    read_states(plan, store);
    for (const PlanEntry& entry : plan.entries) {
        const data::DatasetSpec& dataset = entry.run.spec.dataset;
        if (entry.state != RunState::done && dataset.stand_in == data::StandIn::never &&
            !known.is_available(dataset))
            plan.missing_data.insert(dataset.name);
    }
    return plan;
}

std::string data_key(const config::RunSpec& spec) {
    const data::BinningOptions binning = boosting::binning_of(spec.learner);
    return to_json(config::complete_value(spec.dataset), -1, true) + " bins " +
           std::to_string(binning.max_bins) + " " + std::string(enum_name(binning.rule));
}

std::vector<std::size_t> execution_order(const Plan& plan, const std::optional<std::string>& only_failed) {
    std::vector<std::string> key(plan.entries.size());
    std::vector<std::size_t> order = indices(plan.entries.size());
    std::erase_if(order, [&](std::size_t i) {
        const PlanEntry& entry = plan.entries[i];
        if (!only_failed) return entry.state == RunState::done;
        return entry.state != RunState::failed ||
               (!only_failed->empty() && entry.failure_type != *only_failed);
    });
    for (const std::size_t i : order)
        key[i] = data_key(plan.entries[i].run.spec);
    std::ranges::stable_sort(order, {}, [&](std::size_t i) {
        return std::pair(-plan.entries[i].cost.seconds, std::string_view(key[i]));
    });
    return order;
}

}  // namespace reboost::sweep
