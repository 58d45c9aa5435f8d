#pragma once
/// The exceptions of ReBoost. Context is added on the way up; `what()` begins with the outermost.
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace reboost {

/// Base of every exception that ReBoost throws on purpose.
class Error : public std::runtime_error {
  public:
    explicit Error(const std::string& message) : std::runtime_error(message), message_(shown(message)) {}

    /// Prepends "<context>: ".
    void add_context(std::string_view context) { message_ = shown(context) + ": " + message_; }
    const char* what() const noexcept override { return message_.c_str(); }

  private:
    /// Replaces NULs, because `what()` ends at a NUL.
    static std::string shown(std::string_view text);

    std::string message_;
};

/// The user asked for something that does not exist or does not fit (exit status 2).
class UsageError : public Error {
  public:
    using Error::Error;
};

/// A file's content violates its format or the catalogue. Line and column count from 1; 0: not known.
class DataError : public Error {
  public:
    explicit DataError(const std::string& message) : Error(message) {}
    DataError(const std::string& file, std::size_t line, std::size_t column, const std::string& message);
};

/// The operating system refused (missing file, no space, no permission).
class IoError : public Error {
  public:
    using Error::Error;
    /// "<what>: <strerror(errno_value)>".
    static IoError from_errno(const std::string& what, int errno_value);
    /// The system's errno; 0 if it is not known.
    int reason() const { return reason_; }

  private:
    int reason_ = 0;
};

/// Training failed (no usable column).
class TrainingError : public Error {
  public:
    using Error::Error;
};
/// A value that must be a number is NaN or infinite.
class NotANumberError : public TrainingError {
  public:
    using TrainingError::TrainingError;
};

}  // namespace reboost
