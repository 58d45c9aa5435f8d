#include "config/identity.hpp"

#include "config/label.hpp"
#include "config/run_spec.hpp"
#include "core/checksum.hpp"
#include "support/configs.hpp"

#include <set>
#include <string>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::config;

namespace {

RunSpec spec_of(const char* text) {
    return test::plan(text).runs.at(0).spec;
}

}  // namespace

TEST_CASE("the canonical form leaves out what is at its default and keeps every alternative's name") {
    const RunSpec spec =
        spec_of(R"json({"dataset": "pendigits", "selector": "ucb(1)", "booster": {"rounds": 1000}})json");
    CHECK(
        to_json(canonical_value(spec), -1, true) ==
        R"json({"booster":{"name":"adaboost_mh"},"dataset":{"name":"pendigits"},"learner":{"name":"stump"},)json"
        R"json("selector":{"name":"bandit","policy":{"name":"ucb"}}})json");
}

TEST_CASE("the canonical form keeps what differs, also inside a part whose own default differs") {
    const RunSpec spec = spec_of(
        R"json({"dataset": "usps", "booster": {"name": "mart", "rounds": 5}, "seed": 3, "timing": "timing",
        "selector": {"name": "bandit", "policy": {"name": "exp3_p", "eta": 0.5}, "k": 2, "reward": "log"},
        "learner": {"name": "regression_tree", "binning": {"max_bins": 0}}})json");
    CHECK(
        to_json(canonical_value(spec), -1, true) ==
        R"json({"booster":{"name":"mart","rounds":5},"dataset":{"name":"usps"},)json"
        R"json("learner":{"binning":{"max_bins":0},"name":"regression_tree"},"seed":3,)json"
        R"json("selector":{"k":2,"name":"bandit","policy":{"eta":0.5,"name":"exp3_p"},"reward":"log"},"timing":"timing"})json");
}

TEST_CASE("a run's identity is the SHA-256 of a text that this test spells out") {
    const RunSpec spec =
        spec_of(R"json({"dataset": "pendigits", "selector": "random(5)", "booster": {"rounds": 200}})json");
    const std::string text =
        R"json({"dataset_sha256":"d1","revision":"adaboost_mh 2, stump 1, random 1","spec":{)json"
        R"json("booster":{"name":"adaboost_mh","rounds":200},"dataset":{"name":"pendigits"},"learner":{"name":"stump"},)json"
        R"json("selector":{"k":5,"name":"random"}}})json";
    CHECK(algorithm_revision(spec) == "adaboost_mh 2, stump 1, random 1");
    CHECK(run_id(spec, "d1") == sha256_hex(text));
    // Pinned: an identity that changes makes every stored run unknown.
    CHECK(run_id(spec, "d1") == "8c810b71f0475433792dcfeacff5600d6e7a03413ca9af6296d5002b6292d8da");
}

TEST_CASE("lists and what they stand for, written out by hand, are the same runs") {
    const auto ids_of = [](const std::string& text) {
        std::set<std::string> ids;
        for (const PlannedRun& run : test::plan(text).runs)
            ids.insert(run_id(run.spec, "d1"));
        return ids;
    };
    std::set<std::string> by_hand;
    for (const std::string dataset : {"letter", "pendigits"})
        for (const std::string learner : {R"("stump")", R"({"name": "product", "terms": 3})"})
            for (const std::string k : {"2", "7"})
                for (const std::string seed : {"4", "5", "6"})
                    by_hand.merge(ids_of(R"({"dataset": {"name": ")" + dataset + R"("}, "learner": )" +
                                         learner + R"(, "selector": {"name": "random", "k": )" + k +
                                         R"(}, "booster": {"name": "adaboost_mh", "rounds": 30}, "seed": )" +
                                         seed + "}"));
    CHECK(by_hand.size() == 24);
    CHECK(ids_of(R"json({"dataset": ["letter", "pendigits"], "learner": ["stump", "product(3)"],
        "selector": ["random(2)", "random(7)"], "booster": {"rounds": 30}, "seed": {"range": [4, 6]}})json") ==
          by_hand);
}

