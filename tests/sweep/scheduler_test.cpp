#include "sweep/scheduler.hpp"

#include "core/clock.hpp"
#include "core/error.hpp"
#include "sweep/fakes.hpp"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <map>
#include <mutex>
#include <set>

#include <catch2/catch.hpp>
#include <sched.h>

using namespace reboost;
using namespace reboost::sweep;

namespace {

std::shared_ptr<const data::BinnedSplit> empty_split() {
    return std::make_shared<const data::BinnedSplit>();
}

template <class Condition>
bool comes_true(Condition reached) {
    const double end = system_clock().wall_seconds() + 20;
    while (!reached() && system_clock().wall_seconds() < end)
        sched_yield();
    return reached();
}

/// Runs that do what a test says, and what became of them.
struct Sweep {
    explicit Sweep(int count) : cores(count) { options.at_once = static_cast<std::size_t>(count); }

    struct Steps final : RunSteps {
        explicit Steps(Sweep& its_sweep) : sweep(its_sweep) {}
        Admission admit(std::size_t index) override {
            return sweep.admit ? sweep.admit(index) : Admission::granted;
        }
        std::shared_ptr<const data::BinnedSplit> load(std::size_t index) override {
            ++sweep.loads;
            return sweep.load ? sweep.load(index) : empty_split();
        }
        void compute(const StartedRun& started) override {
            {
                const std::lock_guard lock(sweep.mutex);
                sweep.order.push_back(started.index);
                sweep.most = std::max(sweep.most, ++sweep.inside);
            }
            if (sweep.compute) sweep.compute(started);
            const std::lock_guard lock(sweep.mutex);
            --sweep.inside;
        }
        Pace pace(std::size_t index) const override { return sweep.pace ? sweep.pace(index) : Pace{}; }
        Sweep& sweep;
    };

    void run(const std::vector<ScheduledRun>& runs) {
        Steps steps(*this);
        Scheduler scheduler(runs, steps, cores, options, drain);
        for (scheduler.tick(); !scheduler.finished(); scheduler.tick())
            drain.wait(std::chrono::milliseconds(10));
    }

    DrainFlag drain;
    parallel::Cores cores;
    SchedulerOptions options;
    std::function<Admission(std::size_t)> admit;
    std::function<std::shared_ptr<const data::BinnedSplit>(std::size_t)> load;
    std::function<void(const StartedRun&)> compute;
    std::function<Pace(std::size_t)> pace;
    std::mutex mutex;
    std::vector<std::size_t> order;  ///< in which runs computed
    int inside = 0, most = 0;        ///< at once
    std::atomic<int> loads{0};
};

using Indices = std::vector<std::size_t>;

}  // namespace

TEST_CASE("runs of one data set load it once and release it after the last of them") {
    Sweep sweep(1);
    std::map<std::size_t, std::weak_ptr<const data::BinnedSplit>> data;
    sweep.compute = [&](const StartedRun& run) {
        data[run.index] = run.data;
        if (run.index == 1) CHECK(run.data == data[0].lock());
        if (run.index == 2) CHECK(data[0].expired());
    };
    sweep.run({{0, "a"}, {1, "a"}, {2, "b"}});
    CHECK(sweep.order == Indices{0, 1, 2});
    CHECK(sweep.loads == 2);
    CHECK(data[2].expired());
}

TEST_CASE("data that cannot be loaded fails each of its runs and no other") {
    Sweep sweep(2);
    sweep.load = [](std::size_t index) -> std::shared_ptr<const data::BinnedSplit> {
        if (index < 2) throw DataError("broken");
        return empty_split();
    };
    std::atomic<int> failed{0};
    sweep.compute = [&](const StartedRun& run) {
        if (!run.load_error) return;
        CHECK_THROWS_AS(std::rethrow_exception(run.load_error), DataError);
        ++failed;
    };
    sweep.run({{0, "bad"}, {1, "bad"}, {2, "good"}});
    CHECK(failed == 2);
    CHECK(sweep.order.size() == 3);
    CHECK(sweep.loads == 2);
}

