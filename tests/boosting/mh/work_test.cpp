/// Work is one unit everywhere: of a dense column a value a row, of the others a value a row outside the most
/// frequent bin (docs/glossary.md). Whole rounds are counted anew from the codes.
#include "core/rng.hpp"
#include "learners/mh/generic_weights.hpp"
#include "learners/mh/learner.hpp"
#include "selectors/options.hpp"
#include "selectors/rows.hpp"
#include "support/team.hpp"

#include <map>
#include <set>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::learners;

namespace {

using Rows = std::vector<std::uint32_t>;

/// A query, and the decision it is of.
struct Asked {
    Decision decision;
    std::vector<std::uint32_t> features;
    RowChoice rows;
    bool choosable = true;
    std::vector<FeatureScore> scores;
};

/// Passes all on to another selector and keeps the queries of a round.
class Listening final : public FeatureSelector {
  public:
    explicit Listening(std::unique_ptr<FeatureSelector> other) : other_(std::move(other)) {}
    void begin_round(std::size_t round) override {
        asked.clear();
        other_->begin_round(round);
    }
    Query next_query(const Decision& decision) override {
        const Query query = other_->next_query(decision);
        if (!query.features.empty())
            asked.push_back(
                {decision, {query.features.begin(), query.features.end()}, query.rows, query.choosable, {}});
        return query;
    }
    void report(const Decision& decision, const Report& report) override {
        asked.back().scores.assign(report.scores.begin(), report.scores.end());
        other_->report(decision, report);
    }
    void accept(const Decision& decision, std::uint32_t feature) override {
        other_->accept(decision, feature);
    }
    void note_work(std::uint64_t values) override { other_->note_work(values); }
    void end_round(double edge) override { other_->end_round(edge); }
    bool exhaustive() const override { return other_->exhaustive(); }
    bool exact() const override { return other_->exact(); }
    bool conclusive() const override { return other_->conclusive(); }
    void state(StateIO&) override {}
    void summarise(Archive&) const override {}

    std::vector<Asked> asked;

  private:
    std::unique_ptr<FeatureSelector> other_;
};

/// A round's work, from what was asked, the codes and the weights.
class Count {
  public:
    Count(const ScanColumns& columns, const reference::Weights& weights, bool on_demand)
        : columns_(columns), on_demand_(on_demand), masses_(weights.rows, 0.0) {
        for (std::size_t i = 0; i < weights.rows; ++i)
            for (std::size_t l = 0; l < weights.classes; ++l)
                masses_[i] += std::abs(weights.at(i, l));
        nodes_[0] = {-1, -1, reference::all_rows(weights.rows)};
    }

    std::uint64_t round(const std::vector<Asked>& asked, const BaseClassifier& classifier, bool tree) {
        if (tree) replay(asked, classifier);
        std::uint64_t work = 0;
        for (std::size_t i = 0; i < asked.size(); ++i) {
            work += query(asked[i], tree ? asked[i].decision.node : 0);
            if (tree && (i + 1 == asked.size() || asked[i + 1].decision.step != asked[i].decision.step))
                work += edge_of_choice(asked, asked[i].decision);
        }
        return work;
    }

  private:
    struct Node {
        std::int32_t parent = -1, summed = -1;  ///< the sibling that is summed in this one's place; −1: none
        Rows rows;
    };

    std::size_t unit(std::uint32_t feature, const Rows& rows) const {
        const ScanColumn& column = columns_[feature];
        if (column.form == ColumnForm::constant) return 0;
        if (column.form == ColumnForm::dense) return rows.size();
        const data::BinnedColumn& codes = columns_.codes().columns[feature];
        return static_cast<std::size_t>(std::ranges::count_if(
            rows, [&](std::uint32_t row) { return codes.at(row) != codes.frequent_bin; }));
    }
    /// The nodes' rows, split by split: the children of split i are nodes 2i + 1 and 2i + 2.
    void replay(const std::vector<Asked>& asked, const BaseClassifier& classifier) {
        for (std::size_t i = 0; i < classifier.splits.size(); ++i) {
            const auto below = static_cast<std::int32_t>(2 * i + 1);
            const auto child =
                std::ranges::find_if(asked, [&](const Asked& query) { return query.decision.node == below; });
            if (child == asked.end()) continue;  // the last split's are not searched
            const std::int32_t parent = child->decision.parent;
            Node nodes[2];
            const Split& split = classifier.splits[i];
            for (const std::uint32_t row : nodes_.at(parent).rows)
                nodes[columns_.codes().columns[split.feature].at(row) >= split.threshold ? 1 : 0]
                    .rows.push_back(row);
            const int larger = nodes[0].rows.size() <= nodes[1].rows.size() ? 1 : 0;
            nodes[0].parent = nodes[1].parent = parent;
            nodes[larger].summed = below + 1 - larger;
            for (const int side : {0, 1})
                nodes_[below + side] = nodes[side];
        }
    }
    Rows chosen(const RowChoice& choice, const Rows& rows) const {
        if (choice.all()) return rows;
        double mass = 0;
        for (const std::uint32_t row : rows)
            mass += masses_[row];
        Rows kept = rows;
        if (choice.kind == RowChoice::Kind::heaviest) {
            std::ranges::stable_sort(kept, std::greater{}, [&](std::uint32_t row) { return masses_[row]; });
            double gone = 0;
            while (!kept.empty() && gone + masses_[kept.back()] <= (1 - choice.share) * mass) {
                gone += masses_[kept.back()];
                kept.pop_back();
            }
            return kept;
        }
        std::set<std::uint32_t> drawn;
        Rng rng(choice.seed, "rows");
        for (std::size_t draw = 0; draw < choice.draws; ++draw) {
            double at = rng.uniform() * mass;
            std::size_t place = 0;
            while (place + 1 < rows.size() && at >= masses_[rows[place]])
                at -= masses_[rows[place++]];
            drawn.insert(rows[place]);
        }
        return {drawn.begin(), drawn.end()};
    }
    std::uint64_t query(const Asked& asked, std::int32_t node) {
        const Rows rows = chosen(asked.rows, nodes_.at(node).rows);
        std::uint64_t work = 0;
        for (const std::uint32_t feature : asked.features) {
            if (on_demand_ && asked.rows.all())
                work += columns_[feature].form == ColumnForm::sorted ? list(node, feature)
                                                                     : histogram(node, feature);
            else if (rows.size() > 1)
                work += unit(feature, rows);
        }
        return work;
    }
    /// Sums that are kept: the smaller sibling's come from its rows, the larger's from the parent's.
    std::uint64_t histogram(std::int32_t node, std::uint32_t feature) {
        if (!known_.insert({node, feature}).second) return 0;
        const Node& own = nodes_.at(node);
        if (own.summed < 0) return unit(feature, own.rows);
        return histogram(own.parent, feature) + histogram(own.summed, feature);
    }
    /// Rows in the column's order are picked from those of the nearest node above that has some.
    std::uint64_t list(std::int32_t node, std::uint32_t feature) {
        if (!known_.insert({node, feature}).second) return 0;
        std::int32_t from = nodes_.at(node).parent;
        while (from >= 0 && !known_.contains({from, feature}))
            from = nodes_.at(from).parent;
        return unit(feature, nodes_.at(std::max(from, 0)).rows);
    }
    /// A tree's stump that was searched on some rows is weighed on all of its node.
    std::uint64_t edge_of_choice(const std::vector<Asked>& asked, const Decision& decision) const {
        bool restricted = false;
        FeatureScore best{0, 0};
        for (const Asked& query : asked) {
            if (query.decision.step != decision.step || !query.choosable) continue;
            restricted |= !query.rows.all();
            for (const FeatureScore& score : query.scores)
                if (score.edge > best.edge || (score.edge == best.edge && score.feature < best.feature))
                    best = score;
        }
        return restricted && best.edge > 0 ? unit(best.feature, nodes_.at(decision.node).rows) : 0;
    }

