#include "app/program.hpp"
#include "core/rng.hpp"
#include "results/run_file.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace reboost;
using Catch::Contains;
using test::Outcome;
using test::Program;

namespace {

/// Three bands of x; y is noise, colour tells nothing.
std::string bands(std::uint64_t seed, int rows, const std::string& last_colour = "red") {
    Rng rng(seed, "table");
    std::ostringstream text;
    text << "x,y,colour,band\n";
    for (int i = 0; i < rows; ++i) {
        const double x = rng.uniform(), y = rng.uniform();
        const std::string colour = i + 1 == rows ? last_colour : i % 2 == 0 ? "red" : "blue";
        text << x << ',' << y << ',' << colour << ',' << (x < 0.3 ? "low" : x < 0.6 ? "mid" : "high") << '\n';
    }
    return text.str();
}

std::vector<std::vector<std::string>> rows_of(const std::string& csv) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream lines(csv);
    for (std::string line; std::getline(lines, line);) {
        rows.emplace_back();
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, ',');)
            rows.back().push_back(cell);
    }
    return rows;
}

struct Trained {
    Program reboost;
    std::string file = reboost.write("train.csv", bands(1, 300)).string();
    std::string model = (reboost.folder / "m.h5").string();
    Outcome train(std::vector<std::string> more) const {
        std::vector<std::string> words{"train", file, "--model", model, "--rounds", "20", "--quiet"};
        words.insert(words.end(), more.begin(), more.end());
        return reboost(words);
    }
};

}  // namespace

TEST_CASE("predict --probabilities is the softmax of logitboost's scores and sums to 1") {
    const Trained own;
    REQUIRE(own.train({"--learner", "regression_tree", "--booster", "logitboost"}).status == 0);
    const Outcome outcome =
        own.reboost({"predict", own.model, own.file, "--labelled", "--scores", "--probabilities"});
    CAPTURE(outcome.err);
    REQUIRE(outcome.status == 0);
    const auto rows = rows_of(outcome.out);
    REQUIRE(rows.size() == 301);
    CHECK(rows[0][2].starts_with("score_"));
    CHECK(rows[0][5].starts_with("probability_"));
    for (std::size_t i = 1; i < rows.size(); ++i) {
        double sum = 0, total = 0;
        for (std::size_t k = 0; k < 3; ++k)
            sum += std::exp(std::stod(rows[i][2 + k])), total += std::stod(rows[i][5 + k]);
        CHECK(total == Approx(1));
        for (std::size_t k = 0; k < 3; ++k)
            CHECK(std::stod(rows[i][5 + k]) == Approx(std::exp(std::stod(rows[i][2 + k])) / sum));
    }
}

TEST_CASE("predict finds columns by name, copies others, and writes numbers as short as a float") {
    const Trained own;
    const Outcome trained = own.train({});
    REQUIRE(trained.status == 0);
    CHECK_THAT(trained.err, Contains("label: column 3 'band' (--label names another)"));
    const std::string moved = own.reboost.write("moved.csv", "id,y,colour,x\nr7,0.5,red,0.1\n").string();
    const Outcome outcome = own.reboost({"predict", own.model, moved, "--scores", "--copy", "id,x"});
    CAPTURE(outcome.err);
    REQUIRE(outcome.status == 0);
    const auto rows = rows_of(outcome.out);
    REQUIRE(rows.size() == 2);
    CHECK(std::vector<std::string>(rows[0].begin(), rows[0].begin() + 4) ==
          std::vector<std::string>{"row", "id", "x", "prediction"});
    CHECK(std::vector<std::string>(rows[1].begin(), rows[1].begin() + 4) ==
          std::vector<std::string>{"0", "r7", "0.1", "low"});
    for (std::size_t k = 4; k < rows[1].size(); ++k)
        CHECK(rows[1][k].size() < 14);
}

