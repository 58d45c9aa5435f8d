#pragma once
/// Arrays changed as some bytes say: how a model or checkpoint looks that somebody else made. HDF5 and the
/// seal are left out, so that every change reaches the code that takes the arrays over.
#include "core/archive.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

namespace reboost::fuzz {

/// Eight bytes an edit: array (2), kind (1), place (2), value (3).
class ArchiveEdits {
  public:
    explicit ArchiveEdits(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    Archive applied(const Archive& archive) const {
        std::vector<std::string> names;
        for (const auto& [name, array] : archive.arrays())
            names.push_back(name);
        Archive changed = archive;
        for (std::size_t at = 0; at + 8 <= bytes_.size() && at < kMostEdits * 8; at += 8)
            edit(changed, names[number(at, 2) % names.size()], at);
        return changed;
    }

  private:
    static constexpr std::size_t kMostEdits = 16;

    std::size_t number(std::size_t at, std::size_t bytes) const {
        std::size_t value = 0;
        for (std::size_t i = 0; i < bytes; ++i)
            value = value << 8U | bytes_[at + i];
        return value;
    }

    template <class T>
    T value_of(std::size_t at) const {
        if constexpr (std::is_same_v<T, std::string>) {
            return std::string(bytes_[at], static_cast<char>(bytes_[at + 1]));
        } else {
            using Limits = std::numeric_limits<T>;
            switch (bytes_[at] % 8) {
                case 0:
                    return Limits::max();
                case 1:
                    return Limits::lowest();
                case 2:
                    return static_cast<T>(-1);
                case 3:
                    return Limits::has_quiet_NaN ? Limits::quiet_NaN() : T{};
                case 4:
                    return Limits::has_infinity ? Limits::infinity() : static_cast<T>(Limits::max() / 2);
                default:
                    return static_cast<T>(number(at + 1, 2));
            }
        }
    }

    template <class T>
    void edit_values(std::vector<T>& values, std::size_t at) const {
        const std::size_t place = number(at + 3, 2);
        switch (bytes_[at + 2] % 8) {
            case 0:
                values.resize(place % 64);
                break;
            case 1:
                values.clear();
                break;
            case 2:
                values.insert(values.end(), place % 64 + 1, value_of<T>(at + 5));
                break;
            default:
                if (!values.empty()) values[place % values.size()] = value_of<T>(at + 5);
        }
    }

    void edit(Archive& archive, const std::string& name, std::size_t at) const {
        Archive::Array array = archive.find(name);
        if (bytes_[at + 2] >= 250) {
            array.values = std::vector<double>{1.5};
        } else {
            std::visit([&](auto& values) { edit_values(values, at); }, array.values);
        }
        archive.put_array(name, std::move(array));
    }

    std::span<const std::uint8_t> bytes_;
};

}  // namespace reboost::fuzz
