/// Configs refuse what a run refuses: every booster with every learner, selector and kind of data is checked
/// as `validate` does, and run for two rounds.
#include "boosting/factory/factory.hpp"
#include "config/config.hpp"
#include "config/json.hpp"
#include "config/run_spec.hpp"
#include "config/schema.hpp"
#include "data/load/load.hpp"
#include "support/configs.hpp"
#include "sweep/plan.hpp"

#include <map>

#include <catch2/catch.hpp>

using namespace reboost;

namespace {

struct Deaf final : boosting::RoundObserver {
    void on_round(const boosting::RoundRecord&) override {}
    void on_evaluation(const boosting::EvaluationRecord&) override {}
    bool interrupt() override { return false; }
};

/// Every booster as a config has it, short; those with trials also so.
std::vector<std::string> boosters() {
    std::vector<std::string> all{
        R"({"name": "adaboost_mh", "rounds": 2, "oracle_every": 1})",
        R"({"name": "adaboost_bt", "rounds": 2, "unaffordable": "pass_over"})",
        R"({"name": "adaboost_rs", "rounds": 2, "draw": "each_example"})",
        R"({"name": "abc_mart", "rounds": 2, "base_class": {"name": "fixed", "base": 2}})",
        R"({"name": "abc_mart", "rounds": 2, "base_class": {"name": "bandit", "k": 3}})",
        R"({"name": "speedboost", "rounds": 2, "prices": {"low": 3}})",
        R"({"name": "speedboost", "rounds": 2, "prices": {"rule": "file"}})"};
    for (const config::AlternativeDoc& doc : config::part_docs("booster")) {
        const std::string head = R"({"name": ")" + doc.name + "\"";
        const std::string rounds = config::find_doc(doc.fields, "rounds") ? R"(, "rounds": 2)" : "";
        all.push_back(head + rounds + "}");
        if (config::find_doc(doc.fields, "trials") == nullptr) continue;
        for (const char* train_rows : {"30", "80"})
            all.push_back(head + rounds + R"(, "trials": {"count": 1, "train_rows": )" + train_rows +
                          R"(, "budget_max": 4}})");
    }
    return all;
}

/// Binary, of three classes, with a validation part of its own, with that and several labels per row, none.
constexpr std::array<const char*, 5> kDatasets{
    R"({"name": "twonorm", "rows": 80, "test_rows": 20})",
    R"({"name": "waveform", "rows": 80, "test_rows": 20})",
    R"({"name": "orange-like-churn", "rows": 80, "test_rows": 20, "features": 20})",
    R"({"name": "orange-like", "rows": 80, "test_rows": 20, "features": 20})", R"("none")"};
constexpr std::array<const char*, 7> kSelectors{R"("full")",
                                                R"json("random(2)")json",
                                                R"json("random(50)")json",
                                                R"json("ucb(1)")json",
                                                R"("uct")",
                                                R"("quick_boost")",
                                                R"({"name": "eps_greedy", "variant": "multiboost"})"};
constexpr std::array<const char*, 4> kEvaluations{R"({})", R"({"patience": 2})",
                                                  R"({"validation_fraction": 0.25, "patience": 2})",
                                                  R"({"validation_fraction": 0.001})"};

std::string run_text(const std::string& dataset, const std::string& learner, const std::string& selector,
                     const std::string& booster, const std::string& evaluation) {
    return R"({"dataset": )" + dataset + R"(, "learner": ")" + learner + R"(", "selector": )" + selector +
           R"(, "booster": )" + booster + R"(, "evaluation": )" + evaluation + "}";
}

/// "" or why it is refused.
std::string validate(const std::string& text) {
    try {
        test::parse_config(text, "mine.json");
    } catch (const UsageError& error) {
        return error.what();
    }
    return "";
}

class Runner {
  public:
    /// "" or why it is refused; other errors than of use are thrown on.
    std::string run(const std::string& text) {
        const config::RunSpec spec = config::read_run_spec(config::parse_json(text));
        std::shared_ptr<const data::BinnedSplit>& data = loaded_[sweep::data_key(spec)];
        if (data == nullptr)
            data = std::make_shared<const data::BinnedSplit>(
                data::load_binned(spec.dataset, {}, boosting::binning_of(spec.learner)));
        try {
            Deaf observer;
            boosting::make_booster(config::recipe_of(spec), data, {})->train(observer);
        } catch (const UsageError& error) {
            return error.what();
        }
        return "";
    }

  private:
    std::map<std::string, std::shared_ptr<const data::BinnedSplit>> loaded_;
};

}  // namespace

TEST_CASE("a config is refused if and only if its run is") {
    Runner runner;
    std::size_t accepted = 0, refused = 0;
    const auto compare = [&](const std::string& text) {
        const std::string by_config = validate(text), by_run = runner.run(text);
        (by_run.empty() ? accepted : refused) += 1;
        if (by_config.empty() == by_run.empty()) return;
        FAIL_CHECK(text << "\nconfig: " << by_config << "\nrun: " << by_run);
    };
    for (const char* dataset : kDatasets)
        for (const config::AlternativeDoc& learner : config::part_docs("learner"))
            for (const std::string& booster : boosters()) {
                for (const char* selector : kSelectors)
                    compare(run_text(dataset, learner.name, selector, booster, "{}"));
                for (const char* evaluation : kEvaluations)
                    compare(run_text(dataset, learner.name, R"json("ucb(1)")json", booster, evaluation));
            }
    CHECK(accepted > 250);
    CHECK(refused > 300);
}

TEST_CASE("what the authors' program does not know is refused") {
    const auto refusal = [](const std::string& options) {
        return validate(run_text(kDatasets[0], "stump",
                                 R"({"name": "bandit", "variant": "multiboost", )" + options + "}",
                                 R"("adaboost_mh")", "{}"));
    };
    CHECK(refusal(R"("policy": "exp3_p")").empty());
    CHECK_THAT(refusal(R"("policy": "ucb", "time": "rounds")"), Catch::Contains("counts rewards"));
    CHECK_THAT(refusal(R"("policy": {"name": "ucb_v", "first_pass": "random"})"),
               Catch::Contains("pulls every arm before the first decision"));
    CHECK_THAT(refusal(R"("policy": "ucb", "reward_scale": "quantile")"),
               Catch::Contains("scales no rewards"));
    CHECK_THAT(refusal(R"("policy": {"name": "exp3", "gamma": 0})"),
               Catch::Contains("the program's is 0.01"));
    CHECK_THAT(refusal(R"("policy": {"name": "exp3_p", "delta": 0.2})"), Catch::Contains("derives nothing"));
}
