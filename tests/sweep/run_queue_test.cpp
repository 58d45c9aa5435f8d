#include "sweep/run_queue.hpp"

#include "core/error.hpp"
#include "sweep/fakes.hpp"
#include "sweep/machine.hpp"

#include <atomic>
#include <fstream>
#include <mutex>
#include <set>
#include <thread>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::sweep;

namespace {

std::shared_ptr<const data::BinnedSplit> empty_split() {
    return std::make_shared<const data::BinnedSplit>();
}

Admission always(std::size_t) {
    return Admission::granted;
}

}  // namespace

TEST_CASE("runs of one data set load it once and release it after the last of them") {
    int loads = 0;
    const DrainFlag drain;
    RunQueue queue(
        {{0, "a"}, {1, "a"}, {2, "b"}},
        [&](std::size_t) {
            ++loads;
            return empty_split();
        },
        always, drain);
    auto first = queue.next();
    auto second = queue.next();
    REQUIRE((first && second));
    CHECK(first->data == second->data);
    CHECK(loads == 1);
    const std::weak_ptr<const data::BinnedSplit> data = first->data;
    first.reset();
    second.reset();
    queue.done(0);
    CHECK_FALSE(data.expired());
    queue.done(1);
    CHECK(data.expired());
    const auto third = queue.next();
    REQUIRE(third);
    CHECK(third->index == 2);
    CHECK(loads == 2);
    queue.done(2);
    CHECK_FALSE(queue.next());
}

TEST_CASE("data that cannot be loaded fails each of its runs and no other") {
    const DrainFlag drain;
    RunQueue queue(
        {{0, "bad"}, {1, "bad"}, {2, "good"}},
        [](std::size_t index) -> std::shared_ptr<const data::BinnedSplit> {
            if (index < 2) throw DataError("broken");
            return empty_split();
        },
        always, drain);
    for (int i = 0; i < 2; ++i) {
        const auto item = queue.next();
        REQUIRE(item);
        CHECK_THROWS_AS(std::rethrow_exception(item->load_error), DataError);
        queue.done(item->index);
    }
    const auto good = queue.next();
    REQUIRE(good);
    CHECK_FALSE(good->load_error);
}

TEST_CASE("while one data set loads, other workers get runs whose data is at hand") {
    const DrainFlag drain;
    std::atomic<bool> second_was_served{false};
    RunQueue* self = nullptr;
    RunQueue queue(
        {{0, "a"}, {1, "b"}, {2, "a"}},
        [&](std::size_t index) {
            if (index == 1) {  // in the middle of loading b, somebody else asks
                std::thread other([&] {
                    const auto item = self->next();
                    second_was_served = item && item->index == 2;
                });
                other.join();
            }
            return empty_split();
        },
        always, drain);
    self = &queue;
    CHECK(queue.next()->index == 0);
    CHECK(queue.next()->index == 1);
    CHECK(second_was_served);
}

TEST_CASE("runs of another process are asked for again until they are stored or free") {
    const DrainFlag drain;
    int asked_0 = 0, asked_1 = 0;
    RunQueue queue(
        {{0, "a"}, {1, "a"}}, [](std::size_t) { return empty_split(); },
        [&](std::size_t index) {
            if (index == 0)
                return ++asked_0 < 3 ? Admission::computed_elsewhere : Admission::stored_elsewhere;
            return ++asked_1 < 2 ? Admission::computed_elsewhere : Admission::granted;
        },
        drain);
    const auto item = queue.next();
    REQUIRE(item);
    CHECK(item->index == 1);
    queue.done(1);
    CHECK_FALSE(queue.next());
    CHECK(queue.stored_elsewhere() == 1);
}

TEST_CASE("a run that failed elsewhere is neither handed out nor stored") {
    const DrainFlag drain;
    RunQueue queue(
        {{0, "a"}}, [](std::size_t) { return empty_split(); },
        [](std::size_t) { return Admission::failed_elsewhere; }, drain);
    CHECK_FALSE(queue.next());
    CHECK(queue.stored_elsewhere() == 0);
}

TEST_CASE("a drained queue hands out nothing, also to those who wait") {
    DrainFlag drain;
    RunQueue queue(
        {{0, "a"}}, [](std::size_t) { return empty_split(); },
        [&](std::size_t) {
            drain.request();
            return Admission::computed_elsewhere;
        },
        drain);
    CHECK_FALSE(queue.next());
}

TEST_CASE("many workers get every run exactly once") {
    const DrainFlag drain;
    std::vector<QueuedRun> runs;
    for (std::size_t i = 0; i < 200; ++i)
        runs.push_back({i, "data" + std::to_string(i % 7)});
    RunQueue queue(
        runs, [](std::size_t) { return empty_split(); }, always, drain);
    std::mutex mutex;
    std::multiset<std::size_t> seen;
    {
        std::vector<std::jthread> workers;
        for (int i = 0; i < 4; ++i)
            workers.emplace_back([&] {
                while (const auto item = queue.next()) {
                    {
                        const std::lock_guard lock(mutex);
                        seen.insert(item->index);
                    }
                    queue.done(item->index);
                }
            });
    }
    CHECK(seen.size() == 200);
    CHECK(std::set<std::size_t>(seen.begin(), seen.end()).size() == 200);
}

TEST_CASE("a run that does not fit beside the running ones waits, and a smaller one goes first") {
    const DrainFlag drain;
    RunQueue queue(
        {{0, "a", 50, 10}, {1, "b", 50, 10}, {2, "a", 50, 10}}, [](std::size_t) { return empty_split(); },
        always, drain, 100);
    CHECK(queue.next()->index == 0);
    CHECK(queue.next()->index == 2);  // b's data do not fit beside a's
    queue.done(0);
    queue.done(2);
    CHECK(queue.next()->index == 1);
    queue.done(1);
    CHECK_FALSE(queue.next());
}

TEST_CASE("where no memory is left what needs none goes first, the others one at a time") {
    const DrainFlag drain;
    RunQueue queue(
        {{0, "a", 50, 10}, {1, "b", 0, 0}}, [](std::size_t) { return empty_split(); }, always, drain, 0);
    CHECK(queue.next()->index == 1);
    queue.done(1);
    CHECK(queue.next()->index == 0);
}

TEST_CASE("a control group that is full leaves nothing, and files that it caches are free") {
    const test::TemporaryFolder group;
    CHECK_FALSE(group_memory_left(group.path));
    std::ofstream(group.path / "memory.max") << "max\n";
    CHECK_FALSE(group_memory_left(group.path));
    std::ofstream(group.path / "memory.max") << "1000\n";
    std::ofstream(group.path / "memory.current") << "1000\n";
    CHECK(group_memory_left(group.path) == 0.0);
    std::ofstream(group.path / "memory.stat") << "anon 600\nfile 400\ninactive_file 300\nactive_file 100\n";
    CHECK(group_memory_left(group.path) == 300.0);
    std::ofstream(group.path / "memory.current") << "1500\n";
    CHECK(group_memory_left(group.path) == 0.0);
}

TEST_CASE("a run that fits nowhere starts when it is alone") {
    const DrainFlag drain;
    RunQueue queue(
        {{0, "a", 500, 10}, {1, "b", 50, 10}}, [](std::size_t) { return empty_split(); }, always, drain, 100);
    CHECK(queue.next()->index == 1);
    queue.done(1);
    CHECK(queue.next()->index == 0);
}
