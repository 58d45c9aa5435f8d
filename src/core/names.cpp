#include "core/names.hpp"

#include <algorithm>
#include <cctype>

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

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
    const std::size_t width = b.size() + 1;
    std::vector<std::size_t> before_last(width), last(width), current(width);
    for (std::size_t j = 0; j < width; ++j)
        last[j] = j;
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

std::string nearest_name(std::string_view name, std::span<const std::string> candidates) {
    std::string best;
    std::size_t best_distance = 2 + name.size() / 3;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = edit_distance(name, candidate);
        if (distance < best_distance) {
            best_distance = distance;
            best = candidate;
        }
    }
    return best;
}

std::string unknown_name_message(std::string_view kind, std::string_view name,
                                 std::span<const std::string> candidates) {
    constexpr std::size_t kListed = 30, kNearest = 5;
    const std::string text = "unknown " + std::string(kind) + " '" + std::string(name) + "'; ";
    if (const std::string near = nearest_name(name, candidates); !near.empty())
        return text + "did you mean '" + near + "'?";
    std::vector<std::string> listed(candidates.begin(), candidates.end());
    if (listed.size() <= kListed) return text + "known: " + joined(listed);
    std::ranges::stable_sort(listed, [&](const std::string& a, const std::string& b) {
        return edit_distance(name, a) < edit_distance(name, b);
    });
    listed.resize(kNearest);
    return text + "of " + std::to_string(candidates.size()) + " known the nearest are " + joined(listed);
}

}  // namespace reboost
