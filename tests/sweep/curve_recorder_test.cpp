#include "core/error.hpp"
#include "sweep/runner.hpp"

#include <bit>

#include <catch2/catch.hpp>

using namespace reboost;
using boosting::EvaluationRecord;
using boosting::Part;
using boosting::RoundRecord;
using sweep::CurveRecorder;

namespace {

RoundRecord round_of(std::size_t t) {
    RoundRecord record;
    record.round = t;
    record.edge = 1.0 / static_cast<double>(t);
    record.alpha = 0.5;
    record.feature = static_cast<std::int64_t>(t % 3);
    record.train_cpu_seconds = 0.25 * static_cast<double>(t);
    record.work = 100 * t;
    return record;
}

EvaluationRecord losses(std::size_t t, Part part, double error, double seconds) {
    EvaluationRecord record;
    record.round = t;
    record.part = part;
    record.one_error = error;
    record.eval_cpu_seconds = seconds;
    return record;
}

/// Four rounds; test every round (in a batch that arrives late), train after rounds 1 and 4.
CurveRecorder four_rounds() {
    CurveRecorder recorder;
    recorder.on_round(round_of(1));
    recorder.on_evaluation(losses(1, Part::train, 0.5, 0.125));
    recorder.on_round(round_of(2));
    recorder.on_evaluation(losses(1, Part::test, 0.75, 0.25));
    recorder.on_evaluation(losses(2, Part::test, 0.5, 0.25));
    recorder.on_round(round_of(3));
    recorder.on_round(round_of(4));
    recorder.on_evaluation(losses(3, Part::test, 0.25, 0.5));
    recorder.on_evaluation(losses(4, Part::test, 0.125, 0.5));
    recorder.on_evaluation(losses(4, Part::train, 0.0, 1.0));
    return recorder;
}

}  // namespace

TEST_CASE("curves hold one value per round and drop what was never measured") {
    const Archive curves = four_rounds().curves();
    CHECK(curves.get<std::uint64_t>("round") == std::vector<std::uint64_t>{1, 2, 3, 4});
    CHECK(curves.get<double>("edge")[3] == 0.25);
    CHECK(curves.get<std::int64_t>("feature") == std::vector<std::int64_t>{1, 2, 0, 1});
    CHECK(curves.get<std::uint64_t>("work").back() == 400);
    CHECK(curves.find("train_cpu_seconds").units == "s");
    CHECK_FALSE(curves.find("edge").long_name.empty());
    for (const char* name : {"training_loss", "spent", "base_class", "test_auc", "log_exponential_loss"})
        CHECK_FALSE(curves.contains(name));
}

TEST_CASE("a part evaluated every round joins the rounds' axis, a coarser one gets its own") {
    const Archive curves = four_rounds().curves();
    CHECK(curves.get<double>("test_error") == std::vector<double>{0.75, 0.5, 0.25, 0.125});
    CHECK_FALSE(curves.contains("test/round"));
    CHECK(curves.get<std::uint64_t>("train/round") == std::vector<std::uint64_t>{1, 4});
    CHECK(curves.get<double>("train/error") == std::vector<double>{0.5, 0.0});
    CHECK_FALSE(curves.contains("train_error"));
}

TEST_CASE("evaluation seconds of a round are the largest reported up to it") {
    const Archive curves = four_rounds().curves();
    CHECK(curves.get<double>("eval_cpu_seconds") == std::vector<double>{0.25, 0.25, 0.5, 1.0});
}

TEST_CASE("seconds are kept to 18 bits, rounded, all else as it is") {
    const std::uint64_t one = std::bit_cast<std::uint64_t>(1.0), bit = std::uint64_t{1} << 35;
    CurveRecorder recorder;
    std::size_t round = 0;
    for (const std::uint64_t bits : {one, one + bit / 2 - 1, one + bit / 2, one + 7 * bit + 5}) {
        RoundRecord record = round_of(++round);
        record.train_cpu_seconds = record.edge = std::bit_cast<double>(bits);
        recorder.on_round(record);
    }
    const Archive curves = recorder.curves();
    std::vector<std::uint64_t> kept;
    for (const double seconds : curves.get<double>("train_cpu_seconds"))
        kept.push_back(std::bit_cast<std::uint64_t>(seconds) - one);
    CHECK(kept == std::vector<std::uint64_t>{0, 0, bit, 7 * bit});
    CHECK(std::bit_cast<std::uint64_t>(curves.get<double>("edge")[3]) == one + 7 * bit + 5);
}

TEST_CASE("a recorder that went through a checkpoint continues bit for bit") {
    const CurveRecorder whole = four_rounds();
    CurveRecorder first;
    first.on_round(round_of(1));
    first.on_evaluation(losses(1, Part::train, 0.5, 0.125));
    first.on_round(round_of(2));
    Archive saved;
    save_state(first, saved);
    CurveRecorder second;
    second.on_round(round_of(1));  // forgotten by load
    second.load(saved);
    CHECK(second.rounds() == 2);
    second.on_evaluation(losses(1, Part::test, 0.75, 0.25));
    second.on_evaluation(losses(2, Part::test, 0.5, 0.25));
    second.on_round(round_of(3));
    second.on_round(round_of(4));
    second.on_evaluation(losses(3, Part::test, 0.25, 0.5));
    second.on_evaluation(losses(4, Part::test, 0.125, 0.5));
    second.on_evaluation(losses(4, Part::train, 0.0, 1.0));
    CHECK(second.curves() == whole.curves());
}

TEST_CASE("a checkpoint whose columns are of different lengths is refused") {
    Archive saved;
    save_state(four_rounds(), saved);
    for (const char* column : {"numbers/edge", "parts/test/loss/auc", "evaluation_seconds"}) {
        Archive longer = saved;
        std::vector<double> values = saved.get<double>(column);
        values.push_back(0);
        longer.put(column, values);
        CHECK_THROWS_AS(CurveRecorder().load(longer), DataError);
    }
    CHECK_NOTHROW(CurveRecorder().load(saved));
}

TEST_CASE("an empty recorder survives a checkpoint") {
    Archive saved;
    save_state(CurveRecorder(), saved);
    CurveRecorder loaded;
    loaded.load(saved);
    CHECK(loaded.rounds() == 0);
    loaded.on_round(round_of(1));
    CHECK(loaded.curves().get<double>("edge") == std::vector<double>{1.0});
}

TEST_CASE("a round out of order and a loss out of order are refused") {
    CurveRecorder recorder = four_rounds();
    CHECK_THROWS_AS(recorder.on_round(round_of(4)), TrainingError);
    CHECK_THROWS_AS(recorder.on_round(round_of(6)), TrainingError);
    CHECK_THROWS_AS(recorder.on_evaluation(losses(4, Part::test, 0, 1)), TrainingError);
}

TEST_CASE("a loss measured more seldom than the others of its part has its own rounds") {
    CurveRecorder recorder;
    for (std::size_t t = 1; t <= 3; ++t) {
        recorder.on_round(round_of(t));
        EvaluationRecord record = losses(t, Part::test, 0.5, 0);
        if (t != 2) record.auc = 0.25 * static_cast<double>(t);
        recorder.on_evaluation(record);
    }
    const Archive curves = recorder.curves();
    CHECK(curves.get<double>("test_error").size() == 3);
    CHECK(curves.get<double>("test/auc") == std::vector<double>{0.25, 0.75});
    CHECK(curves.get<std::uint64_t>("test/round") == std::vector<std::uint64_t>{1, 3});
    CHECK_FALSE(curves.contains("test_auc"));
}
