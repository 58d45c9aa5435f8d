#pragma once
/// Why a run failed, as one of eight types that programs can act on.
#include "core/clock.hpp"
#include "core/error.hpp"
#include "core/value.hpp"
#include "sweep/plan.hpp"

#include <array>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

namespace reboost::sweep {

/// Thrown when a run exceeds `--time-limit`; the run's checkpoint is kept.
class TimeLimitError : public Error {
  public:
    using Error::Error;
};

/// bad_data: the data do not fit the specification. out_of_memory: also if the system gives no thread.
/// io_error: a file could not be read or written, although the disk is not full. program: an external
/// policy's program failed. internal: a bug.
inline constexpr std::array<std::string_view, 8> kFailureTypes{"bad_data",     "out_of_memory", "time_limit",
                                                               "not_a_number", "disk_full",     "io_error",
                                                               "program",      "internal"};

template <class... Types>
bool is_any_of(const std::exception& error) {
    return (... || (dynamic_cast<const Types*>(&error) != nullptr));
}

struct FailureCause {
    std::string type, message;
};
FailureCause cause_of(const std::exception_ptr& error);

/// The cause of a failure that another process recorded since the run was planned, so that the run need not
/// fail here, too. Returns nullopt if the sources differ or the other machine was at fault: this machine may
/// have more memory or disk space.
std::optional<FailureCause> failure_elsewhere(const PlanEntry& entry, const results::Store& store,
                                              const results::SourceState& source);

/// The record of a failure: type, message, spec, host, source, time, rounds done.
Value describe_failure(const FailureCause& cause, const PlanEntry& entry, std::uint64_t rounds,
                       const Clock& clock);

}  // namespace reboost::sweep
