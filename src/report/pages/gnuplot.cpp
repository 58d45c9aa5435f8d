#include "report/pages/gnuplot.hpp"

#include "core/error.hpp"
#include "report/measures/text_file.hpp"
#include "report/pages/run_program.hpp"

#include <cctype>

#include <fmt/format.h>

namespace reboost::report {

std::string gnuplot_fault(const std::string& program) {
    constexpr int kSeconds = 10;
    const int status = run_program({program, "--version"}, "/", "/dev/null", kSeconds);
    constexpr int kNoSuchCommand = 127;
    if (status == 0) return "";
    if (status == kNotStarted || status == kNoSuchCommand) return program + " was not found";
    if (status == kTookTooLong)
        return fmt::format("{} --version did not end in {} seconds", program, kSeconds);
    return fmt::format("{} --version ended with status {}", program, status);
}

void run_gnuplot(const std::string& program, const std::filesystem::path& folder,
                 std::span<const std::string> scripts, int seconds) {
    const std::filesystem::path log = std::filesystem::absolute(folder) / (scripts.front() + ".log");
    std::vector<std::string> words{program, "--default-settings"};
    for (const std::string& script : scripts)
        words.push_back("./" + script);
    const int status = run_program(std::move(words), folder, log, seconds);
    const std::string message = status == 0 || !std::filesystem::exists(log) ? "" : read_text(log);
    std::error_code none;
    std::filesystem::remove(log, none);
    if (status == kTookTooLong)
        throw TimeLimitError(
            fmt::format("it was stopped after {} seconds, and no further figure was drawn", seconds));
    if (status != 0) throw IoError(message.empty() ? fmt::format("it ended with {}", status) : message);
}

void fix_pdf_date(const std::filesystem::path& pdf) {
    constexpr std::string_view kKey = "/CreationDate (D:";
    constexpr std::string_view kDate = "20000101000000";
    std::string bytes = read_text(pdf);
    const std::size_t key = bytes.find(kKey);
    if (key == std::string::npos) return;
    std::size_t at = key + kKey.size();
    for (const char digit : kDate) {
        if (at >= bytes.size() || std::isdigit(static_cast<unsigned char>(bytes[at])) == 0) return;
        bytes[at++] = digit;
    }
    write_text(pdf, bytes);
}

}  // namespace reboost::report
