#include "core/error.hpp"

#include <algorithm>
#include <cstring>

namespace reboost {
namespace {

std::string locate(const std::string& file, std::size_t line, std::size_t column,
                   const std::string& message) {
    std::string text = file;
    if (line > 0) text += ":" + std::to_string(line);
    if (line > 0 && column > 0) text += ":" + std::to_string(column);
    return text + ": " + message;
}

}  // namespace

std::string Error::shown(std::string_view text) {
    std::string message(text);
    std::ranges::replace(message, '\0', '?');
    return message;
}

DataError::DataError(const std::string& file, std::size_t line, std::size_t column,
                     const std::string& message)
    : Error(locate(file, line, column, message)) {}

IoError IoError::from_errno(const std::string& what, int errno_value) {
    IoError error(what + ": " + std::strerror(errno_value));
    error.reason_ = errno_value;
    return error;
}

}  // namespace reboost