TEST_CASE("neither the data nor the model is overwritten by what is made of them") {
    const Trained own;
    REQUIRE(own.train({}).status == 0);
    const std::string data = test::text_of(own.file), model = test::text_of(own.model);
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"train", own.file, "--model", own.file},
          {"train", own.file, "--test", own.model, "--model", own.model},
          {"predict", own.model, own.file, "--labelled", "--output", own.file},
          {"predict", own.model, own.file, "--labelled", "--output", own.model}}) {
        const Outcome outcome = own.reboost(words);
        CHECK(outcome.status == 2);
        CHECK_THAT(outcome.err, Contains("would be overwritten"));
    }
    CHECK(test::text_of(own.file) == data);
    CHECK(test::text_of(own.model) == model);
}

TEST_CASE("a drawn model says that its errors are not those of the rounds") {
    const Program reboost;
    const std::string file = reboost.write("two.csv", "x,c\n1,a\n2,a\n3,b\n4,b\n5,a\n6,b\n").string();
    const Outcome outcome =
        reboost({"train", file, "--model", (reboost.folder / "m.h5").string(), "--rounds", "5", "--booster",
                 "adaboost_rs", "--set", "booster.budget=2", "--quiet"});
    CAPTURE(outcome.err);
    REQUIRE(outcome.status == 0);
    CHECK_THAT(outcome.out, Contains("a draw from these rounds within the budget"));
    CHECK_THAT(outcome.out, !Contains("least validation error"));
}

TEST_CASE("AdaBoost.MH's probabilities are 1/(1+exp(-2f)), sum to 1 and favour the class predicted") {
    const Trained own;
    REQUIRE(own.train({}).status == 0);
    const Outcome outcome =
        own.reboost({"predict", own.model, own.file, "--labelled", "--scores", "--probabilities"});
    REQUIRE(outcome.status == 0);
    const auto rows = rows_of(outcome.out);
    for (std::size_t i = 1; i < rows.size(); ++i) {
        double sum = 0, greatest = 0;
        std::string likeliest;
        for (std::size_t k = 0; k < 3; ++k) {
            const double p = 1 / (1 + std::exp(-2 * std::stod(rows[i][2 + k])));
            sum += p;
            if (p > greatest) greatest = p, likeliest = rows[0][5 + k].substr(12);
        }
        for (std::size_t k = 0; k < 3; ++k)
            CHECK(std::stod(rows[i][5 + k]) ==
                  Approx(1 / (1 + std::exp(-2 * std::stod(rows[i][2 + k]))) / sum));
        CHECK(likeliest == rows[i][1]);
    }
}

TEST_CASE("train overwrites no file that is no model, and says that it replaces one") {
    const Trained own;
    std::ofstream(own.model) << "my notes";
    const Outcome refused = own.train({});
    CHECK(refused.status != 0);
    CHECK_THAT(refused.err, Contains("it is no model, and would be overwritten"));
    std::ofstream(own.model).close();  // an empty file holds nothing that could be lost
    REQUIRE(own.train({}).status == 0);
    CHECK_THAT(own.train({}).err, Contains("was there before: it is replaced"));
}

TEST_CASE("show names a model's file that is not there") {
    const Trained own;
    const Outcome shown = own.reboost({"runs", "show", "nowhere.h5"});
    CHECK(shown.status != 0);
    CHECK_THAT(shown.err, Contains("nowhere.h5") && Contains("No such file"));
}

TEST_CASE("show takes a model's file, and its importances name the column that decides") {
    const Trained own;
    for (const char* booster : {"adaboost_mh", "logitboost"}) {
        const std::string learner = std::string(booster) == "logitboost" ? "regression_tree" : "stump";
        REQUIRE(own.train({"--booster", booster, "--learner", learner}).status == 0);
        const Outcome shown = own.reboost({"runs", "show", own.model});
        CHECK(shown.status == 0);
        CHECK_THAT(shown.out, Contains(booster) && Contains("Specification") && Contains("train.csv"));
        CHECK(shown.out.find("train error") < shown.out.find("\n\n"));  // the answer comes first
        const Outcome importances = own.reboost({"runs", "show", own.model, "--importances", "--json"});
        REQUIRE(importances.status == 0);
        const auto list = nlohmann::json::parse(importances.out);
        CHECK(list.at(0).at("name") == "x");
        CHECK(list.at(0).at("share").get<double>() > 0.5);
        double sum = 0;
        for (const auto& one : list)
            sum += one.at("share").get<double>();
        CHECK(sum == Approx(1));
    }
    CHECK_THAT(own.reboost({"runs", "show", own.model, "--importances"}).out, Contains("share %"));
    CHECK(own.reboost({"runs", "show", own.file}).status == 2);
}