TEST_CASE("while one data set loads, runs whose data is at hand start") {
    Sweep sweep(2);
    std::atomic<bool> first_was_ready{false}, third_ran{false}, in_time{false};
    sweep.load = [&](std::size_t index) {
        if (index == 1) in_time = comes_true([&] { return third_ran.load(); });
        return empty_split();
    };
    sweep.compute = [&](const StartedRun& run) {
        if (run.index == 2) third_ran = true;
    };
    sweep.run({{0, "a"}, {1, "b"}, {2, "a"}});
    CHECK(in_time);
    CHECK(sweep.loads == 2);
}

TEST_CASE("runs of another process are asked for again until they are stored or free") {
    Sweep sweep(2);
    std::atomic<int> asked_0{0}, asked_1{0};
    sweep.admit = [&](std::size_t index) {
        if (index == 0) return ++asked_0 < 3 ? Admission::computed_elsewhere : Admission::ended_elsewhere;
        return ++asked_1 < 2 ? Admission::computed_elsewhere : Admission::granted;
    };
    sweep.run({{0, "a"}, {1, "a"}});
    CHECK(sweep.order == Indices{1});
    CHECK(asked_0 == 3);
    CHECK(asked_1 == 2);
}

TEST_CASE("a run of another process is looked at again while others are pending") {
    Sweep sweep(1);
    std::atomic<int> asked{0};
    sweep.admit = [&](std::size_t index) {
        return index == 0 && ++asked < 2 ? Admission::computed_elsewhere : Admission::granted;
    };
    std::vector<ScheduledRun> runs;
    for (std::size_t i = 0; i < 8; ++i)
        runs.push_back({i, "a"});
    sweep.compute = [](const StartedRun&) {
        const double end = system_clock().wall_seconds() + 0.5;
        comes_true([&] { return system_clock().wall_seconds() > end; });
    };
    sweep.run(runs);
    REQUIRE(sweep.order.size() == 8);
    CHECK(sweep.order.back() != 0);
}

TEST_CASE("a run that ended elsewhere neither computes nor loads its data") {
    Sweep sweep(1);
    sweep.admit = [](std::size_t) { return Admission::ended_elsewhere; };
    sweep.run({{0, "a"}, {1, "b"}});
    CHECK(sweep.order.empty());
    CHECK(sweep.loads == 0);
}

TEST_CASE("a drained sweep starts nothing more, also where runs of another process are left") {
    Sweep sweep(2);
    sweep.admit = [&](std::size_t) {
        sweep.drain.request();
        return Admission::computed_elsewhere;
    };
    sweep.run({{0, "a"}, {1, "a"}, {2, "a"}, {3, "a"}});
    CHECK(sweep.order.empty());
}

TEST_CASE("every run computes exactly once, on as many cores as there are") {
    Sweep sweep(4);
    std::vector<ScheduledRun> runs;
    for (std::size_t i = 0; i < 500; ++i)
        runs.push_back({i, "data" + std::to_string(i % 7)});
    std::atomic<int> met{0};
    sweep.compute = [&](const StartedRun&) {
        if (met < 4) {  // the first four meet
            ++met;
            comes_true([&] { return met >= 4; });
        }
    };
    sweep.run(runs);
    CHECK(sweep.order.size() == 500);
    CHECK(std::set<std::size_t>(sweep.order.begin(), sweep.order.end()).size() == 500);
    CHECK(sweep.most == 4);
}

TEST_CASE("the results folder's failure ends the sweep, and what runs ends first") {
    Sweep sweep(2);
    std::atomic<bool> other_ended{false};
    sweep.admit = [&](std::size_t index) {
        if (index == 1) throw IoError("no results folder");
        return Admission::granted;
    };
    sweep.compute = [&](const StartedRun&) {
        other_ended = comes_true([&] { return sweep.drain.requested(); });
    };
    CHECK_THROWS_AS(sweep.run({{0, "a"}, {1, "a"}, {2, "a"}}), IoError);
    CHECK(other_ended);
    CHECK(sweep.order == Indices{0});
}

TEST_CASE("a run that does not fit beside the running ones waits, and a smaller one goes first") {
    Sweep sweep(2);
    sweep.options.memory = 100;
    std::atomic<bool> third_ran{false};
    sweep.compute = [&](const StartedRun& run) {
        if (run.index == 0) CHECK(comes_true([&] { return third_ran.load(); }));
        if (run.index == 2) third_ran = true;
    };
    sweep.run({{0, "a", 50, 10}, {1, "b", 50, 10}, {2, "a", 50, 10}});  // b's data do not fit beside a's
    REQUIRE(sweep.order.size() == 3);
    CHECK(sweep.order.back() == 1);
}

