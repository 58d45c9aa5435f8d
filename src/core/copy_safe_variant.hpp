#pragma once
/// A std::variant that survives a copy that throws.
#include <utility>
#include <variant>

namespace reboost {

/// Of a variant of strings and vectors, GCC 12's library takes for granted that it always holds something.
/// Where there is no memory for its copy it therefore destroys what was never made. Here a copy begins as the
/// first alternative, and becomes the other's where that could be copied.
template <class... Types>
class CopySafeVariant : public std::variant<Types...> {
    using Base = std::variant<Types...>;

  public:
    using Std = Base;  ///< for what counts or names the alternatives
    using Base::Base;
    using Base::operator=;
    CopySafeVariant() = default;
    CopySafeVariant(const CopySafeVariant& other) : Base() { Base::operator=(other); }
    CopySafeVariant(CopySafeVariant&&) noexcept = default;
    CopySafeVariant& operator=(const CopySafeVariant&) = default;
    CopySafeVariant& operator=(CopySafeVariant&&) noexcept = default;
    ~CopySafeVariant() = default;
    bool operator==(const CopySafeVariant&) const = default;
};

}  // namespace reboost
