#include "results/source_state.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using Catch::Contains;
using results::why_not_counted;

namespace {

Value from(const std::string& revision, const std::string& sha256) {
    Value attributes = Value::object();
    results::put_source(attributes, {revision, sha256});
    return attributes;
}

const results::SourceState kClean{"5809a54c21d7", ""};
const results::SourceState kModified{"5809a54c21d7-dirty", "aaaaaaaaaaaaaaaa"};

}  // namespace

TEST_CASE("Results of clean revisions count for every program", "[results][source]") {
    for (const results::SourceState& now : {kClean, kModified})
        CHECK(why_not_counted(from("0123456789ab", ""), now).empty());
}

TEST_CASE("Results of a modified source count for exactly that source", "[results][source]") {
    const Value run = from("5809a54c21d7-dirty", "aaaaaaaaaaaaaaaa");
    CHECK(why_not_counted(run, kModified).empty());
    CHECK(why_not_counted(run, kClean) == "came from a modified source (hash aaaaaaaaaaaa)");
    CHECK_FALSE(why_not_counted(run, {"5809a54c21d7-dirty", "bbbbbbbbbbbbbbbb"}).empty());
}

TEST_CASE("A program built outside git is judged by the hash of its sources", "[results][source]") {
    const results::SourceState archive{"unknown", "cccccccccccc"};
    CHECK(why_not_counted(from("unknown", "cccccccccccc"), archive).empty());
    CHECK_FALSE(why_not_counted(from("unknown", "dddddddddddd"), archive).empty());
    CHECK(why_not_counted(from("0123456789ab", ""), archive).empty());
}

TEST_CASE("A modified source of which no hash was recorded never counts", "[results][source]") {
    for (const char* revision : {"5809a54c21d7-dirty", "unknown", ""})
        for (const results::SourceState& now : {kClean, kModified, results::SourceState{"unknown", ""}})
            CHECK_THAT(why_not_counted(from(revision, ""), now), Contains("no hash was recorded"));
    CHECK_FALSE(why_not_counted(Value::object(), kClean).empty());
}
