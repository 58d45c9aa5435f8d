#include "app/common.hpp"
#include "config/node.hpp"

namespace reboost::app {
namespace {

/// The shape of a run's data. Errors in a user's own file have the place where the config names the file.
boosting::DataFacts shape_of(const config::PlannedRun& run, sweep::DataSource& data) {
    try {
        return data.shape(run.spec.dataset);
    } catch (const Error& error) {
        throw UsageError(fmt::format("{}: {}", run.dataset_place(), error.what()));
    }
}

/// Checks a config without computing: syntax, names, ranges, and that runs fit their data. Adds to `errors`.
void check(const std::string& path, const std::string& profile, const std::vector<std::string>& overrides,
           Value& profiles, config::ErrorList& errors) {
    config::SweepConfig config;
    errors.collect([&] { config = config::load_config(path, profile, overrides); });
    sweep::CatalogueData data;
    struct Misfit {
        std::string text, run;
        std::size_t more = 0;
    };
    std::vector<Misfit> misfits;  // each once, with its first run and the number of further runs
    for (const config::PlannedRun& run : config.runs)
        errors.collect([&] {
            const std::string text = sweep::misfit(run.spec, shape_of(run, data));
            const auto found = std::ranges::find(misfits, text, &Misfit::text);
            if (found != misfits.end())
                ++found->more;
            else if (!text.empty())
                misfits.push_back({text, config::run_label(run.spec)});
        });
    for (const auto& [text, run, more] : misfits)
        errors.add(fmt::format("run '{}': {}{}", run, text,
                               more == 0 ? "" : fmt::format(" (and {} like it)", counted(more, "run"))));
    profiles.push(object_of(key("profile", profile), key("runs", config.runs.size())));
}

/// Checks a file with the profile given, or with every profile. Throws UsageError with a line for each fault.
Value check_file(const std::string& path, const Arguments& arguments) {
    const std::vector<std::string> overrides = overrides_of(arguments);
    Value profiles = Value::list();
    config::ErrorList errors;
    check(path, arguments.text("profile"), overrides, profiles, errors);
    if (!arguments.has("profile"))
        for (const std::string& name : config::profile_names(path))
            check(path, name, overrides, profiles, errors);
    errors.throw_if_any();
    return profiles;
}

std::string profiles_text(const Value& profiles) {
    const auto text_of = [](const Value& one) {
        const std::string& name = one.at("profile").as_string();
        const auto runs = static_cast<std::size_t>(one.at("runs").as_integer());
        return counted(runs, "run") + (name.empty() ? "" : " (" + name + ")");
    };
    return fmt::format("{}", fmt::join(mapped(profiles.as_list(), text_of), ", "));
}

/// `--check`: reports every fault of the configs with every profile. Returns the exit status.
int check_configs(const Arguments& arguments) {
    arguments.refuse_beside(
        "check", {"all", "shard", "reference", "stand-in", "recompute", "jobs", "threads-per-run"});
    Value files = Value::list();
    bool all_valid = true;
    for (const std::string& path : arguments.positional()) {
        Value file = Value::object().set("path", path);
        try {
            const Value profiles = check_file(path, arguments);
            file.set("valid", true).set("profiles", profiles);
            arguments.print("{}: valid, {}\n", printable(path), profiles_text(profiles));
        } catch (const Error& error) {
            all_valid = false;
            file.set("valid", false).set("message", error.what());
            if (!arguments.has("json")) arguments.err << "reboost: " << printable(error.what(), true) << '\n';
        }
        files.push(std::move(file));
    }
    arguments.json(files);
    return all_valid ? kAllWell : kWrongUse;
}

}  // namespace

int run_plan(const Invocation& invocation) {
    Arguments arguments(
        invocation, "plan CONFIG... [OPTIONS]",
        "Shows the runs of a config, what is done of them and about how long the rest takes. Computes\n"
        "nothing and changes nothing.\n\n"
        "A config is checked first: syntax, names, types, ranges, that the parts of each run go together and "
        "fit its data. With --check that is all, each config with every profile that it offers (or with the "
        "one named); every fault gets a line, and the exit status is 2 where a config is wrong.\n\n"
        "Examples:\n"
        "  reboost plan configs/opt2009/table1_stump.json --profile paper --shard 1/4\n"
        "  reboost plan --check configs/example.json\n");
    add_plan_options(arguments);
    arguments.flag("all", "list all runs, however many")
        .flag("check", "only check the configs, under every profile that they offer")
        .shared(kSweepOptions, {"jobs", "threads-per-run"});
    // Accepts the options of `run`, so that its command line can be reused; they do not change the plan.
    add_selection_options(arguments.title(nullptr));
    arguments
        .shared(kSweepOptions, {"memory", "keep-state", "checkpoint-seconds", "time-limit", "max-failures",
                                "fail-fast", "only-failed", "claim-timeout"})
        .shared(kCommonOptions, {"allow-external", "quiet"});
    if (!arguments.parse(1, 10000)) return kAllWell;
    if (arguments.has("only-failed"))
        throw UsageError(
            "plan shows the whole plan: give it without --only-failed (`reboost status` lists what "
            "failed)");
    if (arguments.has("check")) return check_configs(arguments);
    const std::vector<config::SweepConfig> configs = configs_of(arguments, arguments.positional());
    const results::Store store(results_folder(arguments), results::OpenMode::read_only);
    sweep::CatalogueData data;
    const sweep::Plan plan = sweep::make_plan(configs, store, data, plan_options_of(arguments));
    const sweep::SweepOptions options = sweep_options_of(arguments);
    if (arguments.has("json")) arguments.json(plan_value(plan));
    print_plan(arguments, plan, options, true);
    return kAllWell;
}

}  // namespace reboost::app
