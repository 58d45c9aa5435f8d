#include "report/pages/drawing.hpp"

#include "core/error.hpp"
#include "parallel/cores.hpp"
#include "parallel/team.hpp"
#include "report/measures/text_file.hpp"
#include "report/pages/gnuplot.hpp"
#include "report/paper/figure_files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <set>

#include <sys/stat.h>

namespace reboost::report {
namespace fs = std::filesystem;
namespace {

/// What the figures' own scripts load: beside them, so that the folder can be moved.
std::set<std::string> loaded_scripts(const std::vector<const Panel*>& panels) {
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

/// The names of the files that it made.
std::vector<std::string> draw_panel(const Panel& panel, const ReportOptions& options, bool draw,
                                    const fs::path& workshop) {
    write_text(workshop / (panel.name + ".dat"), panel_data(panel));
    write_text(workshop / (panel.name + ".gp"), panel_script(panel));
    std::vector<std::string> names{panel.name + ".dat", panel.name + ".gp"};
    if (panel.charted()) {
        write_text(workshop / (panel.name + ".js"), panel_chart(panel));
        names.push_back(panel.name + ".js");
    }
    if (!draw) return names;
    run_gnuplot(options.gnuplot, workshop, panel.name + ".gp");
    fix_pdf_date(workshop / (panel.name + ".pdf"));
    for (const char* ending : {".svg", ".png", ".pdf"})
        names.push_back(panel.name + ending);
    return names;
}

}  // namespace

std::vector<fs::path> draw_figures(const ReportOptions& options,
                                   const std::vector<std::unique_ptr<Paper>>& papers, bool draw) {
    std::vector<const Panel*> panels;
    for (const auto& paper : papers)
        for (const Panel* panel : panels_of(*paper))
            if (panel->drawable()) panels.push_back(panel);
    if (panels.empty()) return {};
    const fs::path figures = options.output / "figures";
    const Workshop workshop(options.output);
    std::vector<std::string> names;
    for (const std::string& script : loaded_scripts(panels)) {
        write_text(workshop.folder() / script, read_text(options.plots / script));
        names.emplace_back(script);
    }
    // Most of the time is Gnuplot's.
    std::vector<std::vector<std::string>> drawn(panels.size());
    parallel::Cores cores(parallel::usable_cpus());
    parallel::Team(cores, cores.count()).for_chunks(panels.size(), [&](std::size_t i, std::size_t) {
        drawn[i] = draw_panel(*panels[i], options, draw, workshop.folder());
    });
    for (const std::vector<std::string>& of_panel : drawn)
        names.insert(names.end(), of_panel.begin(), of_panel.end());
    fs::create_directories(figures);
    std::vector<fs::path> files;
    for (const std::string& name : names) {
        fs::rename(workshop.folder() / name, figures / name);
        files.push_back(figures / name);
    }
    return files;
}

}  // namespace reboost::report
