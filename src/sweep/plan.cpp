#include "sweep/plan.hpp"

#include "bandits/external/program.hpp"
#include "boosting/recipe.hpp"
#include "config/dataset_rules.hpp"
#include "config/identity.hpp"
#include "config/label.hpp"
#include "config/run_spec.hpp"
#include "core/clock.hpp"
#include "core/error.hpp"
#include "core/fields.hpp"
#include "core/text.hpp"
#include "data/readers/prices.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace reboost::sweep {
namespace {

/// What data sets, files of prices and programs are, each looked at once.
class KnownData {
  public:
    explicit KnownData(DataSource& data) : data_(data) {}
    struct Facts {
        DataShape shape;
        std::string sha256;
    };
    const Facts& of(const data::DatasetSpec& spec) {
        if (last_ && *last_ == spec) return *last_facts_;
        last_facts_ = &once(facts_, to_json(config::complete_value(spec), -1, true), [&] {
            return Facts{data_.shape(spec), data_.checksum(spec)};
        });
        last_ = spec;
        return *last_facts_;
    }
    bool available(const data::DatasetSpec& spec) {
        return !spec.path.empty() || once(available_, spec.name, [&] { return data_.available(spec); });
    }
    const std::string& prices_sha256(const std::string& path) {
        return once(prices_, path, [&] {
            std::string sum;
            data::read_prices({path, "", &sum});
            return sum;
        });
    }
    /// One checksum over the files that an external policy's command names.
    const std::string& program_sha256(const std::vector<std::string>& command) {
        return once(programs_, command, [&] { return bandits::script_files_sha256(command); });
    }
    bool missing(const config::PlannedRun& run) {
        return run.spec.dataset.stand_in == data::StandIn::never && !available(run.spec.dataset);
    }

  private:
    template <class Key, class T, class Make>
    static const T& once(std::map<Key, T>& known, const Key& key, Make make) {
        const auto found = known.find(key);
        return found != known.end() ? found->second : known.emplace(key, make()).first->second;
    }

    DataSource& data_;
    std::map<std::string, Facts> facts_;
    std::optional<data::DatasetSpec> last_;  ///< runs of one data set come one after the other
    const Facts* last_facts_ = nullptr;
    std::map<std::string, bool> available_;
    std::map<std::string, std::string> prices_;
    std::map<std::vector<std::string>, std::string> programs_;
};

PlanEntry make_entry(const config::PlannedRun& run, KnownData& known_data, bool allow_stand_in) {
    PlanEntry entry;
    entry.run = run;
    data::StandIn& stand_in = entry.run.spec.dataset.stand_in;
    if (known_data.available(run.spec.dataset))
        stand_in = data::StandIn::never;  // the identity of a run whose data are there does not hang on it
    else if (allow_stand_in)
        stand_in = data::StandIn::if_missing;
    entry.label = config::run_label(entry.run.spec);
    const KnownData::Facts& known = known_data.of(entry.run.spec.dataset);
    entry.shape = known.shape;
    entry.dataset_sha256 = known.sha256;
    check_fit(entry.run.spec, entry.shape, entry.label);
    boosting::PriceOptions* prices = field_of<boosting::PriceOptions>(entry.run.spec.booster);
    if (prices != nullptr && prices->rule == boosting::PriceRule::file)
        prices->file_sha256 = known_data.prices_sha256(prices->file);
    for (const auto& program : boosting::external_programs(entry.run.spec.selector, entry.run.spec.booster))
        program.program->files_sha256 = known_data.program_sha256(program.program->command);
    entry.id = config::run_id(entry.run.canonical(), known.sha256, config::algorithm_revision(entry.run.spec),
                              config::file_checksums(entry.run.spec));
    entry.cost = estimate_cost(entry.run.spec, entry.shape);
    return entry;
}

/// The runs of the plan that reference results stand for. Results of a modified source do not count.
std::set<std::string> referenced_runs(Plan& plan, const PlanOptions& options) {
    std::set<std::string> ids;
    if (options.reference.empty() || options.recompute) return ids;
    results::Collections reference(options.reference);
    for (const PlanEntry& entry : plan.entries)
        try {
            const auto file = reference.find(entry.id);
            if (file && results::why_not_counted(file->header(entry.id).attributes, options.source).empty())
                ids.insert(entry.id);
        } catch (const DataError& error) {
            plan.damaged_reference.push_back(error.what());
        }
    for (const results::DamagedFile& file : reference.damaged())
        plan.damaged_reference.push_back(file.what);
    return ids;
}

/// Whether the run has a result that counts; otherwise notes why not.
bool is_done(PlanEntry& entry, const results::Store& store, const std::set<std::string>& referenced,
             const Plan& plan) {
    entry.stamp = store.stamp(entry.id);
    if (!entry.stamp) return referenced.contains(entry.id);
    results::Judgement judgement = store.judge(entry.id, plan.source);
    entry.damage = std::move(judgement.damage);
    entry.not_counted = std::move(judgement.not_counted);
    if (plan.recompute && !judgement.gone && entry.damage.empty())
        entry.not_counted = "came from an earlier call";
    const bool counts = !judgement.gone && entry.damage.empty() && entry.not_counted.empty();
    return counts || referenced.contains(entry.id);
}

void read_states(Plan& plan, const results::Store& store, const PlanOptions& options) {
    const std::vector<std::string> checkpoints = store.list_checkpoints();
    const std::set<std::string> begun(checkpoints.begin(), checkpoints.end());
    std::map<std::string, Value> failed;
    for (const results::Failure& failure : store.failures())
        failed[failure.id] = failure.details;
    plan.reference = options.reference;
    const std::set<std::string> referenced = referenced_runs(plan, options);
    for (const results::DamagedFile& file : store.damaged_collections())
        plan.damaged_collections.push_back(file.what);
    std::set<std::string> running;
    for (const results::ClaimInfo& claim : store.running())
        running.insert(claim.run_id);
    for (PlanEntry& entry : plan.entries) {
        entry.running = running.contains(entry.id);
        entry.has_checkpoint = begun.contains(entry.id);
        entry.failure_stamp = results::stamp_of(store.failure_path(entry.id));
        if (is_done(entry, store, referenced, plan)) {
            entry.state = RunState::done;
        } else if (const auto it = failed.find(entry.id); it != failed.end()) {
            entry.state = RunState::failed;
            entry.failure = text_at(it->second, "message");
            entry.failure_type = text_at(it->second, "type");
        }
    }
}

void keep_shard(std::vector<PlanEntry>& entries, const Shard& shard) {
    std::vector<double> costs;
    std::vector<std::string> ids;
    for (const PlanEntry& entry : entries) {
        costs.push_back(entry.cost.seconds);
        ids.push_back(entry.id);
    }
    const std::vector<std::size_t> shard_of = assign_shards(costs, ids, shard.count);
    std::vector<PlanEntry> kept;
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (shard_of[i] == shard.index) kept.push_back(std::move(entries[i]));
    entries = std::move(kept);
}

}  // namespace

