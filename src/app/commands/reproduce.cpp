#include "app/common.hpp"

namespace reboost::app {
namespace {

PaperConfigs chosen_papers(const Arguments& arguments) {
    const std::string wanted = arguments.text("paper", "all");
    PaperConfigs papers = paper_configs(asset_folder("configs"));
    if (wanted == "all" || wanted.empty()) {
        if (papers.empty()) arguments.refuse("there are no configs below configs/");
        return papers;
    }
    if (const auto found = papers.find(wanted); found != papers.end()) return {*found};
    std::vector<std::string> names = mapped(papers, [](const auto& paper) { return paper.first; });
    names.insert(names.begin(), "all");
    arguments.refuse("{}", unknown_name_message("paper", wanted, names));
}

/// The configs that have the profile. If no config has it, `paper` is the path of a config.
std::vector<config::SweepConfig> load_configs(const PaperConfigs& papers, const Arguments& arguments) {
    const std::string profile = arguments.text("profile", "quick");
    std::vector<config::SweepConfig> configs;
    std::set<std::string> known;
    std::string left_out;
    for (const auto& [paper, files] : papers)
        for (const fs::path& file : files) {
            const std::vector<std::string> profiles = config::profile_names(file.string());
            known.insert(profiles.begin(), profiles.end());
            const bool offered = std::ranges::find(profiles, profile) != profiles.end();
            if (offered || profile == "paper")
                configs.push_back(
                    config::load_config(file.string(), offered ? profile : "", arguments.list("set")));
            else
                left_out += fmt::format("{}: has no profile '{}', left out\n", file.string(), profile);
        }
    if (configs.empty()) find_named(known, profile, "profile", std::identity(), "reproduce");
    arguments.err << left_out;
    return configs;
}

}  // namespace

int run_reproduce(const Invocation& invocation) {
    Arguments arguments(
        invocation, "reproduce [OPTIONS]",
        "Runs the configs that come with ReBoost for one paper or all, then makes the report and prints its\n"
        "path. Data sets that are not at hand are downloaded; where that fails, marked generated sets take\n"
        "their place. Resumable: a second call computes only what is missing.\n\nExample:\n"
        "  reboost reproduce --paper opt2009 --profile quick\n");
    arguments
        .value("paper", "NAME", "opt2009, kdd2009, zhao2019, ijcai2015, abc2010, policies or all (default)")
        .value("profile", "NAME", "smoke, quick (default) or paper; policies: full")
        .values("set", "KEY=VALUE", "override a value of every config; repeatable")
        .shared(kReferenceOptions)
        .shared(kCommonOptions, {"results", "offline", "json"});
    add_sweep_options(arguments);
    if (!arguments.parse()) return kAllWell;

    const PaperConfigs papers = chosen_papers(arguments);
    std::vector<config::SweepConfig> configs = load_configs(papers, arguments);
    const sweep::SweepOptions options = sweep_options_of(arguments, configs);
    report::ReportOptions page = page_options(arguments, "report");
    for (const auto& [paper, files] : papers)
        if (fs::exists(page.experiments / paper / "paper.json")) page.papers.push_back(paper);
    results::Store store(results_folder(arguments));
    fetch_and_settle_data(configs, arguments);

    sweep::CatalogueData data;
    const sweep::Plan plan = sweep::make_plan(configs, store, data, {std::nullopt, true});
    arguments.err << plan_line(plan, options) << '\n';
    const int status = sweep_and_tell(plan, store, data, arguments, options);
    if (status == kInterrupted) return status;
    report_if_changed(page, arguments.err);
    (arguments.has("json") ? arguments.err : arguments.out)
        << "Report: " << (page.output / "index.html").string() << '\n';
    return status;
}

}  // namespace reboost::app
