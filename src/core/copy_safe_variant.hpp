#pragma once
#include <utility>
#include <variant>

namespace reboost {

/// A variant whose copy starts as the first alternative. GCC 12's library assumes that a variant of strings
/// and vectors has a value: if there is no memory for a copy, it destroys a value never constructed.
template <class... Types>
class CopySafeVariant : public std::variant<Types...> {
  public:
    using Std = std::variant<Types...>;  ///< for code that counts or names the alternatives
    using Std::variant;
    using Std::operator=;
    CopySafeVariant() = default;
    CopySafeVariant(const CopySafeVariant& other) : Std() { Std::operator=(other); }
    CopySafeVariant(CopySafeVariant&&) noexcept = default;
    CopySafeVariant& operator=(const CopySafeVariant&) = default;
    CopySafeVariant& operator=(CopySafeVariant&&) noexcept = default;
    ~CopySafeVariant() = default;
};

}  // namespace reboost