TEST_CASE("the revision of every choice within a run's options counts once it is raised") {
    const RunSpec trimmed = spec_of(R"json({"dataset": "pendigits", "selector": "ucb(1)",
        "booster": {"name": "adaboost_mh", "rows": "weight_trimming"}})json");
    const RunSpec bandit = spec_of(R"json({"dataset": "pendigits", "learner": "regression_tree", "booster":
        {"name": "abc_mart", "rows": "goss", "base_class": {"name": "bandit", "policy": "exp3"}}})json");
    const auto revision = [](const RunSpec& spec, Revision raised) {
        return algorithm_revision(spec, std::span(&raised, 1));
    };
    const std::string abc = "abc_mart 1, regression_tree 1, full 1";
    CHECK(revision(trimmed, {"exp3", 2}) == "adaboost_mh 1, stump 1, bandit 1, ucb 1");
    CHECK(revision(trimmed, {"ucb", 2}) == "adaboost_mh 1, stump 1, bandit 1, ucb 2");
    CHECK(revision(trimmed, {"rows.weight_trimming", 2}) ==
          "adaboost_mh 1, stump 1, bandit 1, ucb 1, rows.weight_trimming 2");
    CHECK(revision(bandit, {"ucb", 2}) == abc);
    CHECK(revision(bandit, {"bandit", 2}) == abc);
    CHECK(revision(bandit, {"rows.goss", 3}) == abc + ", rows.goss 3");
    CHECK(revision(bandit, {"base_class.bandit", 2}) == abc + ", base_class.bandit 2");
    CHECK(revision(bandit, {"exp3", 2}) == abc + ", exp3 2");
    CHECK(revision(bandit, {"regression_tree.full", 2}) == abc + ", regression_tree.full 2");
    CHECK(revision(trimmed, {"regression_tree.full", 2}) == "adaboost_mh 1, stump 1, bandit 1, ucb 1");
}

