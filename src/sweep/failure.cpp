#include "sweep/failure.hpp"

#include "core/text.hpp"
#include "files/process_identity.hpp"
#include "programs/start.hpp"
#include "results/source_state.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <new>
#include <system_error>

namespace reboost::sweep {
namespace {

std::string type_of(int reason) {
    return reason == ENOSPC || reason == EDQUOT ? "disk_full" : "io_error";
}

std::string type_of(const Error& error) {
    if (is_any_of<TimeLimitError>(error)) return "time_limit";
    if (is_any_of<programs::ProgramError>(error)) return "program";
    if (is_any_of<UsageError, DataError>(error)) return "bad_data";
    if (is_any_of<NotANumberError>(error)) return "not_a_number";
    const auto* io = dynamic_cast<const IoError*>(&error);
    return io != nullptr ? type_of(io->reason()) : "internal";
}

}  // namespace

FailureCause cause_of(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const Error& e) {
        return {type_of(e), e.what()};
    } catch (const std::bad_alloc&) {
        return {"out_of_memory", "out of memory; fewer --jobs need less"};
    } catch (const std::filesystem::filesystem_error& e) {
        return {type_of(e.code().value()), e.what()};
    } catch (const std::system_error& e) {
        return {"out_of_memory", std::string("the system gives no more threads (") + e.code().message() +
                                     "); fewer --jobs or --threads-per-run need less"};
    } catch (const std::exception& e) {
        return {"internal", e.what()};
    } catch (...) {  // keeps the sweep going whatever a run throws
        return {"internal", "an exception of unknown type"};
    }
}

std::optional<FailureCause> failure_elsewhere(const PlanEntry& entry, const results::Store& store,
                                              const results::SourceState& source) {
    constexpr std::string_view kOfTheMachine[] = {"out_of_memory", "disk_full", "io_error"};
    const auto stamp = files::stamp_of(store.failure_path(entry.id));
    if (!stamp || stamp == entry.failure_stamp) return std::nullopt;
    try {
        const std::optional<Value> details = store.failure(entry.id);
        if (!details || !results::why_not_counted(*details, source).empty()) return std::nullopt;
        const std::string type = text_at(*details, "type");
        if (std::ranges::find(kOfTheMachine, type) != std::end(kOfTheMachine)) return std::nullopt;
        return FailureCause{type, text_at(*details, "message")};
    } catch (const DataError&) {  // the recorded failure is damaged; the run decides anew
        return std::nullopt;
    }
}

Value describe_failure(const FailureCause& cause, const PlanEntry& entry, std::uint64_t rounds,
                       const Clock& clock) {
    Value details = Value::object()
                        .set("type", cause.type)
                        .set("message", printable(cause.message, true))
                        .set("label", entry.label)
                        .set("rounds", rounds)
                        .set("spec", entry.run.complete())
                        .set("host", files::this_process().host)
                        .set("failed_utc", format_utc(clock.utc_seconds()));
    results::put_source(details, results::this_source());
    return details;
}

}  // namespace reboost::sweep
