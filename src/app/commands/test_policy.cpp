#include "app/common.hpp"
#include "bandits/policy.hpp"
#include "bandits/trial/trial.hpp"
#include "config/json.hpp"
#include "core/clock.hpp"
#include "programs/line_process.hpp"

#include <array>
#include <numeric>

namespace reboost::app {
namespace {

constexpr std::array<std::string_view, 7> kRivals{"uniform",     "ucb",    "kl_ucb", "ts_beta",
                                                  "tsallis_inf", "sw_ucb", "raw_ucb"};
constexpr std::array<std::size_t, 3> kArms{16, 784, 15'000};

struct Tried {
    bandits::PolicyOptions policy;
    std::string label;
};

/// A policy of the catalogue: its name, or JSON with options as in a config.
Tried candidate_of(const std::string& text, const Arguments& arguments) {
    const bool has_options = text.starts_with('{');
    const Value policy = has_options ? config::parse_json(text, "the policy") : Value(text);
    const Value selector = object_of(key("name", "bandit"), key("policy", policy));
    const config::RunSpec spec =
        config::read_run_spec(object_of(key("dataset", "none"), key("selector", selector)));
    bandits::PolicyOptions options = spec.selector.bandit()->policy;
    if (bandits::ExternalProgram* program = options.program()) {
        if (program->command.empty())
            throw UsageError(
                "policy 'external' needs options: '{\"name\": \"external\", \"command\": [...]}'");
        if (!arguments.has("allow-external"))
            throw UsageError("an external policy is tried only with --allow-external");
        program->allowed = true;
    }
    return {
        std::move(options),
        has_options ? config::part_label(config::complete_value(spec).at("selector").at("policy")) : text};
}

/// {"failures": ["…"]}; with "timed_out" if the policy is too slow to tell.
Value conformance(const bandits::PolicyOptions& policy, const Arguments& arguments) try {
    bandits::ConformanceOptions options;
    options.draws = policy.draws();
    options.first_only = policy.program() != nullptr;
    options.pulls = arguments.integer<std::size_t>("pulls", 1'000'000, 1000);
    const auto failures = bandits::conformance_failures([&] { return policy.make(); }, options);
    return object_of(key("failures", Value::list_of(failures)));
} catch (const programs::ProgramTimeout& late) {
    return object_of(key("failures", Value::list()), key("timed_out", late.what()));
}

/// Measures the regret on each problem, the bound on the first, and nanoseconds per decision.
Value measure(const Tried& candidate, std::size_t steps, std::size_t plays) {
    Value regret = Value::object(), cost = Value::object();
    const auto policy = candidate.policy.make();
    for (const bandits::StandardProblem& problem : bandits::standard_problems()) {
        double lost = 0;
        for (std::uint64_t seed = 1; seed <= plays; ++seed)
            lost += problem.play(*policy, steps, seed);
        regret.set(std::string(problem.name), lost / static_cast<double>(plays));
    }
    for (const std::size_t arms : kArms)
        cost.set(std::to_string(arms),
                 bandits::decision_nanoseconds(*policy, arms, 2'000'000 / arms, system_clock()));
    Value row = object_of(key("policy", candidate.label), key("regret", regret), key("nanoseconds", cost));
    if (const auto bound = bandits::bound_on_random(candidate.policy, steps)) row.set("bound", *bound);
    return row;
}

void print_table(const Arguments& arguments, const Value& rows, std::size_t steps, std::size_t plays) {
    arguments.print("\nMean regret over {} plays of {} steps; CPU nanoseconds of a decision among M arms\n\n",
                    plays, steps);
    std::vector<std::vector<std::string>> lines{{"policy"}}, problems;
    for (const bandits::StandardProblem& problem : bandits::standard_problems()) {
        lines.front().emplace_back(problem.name);
        problems.push_back({std::string(problem.name), std::string(problem.help)});
    }
    lines.front().emplace_back("bound");
    problems.push_back({"bound", "proved for `random`, where there is one for the policy's options"});
    for (const std::size_t arms : kArms)
        lines.front().push_back(fmt::format("M={}", arms));
    for (const Value& row : rows.as_list()) {
        std::vector<std::string>& line = lines.emplace_back();
        line.push_back(row.at("policy").as_string());
        for (const auto& [name, lost] : row.at("regret").as_object())
            line.push_back(fmt::format("{:.1f}", lost.as_number()));
        const Value* bound = row.find("bound");
        line.push_back(bound == nullptr ? "-" : fmt::format("{:.0f}", bound->as_number()));
        for (const auto& [arms, nanoseconds] : row.at("nanoseconds").as_object())
            line.push_back(fmt::format("{:.0f}", nanoseconds.as_number()));
    }
    std::vector<std::size_t> right(lines.front().size() - 1);
    std::iota(right.begin(), right.end(), 1U);
    arguments.print("{}\n{}", aligned(std::move(lines), right), aligned(std::move(problems)));
}

/// Tests conformance. Returns 0 if the policy conforms, 1 if not or if it is too slow to tell; the policy is
/// then not measured, because one that does not conform may end a play.
int tell_conformance(const Tried& candidate, const Arguments& arguments) {
    const Value found = conformance(candidate.policy, arguments);
    std::vector<Value> faults = found.at("failures").as_list();
    const Value* const late = found.find("timed_out");
    const bool conforms = faults.empty() && late == nullptr;
    if (late != nullptr) faults.push_back(*late);
    if (!conforms) arguments.json(found);
    arguments.print("{}: {}\n", candidate.label,
                    late != nullptr ? "timed out: conformance unknown"
                    : conforms      ? "conforms"
                                    : "does NOT conform");
    for (const Value& fault : faults)
        arguments.print("  {}\n", fault.as_string());
    return conforms ? kAllWell : kSomeFailed;
}

}  // namespace

int run_test_policy(const Invocation& invocation) {
    Arguments arguments(
        invocation, "test-policy NAME [OPTIONS]",
        "Tries a policy, by its name or as JSON with options: does it keep what every policy promises, "
        "what does it lose on five standard problems against its bound and against others, what does a "
        "decision cost? Exit status 1 where it does not conform, or where a program is too slow to "
        "tell; then without the measurements.\n\n"
        "Examples:\n"
        "  reboost test-policy raw_ucb\n"
        "  reboost test-policy '{\"name\": \"external\", \"command\": [\"python3\", \"mine.py\"]}' --allow-external\n");
    arguments.value("steps", "N", "decisions of a play (default 10000)")
        .value("plays", "N", "plays of each problem (default 10)")
        .value("pulls", "N", "pulls of the long run (default 1000000)")
        .flag("all", "against all policies, not a chosen few")
        .shared(kCommonOptions, {"allow-external", "json"});
    if (!arguments.parse(1, 1)) return kAllWell;
    const Tried candidate = candidate_of(arguments.positional().front(), arguments);
    const auto steps = arguments.integer<std::size_t>("steps", 10'000, 10);
    const auto plays = arguments.integer<std::size_t>("plays", 10, 1);
    if (const int status = tell_conformance(candidate, arguments); status != kAllWell) return status;
    Value rows = Value::list();
    rows.push(measure(candidate, steps, plays));
    for (const bandits::PolicyEntry& rival : bandits::Policy::entries())
        if (rival.name() != candidate.policy.name() && rival.make()->program() == nullptr &&
            (arguments.has("all") || std::ranges::count(kRivals, rival.name()) > 0))
            rows.push(
                measure({bandits::PolicyOptions(rival.name()), std::string(rival.name())}, steps, plays));
    arguments.json(object_of(key("failures", Value::list()), key("policies", rows)));
    print_table(arguments, rows, steps, plays);
    return kAllWell;
}

}  // namespace reboost::app
