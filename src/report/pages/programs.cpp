#include "report/pages/programs.hpp"

#include "config/json.hpp"
#include "programs/run.hpp"

#include <optional>
#include <sstream>

#include <fmt/format.h>

namespace reboost::report {
namespace fs = std::filesystem;
namespace {

constexpr const char* kPackages =
    "apt-get install --no-install-recommends texlive-latex-recommended texlive-latex-extra";

/// Returns "adjustbox.sty" from "! LaTeX Error: File `adjustbox.sty' not found."
std::optional<std::string> missing_file(const std::string& log) {
    constexpr std::string_view kBefore = "LaTeX Error: File `", kAfter = "' not found";
    const std::size_t at = log.find(kBefore);
    if (at == std::string::npos) return std::nullopt;
    const std::size_t begin = at + kBefore.size(), end = log.find(kAfter, begin);
    if (end == std::string::npos || end - begin > 100) return std::nullopt;
    return log.substr(begin, end - begin);
}

/// Returns the first error and the lines that follow it, six lines in all.
std::string first_error(const std::string& log) {
    constexpr int kLines = 6;
    std::istringstream lines(log);
    std::string text;
    int left = 0;
    for (std::string line; std::getline(lines, line);) {
        if (text.empty() && line.starts_with('!')) left = kLines;
        if (left-- > 0) text += "\n" + line;
    }
    return text;
}

}  // namespace

std::string gnuplot_fault(const std::string& program) {
    constexpr int kSeconds = 10;
    constexpr int kNoSuchCommand = 127;
    const int status = programs::run({program, "--version"}, "/", "/dev/null", kSeconds);
    if (status == 0) return "";
    if (status == programs::kNotStarted || status == kNoSuchCommand) return program + " was not found";
    if (status == programs::kTookTooLong)
        return fmt::format("{} --version did not end in {} seconds", program, kSeconds);
    return fmt::format("{} --version ended with status {}", program, status);
}

std::string run_pdflatex(const std::string& program, const fs::path& folder) {
    constexpr int kPasses = 3;  // for the table of contents and the links
    if (programs::run({program, "--version"}, "/", "/dev/null", 10) != 0)
        return "pdflatex was not found: report.tex is left to be compiled; " + std::string(kPackages);
    const fs::path log = fs::absolute(folder) / "report.log";
    for (int pass = 0; pass < kPasses; ++pass) {
        // pdflatex may read and write only in this folder, and run no other program.
        const int status = programs::run(
            {program, "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "report.tex"}, folder,
            fs::absolute(folder) / "report.out.log", 600,
            {"openin_any=p", "openout_any=p", "max_print_line=1000"});
        std::error_code none;
        fs::remove(folder / "report.out.log", none);
        if (status == 0) continue;
        const std::string text = fs::exists(log) ? config::read_text_file(log) : "";
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
