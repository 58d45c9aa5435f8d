#pragma once
/// A team of that many threads, with cores of its own.
#include "parallel/cores.hpp"
#include "parallel/team.hpp"

#include <memory>

namespace reboost::testing {

inline std::shared_ptr<parallel::Team> team_of(int threads) {
    struct Held {
        explicit Held(int threads) : cores(threads), team(cores, threads) {}
        parallel::Cores cores;
        parallel::Team team;
    };
    if (threads == 1) return std::make_shared<parallel::Team>();
    const auto held = std::make_shared<Held>(threads);
    return {held, &held->team};
}

/// The calling thread alone, for all tests of a program.
inline parallel::Team& alone() {
    static parallel::Team team;
    return team;
}

}  // namespace reboost::testing
