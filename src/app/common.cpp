#include "app/common.hpp"

#include <cstdlib>
#include <fstream>

#include <boost/algorithm/string/replace.hpp>
#include <sys/ioctl.h>

namespace reboost::app {
namespace {

/// The shipped folder of a program that embeds the commands; "" if `reboost` itself runs.
fs::path embedding_folder;

/// The folder where `make install` puts `name`; for a program in a build folder, the folder in the sources,
/// which CMake's cache names.
fs::path shipped_folder(const std::string& name) {
    if (!embedding_folder.empty()) return embedding_folder / name;
    std::error_code error;
    const auto own = fs::read_symlink("/proc/self/exe", error).parent_path();
    std::ifstream cache(own / "CMakeCache.txt");
    constexpr std::string_view kSources = "CMAKE_HOME_DIRECTORY:INTERNAL=";
    for (std::string line; std::getline(cache, line);)
        if (line.starts_with(kSources)) return line.substr(kSources.size()) + "/" + name;
    return own.parent_path() / "share/reboost" / name;
}

}  // namespace

void set_shipped_folder(fs::path folder) {
    embedding_folder = std::move(folder);
}

void require_not_an_input(const Arguments& arguments, const char* option, const fs::path& output) {
    std::vector<std::string> inputs = arguments.positional();
    inputs.push_back(arguments.text("test"));
    std::error_code absent;
    for (const std::string& input : inputs)
        if (fs::equivalent(output, input, absent))
            arguments.refuse("--{} {}: it is a file to be read, and would be overwritten", option,
                             output.string());
}

fs::path results_folder(const Arguments& arguments) {
    const std::string folder = arguments.text("results", "results");
    if (folder.empty()) throw UsageError("--results is empty, expected a folder");
    return folder;
}

fs::path existing_results(const Arguments& arguments, bool unless_default) {
    fs::path folder = results_folder(arguments);
    const bool may_be_missing = unless_default && !arguments.has("results");
    if (!may_be_missing && !files::is_there(folder))
        throw UsageError("there is no results folder '" + folder.string() + "'");
    return folder;
}

bool is_screen(int descriptor) {
    const char* const term = std::getenv("TERM");
    return isatty(descriptor) == 1 && (term == nullptr || std::string_view(term) != "dumb");
}

std::size_t terminal_width() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80U;
}

fs::path asset_folder(const std::string& name) {
    if (fs::is_directory(name)) return name;
    const fs::path shipped = shipped_folder(name);
    if (fs::is_directory(shipped)) return shipped;
    throw UsageError(
        fmt::format("there is no folder '{}' here and none at {}; run from the top of the source tree", name,
                    shipped.string()));
}

fs::path reference_folder(const Arguments& arguments, const fs::path& results) {
    if (arguments.has("no-reference")) return {};
    const std::string given = arguments.text("reference");
    if (!given.empty() && !fs::is_directory(given))
        throw UsageError("--reference " + given + " is not a folder");
    if (!given.empty()) return given;
    for (const fs::path& folder :
         {results / "reference", fs::path("results/reference"), shipped_folder("results/reference")})
        if (fs::is_directory(folder)) return folder;
    return {};
}

std::string shell_command(const std::vector<std::string>& words) {
    constexpr std::string_view kPlain = "-_./=:,+%@";
    std::string line;
    for (const std::string& word : words) {
        const bool plain = !word.empty() && std::ranges::all_of(word, [&](unsigned char c) {
            return std::isalnum(c) || kPlain.find(static_cast<char>(c)) != std::string_view::npos;
        });
        line += (line.empty() ? "" : " ") +
                (plain ? word : "'" + boost::replace_all_copy(word, "'", "'\\''") + "'");
    }
    return line;
}

std::string aligned(std::vector<std::vector<std::string>> rows, const std::vector<std::size_t>& right) {
    std::vector<std::size_t> widths;
    for (auto& row : rows)
        for (std::size_t j = 0; j < row.size(); ++j) {
            if (j == widths.size()) widths.push_back(0);
            row[j] = printable(row[j]);
            widths[j] = std::max(widths[j], text_width(row[j]));
        }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t j = 0; j < row.size(); ++j) {
            const std::string blanks(widths[j] - text_width(row[j]), ' ');
            const bool to_the_right = std::ranges::find(right, j) != right.end();
            line += (j == 0 ? "" : "  ") + (to_the_right ? blanks + row[j] : row[j] + blanks);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

}  // namespace reboost::app
