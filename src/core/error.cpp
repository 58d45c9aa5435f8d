#include "core/error.hpp"

#include <algorithm>
#include <cstring>

namespace reboost {

std::string Error::shown(std::string_view text) {
    std::string message(text);
    std::ranges::replace(message, '\0', '?');
    return message;
}

DataError::DataError(const std::string& file, std::size_t line, std::size_t column,
                     const std::string& message)
    : Error(file + (line > 0 ? ":" + std::to_string(line) : "") +
            (line > 0 && column > 0 ? ":" + std::to_string(column) : "") + ": " + message) {}

IoError IoError::from_errno(const std::string& what, int errno_value) {
    IoError error(what + ": " + std::strerror(errno_value));
    error.reason_ = errno_value;
    return error;
}

}  // namespace reboost
