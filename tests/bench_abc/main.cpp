/// Trains one of the four gradient boosters on Mnist10k (abc2010 Table 1: the t10k images train, the 60,000
/// others test) and prints, a line a round asked for: loss, test errors, CPU seconds a round.
///
///     abc_bench FOLDER METHOD [rounds=100] [gap=10] [threads=1] [test=0|1] [max_bins=0] [leaves=20]
///
/// FOLDER holds the four IDX files of MNIST. METHOD: mart, logitboost, abc_mart, abc_logitboost.
#include "boosting/gradient_booster.hpp"
#include "core/error.hpp"
#include "data/readers/idx.hpp"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>

#include <sys/resource.h>

namespace {

using namespace reboost;

data::Dataset read_mnist(const std::string& folder, const std::string& part) {
    data::Dataset set;
    set.name = "mnist " + part;
    set.columns = data::read_idx_columns(folder + "/" + part + "-images-idx3-ubyte.gz");
    std::vector<std::string> names;
    for (int digit = 0; digit < 10; ++digit)
        names.push_back(std::to_string(digit));
    set.labels = data::Labels::from_classes(
        data::read_idx_labels(folder + "/" + part + "-labels-idx1-ubyte.gz"), names);
    return set;
}

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

  private:
    void print(double errors) const {
        const std::size_t m = last_.round;
        if (m != 1 && m != 2 && m != 5 && m % 10 != 0) return;
        std::printf("M=%zu loss=%.8g errors=%.0f base=%ld cpu/round=%.4f wall/round=%.4f work/round=%.3g\n",
                    m, last_.training_loss, errors, static_cast<long>(last_.base_class),
                    last_.train_cpu_seconds / static_cast<double>(m),
                    last_.wall_seconds / static_cast<double>(m),
                    static_cast<double>(last_.work) / static_cast<double>(m));
        std::fflush(stdout);
    }
    double test_rows_;
    boosting::RoundRecord last_;
};

boosting::BoosterOptions booster_options(const std::string& method, std::int64_t rounds, std::int64_t gap) {
    boosting::GradientOptions common;
    common.rounds = rounds;
    if (method == "mart") return boosting::MartOptions{common};
    if (method == "logitboost") return boosting::LogitboostOptions{common};
    const boosting::AbcOptions abc{common, selectors::GapBaseOptions{gap}};
    if (method == "abc_mart") return boosting::AbcMartOptions{abc};
    if (method == "abc_logitboost") return boosting::AbcLogitboostOptions{abc};
    throw UsageError("unknown method " + method);
}

int run(int argc, char** argv) {
    if (argc < 3)
        throw UsageError(
            "usage: abc_bench FOLDER METHOD [rounds=N] [gap=G] [threads=T] [test=1] [max_bins=B]");
    std::map<std::string, std::int64_t> set{{"rounds", 100}, {"gap", 10},       {"threads", 1},
                                            {"test", 0},     {"max_bins", 0},   {"leaves", 20},
                                            {"min_leaf", 1}, {"min_split", 10}, {"selector_k", 0}};
    for (int i = 3; i < argc; ++i) {
        const std::string word = argv[i];
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos || !set.contains(word.substr(0, equals)))
            throw UsageError("not understood: " + word);
        set[word.substr(0, equals)] = std::stol(word.substr(equals + 1));
    }
    data::Split split;
    split.train = read_mnist(argv[1], "t10k");
    if (set["test"] != 0) split.test = read_mnist(argv[1], "train");
    learners::RegressionTreeOptions tree;
    tree.leaves = set["leaves"];
    tree.min_leaf_rows = set["min_leaf"];
    tree.min_split_rows = set["min_split"];
    tree.binning = {set["max_bins"], data::BinRule::equal_width};
    const auto data = std::make_shared<const data::BinnedSplit>(data::bin(std::move(split), tree.binning));
    boosting::Recipe recipe{
        booster_options(argv[2], set["rounds"], set["gap"]), tree, selectors::FullOptions{}, {}, 1};
    const auto booster =
        boosting::make_gradient_booster(recipe, data, {static_cast<int>(set["threads"]), &system_clock()});
    Printer printer(data->test.rows);
    const auto reason = booster->train(printer);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    std::printf("%s after %zu rounds; peak memory %.1f MB\n", std::string(stop_reason_name(reason)).c_str(),
                booster->rounds_trained(), static_cast<double>(usage.ru_maxrss) / 1024);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const reboost::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
