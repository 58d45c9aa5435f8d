#include "bandits/options.hpp"

#include <catch2/catch.hpp>

using namespace reboost::bandits;

namespace {

struct SilentOptions {
    static constexpr std::string_view kName = "silent";
};

// A policy that does not say whether it draws is no policy: the list of policies would not compile with it.
static_assert(!StatedPolicy<SilentOptions>);

}  // namespace

TEST_CASE("a policy's options say whether it draws random numbers") {
    CHECK_FALSE(draws(UcbOptions{}));
    CHECK_FALSE(draws(UcbVOptions{}));
    CHECK(draws(UcbOptions{.first_pass = FirstPass::random}));
    CHECK(draws(UcbVOptions{.first_pass = FirstPass::random}));
    CHECK(draws(EpsGreedyOptions{}));
    CHECK(draws(ProportionalOptions{}));
}
