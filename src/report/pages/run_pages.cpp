#include "report/pages/run_pages.hpp"

#include "config/label.hpp"
#include "core/checksum.hpp"
#include "parallel/cores.hpp"
#include "parallel/team.hpp"
#include "report/measures/escape.hpp"
#include "report/pages/page_template.hpp"
#include "report/pages/pages.hpp"
#include "report/pages/run_curves.hpp"
#include "report/paper/figure_files.hpp"
#include "results/atomic_file.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <utility>

#include <fmt/format.h>

namespace reboost::report {
namespace fs = std::filesystem;
namespace {

/// Where a run is used, and the runs that stand in one cell with it.
struct Uses {
    std::vector<std::pair<std::string, std::string>> places;  ///< link and text
    std::vector<const Run*> siblings;
};
using AllUses = std::map<const Run*, Uses>;

void note_use(AllUses& uses, const std::vector<const Run*>& runs, const std::string& link,
              const std::string& text) {
    for (const Run* run : runs) {
        Uses& of = uses[run];
        if (of.places.empty() || of.places.back().first != link) of.places.emplace_back(link, text);
        if (of.siblings.empty() && runs.size() > 1) of.siblings = runs;
    }
}

AllUses all_uses(const std::vector<std::unique_ptr<Paper>>& papers) {
    AllUses uses;
    for (const auto& paper : papers) {
        const std::string page = page_name(*paper), title = paper->experiment.title;
        for (const Table& table : paper->tables) {
            const std::string link = page + "#table-" + file_slug(table.spec->id);
            for (const auto& row : table.cells)
                for (const Cell& cell : row)
                    for (const Measured* one : {static_cast<const Measured*>(&cell), &cell.beside})
                        note_use(uses, one->runs, link, title + ", " + table.spec->label);
        }
        for (const Figure& figure : paper->figures)
            for (const Panel& panel : figure.panels)
                for (const Series& series : panel.series)
                    note_use(uses, series.runs, page + "#figure-" + file_slug(figure.spec->id),
                             title + ", " + figure.spec->label);
    }
    return uses;
}

/// What depends on the machine and its clock.
bool of_machine(const std::string& attribute) {
    static const std::set<std::string> kNames{
        "train_cpu_seconds", "started_utc", "ended_utc", "peak_memory_bytes", "cpu",      "host",
        "thread_mode",       "threads",     "cores",     "cpu_seconds",       "compiler", "flags",
        "resumed",           "wall_seconds"};
    return kNames.contains(attribute);
}

Value attributes_of(const Run& run, bool machine) {
    Value some = Value::object();
    for (const auto& [name, value] : run.attributes.as_object())
        if (of_machine(name) == machine) some.set(name, value);
    return some;
}

Value figures_of(const RunCurves& curves) {
    return Value::list_of(curves.panels, [](const Panel& panel) {
        return Value::object()
            .set("figure_id", panel.name)
            .set("caption", panel.title)
            .set("chart", panel_json(panel));
    });
}

double mean_of(const Series& series) {
    std::vector<double> values;
    for (const Point& point : series.points)
        values.push_back(point.y);
    return mean(values);
}

/// The last value of each curve; of trials the mean.
Value results_of(const RunCurves& curves) {
    Value results = Value::object();
    for (const Panel& panel : curves.panels)
        for (const Series& series : panel.series) {
            const std::string what = fmt::format("{}, {}", panel.y_label, series.label);
            const Point& last = series.points.back();
            if (panel.x_label == "trial")
                results.set(fmt::format("{}, mean of {} trials", what, series.points.size()),
                            mean_of(series));
            else
                results.set(fmt::format("{}, at {} {:g}", what, panel.x_label, last.x), last.y);
        }
    return results;
}

/// Several lines stay several lines.
std::string escaped_lines(const std::string& text) {
    std::string html;
    std::istringstream lines(text);
    for (std::string one; std::getline(lines, one);)
        html += escape_html(one) + "\n";
    return html;
}

Value features_of(const RunCurves& curves) {
    return Value::list_of(curves.features, [&](const ChosenFeature& one) {
        return Value::object()
            .set("feature", one.feature)
            .set("rounds", static_cast<std::uint64_t>(one.rounds))
            .set("share", static_cast<double>(one.rounds) / static_cast<double>(curves.feature_rounds));
    });
}

Value links_of(const Uses& uses) {
    return Value::list_of(uses.places, [](const auto& place) {
        return Value::object().set("href", "../" + place.first).set("text", place.second);
    });
}

/// The next ones in the cell; of hundreds the others are found in the list of the runs.
Value siblings_of(const Uses& uses, const Run& run) {
    constexpr std::size_t kShown = 20;
    Value siblings = Value::list();
    const std::vector<const Run*>& all = uses.siblings;
    const auto here = static_cast<std::size_t>(std::find(all.begin(), all.end(), &run) - all.begin());
    for (std::size_t i = 1; i < all.size() && siblings.as_list().size() < kShown; ++i) {
        const Run* other = all[(here + i) % all.size()];
        siblings.push(Value::object()
                          .set("href", "../" + run_page_name(*other))
                          .set("text", config::run_label(other->spec)));
    }
    return siblings;
}

/// The page without what the run's curves give.
Value run_page(const RunPagesInput& input, const Run& run, const Uses& uses, const std::string& verified) {
    const std::string label = config::run_label(run.spec);
    Value page = Value::object();
    page.set("page_title", label + " · ReBoost report")
        .set("root", "../")
        .set("charts", input.charts)
        .set("title", label)
        .set("id", run.id)
        .set("short_id", run.id.substr(0, 12))
        .set("reference", run.reference)
        .set("stand_in", run.stand_in())
        .set("verified", verified)
        .set("uses", links_of(uses))
        .set("siblings", siblings_of(uses, run))
        .set("spec", run.spec)
        .set("made", attributes_of(run, false))
        .set("machine", input.options.with_timings ? attributes_of(run, true) : Value())
        .set("config", escaped_lines(to_json(run.spec, 2)));
    return page.set("checksum", sha256_hex(to_json(page)));
}

void add_curves(Value& page, const RunPagesInput& input, const Run& run) {
    const RunCurves curves = run_curves(input.runs, run);
    page.set("results", results_of(curves))
        .set("figures", figures_of(curves))
        .set("features", features_of(curves))
        .set("feature_rounds", static_cast<std::uint64_t>(curves.feature_rounds));
}

/// When it was written, in ns; the end of time where there is none.
std::int64_t written(const std::optional<results::FileStamp>& file) {
    return file ? file->modified_ns : std::numeric_limits<std::int64_t>::max();
}

/// Pages that stand there already: reading the curves of thousands of runs takes most of a report's time.
class FreshPages {
  public:
    explicit FreshPages(const RunPagesInput& input)
        : runs_(input.runs), made_of_(written(results::stamp_of("/proc/self/exe"))) {
        for (const char* part : {"run.html", "head.html"})
            made_of_ = std::max(made_of_, written(results::stamp_of(input.options.plots / "pages" / part)));
    }
    /// The page says the same but for the curves (its checksum), and these are of the run's file: it is
    /// younger than that, the templates and this program.
    bool has(const fs::path& page, const Run& run, const std::string& checksum) const {
        const std::optional<results::FileStamp> there = results::stamp_of(page);
        if (run.reference || !there) return false;
        if (there->modified_ns <= made_of_ || there->modified_ns <= written(runs_.stamp(run))) return false;
        std::ifstream file(page, std::ios::binary);
        std::string beginning(4096, '\0');
        file.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
        return beginning.find("data-checksum=\"" + checksum + "\"") != std::string::npos;
    }

