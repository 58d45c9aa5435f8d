/// What `train` and `predict` say where own files or their models are not what they seem.
#include "app/program.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace reboost;
using Catch::Contains;
using test::Outcome;
using test::Program;

namespace {

struct Own {
    Program reboost;
    std::string model = (reboost.folder / "m.h5").string();

    Outcome train(const std::string& file, std::vector<std::string> more = {}) const {
        std::vector<std::string> words{"train", file, "--model", model, "--quiet"};
        if (std::ranges::find(more, "--rounds") == more.end()) words.insert(words.end(), {"--rounds", "20"});
        words.insert(words.end(), more.begin(), more.end());
        return reboost(words);
    }
    std::string write(const std::string& name, const std::string& text) const {
        return reboost.write(name, text).string();
    }
};

/// Class "b" in one row of four; the column is the same in all.
std::string constant(int rows) {
    std::string text = "x,k\n";
    for (int i = 0; i < rows; ++i)
        text += i % 4 == 0 ? "1,b\n" : "1,c\n";
    return text;
}

/// Class "near" below 5.
std::string distances(int rows) {
    std::string text = "x,colour,k\n";
    for (int i = 0; i < rows; ++i)
        text += std::to_string(i * 7 % 10) + (i % 3 == 0 ? ",red," : ",blue,") +
                (i * 7 % 10 < 5 ? "near\n" : "far\n");
    return text;
}

}  // namespace

TEST_CASE("a model without any split is no success, and predicts the most frequent class") {
    const Own own;
    const std::string file = own.write("flat.csv", constant(40));
    const Outcome trained = own.train(file);
    CAPTURE(trained.out, trained.err);
    CHECK(trained.status == 1);
    CHECK_THAT(trained.err, Contains("no column tells the classes apart") && Contains("always predicts 'c'"));
    CHECK_THAT(trained.out, Contains("train error 25.00%"));
    const Outcome predicted = own.reboost({"predict", own.model, file, "--labelled"});
    CHECK(predicted.status == 0);
    CHECK_THAT(predicted.out, Contains("0,c,b\n1,c,c\n"));
    CHECK_THAT(predicted.err, Contains("40 rows, error 25.00%"));
    const std::string sets = own.write("d.svm", "1,2 1:1\n3 1:1\n1 1:1\n");
    const Outcome of_sets = own.train(sets, {"--test-fraction", "0"});
    CHECK(of_sets.status == 1);
    CHECK_THAT(of_sets.err, Contains("always predicts '1'"));
    CHECK_THAT(own.reboost({"predict", own.model, sets, "--labelled"}).out,
               Contains("0,1,1|2\n1,1,3\n2,1,1\n"));
}

TEST_CASE("train tells the error of the most frequent class beside the model's") {
    const Own own;
    const std::string file = own.write("d.csv", distances(60));
    const Outcome trained = own.train(file, {"--test-fraction", "0.25"});
    CHECK(trained.status == 0);
    CHECK_THAT(trained.out,
               Contains("train error 0.00% (guessing '") && Contains("test error 0.00% (guessing '"));
    const auto told = nlohmann::json::parse(own.train(file, {"--json"}).out);
    CHECK(told.at("majority_errors").at("train").get<double>() == Approx(0.5));
    CHECK(told.at("attributes").at("classes") == 2);
    CHECK(nlohmann::json::parse(own.reboost({"runs", "show", own.model, "--json"}).out)
              .at("attributes")
              .at("classes") == 2);
    const auto sets = nlohmann::json::parse(
        own.train(own.write("d.svm", "1,2 1:1\n1 1:2\n2,1 1:3\n3 1:1\n"), {"--json", "--test-fraction", "0"})
            .out);
    CHECK(sets.at("majority_errors").at("train").get<double>() == 0.25);
}

TEST_CASE("predict --labelled writes the label, and tells confusion, AUC and log loss") {
    const Own own;
    REQUIRE(own.train(own.write("d.csv", distances(60))).status == 0);
    const std::string odd = own.write("odd.csv", distances(10) + "3,green,near\n3,red,elsewhere\n");
    const Outcome predicted = own.reboost({"predict", own.model, odd, "--labelled"});
    CAPTURE(predicted.err);
    CHECK(predicted.status == 0);
    CHECK_THAT(predicted.out,
               Contains("row,prediction,label\n0,near,near\n") && Contains("11,near,elsewhere\n"));
    CHECK_THAT(predicted.err, Contains("12 rows, error 8.33%") && Contains("1 cell holds categories") &&
                                  Contains("1 row has a label that training had not (elsewhere)"));
    const std::string same = own.write("same.csv", distances(10));
    CHECK_THAT(own.reboost({"predict", own.model, same, "--labelled"}).err,
               Contains("error 0.00%") && Contains("AUC 1.0000, log loss 0.") &&
                   Contains("label \\ prediction  far  near\nfar                   5     0\n"
                            "near                  0     5\n"));
}

