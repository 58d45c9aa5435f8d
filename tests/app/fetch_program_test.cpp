/// `reboost data`, and data sets that a command fetches before it computes.
#include "app/program.hpp"
#include "config/json.hpp"
#include "data/fetch/http_server.hpp"
#include "support/real_data.hpp"

#include <filesystem>

#include <catch2/catch.hpp>

using Catch::Contains;
using Catch::EndsWith;
using reboost::Value;
using reboost::test::Program;

namespace {

const std::string kLast = "mnist/t10k-labels-idx1-ubyte.gz";

/// A data folder with all files of MNIST but kLast, which is the only file that can be downloaded.
struct OneMissing {
    OneMissing() {
        const std::filesystem::path real = reboost::test::real_data().path_of(kLast);
        std::filesystem::create_directories(reboost.folder / "data/mnist");
        for (const auto& file : std::filesystem::directory_iterator(real.parent_path()))
            if (file.path().filename() != real.filename())
                std::filesystem::create_symlink(file.path(),
                                                reboost.folder / "data/mnist" / file.path().filename());
        mirror.put("http://yann.lecun.com/exdb/" + kLast, {reboost::test::text_of(real)});
        reboost.after = [this] {
            setenv("http_proxy", mirror.url("").c_str(), 1);
            setenv("https_proxy", "http://127.0.0.1:1", 1);  // nobody listens there
            setenv("no_proxy", "", 1);
        };
    }
    Program reboost;
    reboost::data::HttpServer mirror;
};

}  // namespace

TEST_CASE("data info says what a data set is, as text and as JSON") {
    const Program reboost;
    const Value sets =
        reboost::config::parse_json(reboost({"data", "info", "letter", "waveform", "--json"}).out);
    REQUIRE(sets.as_list().size() == 2);
    const Value &letter = sets.as_list()[0], &drawn = sets.as_list()[1];
    CHECK(letter.at("name").as_string() == "letter");
    CHECK(letter.at("state").as_string() == "to fetch");
    CHECK(letter.at("rows").as_integer() == 16000);
    CHECK(letter.at("classes").as_integer() == 26);
    CHECK(letter.at("files").as_list().at(0).as_string() == "letter/letter-recognition.data");
    CHECK(drawn.at("state").as_string() == "generated");
    const std::string text = reboost({"data", "info", "letter"}).out;
    CHECK_THAT(text, Contains("\nrows         16000\n") && !Contains("\nnote "));
    CHECK_THAT(text,
               Contains("file         " + (reboost.folder / "data/letter/letter-recognition.data").string() +
                        "\n               https://"));
}

TEST_CASE("data verify names each damaged file, also if no data set is named") {
    const Program reboost;
    std::filesystem::create_directories(reboost.folder / "data/letter");
    const std::string file = reboost.write("data/letter/letter-recognition.data", "x").string();
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"data", "verify"}, std::vector<std::string>{"data", "verify", "letter"}}) {
        const auto text = reboost(command);
        CHECK(text.status == 1);
        CHECK(text.out == "wrong size      " + file + "\n");
    }
    const auto machine = reboost({"data", "verify", "letter", "--json"});
    CHECK(machine.status == 1);
    const Value files = reboost::config::parse_json(machine.out);
    REQUIRE(files.as_list().size() == 1);
    CHECK(files.as_list()[0].at("path").as_string() == file);
    CHECK(files.as_list()[0].at("bytes").as_integer() == 1);
    CHECK(files.as_list()[0].at("expected_sha256").as_string().size() == 64);
    CHECK(reboost({"data", "path", "letter"}).out == (reboost.folder / "data/letter").string() + "\n");
}

TEST_CASE("data fetch tells what was downloaded, what was there and what cannot be had") {
    if (!reboost::test::have("mnist")) return;
    const OneMissing setting;
    const Program& reboost = setting.reboost;
    const auto failed = reboost({"data", "fetch", "breast-cancer-wisconsin", "waveform", "--json"});
    CHECK(failed.status == 1);
    const Value sets = reboost::config::parse_json(failed.out);
    REQUIRE(sets.as_list().size() == 2);
    CHECK(sets.as_list()[0].find("error") != nullptr);
    CHECK(sets.as_list()[1].at("files").as_list().empty());
    const auto loaded = reboost({"data", "fetch", "mnist", "waveform"});
    CHECK(loaded.status == 0);
    CHECK(loaded.out ==
          "mnist                  downloaded\nwaveform               generated, nothing to fetch\n");
    CHECK_THAT(loaded.err, EndsWith("downloading http://yann.lecun.com/exdb/" + kLast + "\n"));
    const Value there = reboost::config::parse_json(reboost({"data", "fetch", "mnist", "--json"}).out);
    REQUIRE(there.as_list().at(0).at("files").as_list().size() == 4);
    for (const Value& file : there.as_list()[0].at("files").as_list())
        CHECK_FALSE(file.at("downloaded").as_bool());
    CHECK_THAT(reboost({"data", "fetch", "mnist"}).out, EndsWith(" was there already\n"));
}

TEST_CASE("a download that succeeds between failures keeps further downloads going") {
    if (!reboost::test::have("mnist")) return;
    const OneMissing setting;
    const Program& reboost = setting.reboost;
    // The unknown baseline ends the command when the data are fetched.
    const auto compared =
        reboost({"compare", "ts_beta(1)", "--learner", "smoke", "--no-reference", "--baseline", "none",
                 "--set", R"(dataset.name=["letter", "mnist", "pendigits", "usps"])", "--results",
                 (reboost.folder / "r").string()});
    CAPTURE(compared.err);
    CHECK(compared.status == 2);
    for (const char* name : {"letter", "pendigits", "usps"})
        CHECK_THAT(compared.err, Contains("cannot fetch " + std::string(name)));
    CHECK_THAT(compared.err, Contains("downloading http://yann.lecun.com/exdb/" + kLast + "\n"));
    CHECK_THAT(compared.err, Contains("downloaded now") && Contains("No further downloads are tried"));
}
