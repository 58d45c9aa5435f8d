#include "config/json.hpp"
#include "core/error.hpp"
#include "core/mapped.hpp"
#include "core/names.hpp"
#include "core/text.hpp"
#include "files/atomic_file.hpp"
#include "parallel/cores.hpp"
#include "parallel/team.hpp"
#include "programs/run.hpp"
#include "report/pages/figure_files.hpp"
#include "report/pages/pages.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace reboost::report {
namespace fs = std::filesystem;
namespace {

constexpr std::array kPictures{".svg", ".png", ".pdf"};

bool has_pictures(const fs::path& folder, const Panel& panel) {
    return std::ranges::all_of(
        kPictures, [&](const char* ending) { return fs::exists(folder / (panel.name + ending)); });
}

bool is_text(const fs::path& file, const std::string& text) {
    return fs::exists(file) && config::read_text_file(file) == text;
}

/// Marks as drawn, and removes from `panels`, those whose pictures exist and have the same data and scripts.
void take_fresh(std::vector<Panel*>& panels, const FigureFiles& files, const fs::path& figures,
                bool same_scripts) {
    std::erase_if(panels, [&](Panel* panel) {
        panel->drawn = same_scripts && has_pictures(figures, *panel) &&
                       std::ranges::all_of(files.texts(*panel), [&](const auto& file) {
                           return is_text(figures / (panel->name + file.first), file.second);
                       });
        return panel->drawn;
    });
}

/// Replaces the creation date in a PDF by a fixed one of the same length, so that equal figures are equal
/// files (cairo ignores SOURCE_DATE_EPOCH). Does nothing if the file has no such date.
void fix_pdf_date(const fs::path& pdf) {
    constexpr std::string_view kKey = "/CreationDate (D:", kDate = "20000101000000";
    std::string bytes = config::read_text_file(pdf);
    const std::size_t key = bytes.find(kKey), at = key + kKey.size();
    if (key == std::string::npos || at + kDate.size() > bytes.size() ||
        bytes.find_first_not_of("0123456789", at) < at + kDate.size())
        return;
    files::write_text(pdf, bytes.replace(at, kDate.size(), kDate));
}

void remove_pictures(const Panel& panel, const fs::path& folder) {
    for (const char* ending : kPictures)
        fs::remove(folder / (panel.name + ending));
}

/// Returns the panels of all figures that can be drawn, including those of contests.
std::vector<Panel*> panels_of(Papers& papers) {
    std::vector<Panel*> panels;
    const auto add = [&](std::vector<Figure>& figures) {
        for (Figure& figure : figures)
            for (Panel& panel : figure.panels)
                if (panel.drawable()) panels.push_back(&panel);
    };
    for (Paper& paper : papers) {
        for (FilledContest& contest : paper.contests)
            add(contest.figures);
        add(paper.figures);
    }
    return panels;
}

/// Draws panels whose data and scripts lie in a temporary folder beside the figures, several per start of
/// Gnuplot. The destructor removes the folder. Once panels took too long, no further panel is drawn.
class Drawing {
  public:
    explicit Drawing(const ReportOptions& options)
        : options_(options), absent_(gnuplot_fault(options.gnuplot)), wanted_(absent_.empty()) {
        fs::create_directories(options.output);
        std::string pattern = (options.output / ".drawing-XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr)
            throw IoError::from_errno("cannot make a folder in " + options.output.string(), errno);
        folder_ = pattern;
    }
    ~Drawing() {
        std::error_code none;
        fs::remove_all(folder_, none);
    }
    const fs::path& folder() const { return folder_; }

    /// Sets each panel's `drawn`; stores Gnuplot's message for a panel that failed in `faults`, at its index.
    void draw(std::span<Panel* const> panels, std::string* faults) {
        const std::vector<std::string> scripts =
            mapped(panels, [](const Panel* panel) { return panel->name + ".gp"; });
        const std::string fault = wanted_ ? run(scripts) : "";
        for (std::size_t i = 0; i < panels.size(); ++i) {
            Panel& panel = *panels[i];
            if (!has_pictures(folder_, panel) && !fault.empty())
                faults[i] = wanted_ ? run({&scripts[i], 1}) : fault;  // which panel's fault is it?
            panel.drawn = has_pictures(folder_, panel);
            if (panel.drawn) {
                fix_pdf_date(folder_ / (panel.name + ".pdf"));
                continue;
            }
            if (wanted_ && faults[i].empty()) faults[i] = "it made no picture";
            remove_pictures(panel, folder_);
        }
    }

    /// Why no figure can be drawn; "" if Gnuplot works.
    const std::string& absent() const { return absent_; }

  private:
    /// Runs Gnuplot without the user's own settings. Returns its message if it failed, else "".
    std::string run(std::span<const std::string> scripts) {
        std::vector<std::string> words{options_.gnuplot, "--default-settings"};
        for (const std::string& script : scripts)
            words.push_back("./" + script);  // "./": Gnuplot would take "<command" as a pipe
        const fs::path log = fs::absolute(folder_) / (scripts.front() + ".log");
        const int status = programs::run(words, folder_, log, options_.seconds_per_figure);
        std::string message = status == 0 || !fs::exists(log) ? "" : config::read_text_file(log);
        fs::remove(log);
        if (status == programs::kTookTooLong) {
            wanted_ = false;
            return fmt::format("it was stopped after {} seconds, and no further figure was drawn",
                               options_.seconds_per_figure);
        }
        return status != 0 && message.empty() ? fmt::format("it ended with {}", status) : message;
    }

    const ReportOptions& options_;
    fs::path folder_;
    const std::string absent_;
    std::atomic<bool> wanted_;  // atomic, which also makes the class not copyable
};

/// Returns one warning about all panels that should have been drawn but are not; "" if there are none.
std::string warning_of(const std::vector<Panel*>& panels, const std::vector<std::string>& faults,
                       const std::string& program, const std::string& absent) {
    const auto left = static_cast<std::size_t>(std::ranges::count(panels, false, &Panel::drawn));
    if (left == 0) return "";
    const auto first = std::ranges::find_if(faults, [](const std::string& fault) { return !fault.empty(); });
    if (first == faults.end())
        return absent + ": figures have data and scripts, but no SVG, PDF and PNG files";
    return fmt::format("{} left as data and script. {} could not draw {}: {}",
                       counted(left, "figure") + (left == 1 ? " is" : " are"), program,
                       panels[static_cast<std::size_t>(first - faults.begin())]->name, *first);
}

}  // namespace

std::string gnuplot_fault(const std::string& program) {
    constexpr int kSeconds = 10, kNoSuchCommand = 127;
    const int status = programs::run({program, "--version"}, "/", "/dev/null", kSeconds);
    if (status == 0) return "";
    if (status == programs::kNotStarted || status == kNoSuchCommand) return program + " was not found";
    if (status == programs::kTookTooLong)
        return fmt::format("{} --version did not end in {} seconds", program, kSeconds);
    return fmt::format("{} --version ended with status {}", program, status);
}

std::vector<fs::path> draw_figures(const ReportOptions& options, Papers& papers,
                                   std::vector<std::string>& warnings) {
    std::vector<Panel*> panels = panels_of(papers);
    if (panels.empty()) return {};
    const auto asked = [&](const Panel* panel) {
        return panel->name.find(options.only) != std::string::npos;
    };
    if (std::ranges::none_of(panels, asked))
        throw UsageError("--only: " +
                         unknown_name_message("figure", options.only, mapped(panels, &Panel::name)));
    const fs::path figures = options.output / "figures";
    const FigureFiles texts(options.plots);
    Drawing drawing(options);
    // Copies of the scripts that the figures' own scripts load lie beside these: the folder can be moved.
    std::set<std::string> scripts{"style.gp", "common.gp", "outputs.gp"};
    for (const Panel* panel : panels)
        scripts.insert(panel->kind + ".gp");
    bool same_scripts = true;
    for (const std::string& script : scripts) {
        std::string text = config::read_text_file(options.plots / script);
        if (script == "style.gp" && !options.style.empty())
            text += "\n" + config::read_text_file(options.style);
        same_scripts = same_scripts && is_text(figures / script, text);
        files::write_text(drawing.folder() / script, text);
    }
    take_fresh(panels, texts, figures, same_scripts);
    // Old pictures beside new data would count as pictures of these data, also if this process is killed.
    for (const Panel* panel : panels) {
        remove_pictures(*panel, figures);
        for (const auto& [ending, text] : texts.texts(*panel))
            files::write_text(drawing.folder() / (panel->name + ending), text);
    }
    std::erase_if(panels, [&](const Panel* panel) { return !asked(panel); });
    // Starting Gnuplot takes longer than drawing a figure, so eight panels share a start.
    constexpr std::size_t kTogether = 8;
    const std::size_t batches = (panels.size() + kTogether - 1) / kTogether;
    std::vector<std::string> faults(panels.size());
    std::atomic<std::size_t> done = 0;
    parallel::Cores cores;
    parallel::Team(cores, cores.count()).for_chunks(batches, [&](std::size_t i, std::size_t) {
        const std::size_t begin = i * kTogether;
        const auto batch = std::span(panels).subspan(begin, std::min(kTogether, panels.size() - begin));
        drawing.draw(batch, &faults[begin]);
        options.tell(fmt::format("figure {} of {}", done += batch.size(), panels.size()));
    });
    fs::create_directories(figures);
    std::vector<fs::path> files = files::files_in(drawing.folder());
    // Pictures are moved last: new pictures beside old data would count as theirs if this process is killed.
    std::stable_partition(files.begin(), files.end(), [](const fs::path& file) {
        return std::ranges::count(kPictures, file.extension().string()) == 0;
    });
    for (fs::path& file : files) {
        const fs::path made = std::exchange(file, figures / file.filename());
        fs::rename(made, file);
    }
    if (std::string warning = warning_of(panels, faults, options.gnuplot, drawing.absent()); !warning.empty())
        warnings.push_back(std::move(warning));
    return files;
}

}  // namespace reboost::report
