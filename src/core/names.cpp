#include "core/names.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <numeric>
#include <utility>

namespace reboost {
namespace {

char lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

/// Limits on the length of names and on their number; beyond them the search takes minutes and helps nobody.
constexpr std::size_t kLongest = 64, kMostCandidates = 10'000;

struct Near {
    std::size_t distance;
    const std::string* name;
};

/// Distances to the candidates, in their order; empty for a very long name.
std::vector<Near> distances(std::string_view name, std::span<const std::string> candidates) {
    std::vector<Near> all;
    if (name.size() > kLongest) return all;
    for (const std::string& candidate : candidates.first(std::min(candidates.size(), kMostCandidates)))
        if (candidate.size() <= kLongest) all.push_back({edit_distance(name, candidate), &candidate});
    return all;
}

/// A name's letters and digits in lower case: "ucbv" for "UCB_V".
std::string letters_of(std::string_view name) {
    std::string letters;
    for (const char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) letters += lower(c);
    return letters;
}

/// The nearest candidate, "" if none is near; at equal distance one that differs only in punctuation.
std::string nearest_of(const std::vector<Near>& all, std::string_view name) {
    const auto best = std::ranges::min_element(all, {}, [letters = letters_of(name)](const Near& near) {
        return std::pair(near.distance, letters_of(*near.name) != letters);
    });
    return best == all.end() || best->distance >= 2 + name.size() / 3 ? std::string() : *best->name;
}

/// The name as a message shows it: long names are cut.
std::string shown(std::string_view name) {
    return name.size() <= 2 * kLongest ? std::string(name) : std::string(name.substr(0, kLongest)) + "...";
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
    const std::size_t width = b.size() + 1;
    std::vector<std::size_t> before_last(width), last(width), current(width);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        current[0] = i;
        for (std::size_t j = 1; j < width; ++j) {
            const bool same = lower(a[i - 1]) == lower(b[j - 1]);
            current[j] = std::min({last[j] + 1, current[j - 1] + 1, last[j - 1] + (same ? 0U : 1U)});
            const bool swapped =
                i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
            if (swapped) current[j] = std::min(current[j], before_last[j - 2] + 1);
        }
        std::swap(before_last, last);
        std::swap(last, current);
    }
    return last[b.size()];
}

std::string unknown_name_message(std::string_view kind, std::string_view name,
                                 std::span<const std::string> candidates, const std::string& owner) {
    constexpr std::size_t kListed = 30, kNearest = 5;
    const std::string text = "unknown " + std::string(kind) + " '" + shown(name) + "'" +
                             (owner.empty() ? "" : " of " + owner) + "; ";
    std::vector<std::string> paths;  // candidates with this end: "booster.rounds" for "rounds"
    std::ranges::copy_if(candidates, std::back_inserter(paths),
                         [end = "." + std::string(name)](const auto& c) { return c.ends_with(end); });
    if (paths.size() == 1) return text + "did you mean '" + paths.front() + "'?";
    if (!paths.empty() && paths.size() <= kNearest)
        return text + "did you mean one of " + joined(paths) + "?";
    std::vector<Near> all = distances(name, candidates);
    if (const std::string near = nearest_of(all, name); !near.empty())
        return text + "did you mean '" + near + "'?";
    if (candidates.size() <= kListed)
        return text + "known: " + joined({candidates.begin(), candidates.end()});
    std::ranges::stable_sort(all, {}, &Near::distance);
    all.resize(std::min(all.size(), kNearest));
    std::vector<std::string> listed;
    for (const Near& near : all)
        listed.push_back(*near.name);
    return text + "of " + std::to_string(candidates.size()) + " known" +
           (listed.empty() ? ", all of them shorter" : " the nearest are " + joined(listed));
}

}  // namespace reboost
