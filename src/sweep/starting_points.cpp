#include "sweep/starting_points.hpp"

#include "config/identity.hpp"

#include <new>
#include <utility>

#include <fmt/format.h>

namespace reboost::sweep {

std::optional<StartingPoint> StartingPoints::find(const PlanEntry& entry) {
    const auto found = [&](const results::StateFile& file, const char* what) -> std::optional<StartingPoint> {
        try {
            if (auto checkpoint = read_state(file))
                return StartingPoint{std::move(*checkpoint), file.path, what};
        } catch (const DataError& error) {
            set_aside(entry, {{}, file.path, what}, error);
        }
        return std::nullopt;
    };
    auto start = found(store_.checkpoint_of(entry.id), "its checkpoint");
    if (start) {
        const std::string why = results::why_not_counted(start->checkpoint.info, plan_.options.source);
        if (why.empty()) return start;
        progress_.note(entry.label + ": begins anew, its checkpoint " + why);
    }
    if (plan_.options.recompute) return std::nullopt;  // a family's state may be older
    const auto family = config::family_id(entry.run.spec, entry.dataset_sha256);
    if (!family) return std::nullopt;
    start = found(store_.state_of(*family), "its family's state");
    const double rounds = start ? rounds_of_state(start->checkpoint.info) : 0;
    if (rounds <= 0 || rounds >= static_cast<double>(rounds_of(entry.run.spec.booster))) return std::nullopt;
    progress_.note(fmt::format("{}: goes on from round {} of a shorter run", entry.label, rounds));
    return start;
}

/// The number of rounds of a state; 0 if the state does not count.
double StartingPoints::rounds_of_state(const Value& info) const {
    return results::why_not_counted(info, plan_.options.source).empty() ? number_at(info, "rounds", 0) : 0;
}

void StartingPoints::set_aside(const PlanEntry& entry, const StartingPoint& start, const Error& why) {
    const auto now = store_.set_aside(start.file);  // another run of the family may have moved a state
    progress_.note(fmt::format("{}: begins anew, {} cannot be used ({}{})", entry.label, start.what,
                               why.what(), now ? "; now " + now->string() : ""));
}

void StartingPoints::keep_checkpoint(const PlanEntry& entry, const Archive& state, const Value& info) {
    keep(entry, "a checkpoint", [&] { store_.write_state(store_.checkpoint_of(entry.id), state, info); });
}

void StartingPoints::keep_state(const PlanEntry& entry, const std::string& family, const Archive& state,
                                const Value& info) {
    keep(entry, "the state that longer runs go on from", [&] {
        const results::StateFile file = store_.state_of(family);
        try {
            const std::optional<results::Checkpoint> before = read_state(file);
            if (before && rounds_of_state(before->info) >= rounds_of_state(info)) return;
        } catch (const DataError&) {  // a damaged state is replaced
        }
        store_.write_state(file, state, info);
    });
}

void StartingPoints::keep(const PlanEntry& entry, const char* what, const std::function<void()>& write) {
    try {
        write();
    } catch (const std::bad_alloc&) {
        progress_.note(fmt::format("{}: no memory for {}", entry.label, what));
    } catch (const IoError& error) {
        progress_.note(fmt::format("{}: {} was not stored ({})", entry.label, what, error.what()));
    }
}

}  // namespace reboost::sweep
