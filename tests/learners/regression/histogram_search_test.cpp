#include "learners/regression/histogram_search.hpp"

#include <catch2/catch.hpp>

using namespace reboost::learners;

TEST_CASE("of the free arrays the one used last comes first, and a new one only where none is free") {
    HistogramPool pool;
    const int a = pool.acquire(4), b = pool.acquire(4), c = pool.acquire(4);
    CHECK(a != b);
    CHECK(b != c);
    CHECK(a != c);
    pool.use(b).front() = 7;
    pool.use(a);
    pool.release(b);
    pool.release(a);
    pool.release(c);
    CHECK(pool.acquire(4) == a);
    CHECK(pool.acquire(4) == b);
    CHECK(pool.use(b).front() == 7);
    CHECK(pool.acquire(4) == c);
    const int d = pool.acquire(2);
    CHECK(d != c);
    pool.release(d);
    CHECK(pool.acquire(8) == d);
    CHECK(pool.use(d).size() >= 8);
}
