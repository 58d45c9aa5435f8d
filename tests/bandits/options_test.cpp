#include "bandits/policy.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include <catch2/catch.hpp>

using namespace reboost::bandits;

TEST_CASE("a policy's options say whether it draws random numbers") {
    CHECK_FALSE(PolicyOptions("ucb").draws());
    CHECK_FALSE(PolicyOptions("ucb_v").draws());
    CHECK(PolicyOptions("ucb", {{"first_pass", "random"}}).draws());
    CHECK(PolicyOptions("ucb_v", {{"first_pass", "random"}}).draws());
    CHECK(PolicyOptions("eps_greedy").draws());
    CHECK(PolicyOptions("proportional").draws());
}

TEST_CASE("a policy keeps its options when it is copied and made") {
    const PolicyOptions moss("moss", {{"exploration", 0.5}, {"horizon", 700}});
    CHECK_FALSE(moss.needs_horizon());
    PolicyOptions copy;
    copy = moss;
    CHECK(copy.name() == "moss");
    CHECK(copy.option("horizon") == reboost::Value(700));
    CHECK(copy.option("exploration") == reboost::Value(0.5));
    CHECK(copy.option("epsilon").is_null());
    CHECK(PolicyOptions("moss").needs_horizon());
}

TEST_CASE("unknown policies, options and values of policies are errors with the nearest name") {
    CHECK_THROWS_WITH(PolicyOptions("mos"), Catch::Contains("did you mean 'moss'"));
    CHECK_THROWS_WITH(PolicyOptions("moss", {{"horizn", 3}}), Catch::Contains("did you mean 'horizon'"));
    CHECK_THROWS_WITH(PolicyOptions("ucb", {{"first_pass", "randm"}}),
                      Catch::Contains("did you mean 'random'"));
}

/// Every file of src/bandits that defines an entry has its line in the list of policies.cpp.
TEST_CASE("each policy that is defined is listed") {
    const std::filesystem::path folder = REBOOST_SOURCE_DIR "/src/bandits";
    std::set<std::string> defined, listed;
    for (const PolicyEntry& entry : Policy::entries())
        listed.insert(std::string(entry.name()));
    for (const PolicyEntry& form : multiboost_forms())
        listed.insert("multiboost_" + std::string(form.name()));
    const std::regex entry(R"(\nextern const PolicyEntry (\w+) =)");
    for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
        if (file.path().extension() != ".cpp") continue;
        std::ifstream stream(file.path());
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        for (std::sregex_iterator found(text.begin(), text.end(), entry), end; found != end; ++found)
            defined.insert((*found)[1]);
    }
    CHECK(defined == listed);
}
