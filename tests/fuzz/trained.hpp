#pragma once
/// A small training run of each kind of booster, to take models and states of.
#include "boosting/compatibility.hpp"
#include "boosting/mh/adaboost_data.hpp"
#include "config/json.hpp"
#include "config/run_spec.hpp"
#include "support/budget_data.hpp"

namespace reboost::fuzz {

struct Trained {
    boosting::Recipe recipe;
    testing::Data data;
    Archive model, state;
};

inline const std::vector<Trained>& trained() {
    static const std::vector<Trained> all = [] {
        std::vector<Trained> list;
        const testing::Data three = testing::random_split({60, 10, 3, false, 5}, 20);
        const auto two =
            std::make_shared<const data::BinnedSplit>(testing::random_budget_problem(3, 40, 5, 6, true));
        const auto add = [&](const testing::Data& data, const std::string& parts) {
            Trained& one = list.emplace_back();
            one.recipe = config::recipe_of(config::read_run_spec(
                config::parse_json(R"({"dataset": ")" + data->name + R"(", )" + parts + "}")));
            one.data = data;
            const auto booster = testing::make(one.recipe, data);
            testing::Recording until;
            until.stop_after = 4;
            booster->train(until);
            booster->save_model(one.model);
            booster->save(one.state);
        };
        const std::string rounds = R"("booster": {"rounds": 8}, )";
        add(three, rounds + R"json("learner": "stump", "selector": "ucb(2)")json");
        add(three, rounds + R"json("learner": "product(2)", "selector": "exp3_p(1)")json");
        add(three, rounds + R"json("learner": "tree(4)", "selector": "uct")json");
        add(three,
            rounds +
                R"json("learner": "stump", "selector": "random(3)", "evaluation": {"patience": 3, "validation_fraction": 0.25})json");
        for (const char* booster : {"mart", "logitboost", "abc_mart", "abc_logitboost"})
            add(three,
                std::string(
                    R"("learner": {"name": "regression_tree", "leaves": 4}, "booster": {"rounds": 8, "name": ")") +
                    booster + "\"}");
        add(two, R"("booster": {"name": "adaboost_bt", "rounds": 8, "budget": 100})");
        add(two, R"("booster": {"name": "adaboost_rs", "rounds": 8, "budget": 100})");
        add(two,
            R"("booster": {"name": "speedboost", "rounds": 8, "trials": {"count": 6, "train_rows": 20, "budget_max": 6}})");
        auto none = std::make_shared<data::BinnedSplit>(*two);
        none->name = boosting::kNoData;
        add(none,
            R"json("selector": "exp3(1)", "booster": {"name": "bandit_problem", "means": [0.4, 0.6]})json");
        return list;
    }();
    return all;
}

}  // namespace reboost::fuzz