TEST_CASE("train --json has the errors") {
    const Trained own;
    const Outcome outcome = own.train({"--json", "--test-fraction", "0.3"});
    REQUIRE(outcome.status == 0);
    const auto value = nlohmann::json::parse(outcome.out);
    CHECK(value.at("errors").at("train").get<double>() < 0.1);
    CHECK(value.at("errors").at("test").get<double>() < 0.2);
}

TEST_CASE("a category that training had not is told, with its column") {
    const Trained own;
    REQUIRE(own.train({}).status == 0);
    const std::string odd = own.reboost.write("odd.csv", bands(2, 40, "purple")).string();
    const Outcome outcome = own.reboost({"predict", own.model, odd, "--labelled"});
    CHECK(outcome.status == 0);
    CHECK_THAT(outcome.err, Contains("1 cell holds categories") && Contains("'purple' in column 'colour'"));
    CHECK_THAT(own.reboost({"predict", own.model, own.file, "--labelled"}).err, !Contains("categories"));
}

TEST_CASE("train says which column looks like an identifier") {
    const Program reboost;
    std::ostringstream text;
    text << "name,x,k\n";
    for (int i = 0; i < 60; ++i)
        text << "patient " << i << ',' << i % 10 << ',' << (i % 10 < 5 ? "a" : "b") << '\n';
    const std::string file = reboost.write("ids.csv", text.str()).string();
    const std::string model = (reboost.folder / "m.h5").string();
    const Outcome told = reboost({"train", file, "--rounds", "2", "--model", model, "--quiet"});
    CHECK_THAT(told.err, Contains("column 'name' has 60 different texts in 60 rows"));
    const Outcome left_out =
        reboost({"train", file, "--rounds", "2", "--model", model, "--quiet", "--skip", "name"});
    CHECK(left_out.status == 0);
    CHECK_THAT(left_out.err, !Contains("identifier"));
}

TEST_CASE("a numeric label of very many values is refused, unless it is declared nominal") {
    const Program reboost;
    std::ostringstream text;
    text << "x,price\n";
    for (int i = 0; i < 600; ++i)
        text << i % 7 << ',' << 1000 + i << '\n';
    const std::string file = reboost.write("prices.csv", text.str()).string();
    const std::string model = (reboost.folder / "m.h5").string();
    const Outcome refused = reboost({"train", file, "--rounds", "1", "--model", model});
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains("'price' has 600 different numbers in 600 rows") &&
                                Contains("Name another column") && Contains("nominal"));
    CHECK(reboost({"train", file, "--rounds", "1", "--model", model, "--nominal", "price"}).status == 0);
}

TEST_CASE("a model that is not whole is named by every command, and not trained on") {
    const Trained own;
    REQUIRE(own.train({}).status == 0);
    results::RecordFile file = results::read_record_file(own.model);
    const std::string nameless = (own.reboost.folder / "nameless.h5").string(),
                      strange = (own.reboost.folder / "strange.h5").string();
    results::RunRecord record = file.record;
    record.spec = Value::object().set("a", Value::object().set("a", 1));
    results::write_record_file(strange, record, file.state);
    Archive::Array features = file.record.model.find("ensemble/feature");
    std::get<std::vector<std::uint32_t>>(features.values).at(0) = 99'999;
    file.record.model.put_array("ensemble/feature", features);
    results::write_record_file(nameless, file.record, file.state);
    const std::string more = (own.reboost.folder / "more.h5").string();
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"runs", "show", nameless, "--importances"},
          {"predict", nameless, own.file, "--labelled"},
          {"train", own.file, "--continue", nameless, "--rounds", "40", "--model", more},
          {"runs", "show", strange},
          {"predict", strange, own.file, "--labelled"},
          {"predict", strange, own.file, "--labelled", "--format", "table"},
          {"train", own.file, "--continue", strange, "--rounds", "40", "--model", more}}) {
        const Outcome outcome = own.reboost(words);
        CAPTURE(words, outcome.out, outcome.err);
        CHECK(outcome.status == 2);
        CHECK_THAT(outcome.err, Contains(words[0] == "train" ? words[3] : words[words[0] == "runs" ? 2 : 1]));
        CHECK(outcome.out.empty());
    }
    CHECK_FALSE(std::filesystem::exists(more));
}

