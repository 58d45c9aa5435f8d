#pragma once
/// A booster and a data source that need no data, for sweeps in memory.
#include "config/config.hpp"
#include "core/checksum.hpp"
#include "core/clock.hpp"
#include "core/rng.hpp"
#include "sweep/environment.hpp"
#include "sweep/sweep.hpp"

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>

#include <unistd.h>

namespace reboost::test {

/// A clock that moves one second each time it is read.
class StepClock final : public Clock {
  public:
    double thread_cpu_seconds() const override { return 0; }
    double wall_seconds() const override { return static_cast<double>(++reads_); }
    double utc_seconds() const override { return now; }

    double now = 1'800'000'000;

  private:
    mutable std::atomic<std::int64_t> reads_{0};
};

/// Draws its edges; its whole state is the generator and the round. `on_round` may throw or request a drain.
class FakeBooster final : public boosting::Booster {
  public:
    using Hook = std::function<void(std::size_t round)>;
    FakeBooster(std::uint64_t seed, std::size_t rounds, Hook on_round)
        : rng_(seed, "fake"), rounds_(rounds), on_round_(std::move(on_round)) {}

    boosting::StopReason train(boosting::RoundObserver& observer) override {
        while (round_ < rounds_) {
            if (on_round_) on_round_(round_ + 1);
            ++round_;
            boosting::RoundRecord record;
            record.round = round_;
            record.edge = rng_.uniform();
            record.work = 10 * round_;
            observer.on_round(record);
            if (round_ % 3 == 0 || round_ == rounds_) evaluate(observer);  // late, in batches
            if (round_ < rounds_ && observer.interrupt()) return boosting::StopReason::interrupted;
        }
        return boosting::StopReason::rounds_done;
    }
    std::size_t rounds_trained() const override { return round_; }
    void state(StateIO& io) override {
        io("rng", rng_);
        io("round", round_);
        io("evaluated", evaluated_);
    }
    void save_model(Archive& archive) const override { archive.put_scalar("last", rng_.state()[0]); }
    void summarise(Archive& archive) const override {
        archive.put("pulls", std::vector<std::uint64_t>{round_});
    }

  private:
    void evaluate(boosting::RoundObserver& observer) {
        while (evaluated_ < round_) {
            boosting::EvaluationRecord record;
            record.round = ++evaluated_;
            record.one_error = 1.0 / static_cast<double>(evaluated_ + 1);
            observer.on_evaluation(record);
        }
    }

    Rng rng_;
    std::size_t rounds_;
    Hook on_round_;
    std::size_t round_ = 0, evaluated_ = 0;
};

/// Knows every name; a data set named "broken" cannot be loaded.
class FakeData final : public sweep::DataSource {
  public:
    boosting::DataFacts shape(const data::DatasetSpec& spec) override {
        return {spec.name, spec.name == "pendigits" ? 7494U : 1000U, 16, classes, false, false, 100};
    }
    std::string checksum(const data::DatasetSpec& spec) override { return sha256_hex(spec.name); }
    bool available(const data::DatasetSpec&) override { return true; }
    data::BinnedSplit load(const data::DatasetSpec& spec, const data::BinningOptions&) override {
        ++loads;
        if (spec.name == "letter" && letter_is_broken)
            throw DataError("letter.data", 3, 7, "expected a number");
        data::BinnedSplit split;
        split.name = spec.name;
        split.provenance.sha256 = changed ? sha256_hex("other data") : checksum(spec);
        return split;
    }
    std::atomic<int> loads{0};
    std::uint64_t classes = 10;
    bool letter_is_broken = false;
    bool changed = false;  ///< since their checksums were asked for
};

/// A clock whose wall seconds a test sets.
struct SetClock final : Clock {
    double thread_cpu_seconds() const override { return 0; }
    double wall_seconds() const override { return now; }
    double utc_seconds() const override { return 1'800'000'000; }
    double now = 100;
};

}  // namespace reboost::test