TEST_CASE("small runs cannot overtake a large one for ever") {
    Sweep sweep(2);
    sweep.options.memory = 100;
    std::vector<ScheduledRun> runs{{0, "a", 0, 60}, {1, "a", 0, 90}};
    for (std::size_t i = 2; i < 60; ++i)
        runs.push_back({i, "a", 0, 40});
    std::atomic<int> met{0};
    sweep.compute = [&](const StartedRun& run) {  // the large one never finds a moment without a small one
        if (run.index != 1 && met < 2) {
            ++met;
            comes_true([&] { return met >= 2; });
        }
    };
    sweep.run(runs);
    REQUIRE(sweep.order.size() == 60);
    const auto place = std::ranges::find(sweep.order, 1U) - sweep.order.begin();
    CHECK(place >= 2);
    CHECK(place <= 6);
}

TEST_CASE("where no memory is left what needs none goes first, the others one at a time") {
    Sweep sweep(2);
    sweep.options.memory = 0;
    sweep.run({{0, "a", 50, 10}, {1, "b", 0, 0}, {2, "c", 50, 10}});
    CHECK(sweep.order.front() == 1);
    CHECK(sweep.order.size() == 3);
}

TEST_CASE("a run that fits nowhere starts when it is alone") {
    Sweep sweep(2);
    sweep.options.memory = 100;
    std::atomic<int> beside{0};
    sweep.compute = [&](const StartedRun& run) {
        const std::lock_guard lock(sweep.mutex);
        if (run.index == 0) beside += sweep.inside - 1;
    };
    sweep.run({{0, "a", 500, 10}, {1, "b", 50, 10}});
    CHECK(sweep.order == Indices{1, 0});
    CHECK(beside == 0);
}

TEST_CASE("cores that no run needs go to the run that would end last, and come back to runs") {
    Sweep sweep(4);
    sweep.options.threads = 0;
    sweep.pace = [](std::size_t index) { return Pace{0, index == 0 ? 100.0 : 1.0}; };
    std::atomic<std::size_t> of_long{0}, of_short{9};
    std::atomic<bool> seen{false};
    sweep.compute = [&](const StartedRun& run) {
        REQUIRE(run.team);
        if (run.index == 0) {
            of_long = comes_true([&] { return run.team->width() == 3; }) ? 3 : 0;
            seen = true;
        } else {
            comes_true([&] { return seen.load(); });
            of_short = run.team->width();
        }
    };
    sweep.run({{0, "a"}, {1, "a"}});
    CHECK(of_long == 3);
    CHECK(of_short >= 1);

    Sweep full(2);  // no core is left: nobody is helped
    full.options.threads = 0;
    full.pace = [](std::size_t) { return Pace{0, 10}; };
    std::atomic<int> met{0}, alone{0}, looked{0};
    full.compute = [&](const StartedRun& run) {
        ++met;
        comes_true([&] { return met == 2; });
        alone += run.team->width() == 1 ? 1 : 0;
        ++looked;
        comes_true([&] { return looked == 2; });
    };
    full.run({{0, "a"}, {1, "a"}});
    CHECK(alone == 2);
}

TEST_CASE("a run alone gets all cores: the eighth still saves an eighth of its time") {
    Sweep sweep(8);
    sweep.options.threads = 0;
    sweep.pace = [](std::size_t) { return Pace{0, 10}; };
    bool all = false;
    sweep.compute = [&](const StartedRun& run) { all = comes_true([&] { return run.team->width() == 8; }); };
    sweep.run({{0, "a"}});
    CHECK(all);
}

TEST_CASE("a run that guests cannot help gets none") {
    Sweep sweep(2);
    sweep.options.threads = 0;
    std::atomic<int> looks{0};
    sweep.pace = [&](std::size_t) {  // its work goes on, none of it in regions
        return Pace{0.1 * ++looks, 100};
    };
    bool left = false;
    sweep.compute = [&](const StartedRun& run) {
        left = comes_true([&] { return looks > 3 && run.team->width() == 1; });
    };
    sweep.run({{0, "a"}});
    CHECK(left);
}