std::size_t Plan::count(RunState state) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(entries, [&](const PlanEntry& e) { return e.state == state; }));
}

std::string_view PlanEntry::state_text() const {
    if (state == RunState::done) return "done";
    if (running) return "running";
    if (state == RunState::failed) return "failed";
    return has_checkpoint ? "begun" : "to do";
}

std::set<std::string> Plan::ids() const {
    std::set<std::string> ids;
    for (const PlanEntry& entry : entries)
        ids.insert(entry.id);
    return ids;
}

LeftRuns Plan::left() const {
    const auto in = [this](std::string_view state) {
        return static_cast<std::size_t>(std::ranges::count(entries, state, &PlanEntry::state_text));
    };
    return {in("running"), in("begun"), in("failed"), in("to do")};
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
    for (const std::string& damage : damaged_collections)
        lines.push_back(damage + ". The next run sets it aside in damaged/ and computes its runs anew");
    for (const std::string& damage : damaged_reference)
        lines.push_back(damage + ". Its runs do not count");
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

std::string misfit(const config::RunSpec& spec, const DataShape& shape) {
    boosting::DataFacts facts;
    facts.name = spec.dataset.name;
    facts.rows = shape.rows;
    facts.features = shape.features;
    facts.classes = shape.classes == 1 ? 2 : shape.classes;
    facts.multi_label = shape.multi_label;
    facts.own_validation = shape.own_validation;
    const auto found = boosting::incompatibilities(config::recipe_of(spec),
                                                   config::certain_facts(spec.dataset, std::move(facts)));
    return found.empty() ? "" : found.front().message;
}

void check_fit(const config::RunSpec& spec, const DataShape& shape, const std::string& label) {
    if (const std::string fault = misfit(spec, shape); !fault.empty())
        throw UsageError("run '" + label + "': " + fault);
}

PlanEntry entry_on(config::PlannedRun run, const data::BinnedSplit& data) {
    PlanEntry entry;
    entry.run = std::move(run);
    entry.label = config::run_label(entry.run.spec);
    entry.dataset_sha256 = data.provenance.sha256;
    entry.shape = {data.train.rows,
                   data.test.rows,
                   data.train.features(),
                   data.train_labels.classes,
                   data.train_labels.multi_label(),
                   data.validation.rows > 0};
    check_fit(entry.run.spec, entry.shape, entry.label);
    entry.cost = estimate_cost(entry.run.spec, entry.shape);
    return entry;
}

Plan make_plan(std::span<const config::SweepConfig> configs, const results::Store& store, DataSource& data,
               const PlanOptions& options) {
    Plan plan;
    KnownData known_data(data);
    std::set<std::string> ids, missing;
    for (const config::SweepConfig& config : configs) {
        plan.collapse_report += config.collapse_report();
        for (const config::PlannedRun& run : config.runs) {
            PlanEntry entry = make_entry(run, known_data, options.allow_stand_in);
            if (ids.insert(entry.id).second) plan.entries.push_back(std::move(entry));
        }
    }
    if (options.shard) keep_shard(plan.entries, *options.shard);
    plan.source = options.source;
    plan.recompute = options.recompute;
    read_states(plan, store, options);
    for (const PlanEntry& entry : plan.entries)
        if (entry.state != RunState::done && known_data.missing(entry.run))
            missing.insert(entry.run.spec.dataset.name);
    plan.missing_data.assign(missing.begin(), missing.end());
    return plan;
}

std::string data_key(const config::RunSpec& spec) {
    const data::BinningOptions binning = boosting::binning_of(spec.learner);
    return to_json(config::complete_value(spec.dataset), -1, true) + " bins " +
           std::to_string(binning.max_bins) + " " + std::string(enum_name(binning.rule));
}

std::vector<std::size_t> execution_order(const Plan& plan, bool only_failed,
                                         const std::string& failure_type) {
    std::vector<std::string> key(plan.entries.size());
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < plan.entries.size(); ++i) {
        const PlanEntry& entry = plan.entries[i];
        if (entry.state == RunState::done || (only_failed && entry.state != RunState::failed)) continue;
        if (only_failed && !failure_type.empty() && entry.failure_type != failure_type) continue;
        key[i] = data_key(entry.run.spec);
        order.push_back(i);
    }
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        const double longer = plan.entries[a].cost.seconds, other = plan.entries[b].cost.seconds;
        return longer != other ? longer > other : key[a] < key[b];
    });
    return order;
}

}  // namespace reboost::sweep
