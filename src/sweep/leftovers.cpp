#include "sweep/leftovers.hpp"

#include "core/error.hpp"
#include "results/atomic_file.hpp"

namespace reboost::sweep {
namespace {

/// `read` gives what says of which source the file is.
template <class Read>
bool is_leftover(const results::Store& store, const std::string& id, const std::filesystem::path& path,
                 const results::SourceState& source, Read read) {
    const std::optional<results::FileStamp> remains = results::stamp_of(path), stored = store.stamp(id);
    if (!remains || !stored || remains->modified_ns > stored->modified_ns) return false;
    try {
        const std::optional<Value> origin = read();
        return origin && results::why_not_counted(*origin, source).empty();
    } catch (const DataError&) {  // `doctor` and the next sweep name it
        return false;
    }
}

bool is_leftover_failure(const results::Store& store, const std::string& id,
                         const results::SourceState& source) {
    return is_leftover(store, id, store.failure_path(id), source, [&]() -> std::optional<Value> {
        const auto failure = store.failure(id);
        return failure ? std::optional(failure->details) : std::nullopt;
    });
}

}  // namespace

bool is_leftover_checkpoint(const results::Store& store, const std::string& id,
                            const results::SourceState& source) {
    return is_leftover(store, id, store.checkpoint_path(id), source, [&]() -> std::optional<Value> {
        const auto checkpoint = store.read_checkpoint(id);
        return checkpoint ? std::optional(checkpoint->info) : std::nullopt;
    });
}

void clear_leftovers(results::Store& store, const std::string& id, const results::SourceState& source) {
    if (!results::is_there(store.checkpoint_path(id)) && !results::is_there(store.failure_path(id))) return;
    const std::optional<results::Claim> claim = store.try_hold(id);
    if (!claim) return;
    if (is_leftover_checkpoint(store, id, source)) results::remove_file(store.checkpoint_path(id));
    if (is_leftover_failure(store, id, source)) results::remove_file(store.failure_path(id));
}

}  // namespace reboost::sweep