  private:
    const RunSet& runs_;
    std::int64_t made_of_;
};

}  // namespace

std::string run_page_name(const Run& run) {
    return "runs/" + file_slug(run.id.substr(0, 12)) + (run.reference ? "-reference" : "") + ".html";
}

std::vector<std::filesystem::path> write_run_pages(const RunPagesInput& input) {
    const AllUses uses = all_uses(input.papers);
    const PageTemplate page_template(input.options.plots / "pages", "run.html");
    const FreshPages fresh(input);
    std::map<const Run*, std::string> verified;
    for (const Verified& one : input.verification.runs)
        verified[one.run] = describe(one);
    std::vector<std::filesystem::path> files;
    std::vector<std::pair<fs::path, Value>> gathered;
    parallel::Cores cores(parallel::usable_cpus());
    parallel::Team team(cores, cores.count());
    const auto write_gathered = [&] {
        team.for_chunks(gathered.size(), [&](std::size_t i, std::size_t) {
            results::write_text(gathered[i].first, page_template.fill(gathered[i].second));
        });
        gathered.clear();
    };
    for (const Run& run : input.runs.runs()) {
        const auto found = uses.find(&run);
        if (found == uses.end()) continue;
        files.push_back(input.options.output / run_page_name(run));
        Value page = run_page(input, run, found->second, verified[&run]);
        if (fresh.has(files.back(), run, page.at("checksum").as_string())) continue;
        add_curves(page, input, run);
        gathered.emplace_back(files.back(), std::move(page));
        constexpr std::size_t kTogether = 512;
        if (gathered.size() == kTogether) write_gathered();
    }
    write_gathered();
    return files;
}

}  // namespace reboost::report
