#include "selectors/bases.hpp"
#include "selectors/rewards.hpp"

#include <algorithm>

namespace reboost::selectors {
namespace {

/// Tasting (Dubout & Fleuret, "Boosting with maximum adaptive sampling", NIPS 2011; JMLR 2014, §4.3, "Tasting
/// 1.Q"): a few tasted features of each family tell which family has the best edges.
///
/// A family is `group` neighbouring columns; `tasted` of each are drawn once for the run. Each decision
///  1. searches the tasted features, on rows drawn in proportion to their weight;
///  2. takes the family with the largest expected best edge of k features drawn from it with replacement;
///  3. searches k features of that family, drawn without replacement, on all rows.
/// Ties go to the first family. The paper's families are kinds of image features; columns have no kinds.
class TastingSelector final : public DrawingSelector {
    void fields(Fields& field) override {
        field("k", k, {"features searched, of the family chosen", 1, 1e9});
        field("group", group, {"features of a family: neighbours in column order", 1, 1e9});
        field("tasted", tasted, {"R: features tasted of each family, drawn once", 1, 1e9});
        field("sample", sample,
              {"rows that are tasted on, drawn in proportion to their weight; 0: all", 0, 1e9});
    }

    void start(const Surroundings& s) override {
        DrawingSelector::start(s);
        Rng rng(s.seed, "tasted features");
        for (std::size_t family = 0; family * size() < s.features; ++family)
            for (const std::uint32_t feature : draw(family, tasted, rng))
                tasted_.push_back(feature);
        std::ranges::sort(tasted_);
    }

    void begin(const learners::Decision&) override { stage_ = Stage::sample; }
    learners::Query sample_rows() override {
        if (sample == 0) return {tasted_, {}, false};
        const auto rows = static_cast<std::size_t>(sample);
        return {tasted_, learners::RowChoice::drawn(rows, rng_.next()), false};
    }
    /// Number of features of every family except the last, which may have fewer.
    std::size_t size() const { return static_cast<std::size_t>(group); }
    /// Draws at most `wanted` features of a family, without replacement.
    std::vector<std::uint32_t> draw(std::size_t family, std::int64_t wanted, Rng& rng) const {
        const std::size_t first = family * size();
        const auto all = static_cast<std::uint32_t>(std::min(size(), features() - first));
        std::vector<std::uint32_t> drawn = rng.sample(all, std::min(all, static_cast<std::uint32_t>(wanted)));
        for (std::uint32_t& feature : drawn)
            feature += static_cast<std::uint32_t>(first);
        return drawn;
    }
    void narrow(const learners::Report& report) override {
        const std::span<const learners::FeatureScore> scores = report.scores;
        std::size_t best_family = 0;
        double best = -1;
        for (std::size_t begin = 0, end = 0; begin < scores.size(); begin = end) {
            const std::size_t family = scores[begin].feature / size();
            edges_.clear();
            for (; end < scores.size() && scores[end].feature / size() == family; ++end)
                edges_.push_back(scores[end].edge);
            std::ranges::sort(edges_);
            const double expected = expected_best(edges_, static_cast<double>(k));
            if (expected > best) best = expected, best_family = family;
        }
        left_ = draw(best_family, k, rng_);
        std::ranges::sort(left_);
        stage_ = Stage::all;
    }

    std::int64_t k = 10, group = 16, tasted = 3, sample = 500;
    std::vector<std::uint32_t> tasted_;  ///< tasted features of all families, ascending
    std::vector<double> edges_;          ///< tasted edges of one family, ascending
};

}  // namespace

extern const Entry<Selector> tasting = entry_of<TastingSelector, Selector>("tasting", {{"k"}});

}  // namespace reboost::selectors
