/// Data sets that a command fetches before it computes.
#include "app/program.hpp"
#include "data/fetch/http_server.hpp"
#include "support/real_data.hpp"

#include <filesystem>

#include <catch2/catch.hpp>

using Catch::Contains;
using reboost::test::Program;

TEST_CASE("a download that succeeds between failures keeps further downloads going") {
    if (!reboost::test::have("mnist")) return;
    const std::string last = "mnist/t10k-labels-idx1-ubyte.gz";
    const std::filesystem::path real = reboost::test::real_data().path_of(last);
    Program reboost;
    std::filesystem::create_directories(reboost.folder / "data/mnist");
    for (const auto& file : std::filesystem::directory_iterator(real.parent_path()))
        if (file.path().filename() != real.filename())
            std::filesystem::create_symlink(file.path(),
                                            reboost.folder / "data/mnist" / file.path().filename());
    reboost::data::HttpServer mirror;
    mirror.put("http://yann.lecun.com/exdb/" + last, {reboost::test::text_of(real)});
    reboost.after = [&] {
        setenv("http_proxy", mirror.url("").c_str(), 1);
        setenv("https_proxy", "http://127.0.0.1:1", 1);  // nobody listens there
        setenv("no_proxy", "", 1);
    };
    // The unknown baseline ends the command when the data are fetched.
    const auto compared =
        reboost({"compare", "ts_beta(1)", "--learner", "smoke", "--no-reference", "--baseline", "none",
                 "--set", R"(dataset.name=["letter", "mnist", "pendigits", "usps"])", "--results",
                 (reboost.folder / "r").string()});
    CAPTURE(compared.err);
    CHECK(compared.status == 2);
    for (const char* name : {"letter", "pendigits", "usps"})
        CHECK_THAT(compared.err, Contains("cannot fetch " + std::string(name)));
    CHECK_THAT(compared.err, Contains("downloading http://yann.lecun.com/exdb/" + last + "\n"));
    CHECK_THAT(compared.err, Contains("downloaded now") && Contains("No further downloads are tried"));
}