    const ScanColumns& columns_;
    bool on_demand_;
    std::vector<double> masses_;
    std::map<std::int32_t, Node> nodes_;
    std::set<std::pair<std::int32_t, std::uint32_t>> known_;
};

struct WorkCase {
    const char* name;
    selectors::SelectorOptions features;
    double theta = 1;  ///< of weight trimming
};

selectors::SelectorOptions ucb() {
    return {"bandit", {{"k", 4}}};
}

LearnerOptions tree_counting(std::int64_t leaves) {
    TreeOptions options;
    options.size = leaves;
    return options;
}

}  // namespace

TEST_CASE("a round's work is the sum over its scans of one unit, whatever rows they read") {
    const std::vector<WorkCase> cases{
        {"random", selectors::SelectorOptions("random", {{"k", 5}})},
        {"bandit", ucb()},
        {"uct", selectors::SelectorOptions("uct")},
        {"weight trimming", selectors::SelectorOptions("full"), 0.8},
        {"weight trimming of a bandit's", ucb(), 0.6},
        {"quick_boost", selectors::SelectorOptions("quick_boost")},
        {"mab_split", selectors::SelectorOptions("mab_split", {{"sample", 50}})},
        {"laminating", selectors::SelectorOptions("laminating", {{"sample", 50}})},
        {"tasting",
         selectors::SelectorOptions("tasting", {{"k", 3}, {"group", 4}, {"tasted", 3}, {"sample", 60}})}};
    for (const std::size_t classes : {2U, 3U, 70U}) {
        const data::Dataset set =
            reference::random_dataset({.rows = 600, .features = 20, .classes = classes, .seed = 12});
        const auto data = reference::binned(set);
        const ScanColumns columns(data->train, padded_classes(set.labels.classes));
        std::set<ColumnForm> forms;
        for (std::size_t j = 0; j < columns.features(); ++j)
            forms.insert(columns[j].form);
        REQUIRE(forms.size() == 4);
        for (const LearnerOptions& options :
             {LearnerOptions{StumpOptions{}}, LearnerOptions{ProductOptions{2, 0, {}}}, tree_counting(7)})
            for (const WorkCase& wanted : cases) {
                INFO(wanted.name << ", learner " << options.index() << ", classes " << classes);
                const bool tree = std::holds_alternative<TreeOptions>(options);
                Listening selector(selectors::restrict_rows(
                    selectors::make_selector(wanted.features, set.features(), 100, 1),
                    selectors::WeightTrimmingOptions{wanted.theta}));
                const auto learner = make_learner(options, {columns, set.labels.classes, testing::alone()});
                Fitted found;
                int counted = 0;
                for (std::size_t t = 1; t <= 6; ++t) {
                    const testing::GenericWeights weights(set.labels, t);
                    const bool wide = weights.floats.stride() > 64;
                    selector.begin_round(t);
                    const bool shared = tree && selector.exhaustive() && !wide;
                    const bool on_demand = tree && selector.exact() && !selector.exhaustive() && !wide;
                    const std::uint64_t before = learner->work();
                    learner->fit(weights.floats, selector, found);
                    const std::uint64_t work = learner->work() - before;
                    selector.note_work(work);
                    selector.end_round(found.edge);
                    if (shared) continue;  // full search of a tree: its histograms are counted as a mean
                    Count count(columns, weights.doubles, on_demand);
                    CHECK(work == count.round(selector.asked, found.classifier, tree));
                    ++counted;
                }
                CHECK(counted >= 2);
            }
    }
}
