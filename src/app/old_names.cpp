#include "app/old_names.hpp"

#include <algorithm>
#include <ostream>
#include <string_view>

#include <fmt/format.h>

namespace reboost::app {
namespace {

/// A command of one or two words, and of an option where it has one.
struct CommandName {
    std::string_view word, second = "", option = "";
    std::string text() const {
        std::string text(word);
        for (const std::string_view more : {second, option})
            if (!more.empty()) text += " " + std::string(more);
        return text;
    }
};
struct Renamed {
    CommandName old, now;
};

/// They go with the next version.
constexpr Renamed kRenamed[]{
    {{"validate"}, {"plan", "", "--check"}},
    {{"schema"}, {"list", "schema"}},
    {{"data", "list"}, {"list", "datasets"}},
    {{"select"}, {"run", "", "--select"}},
    {{"run", "", "--dry-run"}, {"plan"}},
    {{"show"}, {"runs", "show"}},
    {{"diff"}, {"runs", "diff"}},
    {{"remove"}, {"runs", "remove"}},
    {{"export"}, {"runs", "export"}},
    {{"doctor"}, {"store", "check"}},
    {{"merge"}, {"store", "merge"}},
    {{"verify"}, {"store", "verify"}},
};

bool is_called(const std::vector<std::string>& words, const CommandName& name) {
    return words.front() == name.word &&
           (name.second.empty() || (words.size() > 1 && words[1] == name.second)) &&
           (name.option.empty() || std::ranges::find(words, name.option) != words.end());
}

}  // namespace

std::vector<std::string> renewed(std::vector<std::string> words, std::ostream& err) {
    const auto renamed =
        std::ranges::find_if(kRenamed, [&](const Renamed& one) { return is_called(words, one.old); });
    if (renamed == std::end(kRenamed)) return words;
    const auto& [old, now] = *renamed;
    words.erase(words.begin(), words.begin() + (old.second.empty() ? 1 : 2));
    if (!old.option.empty()) words.erase(std::ranges::find(words, old.option));
    std::vector<std::string> command;
    for (const std::string_view word : {now.word, now.second, now.option})
        if (!word.empty()) command.emplace_back(word);
    words.insert(words.begin(), command.begin(), command.end());
    err << fmt::format("note: `reboost {}` is now `reboost {}`\n", old.text(), now.text());
    return words;
}

}  // namespace reboost::app
