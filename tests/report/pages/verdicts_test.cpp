/// How pages count verdicts.
#include "report/fake_runs.hpp"
#include "report/pages/pages.hpp"
#include "report/tests_json.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::report;

namespace {

/// A text of our own whose claims have these verdicts, in order.
void fill_claims(Paper& paper, const std::vector<Verdict>& verdicts) {
    Value claims = Value::list(), lines = Value::list();
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        const std::string id = "c" + std::to_string(i);
        claims.push(Value::object().set("id", id).set("sentence", id).set("rule", "within"));
        lines.push(Value::object().set("claim", id).set("sentence", id));
    }
    Value definition = json(R"({"id": "toy", "title": "Toy", "own_claims": true})");
    definition.set("claims", std::move(claims)).set("headline", std::move(lines));
    paper.experiment = experiment_from(definition);
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        Claim claim;
        claim.spec = &paper.experiment.claims[i];
        claim.ours.verdict = verdicts[i];
        paper.claims.push_back(claim);
        paper.states.push_back({"toy", "claim", claim.spec->id, verdicts[i], ""});
    }
}

}  // namespace

TEST_CASE("An undecided claim is open, and told apart from one that is not measured") {
    Paper paper;
    fill_claims(paper, {Verdict::reproduced, Verdict::undecided, Verdict::not_enough_data,
                        Verdict::not_reproduced, Verdict::undecided});
    CHECK(verdict_sentence(paper) == "1 of 5 claims hold, 1 does not, 3 open (2 measured, but undecided).");
    const Value lines = headline(paper, "");
    std::vector<std::string> order;  // what is decided goes first
    for (const Value& line : lines.as_list())
        order.push_back(line.at("sentence").as_string());
    CHECK(order == std::vector<std::string>{"c0", "c3", "c1", "c2", "c4"});
    CHECK(lines.as_list().at(2).at("verdict") == Value("undecided"));
    CHECK(lines.as_list().at(2).at("verdict_class") != lines.as_list().at(3).at("verdict_class"));
    CHECK(lines.as_list().at(2).at("verdict_class") != lines.as_list().at(1).at("verdict_class"));
    CHECK(open_text({.undecided = 2, .not_measured = 0}) == "2 open (measured, but undecided)");
    CHECK(open_text({.undecided = 0, .not_measured = 3}) == "3 open");
}
