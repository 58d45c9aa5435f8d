#pragma once
/// The states from which runs continue: their own checkpoints, and states of shorter runs of their families.
/// For sweep.cpp only.
#include "config/identity.hpp"
#include "core/error.hpp"
#include "results/store.hpp"
#include "sweep/plan.hpp"
#include "sweep/progress.hpp"

#include <filesystem>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace reboost::sweep {

struct StartingPoint {
    results::Checkpoint checkpoint;
    std::filesystem::path file;
    std::string what;  ///< "its checkpoint", "its family's state"
};

/// Writes and finds checkpoints and states. If one cannot be used, it is reported and set aside, and its run
/// begins with the first round. If one cannot be written, this is reported and the run continues, because
/// only an interrupted run needs it. `find` throws IoError if the results folder cannot be read. All members
/// may be called from any thread.
class StartingPoints {
  public:
    StartingPoints(const Plan& plan, results::Store& store, Progress& progress)
        : plan_(plan), store_(store), progress_(progress) {}

    /// Returns nullopt if the run must begin with its first round. The caller must hold the run's claim.
    std::optional<StartingPoint> find(const PlanEntry& entry) {
        auto start = read(entry, store_.checkpoint_of(entry.id), "its checkpoint");
        if (start) {
            const std::string why = results::why_not_counted(start->checkpoint.info, plan_.options.source);
            if (why.empty()) return start;
            progress_.note(entry.label + ": begins anew, its checkpoint " + why);
        }
        if (plan_.options.recompute) return std::nullopt;  // a family's state may be older
        const auto family = config::family_id(entry.run.spec, entry.dataset_sha256);
        if (!family) return std::nullopt;
        start = read(entry, store_.state_of(*family), "its family's state");
        const double rounds = start ? rounds_of_state(start->checkpoint.info) : 0;
        if (rounds <= 0 || rounds >= static_cast<double>(rounds_of(entry.run.spec.booster)))
            return std::nullopt;
        progress_.note(fmt::format("{}: goes on from round {} of a shorter run", entry.label, rounds));
        return start;
    }

    /// Sets aside a state from which a run could not continue, and reports it.
    void set_aside(const PlanEntry& entry, const std::filesystem::path& file, const std::string& what,
                   const Error& why) {
        const auto now = store_.set_aside(file);  // another run of the family may have moved a state
        progress_.note(fmt::format("{}: begins anew, {} cannot be used ({}{})", entry.label, what, why.what(),
                                   now ? "; now " + now->string() : ""));
    }

    void keep_checkpoint(const PlanEntry& entry, const Archive& state, const Value& info) {
        keep(entry, "a checkpoint", [&] { store_.write_state(store_.checkpoint_of(entry.id), state, info); });
    }

    /// Keeps a state for longer runs of the family, unless a longer run's state is stored.
    void keep_state(const PlanEntry& entry, const std::string& family, const Archive& state,
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

  private:
    std::optional<StartingPoint> read(const PlanEntry& entry, const results::StateFile& file,
                                      const std::string& what) {
        try {
            if (auto checkpoint = read_state(file))
                return StartingPoint{std::move(*checkpoint), file.path, what};
        } catch (const DataError& error) {
            set_aside(entry, file.path, what, error);
        }
        return std::nullopt;
    }

    template <class Write>
    void keep(const PlanEntry& entry, const char* what, Write write) {
        try {
            write();
        } catch (const std::bad_alloc&) {
            progress_.note(fmt::format("{}: no memory for {}", entry.label, what));
        } catch (const IoError& error) {
            progress_.note(fmt::format("{}: {} was not stored ({})", entry.label, what, error.what()));
        }
    }

    /// The number of rounds of a state; 0 if the state does not count.
    double rounds_of_state(const Value& info) const {
        const bool counts = results::why_not_counted(info, plan_.options.source).empty();
        return counts ? number_at(info, "rounds", 0) : 0;
    }

    const Plan& plan_;
    results::Store& store_;
    Progress& progress_;
};

}  // namespace reboost::sweep
