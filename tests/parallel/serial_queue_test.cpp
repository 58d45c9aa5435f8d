#include "core/error.hpp"
#include "parallel/cores.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;
using parallel::Cores;
using parallel::SerialQueue;

TEST_CASE("jobs are done in order, one at a time, however few may wait") {
    for (const std::size_t most : {0U, 1U, 16U}) {
        Cores cores(2);
        std::vector<int> done;
        std::atomic<int> inside{0}, together{0};
        SerialQueue queue(cores, most);
        for (int i = 0; i < 200; ++i)
            queue.put([&, i] {
                if (++inside > 1) ++together;
                done.push_back(i);
                --inside;
            });
        queue.close();
        REQUIRE(done.size() == 200);
        CHECK(std::is_sorted(done.begin(), done.end()));
        CHECK(together == 0);
        queue.close();
    }
}

TEST_CASE("where more jobs wait than may, who puts one does the next itself") {
    Cores cores(1);
    std::atomic<bool> over{false};
    REQUIRE(cores.enqueue_aside([&] { over.wait(false); }));  // the worker that does jobs is busy
    std::vector<int> done;
    SerialQueue queue(cores, 2);
    for (int i = 0; i < 4; ++i) {
        queue.put([&, i] { done.push_back(i); });
        CHECK(std::ssize(done) == std::max(0, i - 1));
    }
    over = true;
    over.notify_all();
    queue.close();
    CHECK(done == std::vector<int>{0, 1, 2, 3});
}

TEST_CASE("what a job holds is given back before the next begins") {
    Cores cores(1);
    SerialQueue queue(cores, 4);
    std::weak_ptr<int> before;
    int still_held = 0;
    for (int i = 0; i < 50; ++i) {
        queue.put([&, held = std::make_shared<int>(i)] {
            still_held += before.expired() ? 0 : 1;
            before = held;
        });
    }
    queue.close();
    CHECK(still_held == 0);
    CHECK(before.expired());
}

TEST_CASE("a job that throws ends the queue: reported once, later jobs dropped, close rethrows") {
    Cores cores(2);
    std::atomic<int> reports{0}, after{0};
    SerialQueue queue(cores, 20, [&] { ++reports; });
    std::atomic<bool> all_put{false};
    queue.put([&] {
        all_put.wait(false);
        throw IoError("no space left");
    });
    for (int i = 0; i < 16; ++i)
        queue.put([&] { ++after; });
    all_put = true;
    all_put.notify_all();
    CHECK_THROWS_AS(queue.close(), IoError);
    CHECK(reports == 1);
    CHECK(after == 0);
}