TEST_CASE("of two tied classes predict names the one that training counts as predicted") {
    const Own own;
    // Each column is wrong in two rows of "neg"; with equal votes these four rows have a score of 0.
    std::string text = "a,b,k\n";
    for (int i = 0; i < 20; ++i) {
        const bool a = i % 2 == 1 || i == 8 || i == 10, b = i % 2 == 1 || i == 0 || i == 2;
        text += std::to_string(a) + "," + std::to_string(b) + (i % 2 == 1 ? ",pos\n" : ",neg\n");
    }
    const std::string file = own.write("ties.csv", text);
    const Outcome trained = own.train(
        file, {"--rounds", "2", "--set", "booster.max_alpha=0.1", "--set", "evaluation.ties=first_maximum"});
    CAPTURE(trained.out, trained.err);
    CHECK_THAT(trained.out, Contains("train error 20.00%"));
    const Outcome predicted = own.reboost({"predict", own.model, file, "--labelled"});
    CHECK_THAT(predicted.err, Contains("20 rows, error 20.00%"));
    CHECK_THAT(predicted.out, Contains("\n0,pos,neg\n"));
}

TEST_CASE("a class that the hold-out takes counts in the test error") {
    const Own own;
    const std::string file = own.write("d.csv", distances(40));
    const std::string test = own.write("t.csv", distances(9) + "3,red,elsewhere\n");
    const Outcome trained = own.train(file, {"--test", test});
    CHECK(trained.status == 0);
    CHECK_THAT(trained.out, Contains("test error 10.00%"));
    CHECK_THAT(trained.err, Contains("no training row has the class elsewhere"));
    // Of ten rows one has the class that is not known, one a wrong label.
    const std::string wrong = own.write("w.csv", distances(8) + "3,red,far\n3,red,elsewhere\n");
    CHECK_THAT(own.train(file, {"--test", wrong}).out, Contains("test error 20.00%"));
}

TEST_CASE("a class that only rows held out for validation have is told; one class alone is refused") {
    const Own own;
    const std::string three = own.write("three.csv", distances(40) + "3,red,elsewhere\n");
    const std::string two = own.write("two.csv", "x,k\n1,a\n2,a\n3,a\n4,b\n5,a\n");
    int told = 0, refused = 0;
    for (int seed = 1; seed <= 8; ++seed) {
        const std::vector<std::string> options{"--validation-fraction", "0.4", "--seed",
                                               std::to_string(seed)};
        const Outcome trained = own.train(three, options), of_two = own.train(two, options);
        CHECK(trained.status == 0);
        if (trained.err.find("held out for validation have the class elsewhere") != std::string::npos) ++told;
        if (of_two.err.find("leaves training rows of one class") == std::string::npos) continue;
        CHECK(of_two.status == 2);
        ++refused;
    }
    CHECK((told > 0 && told < 8));
    CHECK((refused > 0 && refused < 8));
}

TEST_CASE("a training error of 0 far below the test error names the option that helps") {
    const Own own;
    std::string noise = "x,k\n";
    for (int i = 0; i < 60; ++i)
        noise += std::to_string(i * 37 % 61) + (i * i % 7 < 3 ? ",a\n" : ",b\n");
    const std::string file = own.write("n.csv", noise);
    const Outcome trained =
        own.train(file, {"--test-fraction", "0.4", "--rounds", "2000", "--learner", "tree(30)"});
    CAPTURE(trained.out, trained.err);
    CHECK_THAT(trained.out, Contains("train error 0.00%"));
    CHECK_THAT(trained.err, Contains("--validation-fraction"));
}

TEST_CASE("noise that a model splits on does not raise the test error when it is shuffled") {
    const Own own;
    std::string text = "x,noise,k\n";
    for (int i = 0; i < 400; ++i) {
        const int x = i * 7 % 40;
        text += std::to_string(x) + "," + std::to_string(i * i * 37 % 101) +
                ((x < 20) != (i % 13 == 0) ? ",near\n" : ",far\n");
    }
    const std::string file = own.write("n.csv", text);
    REQUIRE(own.train(file, {"--test-fraction", "0.4", "--rounds", "60"}).status == 0);
    const auto list =
        nlohmann::json::parse(own.reboost({"runs", "show", own.model, "--importances", "--json"}).out);
    REQUIRE(list.size() == 2);
    for (const auto& one : list) {
        const double rise = one.at("test_error_rise").get<double>();
        CHECK((one.at("name") == "x" ? rise > 0.2 : rise < 0.1));
    }
    CHECK_THAT(own.reboost({"runs", "show", own.model, "--importances"}).out,
               Contains("shuffled: test error +%"));
}

