#include "boosting/bookkeeping.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::boosting;

namespace {

EvaluationRecord measured(std::size_t round, double error, Part part = Part::validation) {
    EvaluationRecord record;
    record.round = round;
    record.part = part;
    record.one_error = error;
    return record;
}

}  // namespace

TEST_CASE("patience counts the rounds since the first of the lowest validation errors") {
    EarlyStopping stopping(3);
    CHECK_FALSE(stopping.out_of_patience(100));  // nothing was measured yet
    CHECK(stopping.best_round(7) == 7);
    stopping.note(measured(1, 0.5));
    stopping.note(measured(2, 0.25));
    stopping.note(measured(3, 0.25));               // no better
    stopping.note(measured(4, 0.125, Part::test));  // another part
    stopping.note(measured(4, 0.375));
    CHECK(stopping.best_round(7) == 2);
    CHECK_FALSE(stopping.out_of_patience(4));
    CHECK(stopping.out_of_patience(5));

    Archive saved;
    save_state(stopping, saved);
    EarlyStopping resumed(3);
    load_state(resumed, saved);
    CHECK(resumed.best_round(7) == 2);
    CHECK(resumed.out_of_patience(5));
    resumed.note(measured(5, 0.2));
    CHECK(resumed.best_round(7) == 5);
}

TEST_CASE("without patience training never stops early, the best round is known all the same") {
    EarlyStopping stopping(0);
    stopping.note(measured(1, 0.5));
    CHECK_FALSE(stopping.out_of_patience(1000));
    CHECK(stopping.best_round(1000) == 1);
}