TEST_CASE("a corrected horizon, unit of work or tie is new to the runs that it changes, and to no others") {
    const auto revision = [](const std::string& learner, const std::string& selector,
                             const std::string& booster = R"("adaboost_mh")") {
        return algorithm_revision(
            spec_of((R"({"dataset": "pendigits", "learner": )" + learner + R"(, "selector": )" + selector +
                     R"(, "booster": )" + booster + "}")
                        .c_str()));
    };
    const std::string stump = R"("stump")", product = R"json("product(3)")json",
                      tree = R"json("tree(8)")json", regression = R"json("regression_tree(6)")json";
    // Full search, and stumps and products of features on all rows, keep theirs.
    CHECK(revision(tree, R"("full")") == "adaboost_mh 2, tree 1, full 1");
    CHECK(revision(regression, R"("full")", R"("mart")") == "mart 1, regression_tree 1, full 1");
    for (const std::string& learner : {stump, product}) {
        const bool is_stump = learner == stump;
        const std::string start = std::string("adaboost_mh 2, ") + (is_stump ? "stump" : "product") + " 1, ";
        CHECK(revision(learner, R"("full")") == start + "full 1");
        CHECK(revision(learner, R"json("random(5)")json") == start + "random 1");
        CHECK(revision(learner, R"json("ucb(1)")json") == start + "bandit 1, ucb 1");
        CHECK(revision(learner, R"("uct")") == start + "uct 1");
        // Rows are chosen.
        CHECK(revision(learner, R"("quick_boost")") == start + "quick_boost 2");
        CHECK(revision(learner, R"("mab_split")") == start + "mab_split 2");
        CHECK(revision(learner, R"("laminating")") == start + "laminating 2");
        CHECK(revision(learner, R"("tasting")") == start + "tasting 2");
        CHECK(revision(learner, R"("full")", R"({"name": "adaboost_mh", "rows": "weight_trimming"})") ==
              start + "full 1, rows.weight_trimming 2");
        // The horizon.
        CHECK(revision(learner, R"json("moss(1)")json") ==
              start + "bandit 1, moss 1" + (is_stump ? "" : ", decisions 2"));
        CHECK(revision(learner, R"json("eps_greedy(1)")json") == start + "bandit 1, eps_greedy 2");
    }
    CHECK(revision(tree, R"json("random(5)")json") == "adaboost_mh 2, tree 1, random 1, tree.random 2");
    CHECK(revision(tree, R"json("ucb(1)")json") == "adaboost_mh 2, tree 1, bandit 1, ucb 1, tree.bandit 2");
    CHECK(revision(tree, R"("uct")") == "adaboost_mh 2, tree 1, uct 1, tree.uct 3");
    CHECK(revision(tree, R"json("moss(1)")json") ==
          "adaboost_mh 2, tree 1, bandit 1, moss 1, tree.bandit 2, decisions 2");
    CHECK(revision(regression, R"json("random(5)")json", R"("mart")") ==
          "mart 1, regression_tree 1, random 1, regression_tree.random 2");
    CHECK(revision(regression, R"("uct")", R"("mart")") ==
          "mart 1, regression_tree 1, uct 1, regression_tree.uct 3");
    CHECK(revision(regression, R"json("moss(1)")json", R"("mart")") ==
          "mart 1, regression_tree 1, bandit 1, moss 1, regression_tree.bandit 2, decisions 2");
    // A horizon that is given, one decision per round, the authors' program, no learner, a base class.
    const std::string unchanged = "adaboost_mh 2, product 1, bandit 1, ";
    CHECK(revision(product, R"({"name": "bandit", "policy": {"name": "moss", "horizon": 50}})") ==
          unchanged + "moss 1");
    CHECK(revision(R"json("product(1)")json", R"json("moss(1)")json") == unchanged + "moss 1");
    CHECK(revision(product, R"({"name": "bandit", "policy": "exp3_p", "variant": "multiboost"})") ==
          unchanged + "exp3_p 1");
    CHECK(revision(regression, R"("full")",
                   R"({"name": "abc_mart", "base_class": {"name": "bandit", "policy": "moss"}})") ==
          "abc_mart 1, regression_tree 1, full 1, base_class.bandit 2");
    const RunSpec problem =
        test::parse_config(R"json({"dataset": "none", "learner": "product(3)", "selector": "moss(1)",
                                                 "booster": "bandit_problem"})json",
                           "mine.json")
            .runs.front()
            .spec;
    CHECK_THAT(algorithm_revision(problem), !Catch::Contains("decisions"));
    // The default first pass is no part of the identity, and a random one is.
    const RunSpec by_index = spec_of(R"json({"dataset": "pendigits", "selector": {"name": "bandit",
                                             "policy": {"name": "ucb", "first_pass": "index"}}})json"),
                  drawn = spec_of(R"json({"dataset": "pendigits", "selector": {"name": "bandit",
                                          "policy": {"name": "ucb", "first_pass": "random"}}})json");
    CHECK(run_id(by_index, "d1") ==
          run_id(spec_of(R"json({"dataset": "pendigits", "selector": "ucb(1)"})json"), "d1"));
    CHECK(run_id(drawn, "d1") != run_id(by_index, "d1"));
    // It draws: seeds differ.
    const auto runs = [](const char* first_pass) {
        return test::plan(
                   (std::string(R"({"dataset": "pendigits", "seed": [1, 2], "selector": {"name": "bandit",
            "policy": {"name": "ucb", "first_pass": ")") +
                    first_pass + "\"}}}")
                       .c_str())
            .runs.size();
    };
    CHECK(runs("index") == 1);
    CHECK(runs("random") == 2);
}

TEST_CASE("identity depends on the data, on each option and on nothing else") {
    const RunSpec spec = spec_of(R"json({"dataset": "pendigits", "selector": "random(5)"})json");
    RunSpec other = spec;
    other.seed = 2;
    CHECK(run_id(spec, "d1") != run_id(spec, "d2"));
    CHECK(run_id(spec, "d1") != run_id(other, "d1"));
    const RunSpec spelled =
        spec_of(R"json({"seed": 1, "timing": "throughput", "booster": {"name": "adaboost_mh", "rounds": 1e3},
        "selector": {"k": 5, "name": "random"}, "dataset": {"seed": 1, "name": "pendigits"}})json");
    CHECK(run_id(spec, "d1") == run_id(spelled, "d1"));
}

