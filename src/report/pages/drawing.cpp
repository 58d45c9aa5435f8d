#include "report/pages/drawing.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "parallel/cores.hpp"
#include "parallel/team.hpp"
#include "report/measures/text_file.hpp"
#include "report/pages/gnuplot.hpp"
#include "report/paper/figure_files.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <set>

#include <fmt/format.h>
#include <sys/stat.h>

namespace reboost::report {
namespace fs = std::filesystem;
namespace {

constexpr std::array kPictures{".svg", ".png", ".pdf"};

/// What the figures' own scripts load: beside them, so that the folder can be moved.
std::set<std::string> loaded_scripts(const std::vector<Panel*>& panels) {
    std::set<std::string> scripts{"style.gp", "common.gp", "outputs.gp"};
    for (const Panel* panel : panels)
        scripts.insert(panel->kind + ".gp");
    return scripts;
}

/// A folder beside the figures, for this process alone; gone at the end.
class Workshop {
  public:
    explicit Workshop(const fs::path& beside) {
        fs::create_directories(beside);
        std::string pattern = (beside / ".drawing-XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr)
            throw IoError::from_errno("cannot make a folder in " + beside.string(), errno);
        folder_ = pattern;
    }
    ~Workshop() {
        std::error_code none;
        fs::remove_all(folder_, none);
    }
    Workshop(const Workshop&) = delete;
    Workshop& operator=(const Workshop&) = delete;
    const fs::path& folder() const { return folder_; }

  private:
    fs::path folder_;
};

/// Draws panels in the workshop, on several threads. After a panel that took too long no other one is drawn.
class Drawing {
  public:
    Drawing(const ReportOptions& options, const fs::path& workshop)
        : options_(options),
          workshop_(workshop),
          absent_(gnuplot_fault(options.gnuplot)),
          wanted_(absent_.empty()) {}

    /// Sets `panel.drawn`. The names of the files made, and into `fault` what Gnuplot said where it failed.
    std::vector<std::string> draw(Panel& panel, std::string& fault) {
        write_text(workshop_ / (panel.name + ".dat"), panel_data(panel));
        write_text(workshop_ / (panel.name + ".gp"), panel_script(panel));
        std::vector<std::string> names{panel.name + ".dat", panel.name + ".gp"};
        if (panel.charted()) {
            write_text(workshop_ / (panel.name + ".js"), panel_chart(panel));
            names.push_back(panel.name + ".js");
        }
        if (!wanted_) return names;
        try {
            run_gnuplot(options_.gnuplot, workshop_, panel.name + ".gp", options_.seconds_per_figure);
            for (const char* ending : kPictures)
                if (!fs::exists(workshop_ / (panel.name + ending)))
                    throw IoError(fmt::format("it made no {}{}", panel.name, ending));
        } catch (const TimeLimitError& error) {
            wanted_ = false;
            fault = error.what();
            return names;
        } catch (const IoError& error) {
            fault = error.what();
            return names;
        }
        fix_pdf_date(workshop_ / (panel.name + ".pdf"));
        for (const char* ending : kPictures)
            names.push_back(panel.name + ending);
        panel.drawn = true;
        return names;
    }

    /// Why no figure is drawn at all; "" where some may be.
    const std::string& absent() const { return absent_; }

  private:
    const ReportOptions& options_;
    const fs::path& workshop_;
    const std::string absent_;
    std::atomic<bool> wanted_;
};

/// One warning for all panels that were to be drawn and were not; "" where there are none.
std::string warning_of(const std::vector<Panel*>& panels, const std::vector<std::string>& faults,
                       const std::string& program, const std::string& absent) {
    const auto left = static_cast<std::size_t>(
        std::ranges::count_if(panels, [](const Panel* panel) { return !panel->drawn; }));
    if (left == 0) return "";
    const auto first = std::ranges::find_if(faults, [](const std::string& fault) { return !fault.empty(); });
    if (first == faults.end()) return absent + ": figures are left as data and scripts";
    return fmt::format("{} left as data and script. {} could not draw {}: {}",
                       counted(left, "figure") + (left == 1 ? " is" : " are"), program,
                       panels[static_cast<std::size_t>(first - faults.begin())]->name, *first);
}

}  // namespace

std::vector<fs::path> draw_figures(const ReportOptions& options,
                                   const std::vector<std::unique_ptr<Paper>>& papers,
                                   std::vector<std::string>& warnings) {
    std::vector<Panel*> panels;
    for (const auto& paper : papers)
        for (Panel* panel : panels_of(*paper))
            if (panel->drawable()) panels.push_back(panel);
    if (panels.empty()) return {};
    const fs::path figures = options.output / "figures";
    const Workshop workshop(options.output);
    std::vector<std::string> names;
    for (const std::string& script : loaded_scripts(panels)) {
        write_text(workshop.folder() / script, read_text(options.plots / script));
        names.emplace_back(script);
    }
    Drawing drawing(options, workshop.folder());
    // Most of the time is Gnuplot's.
    std::vector<std::vector<std::string>> made(panels.size());
    std::vector<std::string> faults(panels.size());
    parallel::Cores cores(parallel::usable_cpus());
    parallel::Team(cores, cores.count()).for_chunks(panels.size(), [&](std::size_t i, std::size_t) {
        made[i] = drawing.draw(*panels[i], faults[i]);
    });
    for (const std::vector<std::string>& of_panel : made)
        names.insert(names.end(), of_panel.begin(), of_panel.end());
    fs::create_directories(figures);
    std::vector<fs::path> files;
    for (const std::string& name : names) {
        fs::rename(workshop.folder() / name, figures / name);
        files.push_back(figures / name);
    }
    if (std::string warning = warning_of(panels, faults, options.gnuplot, drawing.absent()); !warning.empty())
        warnings.push_back(std::move(warning));
    return files;
}

}  // namespace reboost::report
