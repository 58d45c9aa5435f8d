#pragma once
/// Variants that survive a copy that throws.
#include <utility>
#include <variant>

namespace reboost {

/// GCC 12's library assumes that a variant of strings and vectors always holds something. Where memory for a
/// copy is lacking, it therefore destroys what was never made. This copy begins as the
/// first alternative, and becomes the other's where that could be copied.
template <class... Types>
std::variant<Types...> copy_of(const std::variant<Types...>& other) {
    std::variant<Types...> copy;
    copy = other;
    return copy;
}

/// A variant that is copied by `copy_of`.
template <class... Types>
class CopySafeVariant : public std::variant<Types...> {
  public:
    using Std = std::variant<Types...>;  ///< for what counts or names the alternatives
    using Std::variant;
    using Std::operator=;
    CopySafeVariant() = default;
    CopySafeVariant(const CopySafeVariant& other) : Std(copy_of<Types...>(other)) {}
    CopySafeVariant(CopySafeVariant&&) noexcept = default;
    CopySafeVariant& operator=(const CopySafeVariant&) = default;
    CopySafeVariant& operator=(CopySafeVariant&&) noexcept = default;
    ~CopySafeVariant() = default;
};

}  // namespace reboost