TEST_CASE("a specification survives the way through its complete JSON") {
    const RunSpec spec =
        spec_of(R"json({"dataset": {"name": "parity", "rows": 1000}, "learner": "tree(17)", "selector": "uct",
        "evaluation": {"test_every": 3}})json");
    const Value complete = complete_value(spec);
    CHECK(complete_value(read_run_spec(complete)) == complete);
    CHECK(canonical_value(read_run_spec(canonical_value(spec))) == canonical_value(spec));
    CHECK(complete.at("learner").at("leaf_votes").as_string() == "stump");
}

TEST_CASE("labels are the config's shorthand, with what differs from the defaults in brackets") {
    const auto label = [](const char* text) { return run_label(spec_of(text)); };
    CHECK(label(R"json({"dataset": "pendigits", "selector": "random(5)"})json") ==
          "pendigits stump random(5) adaboost_mh training seed 1");
    CHECK(label(R"json({"dataset": {"name": "parity", "rows": 1000}, "learner": "tree(17)", "seed": 2,
                    "selector": {"name": "ucb", "k": 10, "reward": "log"}, "booster": {"rounds": 10}})json") ==
          "parity[rows=1000] tree(17) ucb(10)[reward=log] adaboost_mh[rounds=10] training seed 1");
    CHECK(
        label(
            R"json({"dataset": "usps", "learner": {"name": "product", "binning": {"max_bins": 64}}, "selector": "eps_greedy(5)",
                    "seed": 4})json") ==
        "usps product(3)[max_bins=64] eps_greedy(5) adaboost_mh training seed 4");
    CHECK_THAT(label(R"json({"dataset": "usps", "learner": "regression_tree(6)",
                             "booster": {"name": "abc_mart", "base_class": {"name": "gap", "gap": 50}}})json"),
               Catch::Contains("abc_mart[base_class=gap(50)]"));
}

TEST_CASE("A run stored under an earlier revision is known by its id", "[config][identity]") {
    const RunSpec spec = test::parse_config(R"({"dataset": "pendigits"})", "mine.json").runs.front().spec;
    const std::string first = run_id(canonical_value(spec), "d1", "adaboost_mh 1, stump 1, full 1");
    CHECK(is_outdated(first, spec, "d1"));
    CHECK_FALSE(is_outdated(first, spec, "d2"));
    CHECK_FALSE(is_outdated(run_id(spec, "d1"), spec, "d1"));
    CHECK_FALSE(is_outdated("0123", spec, "d1"));
    // Parts are raised one at a time: what ran in between has a mixture.
    const RunSpec bandit =
        test::parse_config(R"({"dataset": "pendigits", "selector": "kl_ucb"})", "mine.json")
            .runs.front()
            .spec;
    for (const char* then :
         {"adaboost_mh 1, stump 1, bandit 1, kl_ucb 1", "adaboost_mh 2, stump 1, bandit 1, kl_ucb 1",
          "adaboost_mh 1, stump 1, bandit 1, kl_ucb 2"})
        CHECK(is_outdated(run_id(canonical_value(bandit), "d1", then), bandit, "d1"));
    CHECK_FALSE(is_outdated(run_id(bandit, "d1"), bandit, "d1"));
}

TEST_CASE("The identities of runs that differ in their seeds are known together", "[config][identity]") {
    RunSpec spec =
        test::parse_config(R"({"dataset": "pendigits", "seed": 5})", "mine.json").runs.front().spec;
    const Identities identities(spec);
    for (const std::int64_t seed : {1, 2, 5})
        for (const std::int64_t split : {1, 3}) {
            spec.seed = seed;
            spec.dataset.seed = split;
            const std::string first = run_id(canonical_value(spec), "d1", "adaboost_mh 1, stump 1, full 1");
            CHECK(identities.is_outdated(first, seed, split, "d1"));
            CHECK_FALSE(identities.is_outdated(first, seed + 1, split, "d1"));
            CHECK_FALSE(identities.is_outdated(run_id(spec, "d1"), seed, split, "d1"));
        }
}
