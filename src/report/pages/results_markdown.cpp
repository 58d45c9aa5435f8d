#include "core/text.hpp"
#include "report/measures/escape.hpp"
#include "report/measures/query.hpp"
#include "report/pages/contest_page.hpp"
#include "report/pages/pages.hpp"
#include "report/paper/grid.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace reboost::report {
namespace {

/// One line: a table cell must not break.
std::string cell_text(const std::string& text) {
    std::string result;
    for (const char c : text)
        result += c == '|' ? "\\|" : c == '\n' ? " " : std::string(1, c);
    return result;
}

/// "" where the text has neither tables nor figures.
std::string states(const Paper& paper) {
    std::string text;
    for (const StateLine& line : paper.states)
        if (line.kind != "claim")
            text += "| " + line.label + " | " + line.verdict_text + " | " + cell_text(line.why) + " |\n";
    return text.empty() ? text : "\n## State\n\n| table or figure | state | why |\n|---|---|---|\n" + text;
}

std::string claims(const Paper& paper) {
    std::string text =
        "| claim | scope | verdict | our figures | the published figures |\n|---|---|---|---|---|\n";
    for (const Claim& claim : paper.claims) {
        // A comparison of this project's own shows the claims of its headline; its page has all.
        if (paper.experiment.own_claims &&
            std::ranges::count(paper.experiment.headline, claim.spec->id, &Headline::claim) == 0)
            continue;
        std::string published = claim.published;
        if (claim.contradicted) published += ": the published figures do not bear the sentence out";
        std::string ours = claim.ours.evidence;
        if (!claim.indication.empty()) ours += ". At fewer rounds or on stand-ins: " + claim.indication;
        if (!claim.spec->comment.empty()) published += (published.empty() ? "" : ". ") + claim.spec->comment;
        text += "| " + cell_text(claim.spec->sentence) + " | " + cell_text(claim.spec->scope) + " | " +
                verdict_text(claim.ours.verdict, claim.on) + " | " + cell_text(ours) + " | " +
                cell_text(published) + " |\n";
    }
    return text;
}

/// What is said of a data set, in runs of one split or of many.
class DataLine {
  public:
    void add(const Run& run, std::int64_t seed) {
        seeds_.insert(seed);
        sha256_.insert(text_at(run.attributes, "dataset_sha256").substr(0, 12));
    }
    /// "files, split anew by seeds 1 to 10, SHA-256 192b7ec708d6".
    std::string text(const std::string& before, const std::string& after) const {
        std::string text = before;
        if (!after.empty()) text += (seeds_.size() > 1 ? "by seeds " : "by seed ") + seeds_text() + after;
        text += ", SHA-256 " + *sha256_.begin();
        return sha256_.size() == 1 ? text : text + fmt::format(" and {} more", sha256_.size() - 1);
    }

  private:
    std::string seeds_text() const {
        const std::int64_t first = *seeds_.begin(), last = *seeds_.rbegin();
        const bool all = last - first + 1 == static_cast<std::int64_t>(seeds_.size());
        return seeds_.size() > 2 && all ? fmt::format("{} to {}", first, last)
                                        : fmt::format("{}", fmt::join(seeds_, ", "));
    }
    std::set<std::int64_t> seeds_;
    std::set<std::string> sha256_;
};

/// A line for each data set and each thing that is said of it.
std::string data_lines(const Paper& paper) {
    std::map<std::array<std::string, 3>, DataLine>
        lines;  // by name, and what stands before and behind the seed
    for (const Run* run : paper.used) {
        const Value* given = find_path(run->spec, "dataset.seed");
        const std::int64_t seed = given == nullptr ? 0 : given->as_integer();
        const std::string text = data_text(*run), of_seed = fmt::format("by seed {}", seed);
        const std::size_t at = text.find(of_seed + ",");
        const bool split = at != std::string::npos;
        lines[{text_at(run->attributes, "dataset"), text.substr(0, at),
               split ? text.substr(at + of_seed.size()) : ""}]
            .add(*run, seed);
    }
    std::string text;
    for (const auto& [key, line] : lines)
        text += "- " + escape_markdown(key[0]) + ": " + escape_markdown(line.text(key[1], key[2])) + "\n";
    return text;
}

/// "adult 192b7ec708d6": a comparison of this project's own says no more of its data sets; its page does.
std::string data_names(const Paper& paper) {
    std::map<std::string, std::string> sums;
    for (const Run* run : paper.used)
        sums[text_at(run->attributes, "dataset")] = text_at(run->attributes, "dataset_sha256").substr(0, 12);
    std::vector<std::string> names;
    for (const auto& [name, sum] : sums)
        names.push_back(escape_markdown(name + " " + sum));
    return fmt::format("Data sets, with the first digits of their SHA-256: {}.\n", fmt::join(names, ", "));
}

/// The data sets, and the machines where seconds are shown.
std::string sources(const Paper& paper, bool with_timings) {
    std::set<std::string> machines;
    for (const Run* run : paper.used)
        machines.insert(text_at(run->attributes, "cpu") + ", " + text_at(run->attributes, "compiler") + " " +
                        text_at(run->attributes, "flags"));
    const auto reference =
        std::count_if(paper.used.begin(), paper.used.end(), [](const Run* run) { return run->reference; });
    std::string text =
        fmt::format("{}{}.\n\n", counted(paper.used.size(), "run"),
                    reference > 0 ? fmt::format(", {} of them reference results", reference) : "");
    if (const std::string note = modified_sources_note(paper); !note.empty()) text += note + "\n\n";
    text += paper.experiment.own_claims ? data_names(paper) : data_lines(paper);
    if (with_timings)
        for (const std::string& machine : machines)
            text += "- Seconds: " + escape_markdown(machine) + "\n";
    return text;
}

}  // namespace

std::string results_markdown(const Paper& paper, bool with_timings) {
    const Experiment& experiment = paper.experiment;
    const bool published = paper.published();
    std::string text = "# Results: " + escape_markdown(experiment.title) + "\n\n";
    if (published) text += byline(paper) + ".\n\n";
    text += "Generated by `reboost report` from run files; not to be edited.\n";
    for (const std::string& note : experiment.notes)
        text += "\n" + (published ? note : escape_markdown(note)) + "\n";
    if (published) text += states(paper);
    const bool confirmed = std::ranges::any_of(
        paper.contests, [](const auto& c) { return !c->contest.spec->announced.empty(); });
    for (const auto& contest : paper.contests)
        if (!confirmed || !contest->contest.spec->announced.empty()) text += contest_markdown(*contest);
    for (const Table& table : paper.tables)
        if (!is_contest_table(*table.spec))
            text += "\n## " + table.spec->label + "\n\n" + table_as_markdown(table);
    for (const std::string& label : paper.tables_left_out)
        text += "\n## " + label + "\n\nIn seconds, and this report was made without timings.\n";
    if (published) text += "\n## Claims\n\n" + claims(paper);
    return text + "\n## Data and runs\n\n" + sources(paper, with_timings);
}

}  // namespace reboost::report
