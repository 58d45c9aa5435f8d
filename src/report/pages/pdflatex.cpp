#include "report/pages/pdflatex.hpp"

#include "core/error.hpp"
#include "report/measures/text_file.hpp"
#include "report/pages/run_program.hpp"

#include <optional>
#include <sstream>

namespace reboost::report {
namespace fs = std::filesystem;
namespace {

constexpr const char* kPackages =
    "apt-get install --no-install-recommends texlive-latex-recommended texlive-latex-extra";

/// "adjustbox.sty" of "! LaTeX Error: File `adjustbox.sty' not found."
std::optional<std::string> missing_file(const std::string& log) {
    constexpr std::string_view kBefore = "LaTeX Error: File `", kAfter = "' not found";
    const std::size_t at = log.find(kBefore);
    if (at == std::string::npos) return std::nullopt;
    const std::size_t begin = at + kBefore.size(), end = log.find(kAfter, begin);
    if (end == std::string::npos || end - begin > 100) return std::nullopt;
    return log.substr(begin, end - begin);
}

/// The first error and what follows it.
std::string first_error(const std::string& log) {
    constexpr int kLines = 6;
    std::istringstream lines(log);
    std::string text;
    int left = 0;
    for (std::string line; std::getline(lines, line);) {
        if (left == 0 && text.empty() && line.starts_with('!')) left = kLines;
        if (left > 0) text += "\n" + line, --left;
    }
    return text;
}

}  // namespace

std::string run_pdflatex(const std::string& program, const fs::path& folder) {
    constexpr int kPasses = 3;  // contents and links settle
    if (run_program({program, "--version"}, "/", "/dev/null", 10) != 0)
        return "pdflatex was not found: report.tex is left to be compiled; " + std::string(kPackages);
    const fs::path log = fs::absolute(folder) / "report.log";
    for (int pass = 0; pass < kPasses; ++pass) {
        // Nothing outside the folder is read or written by name, and no other program run.
        const int status = run_program(
            {program, "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "report.tex"}, folder,
            fs::absolute(folder) / "report.out.log", 600,
            {"openin_any=p", "openout_any=p", "max_print_line=1000"});
        std::error_code none;
        fs::remove(folder / "report.out.log", none);
        if (status == 0) continue;
        const std::string text = fs::exists(log) ? read_text(log) : "";
        if (const auto missing = missing_file(text))
            return "pdflatex lacks " + *missing + ": report.tex is left to be compiled; " + kPackages;
        throw IoError("pdflatex could not compile " + (folder / "report.tex").string() + ", see " +
                      log.string() + first_error(text));
    }
    for (const char* ending : {".aux", ".toc", ".out", ".log"}) {
        std::error_code none;
        fs::remove(folder / ("report" + std::string(ending)), none);
    }
    return "";
}

}  // namespace reboost::report