TEST_CASE("train tells the errors of the model that it saves, which ends at the least validation error") {
    const Program reboost;
    // One label in four is noise: later rounds fit it.
    const auto noisy = [](std::uint64_t seed, int rows) {
        Rng rng(seed, "noisy");
        std::ostringstream text;
        text << "x,y,side\n";
        for (int i = 0; i < rows; ++i) {
            const double x = rng.uniform(), y = rng.uniform();
            text << x << ',' << y << ',' << ((x > 0.5) != (rng.uniform() < 0.25) ? "right" : "left") << '\n';
        }
        return text.str();
    };
    const std::string train = reboost.write("train.csv", noisy(1, 400)).string();
    const std::string test = reboost.write("test.csv", noisy(2, 200)).string();
    const std::string model = (reboost.folder / "m.h5").string();
    const std::vector<std::string> words{"train",    train,   "--learner", "tree(8)",
                                         "--rounds", "60",    "--test",    test,
                                         "--model",  model,   "--quiet",   "--validation-fraction",
                                         "0.3",      "--json"};
    const Outcome trained = reboost(words);
    CAPTURE(trained.err);
    REQUIRE(trained.status == 0);
    const auto told = nlohmann::json::parse(trained.out);
    CHECK(told.at("rounds_used").get<int>() < 60);
    const auto shown = nlohmann::json::parse(reboost({"runs", "show", model, "--json"}).out);
    CHECK(shown.at("rounds_used") == told.at("rounds_used"));

    const Outcome predicted = reboost({"predict", model, test, "--labelled"});
    REQUIRE(predicted.status == 0);
    const auto predictions = rows_of(predicted.out), truth = rows_of(noisy(2, 200));
    REQUIRE(predictions.size() == truth.size());
    int wrong = 0;
    for (std::size_t i = 1; i < truth.size(); ++i)
        wrong += predictions[i][1] != truth[i][2];
    CHECK(told.at("errors").at("test").get<double>() == Approx(wrong / 200.0));
}

TEST_CASE("a continued model has its own data options: others are refused, not ignored") {
    const Trained own;
    REQUIRE(own.train({}).status == 0);
    for (const auto& [option, value] :
         {std::pair{"--test", "other.csv"}, std::pair{"--test-fraction", "0.5"}, std::pair{"--skip", "0"},
          std::pair{"--nominal", "0"}, std::pair{"--delimiter", "comma"}}) {
        const Outcome outcome =
            own.reboost({"train", own.file, "--continue", own.model, "--rounds", "30", option, value});
        CAPTURE(option, outcome.err);
        CHECK(outcome.status == 2);
        CHECK_THAT(outcome.err, Contains(std::string(option) + " beside --continue"));
    }
}

TEST_CASE(
    "train refuses an option that is given twice, and tells its own mistakes without a config's place") {
    const Trained own;
    const Outcome rounds = own.train({"--set", "booster.rounds=3"});
    CHECK(rounds.status == 2);
    CHECK_THAT(rounds.err, Contains("--set booster.rounds=3 and --rounds: give one of them"));
    const Outcome data = own.train({"--set", "dataset=pendigits"});
    CHECK(data.status == 2);
    CHECK_THAT(data.err, Contains("the data are those of") && Contains("train.csv"));
    const Outcome learner = own.train({"--learner", "stumpp"});
    CHECK(learner.status == 2);
    CHECK_THAT(learner.err, Contains("train: learner: unknown learner 'stumpp'; did you mean 'stump'?"));
    CHECK(own.train({"--set", "learner.constant=true"}).err.find("give one of them") == std::string::npos);
}
