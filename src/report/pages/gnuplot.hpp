#pragma once
#include "core/error.hpp"

#include <filesystem>
#include <span>
#include <string>

namespace reboost::report {

/// A program was stopped since it took too long.
class TimeLimitError : public IoError {
    using IoError::IoError;
};

/// "gnuplot was not found", or how it failed; "" where it starts and answers within ten seconds.
std::string gnuplot_fault(const std::string& program);

/// Runs `program` on the scripts, one after the other, in `folder`, without the user's own settings. Throws
/// IoError with Gnuplot's own message where it fails, TimeLimitError where it needs more than `seconds`. A
/// script's name is a slug: Gnuplot takes "<command" for a pipe.
void run_gnuplot(const std::string& program, const std::filesystem::path& folder,
                 std::span<const std::string> scripts, int seconds);

/// Overwrites the creation date inside a PDF with a fixed one of the same length, so that equal figures are
/// equal files (cairo heeds no SOURCE_DATE_EPOCH). Does nothing where the file has none.
void fix_pdf_date(const std::filesystem::path& pdf);

}  // namespace reboost::report
