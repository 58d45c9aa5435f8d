#include "core/state.hpp"

#include <vector>

#include <catch2/catch.hpp>

using namespace reboost;

namespace {

struct Part {
    std::vector<double> values{0, 0};
    void state(StateIO& io) { io("values", values); }
};

struct Whole final : Stateful {
    Part part;
    Rng rng{1, "state"};
    bool flag = false;
    std::uint64_t count = 0;
    std::vector<float> grown;
    void state(StateIO& io) override {
        io.part("part", part);
        io("rng", rng);
        io("flag", flag);
        io("count", count);
        io.any_size("grown", grown);
    }
    virtual ~Whole() = default;
};

}  // namespace

TEST_CASE("What is saved by names is loaded by them", "[core]") {
    Whole first, second;
    first.part.values = {1, 2};
    first.flag = true;
    first.count = 7;
    first.grown = {3, 4, 5};
    first.rng.next();
    Archive archive;
    first.save(archive);
    CHECK(archive.contains("part/values"));
    CHECK(archive.get<std::uint8_t>("flag") == std::vector<std::uint8_t>{1});
    second.load(archive);
    Archive again;
    second.save(again);
    CHECK(again == archive);
    CHECK(first.rng.next() == second.rng.next());
}

TEST_CASE("What is taken equals what is saved, and large arrays are freed", "[core]") {
    struct Scores {
        AlignedVector<double> values{1, 2, 3};
        void state(StateIO& io) { io("values", values); }
    } scores;
    Archive saved, taken;
    save_state(scores, saved);
    CHECK(scores.values.size() == 3);
    take_state(scores, taken);
    CHECK(taken == saved);
    CHECK(scores.values.capacity() == 0);
}

TEST_CASE("An array of another size is refused by name, and both sizes are said", "[core]") {
    Part larger;
    larger.values.push_back(0);
    Archive archive;
    save_state(larger, archive);
    Part part;
    CHECK_THROWS_WITH(load_state(part, archive), "array 'values' has 3 elements, not 2");
    CHECK(part.values.size() == 2);
}
