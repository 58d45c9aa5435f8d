#pragma once
/// Errors, most of them in files, with formatted messages.
#include "core/error.hpp"

#include <cstddef>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace reboost::data {

/// An error of type E with a formatted message.
template <class E, class... T>
E error(fmt::format_string<T...> text, T&&... values) {
    return E(fmt::format(text, std::forward<T>(values)...));
}

/// A DataError at a line and column of a file, both from 1, 0 if not known. `text`: a format for `values`.
template <class... T>
DataError file_error(const std::string& file, std::size_t line, std::size_t column,
                     fmt::format_string<T...> text, T&&... values) {
    return {file, line, column, fmt::format(text, std::forward<T>(values)...)};
}

/// A DataError about the whole file.
template <class... T>
DataError file_error(const std::string& file, fmt::format_string<T...> text, T&&... values) {
    return file_error(file, 0, 0, text, std::forward<T>(values)...);
}

}  // namespace reboost::data
