#pragma once
/// A file of a corpus with a few random changes.
#include "core/rng.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace reboost::fuzz {

inline std::vector<std::uint8_t> mutated(const std::vector<std::vector<std::uint8_t>>& files, Rng& rng) {
    using File = std::vector<std::uint8_t>;
    static constexpr std::array<std::string_view, 12> kWords{
        "-1", "0", "99999999999999999999", "1e999", "nan", "{", "[[[[", "\"", "\n", ",,", "2147483648", "\0"};
    const auto place = [&](const File& bytes) {
        return static_cast<std::ptrdiff_t>(bytes.empty() ? 0 : rng.below(bytes.size()));
    };
    File bytes = files[rng.below(files.size())];
    for (std::uint64_t change = rng.below(6); change < 6; ++change) {
        const auto at = bytes.begin() + place(bytes);
        const auto end =
            at + std::min<std::ptrdiff_t>(bytes.end() - at, 1 + static_cast<std::ptrdiff_t>(rng.below(64)));
        switch (rng.below(7)) {
            case 0:
                if (!bytes.empty()) *at ^= static_cast<std::uint8_t>(1U << rng.below(8));
                break;
            case 1:
                if (!bytes.empty()) *at = static_cast<std::uint8_t>(rng.below(256));
                break;
            case 2:
                bytes.erase(at, end);
                break;
            case 3: {
                const File again(at, end);
                bytes.insert(at, again.begin(), again.end());
                break;
            }
            case 4: {
                const File& other = files[rng.below(files.size())];
                const auto from = other.begin() + place(other);
                bytes.insert(at, from, from + std::min<std::ptrdiff_t>(other.end() - from, 200));
                break;
            }
            case 5: {
                const std::string_view word = kWords[rng.below(kWords.size())];
                bytes.insert(at, word.begin(), word.end());
                break;
            }
            default:
                if (rng.below(4) == 0) bytes.resize(static_cast<std::size_t>(at - bytes.begin()));
        }
    }
    return bytes;
}

}  // namespace reboost::fuzz
