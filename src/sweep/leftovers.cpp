#include "sweep/leftovers.hpp"

#include "core/clock.hpp"
#include "core/error.hpp"
#include "results/atomic_file.hpp"

namespace reboost::sweep {
namespace {

bool is_leftover_failure(const results::Store& store, const std::string& id,
                         const results::SourceState& source) {
    const std::optional<results::FileStamp> remains = results::stamp_of(store.failure_path(id)),
                                            stored = store.stamp(id);
    if (!remains || !stored || remains->modified_ns > stored->modified_ns) return false;
    try {
        const auto failure = store.failure(id);
        return failure && results::why_not_counted(failure->details, source).empty();
    } catch (const DataError&) {  // `doctor` and the next sweep name it
        return false;
    }
}

}  // namespace

bool is_leftover_checkpoint(const results::Store& store, const std::string& id,
                            const results::SourceState& source) {
    if (!results::is_there(store.checkpoint_path(id)) || !store.contains(id)) return false;
    try {
        const auto checkpoint = store.read_checkpoint(id);
        if (!checkpoint || !results::why_not_counted(checkpoint->info, source).empty()) return false;
        // Not by the files' times: a run that is packed, or taken out of a pack, is in a newer file.
        const Value attributes = store.read_header(id).attributes;
        const Value* started = attributes.find("started_utc");
        return started != nullptr && started->is_string() &&
               format_utc(checkpoint->info.at("started_utc").as_number()) <= started->as_string();
    } catch (const DataError&) {  // `doctor` and the next sweep name it
        return false;
    }
}

void clear_leftovers(results::Store& store, const std::string& id, const results::SourceState& source) {
    if (!results::is_there(store.checkpoint_path(id)) && !results::is_there(store.failure_path(id))) return;
    const std::optional<results::Claim> claim = store.try_hold(id);
    if (!claim) return;
    if (is_leftover_checkpoint(store, id, source)) results::remove_file(store.checkpoint_path(id));
    if (is_leftover_failure(store, id, source)) results::remove_file(store.failure_path(id));
}

}  // namespace reboost::sweep
