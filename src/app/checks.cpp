#include "app/common.hpp"
#include "config/label.hpp"
#include "config/node.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>

namespace reboost::app {
namespace {

/// What reading a file of the user's own finds wrong is placed where the config names the file.
sweep::DataShape shape_of(const config::PlannedRun& run, sweep::DataSource& data) {
    try {
        return data.shape(run.spec.dataset);
    } catch (const Error& error) {
        throw UsageError(fmt::format("{}: {}", run.dataset_place(), error.what()));
    }
}

/// Each fault once, with the first run that has it and how many more do.
class Misfits {
  public:
    void add(const config::RunSpec& spec, const std::string& fault) {
        if (fault.empty()) return;
        const auto found = std::ranges::find(faults_, fault, &Fault::text);
        if (found == faults_.end())
            faults_.push_back({fault, config::run_label(spec), 0});
        else
            ++found->more;
    }
    void tell(config::ErrorList& errors) const {
        for (const Fault& fault : faults_)
            errors.add(fmt::format(
                "run '{}': {}{}", fault.run, fault.text,
                fault.more == 0 ? "" : fmt::format(" (and {} like it)", counted(fault.more, "run"))));
    }

  private:
    struct Fault {
        std::string text, run;
        std::size_t more;
    };
    std::vector<Fault> faults_;
};

/// Everything that can be said of a config without computing: syntax, names, ranges, and that its runs fit
/// their data. What is wrong goes to `errors`.
void check(const std::string& path, const std::string& profile, const std::vector<std::string>& overrides,
           Value& profiles, config::ErrorList& errors) {
    config::SweepConfig config;
    errors.collect([&] { config = config::load_config(path, profile, overrides); });
    sweep::CatalogueData data(data::default_data_root());
    Misfits misfits;
    for (const config::PlannedRun& run : config.runs)
        errors.collect([&] { misfits.add(run.spec, sweep::misfit(run.spec, shape_of(run, data))); });
    misfits.tell(errors);
    profiles.push(object_of(key("profile", profile), key("runs", config.runs.size())));
}

/// Checks a file under each profile wanted. Throws UsageError with a line for each fault.
Value check_file(const std::string& path, const Arguments& arguments) {
    const std::vector<std::string> overrides = overrides_of(arguments);
    Value profiles = Value::list();
    config::ErrorList errors;
    if (arguments.has("profile")) {
        check(path, arguments.text("profile"), overrides, profiles, errors);
    } else {
        check(path, "", overrides, profiles, errors);
        for (const std::string& name : config::profile_names(path))
            check(path, name, overrides, profiles, errors);
    }
    errors.throw_if_any();
    return profiles;
}

std::string profiles_text(const Value& profiles) {
    std::string text;
    for (const Value& one : profiles.as_list()) {
        const std::string& name = one.at("profile").as_string();
        const auto runs = static_cast<std::size_t>(one.at("runs").as_integer());
        text += (text.empty() ? "" : ", ") + counted(runs, "run") + (name.empty() ? "" : " (" + name + ")");
    }
    return text;
}

}  // namespace

int check_configs(const Arguments& arguments, const Invocation& invocation) {
    for (const char* of_plans : {"shard", "reference", "stand-in", "recompute", "jobs", "threads-per-run"})
        arguments.refuse_both("check", of_plans);
    Value files = Value::list();
    bool all_valid = true;
    for (const std::string& path : arguments.positional()) {
        Value file = Value::object().set("path", path);
        try {
            const Value profiles = check_file(path, arguments);
            file.set("valid", true).set("profiles", profiles);
            if (!arguments.has("json"))
                invocation.out << printable(path) << ": valid, " << profiles_text(profiles) << '\n';
        } catch (const Error& error) {
            all_valid = false;
            file.set("valid", false).set("message", error.what());
            if (!arguments.has("json"))
                invocation.err << "reboost: " << printable(error.what(), true) << '\n';
        }
        files.push(std::move(file));
    }
    if (arguments.has("json")) print_json(invocation.out, files);
    return all_valid ? kAllWell : kWrongUse;
}

}  // namespace reboost::app
