#include "bench/child_process.hpp"
#include "bench_abc/gradient_bench.hpp"
#include "core/error.hpp"
#include "core/names.hpp"
#include "data/load/load.hpp"
#include "support/bin_split.hpp"
#include "support/load_split.hpp"
#include "support/team.hpp"

#include <cstdio>
#include <map>

namespace reboost::bench_abc {
namespace {

class Printer final : public boosting::RoundObserver {
  public:
    explicit Printer(std::size_t test_rows) : test_rows_(static_cast<double>(test_rows)) {}
    void on_round(const boosting::RoundRecord& record) override {
        last_ = record;
        if (test_rows_ == 0) print(0);
    }
    void on_evaluation(const boosting::EvaluationRecord& record) override {
        if (record.part == boosting::Part::test) print(record.one_error * test_rows_);
    }
    std::size_t rounds() const { return last_.round; }

  private:
    void print(double errors) const {
        const std::size_t m = last_.round;
        if (m != 1 && m != 2 && m != 5 && m % 10 != 0) return;
        const auto rounds = static_cast<double>(m);
        std::printf("M=%zu loss=%.8g errors=%.0f base=%ld cpu/round=%.4f wall/round=%.4f work/round=%.3g\n",
                    m, last_.training_loss, errors, static_cast<long>(last_.base_class),
                    last_.train_cpu_seconds / rounds, last_.wall_seconds / rounds,
                    static_cast<double>(last_.work) / rounds);
        std::fflush(stdout);
    }
    double test_rows_;
    boosting::RoundRecord last_;
};

using Settings = std::map<std::string, std::int64_t>;

Settings read_settings(const std::vector<std::string>& words) {
    Settings set{{"rounds", 100}, {"gap", 10},    {"threads", 1},   {"test", 0},
                 {"max_bins", 0}, {"leaves", 20}, {"min_leaf", 10}, {"min_split", 10}};
    std::vector<std::string> known;
    for (const auto& [name, value] : set)
        known.push_back(name);
    for (const std::string& word : words) {
        const std::size_t equals = std::min(word.find('='), word.size());
        const auto found = set.find(word.substr(0, equals));
        if (found == set.end() || equals == word.size())
            throw UsageError(unknown_name_message("setting NAME=NUMBER", word.substr(0, equals), known));
        found->second = std::stol(word.substr(equals + 1));
    }
    return set;
}

}  // namespace

void print_path(const std::string& booster, const std::vector<std::string>& settings,
                const data::DataRoot& root) {
    Settings set = read_settings(settings);
    boosting::Recipe recipe = recipe_of(booster, set["gap"], set["rounds"]);
    auto& tree = std::get<learners::RegressionTreeOptions>(recipe.learner);
    tree.leaves = set["leaves"];
    tree.min_leaf_rows = set["min_leaf"];
    tree.min_split_rows = set["min_split"];
    tree.binning = {set["max_bins"], data::BinRule::equal_width};
    data::DatasetSpec spec;
    spec.name = "mnist10k";
    data::Split split = data::load_split(spec, root);
    if (set["test"] == 0) split.test = {};
    const auto data = std::make_shared<const data::BinnedSplit>(testing::bin(std::move(split), tree.binning));
    const auto trained =
        boosting::make_booster(recipe, data, {testing::team_of(static_cast<int>(set["threads"]))});
    Printer printer(data->test.rows);
    const auto reason = trained->train(printer);
    std::printf("%s after %zu rounds; peak memory %.1f MB\n", std::string(enum_name(reason)).c_str(),
                printer.rounds(), bench::own_peak_mb());
}

}  // namespace reboost::bench_abc
