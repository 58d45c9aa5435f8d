#include "selectors/tasting.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::selectors {

double expected_best(std::span<const double> ascending, double k) {
    const auto count = static_cast<double>(ascending.size());
    double expected = 0, before = 0;
    for (std::size_t r = 0; r < ascending.size(); ++r) {
        const double reached = std::pow(static_cast<double>(r + 1) / count, k);
        expected += ascending[r] * (reached - before);
        before = reached;
    }
    return expected;
}

TastingSelector::TastingSelector(const TastingOptions& options, std::size_t features, std::uint64_t seed)
    : DrawingSelector(features, seed), options_(options), group_(static_cast<std::size_t>(options.group)) {
    Rng rng(seed, "tasted features");
    for (std::size_t first = 0; first < features; first += group_) {
        const auto size = static_cast<std::uint32_t>(std::min(group_, features - first));
        const auto count = std::min(size, static_cast<std::uint32_t>(options.tasted));
        for (const std::uint32_t place : rng.sample(size, count))
            tasted_.push_back(static_cast<std::uint32_t>(first) + place);
    }
    std::ranges::sort(tasted_);
}

void TastingSelector::begin(const learners::Decision&) {
    stage_ = Stage::taste;
}

learners::Query TastingSelector::ask() {
    switch (stage_) {
        case Stage::taste:
            if (options_.sample == 0) return {tasted_, {}, false};
            return {tasted_,
                    learners::RowChoice::drawn(static_cast<std::size_t>(options_.sample), rng_.next()),
                    false};
        case Stage::search:
            return {drawn_};
        case Stage::over:
            break;
    }
    return {};
}

void TastingSelector::choose_family(std::span<const learners::FeatureScore> tasted) {
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
    const std::size_t first = best_family * group_;
    const auto size = static_cast<std::uint32_t>(std::min(group_, all().size() - first));
    drawn_ = rng_.sample(size, std::min(size, static_cast<std::uint32_t>(options_.k)));
    for (std::uint32_t& feature : drawn_)
        feature += static_cast<std::uint32_t>(first);
    std::ranges::sort(drawn_);
}

void TastingSelector::report(const learners::Decision&, const learners::Report& report) {
    if (stage_ == Stage::taste) {
        choose_family(report.scores);
        stage_ = Stage::search;
        return;
    }
    count_pulls(report.scores);
    stage_ = Stage::over;
}

}  // namespace reboost::selectors
