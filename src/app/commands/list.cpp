#include "app/common.hpp"
#include "config/schema.hpp"

#include <array>

namespace reboost::app {
namespace {

constexpr std::string_view kPoliciesIntroduction =
    "k of M arms a decision; t: its number, from 1; T: how many are expected; T_j: pulls of arm j\n\n";
constexpr std::string_view kSelectorsIntroduction =
    "ucb(5): the selector `bandit` with the policy ucb and k = 5. Any name of `list policies` may stand there.\n"
    "Each feature is an arm: per decision the policy names k, and the learner searches these alone.\n\n";

void list_options(const Arguments& arguments, const std::vector<config::AlternativeDoc>& docs,
                  std::string_view introduction = "") {
    arguments.json(config::docs_as_value(docs));
    arguments.print("{}{}", introduction, config::docs_as_text(docs));
}

void list_experiments(const Arguments& arguments) {
    Value all = Value::list();
    for (const auto& [paper, files] : paper_configs(asset_folder("configs")))
        for (const fs::path& file : files) {
            const config::SweepConfig config = config::load_config(file.string());
            all.push(object_of(key("paper", paper), key("config", file.string()), key("name", config.name),
                               key("description", config.description),
                               key("profiles", Value::list_of(config.profiles)),
                               key("runs", config.runs.size())));
            arguments.print("{}\n    {}\n    profiles: {}\n", file.string(),
                            config.description.empty() ? config.name : config.description,
                            fmt::join(config.profiles, ", "));
        }
    arguments.json(all);
}

struct Kind {
    std::string_view name;
    void (*print)(const Arguments& arguments);
};
constexpr std::array<Kind, 7> kKinds{{
    {"datasets", list_data_sets},
    {"learners", [](const Arguments& a) { list_options(a, config::part_docs("learner")); }},
    {"selectors",
     [](const Arguments& a) { list_options(a, config::part_docs("selector"), kSelectorsIntroduction); }},
    {"policies", [](const Arguments& a) { list_options(a, config::policy_docs(), kPoliciesIntroduction); }},
    {"boosters", [](const Arguments& a) { list_options(a, config::part_docs("booster")); }},
    {"experiments", list_experiments},
    {"schema", [](const Arguments& a) { print_json(a.out, config::json_schema()); }},
}};

}  // namespace

int run_list(const Invocation& invocation) {
    Arguments arguments(
        invocation, "list KIND [OPTIONS]",
        "KIND is datasets, learners, selectors, policies, boosters, experiments or schema. Options of each come "
        "with their defaults and bounds, as a config takes them. The schema is the JSON Schema (draft 2020-12) "
        "of configs: editors that know it complete and check keys while you type.\n\n"
        "Examples:\n"
        "  reboost list policies\n"
        "  reboost list schema > configs/schema.json\n");
    arguments.shared(kCommonOptions, {"json"});
    if (!arguments.parse(1, 1)) return kAllWell;
    const Kind& kind = find_named(kKinds, arguments.positional().front(), "kind", &Kind::name, "list");
    kind.print(arguments);
    return kAllWell;
}

}  // namespace reboost::app