TEST_CASE("the 50 most important columns are shuffled, and no other") {
    const Own own;
    std::string text;
    for (int i = 0; i < 200; ++i) {
        for (int j = 0; j < 60; ++j)
            text += std::to_string((i * (2 * j + 3) * 37 + i * i * (j + 1)) % 101) + ",";
        text += i * i % 7 % 2 == 0 ? "near\n" : "far\n";
    }
    const std::string file = own.write("wide.csv", text);
    REQUIRE(own.train(file, {"--test-fraction", "0.4", "--rounds", "400", "--header", "absent"}).status == 0);
    const auto list =
        nlohmann::json::parse(own.reboost({"runs", "show", own.model, "--importances", "--json"}).out);
    REQUIRE(list.size() > 50);
    for (std::size_t i = 0; i < list.size(); ++i)
        CHECK(list[i].contains("test_error_rise") == (i < 50));
}

TEST_CASE("an option of tables is refused beside another format") {
    const Own own;
    const Outcome refused = own.train(own.write("a.txt", "1 1:2\n0 1:3\n"), {"--header", "absent"});
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains("does not apply to"));
}

TEST_CASE("a test file and a share held out exclude each other, also a share of 0") {
    const Own own;
    const std::string table = own.write("d.csv", distances(40));
    CHECK_THAT(own.train(table, {"--test", table, "--test-fraction", "0"}).err,
               Contains("--test and --test-fraction exclude each other"));
}

TEST_CASE("a path that is not UTF-8 is called that") {
    const Own own;
    const Outcome refused = own.train(own.write("\xff.csv", distances(20)));
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains("?.csv' is not UTF-8"));
}

TEST_CASE("own files need no data folder, sets of the catalogue say that there is none") {
    Own own;
    own.reboost.after = [] {
        unsetenv("REBOOST_DATA");
        unsetenv("HOME");
    };
    const std::string file = own.write("d.csv", distances(40));
    CHECK(own.train(file).status == 0);
    const std::string results = (own.reboost.folder / "results").string();
    const std::string config =
        own.write("mine.json", R"({"dataset": {"path": ")" + file + R"("}, "booster": {"rounds": 3}})");
    for (const char* command : {"plan", "run", "status", "report"}) {
        const Outcome outcome = own.reboost({command, config, "--results", results});
        CAPTURE(command, outcome.err);
        CHECK(outcome.status == 0);
    }
    const std::string letter = own.write("letter.json", R"({"dataset": "letter", "booster": {"rounds": 3}})");
    const Outcome refused = own.reboost({"run", letter, "--results", results});
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains("neither REBOOST_DATA nor HOME is set"));
}

TEST_CASE("a report goes into no folder of other files, and predictions say what they replace") {
    const Own own;
    const std::string file = own.write("d.csv", distances(40));
    const std::string results = (own.reboost.folder / "results").string();
    const std::string config =
        own.write("mine.json", R"({"dataset": {"path": ")" + file + R"("}, "booster": {"rounds": 3}})");
    REQUIRE(own.reboost({"run", config, "--results", results}).status == 0);
    const std::filesystem::path site = own.reboost.folder / "site";
    std::filesystem::create_directory(site);
    const std::vector<std::string> words{"report", config, "--results", results, "--output", site.string()};
    own.write("site/index.html", "my page");
    const Outcome refused = own.reboost(words);
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains("holds other files"));
    CHECK(test::text_of(site / "index.html") == "my page");
    std::filesystem::remove(site / "index.html");
    CHECK(own.reboost(words).status == 0);
    CHECK(own.reboost(words).status == 0);

    REQUIRE(own.train(file).status == 0);
    const std::string output = own.write("p.csv", "mine");
    CHECK_THAT(own.reboost({"predict", own.model, file, "--labelled", "--output", output}).err,
               Contains("p.csv was there before: it is replaced"));
    for (const std::string& none : {own.reboost.folder.string(), std::string("/dev/null")})
        CHECK_THAT(own.reboost({"predict", own.model, file, "--labelled", "--output", none}).err,
                   !Contains("replaced"));
}
