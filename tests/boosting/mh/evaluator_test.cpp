/// The batched evaluation against the losses computed one row and one label at a time.
#include "boosting/mh/evaluator.hpp"

#include "boosting/mh/adaboost_data.hpp"

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::testing;
using boosting::Evaluator;
using boosting::Losses;
using boosting::TieRule;

namespace {

std::uint64_t random_bits(Rng& rng, std::size_t classes, std::size_t word) {
    const std::size_t used = std::min<std::size_t>(64, classes - 64 * word);
    return used == 64 ? rng.next() : rng.next() & ((std::uint64_t{1} << used) - 1);
}

/// Classifiers that were never trained: any splits, any votes. α are multiples of 1/4, so that scores are
/// exact and tie often.
learners::Ensemble random_ensemble(std::size_t rounds, std::size_t classes, const data::BinnedMatrix& data,
                                   bool trees, std::uint64_t seed) {
    Rng rng(seed);
    learners::Ensemble ensemble(classes);
    for (std::size_t t = 0; t < rounds; ++t) {
        learners::BaseClassifier classifier;
        classifier.alpha = static_cast<double>(1 + rng.below(4)) / 4;
        const std::size_t splits = 1 + rng.below(3);
        for (std::size_t s = 0; s < splits; ++s) {
            const auto feature = static_cast<std::uint32_t>(rng.below(data.features()));
            const auto bins = std::max<std::uint32_t>(2, data.columns[feature].bin_count);
            classifier.splits.push_back({feature, 1 + static_cast<std::uint32_t>(rng.below(bins - 1))});
        }
        if (trees) {  // a chain: each node leads on above, leaf s below
            for (std::size_t s = 0; s < splits; ++s) {
                const auto next = static_cast<std::int32_t>(s + 1);
                const std::int32_t last = -1 - static_cast<std::int32_t>(splits);
                classifier.children.push_back({-next, s + 1 < splits ? next : last});
            }
        }
        const std::size_t cells = trees ? splits + 1 : 2;
        for (std::size_t e = 0; e < cells; ++e)
            for (std::size_t word = 0; word < learners::vote_words(classes); ++word)
                classifier.votes.push_back(random_bits(rng, classes, word));
        ensemble.append(classifier);
    }
    return ensemble;
}

void check_all_rounds(const data::BinnedMatrix& rows, const data::Labels& labels,
                      const learners::Ensemble& ensemble, TieRule ties, bool balanced) {
    Evaluator evaluator(rows, labels, balanced, ties);
    std::vector<Losses> losses;
    evaluator.advance(ensemble, ensemble.size(), true, losses);
    REQUIRE(losses.size() == ensemble.size());
    for (std::size_t t = 0; t < ensemble.size(); t += 5) {
        INFO("K = " << labels.classes << ", round " << t << ", first maximum "
                    << (ties == TieRule::first_maximum));
        const auto scores = reference::scores_of(ensemble, t + 1, rows);
        CHECK(losses[t].one_error == Approx(reference::one_error(scores, labels, ties)).margin(1e-12));
        CHECK(losses[t].hamming_loss ==
              Approx(reference::hamming_loss(scores, labels, balanced)).margin(1e-6));
    }
    const auto scores = reference::scores_of(ensemble, ensemble.size(), rows);
    const Matrix<double> ours = evaluator.scores();
    for (std::size_t i = 0; i < rows.rows; ++i)
        for (std::size_t l = 0; l < labels.classes; ++l)
            REQUIRE(ours(i, l) == scores[i * labels.classes + l]);
}

}  // namespace

TEST_CASE("Losses by hand: three rows, two rounds, ties either way", "[boosting]") {
    data::Dataset set;
    set.columns = {{"x", data::ColumnKind::numeric, {}, std::vector<float>{1, 2, 3}}};
    set.labels = data::Labels::from_classes({0, 1, 2}, {"a", "b", "c"});
    const Data data = reference::binned(set);
    learners::Ensemble ensemble(3);
    // Round 1: below 2.5 votes (+ + −), above (− − +). Scores: rows 1 and 2 (1 1 −1), row 3 (−1 −1 1).
    ensemble.append({1.0, {{0, 2}}, {}, {0b011, 0b100}});
    // Round 2: below 1.5 votes (− + −), above (+ − −), weight 1: row 1 (0 2 −2), row 2 (2 0 −2), row 3 (0 −2
    // 0).
    ensemble.append({1.0, {{0, 1}}, {}, {0b010, 0b001}});
    std::vector<Losses> losses;
    Evaluator(data->train, data->train_labels, true, TieRule::error).advance(ensemble, 2, true, losses);
    // Round 1: rows 1 and 2 tie their class with the other: errors; row 3 is right.
    CHECK(losses[0].one_error == Approx(2.0 / 3));
    // Wrong signs: class b of row 1, a of row 2, each 1/(2·3·2).
    CHECK(losses[0].hamming_loss == Approx(2.0 / 12));
    // Round 2: row 1 wrong, row 2 (2 0 −2) wrong, row 3 (0 −2 0) ties.
    CHECK(losses[1].one_error == Approx(1));
    // Row 1: f_a = 0 an error 1/6, f_b > 0 1/12. Row 2: f_a 1/12, f_b = 0 1/6. Row 3: f_a = 0 1/12, f_c = 0
    // 1/6.
    CHECK(losses[1].hamming_loss == Approx(9.0 / 12));
    Evaluator(data->train, data->train_labels, true, TieRule::first_maximum)
        .advance(ensemble, 2, true, losses);
    CHECK(losses[0].one_error == Approx(1.0 / 3));  // row 1: a comes first
    CHECK(losses[1].one_error == Approx(1));        // row 3: a comes before c
}

