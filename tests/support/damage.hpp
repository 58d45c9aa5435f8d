#pragma once
/// What may become of a file.
#include "core/rng.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

namespace reboost::test {

inline void write_bytes(const std::filesystem::path& path, const std::vector<std::byte>& bytes) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

/// How many damages a test tries: $REBOOST_DAMAGES, else `otherwise`.
inline int damages_wanted(int otherwise) {
    const char* wanted = std::getenv("REBOOST_DAMAGES");
    return wanted == nullptr ? otherwise : std::atoi(wanted);
}

/// One of: a flipped bit, a changed stretch, a lost end, nothing left, bytes that do not belong there.
inline std::vector<std::byte> damaged(std::vector<std::byte> bytes, Rng& rng) {
    const std::size_t at = rng.below(bytes.size());
    switch (rng.below(5)) {
        case 0:
            bytes[at] ^= std::byte(1U << rng.below(8));
            break;
        case 1:
            for (std::size_t i = at; i < std::min(bytes.size(), at + 8); ++i)
                bytes[i] = std::byte(static_cast<unsigned>(bytes[i]) + 1);
            break;
        case 2:
            bytes.resize(at);
            break;
        case 3:
            bytes.clear();
            break;
        default:
            bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), std::byte(7));
    }
    return bytes;
}

}  // namespace reboost::test
