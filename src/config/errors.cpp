#include "config/errors.hpp"

#include <sstream>

namespace reboost::config {

void ErrorList::add(const std::string& message) {
    constexpr std::size_t kShown = 25, kMostCounted = 10'000;
    std::istringstream text(message);
    for (std::string line; std::getline(text, line);) {
        if (seen_.size() == kMostCounted || !seen_.insert(line).second) continue;
        if (lines_.size() < kShown)
            lines_.push_back(line);
        else
            ++more_;
    }
}

void ErrorList::throw_if_any() const {
    if (lines_.empty()) return;
    std::string text;
    for (const std::string& line : lines_)
        text += (text.empty() ? "" : "\n") + line;
    if (more_ > 0) text += "\n(and " + std::to_string(more_) + " more)";
    throw UsageError(text);
}

}  // namespace reboost::config