TEST_CASE("A score of 0 of two classes is an error, or an answer for the second", "[boosting]") {
    data::Dataset set;
    set.columns = {{"x", data::ColumnKind::numeric, {}, std::vector<float>{1, 2, 3, 4}}};
    set.labels = data::Labels::from_classes({0, 1, 1, 1}, {"no", "yes"});
    const Data data = reference::binned(set);
    learners::Ensemble ensemble(1);
    ensemble.append({1.0, {{0, 3}}, {}, {1, 1}});  // all scores 1
    ensemble.append({1.0, {{0, 3}}, {}, {0, 1}});  // rows 1 to 3: 0, row 4: 2
    std::vector<Losses> losses;
    Evaluator(data->train, data->train_labels, true, TieRule::error).advance(ensemble, 2, true, losses);
    CHECK(losses[1].one_error == Approx(3.0 / 4));
    Evaluator(data->train, data->train_labels, true, TieRule::first_maximum)
        .advance(ensemble, 2, true, losses);
    CHECK(losses[1].one_error == Approx(1.0 / 4));
}

TEST_CASE("Batched losses equal the plain ones", "[boosting][agreement]") {
    const TieRule ties = GENERATE(TieRule::error, TieRule::first_maximum);
    const bool trees = GENERATE(false, true);
    for (const std::size_t classes : {1, 2, 3, 10, 31, 32, 33, 64, 65, 130})
        for (const bool multi_label : {false, true}) {
            if (classes == 1 && !multi_label) continue;
            const data::Dataset set = reference::random_dataset({61, 6, classes, multi_label, classes});
            const Data data = reference::binned(set);
            const auto ensemble = random_ensemble(71, set.labels.classes, data->train, trees, classes);
            check_all_rounds(data->train, data->train_labels, ensemble, ties, classes % 2 == 0);
        }
}

TEST_CASE("A walk over many rounds gives what single rounds give", "[boosting]") {
    const std::size_t classes = GENERATE(2, 10, 65);
    const Data data = reference::binned(reference::random_dataset({500, 8, classes, false, 1}));
    const auto ensemble = random_ensemble(100, data->train_labels.classes, data->train, false, 2);
    std::vector<Losses> all, part;
    Evaluator whole(data->train, data->train_labels, true, TieRule::error);
    whole.advance(ensemble, 100, true, all);
    for (const std::size_t batch : {1, 7, 31, 32, 33, 64, 100}) {
        Evaluator each(data->train, data->train_labels, true, TieRule::error);
        Evaluator last(data->train, data->train_labels, true, TieRule::error);
        for (std::size_t end = batch; end <= 100; end += batch) {
            each.advance(ensemble, end, true, part);
            REQUIRE(part.size() == batch);
            for (std::size_t r = 0; r < batch; ++r) {
                CHECK(part[r].one_error == all[end - batch + r].one_error);
                CHECK(part[r].hamming_loss == Approx(all[end - batch + r].hamming_loss).margin(1e-7));
            }
            last.advance(ensemble, end, false, part);
            REQUIRE(part.size() == 1);
            CHECK(part[0].one_error == all[end - 1].one_error);
        }
    }
}

TEST_CASE("An evaluator goes on from its checkpoint, and refuses one of other data", "[boosting]") {
    const Data data = reference::binned(reference::random_dataset({100, 5, 4, false, 1}));
    const auto ensemble = random_ensemble(50, 4, data->train, true, 3);
    std::vector<Losses> straight, resumed;
    Evaluator first(data->train, data->train_labels, true, TieRule::error);
    first.advance(ensemble, 20, true, straight);
    Archive archive;
    save_state(first, archive);
    first.advance(ensemble, 50, true, straight);
    Evaluator second(data->train, data->train_labels, true, TieRule::error);
    load_state(second, archive);
    CHECK(second.rounds() == 20);
    second.advance(ensemble, 50, true, resumed);
    REQUIRE(resumed.size() == 30);
    for (std::size_t r = 0; r < 30; ++r)
        CHECK(resumed[r].one_error == straight[r].one_error);
    const Data other = reference::binned(reference::random_dataset({140, 5, 4, false, 1}));
    Evaluator third(other->train, other->train_labels, true, TieRule::error);
    CHECK_THROWS_AS(load_state(third, archive), DataError);
}

TEST_CASE("Counts of errors stay exact over many rows", "[boosting]") {
    const Data data = reference::binned(reference::random_dataset({70001, 2, 3, false, 4}));
    const auto ensemble = random_ensemble(3, 3, data->train, false, 5);
    std::vector<Losses> losses;
    Evaluator(data->train, data->train_labels, true, TieRule::error).advance(ensemble, 3, true, losses);
    const auto scores = reference::scores_of(ensemble, 3, data->train);
    CHECK(losses[2].one_error == reference::one_error(scores, data->train_labels, TieRule::error));
    CHECK(losses[2].hamming_loss ==
          Approx(reference::hamming_loss(scores, data->train_labels, true)).epsilon(1e-6));
}
