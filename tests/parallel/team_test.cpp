/// Regions on several threads: every chunk once, exceptions, nesting, guests that come, sleep, wake and
/// leave.
#include "parallel/team.hpp"

#include "core/clock.hpp"
#include "core/error.hpp"
#include "parallel/cores.hpp"

#include <atomic>
#include <numeric>
#include <set>
#include <vector>

#include <catch2/catch.hpp>
#include <sched.h>

using namespace reboost;
using namespace reboost::parallel;

namespace {

constexpr double kPatience = 20;  ///< seconds

/// Until `reached`, or patience is over: guests come when the system gives them a core.
template <class Condition>
bool happens(Condition reached, double patience = kPatience) {
    const double end = system_clock().wall_seconds() + patience;
    while (!reached() && system_clock().wall_seconds() < end)
        sched_yield();
    return reached();
}

/// Regions until one has had `threads` in it at once, or patience is over; the last one's seats. A guest of a
/// flexible team may leave just before a region, where others use its core.
std::set<std::size_t> meet(Team& team, std::size_t threads) {
    const double end = system_clock().wall_seconds() + kPatience;
    while (true) {
        std::vector<std::atomic<int>> seen(team.most());
        std::atomic<std::size_t> met{0};
        team.for_chunks(threads, [&](std::size_t, std::size_t seat) {
            ++seen.at(seat);
            ++met;
            happens([&] { return met == threads; }, kPatience / 10);
        });
        std::set<std::size_t> seats;
        for (std::size_t seat = 0; seat < seen.size(); ++seat)
            if (seen[seat] > 0) seats.insert(seat);
        if (seats.size() == threads || system_clock().wall_seconds() > end) return seats;
    }
}

void burn(double cpu_seconds) {
    const double start = system_clock().thread_cpu_seconds();
    while (system_clock().thread_cpu_seconds() - start < cpu_seconds) {
    }
}

}  // namespace

TEST_CASE("a region runs every chunk exactly once, region after region, for any number of threads") {
    Cores cores(4);
    for (const int threads : {1, 2, 4, 3}) {
        Team team(cores, threads);
        for (int region = 0; region < 200; ++region) {
            std::vector<std::atomic<int>> count(1 + static_cast<std::size_t>(region % 17));
            team.for_chunks(count.size(), [&](std::size_t chunk, std::size_t) { ++count[chunk]; });
            for (const auto& times : count)
                REQUIRE(times == 1);
        }
    }
}

TEST_CASE("each thread of a region has a seat of its own, the caller's is 0") {
    Cores cores(3);
    Team team(cores, 3);
    CHECK(team.most() == 3);
    CHECK(team.width() == 3);
    for (int times = 0; times < 20; ++times)
        CHECK(meet(team, 3) == std::set<std::size_t>{0, 1, 2});
    Team alone;
    CHECK(alone.most() == 1);
    alone.for_chunks(3, [](std::size_t, std::size_t seat) { CHECK(seat == 0); });
}

TEST_CASE("the first exception of a region leaves it, and the next region is whole") {
    Cores cores(2);
    Team team(cores, 2);
    for (int times = 0; times < 20; ++times) {
        CHECK_THROWS_WITH(team.for_chunks(100,
                                          [](std::size_t chunk, std::size_t) {
                                              if (chunk == 7) throw DataError("seven");
                                          }),
                          "seven");
        std::atomic<int> count{0};
        team.for_chunks(100, [&](std::size_t, std::size_t) { ++count; });
        CHECK(count == 100);
    }
}

TEST_CASE("a region inside a region is run by its caller alone, in the caller's seat") {
    Cores cores(2);
    Team team(cores, 2), other(cores, 2);
    std::atomic<int> inner{0}, strangers{0}, misplaced{0};
    team.for_chunks(8, [&](std::size_t, std::size_t own) {
        team.for_chunks(4, [&](std::size_t, std::size_t seat) {
            ++inner;
            if (seat != own) ++strangers;
        });
        other.for_chunks(4, [&](std::size_t, std::size_t seat) { misplaced += seat == 0 ? 0 : 1; });
    });
    CHECK(inner == 32);
    CHECK(strangers == 0);
    CHECK(misplaced == 0);
}

