/// Copies of variants that run out of memory.
#include "core/copy_safe_variant.hpp"

#include <new>
#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;

namespace {

/// Cannot be copied for want of memory.
struct Costly {
    Costly() = default;
    Costly(const Costly&) { throw std::bad_alloc(); }
    Costly(Costly&&) noexcept = default;
    Costly& operator=(const Costly&) = default;
    Costly& operator=(Costly&&) noexcept = default;
};

using Holder = CopySafeVariant<std::vector<int>, std::vector<Costly>>;

}  // namespace

TEST_CASE("a copy of a variant for which there is no memory leaves nothing half made") {
    const Holder whole(std::vector<int>{1, 2}), costly(std::vector<Costly>(3));
    CHECK(std::get<0>(Holder(whole)) == std::vector<int>{1, 2});
    CHECK_THROWS_AS(Holder(costly), std::bad_alloc);
    Holder kept = whole;
    CHECK_THROWS_AS(kept = costly, std::bad_alloc);
    CHECK(std::get<0>(kept) == std::vector<int>{1, 2});
}
