#include "app/common.hpp"
#include "config/label.hpp"
#include "config/schema.hpp"
#include "core/error.hpp"

#include <ostream>

#include <fmt/format.h>

namespace reboost::app {
namespace {

/// Everything that can be said of a config without computing: syntax, names, ranges, and that its runs fit
/// their data.
void check(const std::string& path, const std::string& profile, const std::vector<std::string>& overrides,
           Value& profiles) {
    const config::SweepConfig config = config::load_config(path, profile, overrides);
    sweep::CatalogueData data(data::default_data_root());
    for (const config::PlannedRun& run : config.runs)
        sweep::check_fit(run.spec, data.shape(run.spec.dataset), config::run_label(run.spec));
    Value one = Value::object();
    one.set("profile", profile).set("runs", static_cast<std::uint64_t>(config.runs.size()));
    profiles.push(std::move(one));
}

}  // namespace

int run_validate(const Invocation& invocation) {
    Arguments arguments("validate CONFIG... [OPTIONS]",
                        "Checks configs, each with every profile it offers (or with the one named): syntax, "
                        "names, types, ranges,\n"
                        "and that the runs fit their data. Exit status 2 where one is wrong.\n\nExample:\n"
                        "  reboost validate configs/mine.json\n");
    arguments.value("profile", "NAME", "this profile only")
        .values("set", "KEY=VALUE", "with this override; repeatable")
        .flag("json", "print JSON");
    if (!arguments.parse(invocation, 1, 10000)) return kAllWell;
    Value files = Value::list();
    bool all_valid = true;
    for (const std::string& path : arguments.positional()) {
        Value file = Value::object(), profiles = Value::list();
        file.set("path", path);
        try {
            const std::vector<std::string> overrides = arguments.list("set");
            if (arguments.has("profile")) {
                check(path, arguments.text("profile"), overrides, profiles);
            } else {
                check(path, "", overrides, profiles);
                for (const std::string& name : config::load_config(path).profiles)
                    check(path, name, overrides, profiles);
            }
            file.set("valid", true).set("profiles", profiles);
            std::string text;
            for (const Value& one : profiles.as_list()) {
                const std::string& name = one.at("profile").as_string();
                text += fmt::format("{}{} runs{}", text.empty() ? "" : ", ", one.at("runs").as_integer(),
                                    name.empty() ? "" : " (" + name + ")");
            }
            if (!arguments.has("json")) invocation.out << path << ": valid, " << text << '\n';
        } catch (const Error& error) {
            all_valid = false;
            file.set("valid", false).set("message", error.what());
            if (!arguments.has("json")) invocation.err << "reboost: " << error.what() << '\n';
        }
        files.push(std::move(file));
    }
    if (arguments.has("json")) print_json(invocation.out, files);
    return all_valid ? kAllWell : kWrongUse;
}

int run_schema(const Invocation& invocation) {
    Arguments arguments(
        "schema",
        "Prints the JSON Schema (draft 2020-12) of configs. Editors that know it complete and check\n"
        "keys while you type.\n\nExample:\n  reboost schema > configs/schema.json\n");
    if (!arguments.parse(invocation)) return kAllWell;
    print_json(invocation.out, config::json_schema());
    return kAllWell;
}

}  // namespace reboost::app