TEST_CASE("runs side by side on the same cores do not mix their regions") {
    Cores cores(4);
    std::atomic<int> wrong{0}, ended{0};
    for (int run = 0; run < 3; ++run)
        cores.enqueue([&] {
            Team team(cores, 0);
            for (int region = 0; region < 300; ++region) {
                team.allot(static_cast<std::size_t>(region % 4));
                std::atomic<std::size_t> sum{0};
                team.for_chunks(10, [&](std::size_t chunk, std::size_t) { sum += chunk; });
                if (sum != 45) ++wrong;
            }
            ++ended;
        });
    CHECK(happens([&] { return ended == 3; }));
    CHECK(wrong == 0);
}

TEST_CASE("guests come when they are allotted, and leave when they are too many") {
    Cores cores(3);
    Team team(cores, 0);
    CHECK(team.width() == 1);
    CHECK(meet(team, 1) == std::set<std::size_t>{0});
    CHECK(team.guest_seconds() == 0);
    for (int times = 0; times < 5; ++times) {
        team.allot(2);
        CHECK(team.width() == 3);
        CHECK(meet(team, 3).size() == 3);
        CHECK(team.guest_seconds() > 0);
        team.allot(0);
        // A core that is given back takes the next task.
        std::atomic<int> others{0}, ended{0};
        for (int i = 0; i < 3; ++i)
            cores.enqueue([&] {
                ++others;
                happens([&] { return others == 3; });
                ++ended;
            });
        CHECK(happens([&] { return ended == 3; }));
    }
    team.allot(7);
    CHECK(team.width() == 3);
}

TEST_CASE("a guest that nothing comes for leaves a flexible team, and the next region invites it again") {
    Cores cores(2);
    Team team(cores, 0);
    team.allot(1);
    REQUIRE(meet(team, 2).size() == 2);
    double before = -1;
    CHECK(happens([&] {  // its seat costs no time any more
        const double now = team.guest_seconds();
        return now == std::exchange(before, now);
    }));
    CHECK(meet(team, 2).size() == 2);
}

TEST_CASE("a run's work is counted once, on whichever thread, and waiting is not counted") {
    constexpr double kBurnt = 0.02;
    Cores cores(2);
    Team team(cores, 2);
    const double start = system_clock().thread_cpu_seconds();
    meet(team, 2);
    const double met = system_clock().thread_cpu_seconds() - start + team.cpu_seconds_beside();
    team.for_chunks(2, [&](std::size_t chunk, std::size_t) {
        if (chunk == 0) burn(kBurnt);  // the thread of chunk 1 is soon ready and waits
    });
    team.for_chunks(8, [&](std::size_t, std::size_t) { burn(kBurnt); });
    const double all = system_clock().thread_cpu_seconds() - start + team.cpu_seconds_beside() - met;
    CHECK(all >= 9 * kBurnt);
    CHECK(all < 10 * kBurnt);
    CHECK(team.region_cpu_seconds() >= 9 * kBurnt);
}

TEST_CASE("the threads of a pinned team are bound to as many CPUs") {
    cpu_set_t all;
    REQUIRE(sched_getaffinity(0, sizeof all, &all) == 0);
    Cores cores(2);
    {
        Team team(cores, 2, true);
        std::atomic<int> of_guest{0}, met{0};
        team.for_chunks(2, [&](std::size_t, std::size_t seat) {
            cpu_set_t own;
            sched_getaffinity(0, sizeof own, &own);
            if (seat == 1) of_guest = CPU_COUNT(&own);
            ++met;
            happens([&] { return met == 2; });
        });
        CHECK(of_guest == std::min(2, CPU_COUNT(&all)));
    }
    std::atomic<int> after{0};
    for (int i = 0; i < 2; ++i)
        cores.enqueue([&] {
            cpu_set_t own;
            sched_getaffinity(0, sizeof own, &own);
            after += CPU_COUNT(&own);
        });
    CHECK(happens([&] { return after == 2 * CPU_COUNT(&all); }));
}
