/// How verdicts are counted.
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
        paper.states.push_back({"toy", "claim", claim.spec->id, claim.spec->id, verdicts[i], ""});
    }
}

}  // namespace

TEST_CASE(
    "Verdicts are counted by their four words; checks of identities apart, claims of our own not at all") {
    Paper paper;
    fill_claims(paper, {Verdict::supported, Verdict::unclear, Verdict::not_tested, Verdict::contradicted,
                        Verdict::unclear, Verdict::not_obtainable, Verdict::supported, Verdict::contradicted,
                        Verdict::supported});
    paper.claims[6].check = paper.claims[7].check = true;
    ClaimSpec ours = *paper.claims[8].spec;
    ours.ours = true;
    paper.claims[8].spec = &ours;
    CHECK(paper_json(paper).at("claim_counts") == Value::object()
                                                      .set("supported", 1)
                                                      .set("contradicted", 1)
                                                      .set("unclear", 2)
                                                      .set("not_tested", 2)
                                                      .set("all", 6)
                                                      .set("checks", 2)
                                                      .set("checks_supported", 1));
}
