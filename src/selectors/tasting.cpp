#include "selectors/bases.hpp"
#include "selectors/rewards.hpp"

#include <algorithm>

namespace reboost::selectors {
namespace {

/// Tasting (Dubout & Fleuret, "Boosting with maximum adaptive sampling", NIPS 2011; JMLR 2014, §4.3,
/// "Tasting 1.Q"): which family of features pays is read off a few tasted features of each.
///
/// A family is `group` neighbouring columns; `tasted` of each are drawn once for the run. Each decision
///  1. searches the tasted features, on rows drawn in proportion to their weight;
///  2. takes the family of the largest expected best edge of k features drawn from it, with replacement;
///  3. searches k of its features, drawn without replacement, on all rows.
/// Families tie to the first. The paper's families are kinds of image features; columns have no kinds.
class TastingSelector final : public DrawingSelector {
  public:
    TastingSelector(const TastingOptions& options, const Surroundings& s)
        : DrawingSelector(s), options_(options), group_(static_cast<std::size_t>(options.group)) {
        Rng rng(s.seed, "tasted features");
        for (std::size_t first = 0; first < s.features; first += group_)
            for (const std::uint32_t feature : draw(first, options.tasted, rng))
                tasted_.push_back(feature);
        std::ranges::sort(tasted_);
    }

    void report(const learners::Decision&, const learners::Report& report) override {
        if (stage_ == Stage::taste) {
            choose_family(report.scores);
            stage_ = Stage::search;
            return;
        }
        count_pulls(report.scores);
        stage_ = Stage::over;
    }

  private:
    void begin(const learners::Decision&) override { stage_ = Stage::taste; }
    learners::Query ask() override {
        if (stage_ == Stage::over) return {};
        if (stage_ == Stage::search) return {drawn_};
        if (options_.sample == 0) return {tasted_, {}, false};
        const auto rows = static_cast<std::size_t>(options_.sample);
        return {tasted_, learners::RowChoice::drawn(rows, rng_.next()), false};
    }
    /// At most `wanted` features of the family that begins with feature `first`.
    std::vector<std::uint32_t> draw(std::size_t first, std::int64_t wanted, Rng& rng) const {
        const auto size = static_cast<std::uint32_t>(std::min(group_, features() - first));
        std::vector<std::uint32_t> drawn =
            rng.sample(size, std::min(size, static_cast<std::uint32_t>(wanted)));
        for (std::uint32_t& feature : drawn)
            feature += static_cast<std::uint32_t>(first);
        return drawn;
    }
    void choose_family(std::span<const learners::FeatureScore> tasted) {
        std::size_t best_family = 0;
        double best = -1;
        for (std::size_t begin = 0, end = 0; begin < tasted.size(); begin = end) {
            const std::size_t family = tasted[begin].feature / group_;
            edges_.clear();
            for (; end < tasted.size() && tasted[end].feature / group_ == family; ++end)
                edges_.push_back(tasted[end].edge);
            std::ranges::sort(edges_);
            const double expected = expected_best(edges_, static_cast<double>(options_.k));
            if (expected > best) best = expected, best_family = family;
        }
        drawn_ = draw(best_family * group_, options_.k, rng_);
        std::ranges::sort(drawn_);
    }

    TastingOptions options_;
    std::size_t group_;
    std::vector<std::uint32_t> tasted_, drawn_;  ///< both ascending
    std::vector<double> edges_;                  ///< of one family, ascending
    enum class Stage { taste, search, over } stage_ = Stage::over;
};

}  // namespace

void describe(Fields& field, TastingOptions& o) {
    field("k", o.k, {"features searched, of the family chosen", 1, 1e9});
    field("group", o.group, {"features of a family: neighbours in column order", 1, 1e9});
    field("tasted", o.tasted, {"R: features tasted of each family, drawn once", 1, 1e9});
    field("sample", o.sample,
          {"rows that are tasted on, drawn in proportion to their weight; 0: all", 0, 1e9});
}

Selector make(const TastingOptions& options, const Surroundings& s) {
    return std::make_unique<TastingSelector>(options, s);
}

}  // namespace reboost::selectors
