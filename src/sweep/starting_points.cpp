#include "sweep/starting_points.hpp"

#include "config/identity.hpp"

#include <new>
#include <utility>

#include <fmt/format.h>

namespace reboost::sweep {

std::optional<StartingPoint> StartingPoints::find(const PlanEntry& entry) {
    if (auto start = read_checkpoint(entry)) return start;
    if (plan_.recompute) return std::nullopt;  // a family's state may be older
    const auto family = config::family_id(entry.run.spec, entry.dataset_sha256);
    return family ? read_state(entry, *family) : std::nullopt;
}

std::optional<StartingPoint> StartingPoints::read_checkpoint(const PlanEntry& entry) {
    StartingPoint start{{}, store_.checkpoint_path(entry.id), "its checkpoint"};
    try {
        std::optional<results::Checkpoint> checkpoint = store_.read_checkpoint(entry.id);
        if (!checkpoint) return std::nullopt;
        const std::string why = results::why_not_counted(checkpoint->info, plan_.source);
        start.checkpoint = std::move(*checkpoint);
        if (why.empty()) return start;
        progress_.note(entry.label + ": begins anew, its checkpoint " + why);
    } catch (const DataError& error) {
        set_aside(entry, start, error);
    }
    return std::nullopt;
}

std::optional<StartingPoint> StartingPoints::read_state(const PlanEntry& entry, const std::string& family) {
    StartingPoint start{{}, store_.state_path(family), "its family's state"};
    try {
        std::optional<results::Checkpoint> state = store_.read_state(family);
        if (!state || !results::why_not_counted(state->info, plan_.source).empty()) return std::nullopt;
        const auto rounds = static_cast<std::uint64_t>(state->info.at("rounds").as_integer());
        if (rounds >= rounds_of(entry.run.spec.booster)) return std::nullopt;
        progress_.note(fmt::format("{}: goes on from round {} of a shorter run", entry.label, rounds));
        start.checkpoint = std::move(*state);
        return start;
    } catch (const DataError& error) {
        set_aside(entry, start, error);
    }
    return std::nullopt;
}

void StartingPoints::set_aside(const PlanEntry& entry, const StartingPoint& start, const Error& why) {
    const auto now = store_.set_aside(start.file);  // of a state, another run of the family may have done so
    progress_.note(fmt::format("{}: begins anew, {} cannot be used ({}{})", entry.label, start.what,
                               why.what(), now ? "; now " + now->string() : ""));
}

void StartingPoints::keep_checkpoint(const PlanEntry& entry, const Archive& state, const Value& info) {
    try {
        store_.write_checkpoint(entry.id, state, info);
    } catch (const std::bad_alloc&) {
        progress_.note(entry.label + ": no memory for a checkpoint");
    }
}

void StartingPoints::keep_state(const PlanEntry& entry, const std::string& family, const Archive& state,
                                const Value& info) {
    try {
        if (!has_longer_state(family, info)) store_.write_state(family, state, info);
    } catch (const std::bad_alloc&) {
        progress_.note(entry.label + ": no memory for the state that longer runs go on from");
    }
}

bool StartingPoints::has_longer_state(const std::string& family, const Value& info) {
    try {
        const std::optional<results::Checkpoint> before = store_.read_state(family);
        return before && results::why_not_counted(before->info, plan_.source).empty() &&
               before->info.at("rounds").as_integer() >= info.at("rounds").as_integer();
    } catch (const DataError&) {  // damaged: it is replaced
        return false;
    }
}

}  // namespace reboost::sweep
