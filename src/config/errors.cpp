#include "config/errors.hpp"

#include <algorithm>
#include <sstream>

namespace reboost::config {

void ErrorList::add(const std::string& message) {
    std::istringstream text(message);
    for (std::string line; std::getline(text, line);)
        if (std::ranges::find(lines_, line) == lines_.end()) lines_.push_back(line);
}

void ErrorList::throw_if_any() const {
    if (lines_.empty()) return;
    constexpr std::size_t kShown = 25;
    std::string text;
    for (std::size_t i = 0; i < std::min(kShown, lines_.size()); ++i)
        text += (i == 0 ? "" : "\n") + lines_[i];
    if (lines_.size() > kShown) text += "\n(and " + std::to_string(lines_.size() - kShown) + " more)";
    throw UsageError(text);
}

}  // namespace reboost::config
