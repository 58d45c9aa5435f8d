/// The binary sets of ijcai2015, Table 1. The paper says that "features and labels were collapsed into binary
/// categories" and gives counts, not rules; each entry's note states ours. Features are fitted on all rows,
/// then training and test rows are drawn by dataset.seed, in the paper's numbers.
///
/// Beside each stands its pool: all rows, undivided, for runs that draw the parts of many trials themselves.
/// In a pool the gaps of a column stay what they are, thresholds of that column: sonar's 11196 features are
/// 60 columns there.
#include "core/rng.hpp"
#include "data/binning.hpp"
#include "data/catalogue/entries.hpp"
#include "data/prepare/binarise.hpp"
#include "data/prepare/splits.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace reboost::data {
namespace {

/// What the loaded set of files becomes.
using Transform = std::function<Dataset(const Dataset&)>;

/// Pixels (grey ≥ 128) that are set in at least one and not in all of a hundred rows of the two digits.
Dataset two_digits(const Dataset& mnist, const std::string& negative, const std::string& positive) {
    const Dataset pair = as_binary(mnist, {negative}, {positive}, {negative, positive});
    std::vector<BinaryFeature> features;
    for (std::size_t j = 0; j < pair.columns.size(); ++j) {
        std::size_t set = 0;
        for (std::size_t i = 0; i < pair.rows(); ++i)
            set += pair.columns[j].at(i) >= 128 ? 1U : 0U;
        if (100 * set >= pair.rows() && 100 * set <= 99 * pair.rows()) features.push_back({j, 128, false});
    }
    return binarised(pair, features);
}

/// Rows with one of the bases A, C, G, T at every position; four features a position.
Dataset unambiguous_bases(const Dataset& splice) {
    std::vector<std::uint32_t> kept;
    const auto is_base = [](const std::string& level) { return level.find_first_of("ACGT") == 0; };
    for (std::uint32_t i = 0; i < splice.rows(); ++i) {
        const bool plain = std::ranges::all_of(splice.columns, [&](const Column& column) {
            return is_base(column.levels[static_cast<std::size_t>(column.at(i))]);
        });
        if (plain) kept.push_back(i);
    }
    Dataset bases = one_hot(as_binary(splice.subset(kept), {"N"}, {"EI", "IE"}, {"none", "junction"}));
    std::erase_if(bases.columns,
                  [&](const Column& column) { return !is_base(column.name.substr(column.name.size() - 1)); });
    return bases;
}

/// Levels one-hot, a missing value as a level of its own; numbers cut at their deciles.
Dataset levels_and_deciles(const Dataset& adult) {
    Dataset filled = adult;
    std::vector<BinaryFeature> features;
    for (std::size_t j = 0; j < filled.columns.size(); ++j) {
        Column& column = filled.columns[j];
        if (column.kind == ColumnKind::numeric) {
            for (const float cut : fit_cuts(column, {.max_bins = 10}).cuts)
                features.push_back({j, cut, false});
            continue;
        }
        auto& values = std::get<std::vector<float>>(column.values);
        const auto unknown = static_cast<float>(column.levels.size());
        if (std::ranges::none_of(values, [](float v) { return std::isnan(v); })) continue;
        column.levels.emplace_back("?");
        std::replace_if(
            values.begin(), values.end(), [](float v) { return std::isnan(v); }, unknown);
    }
    Dataset wide = binarised(filled, features);
    std::erase_if(filled.columns, [](const Column& column) { return column.kind == ColumnKind::numeric; });
    Dataset levels = one_hot(filled);
    std::move(levels.columns.begin(), levels.columns.end(), std::back_inserter(wide.columns));
    return wide;
}

Dataset cp_or_not(const Dataset& ecoli) {
    return as_binary(ecoli, {"im", "pp", "imU", "om", "omL", "imL", "imS"}, {"cp"}, {"other", "cp"});
}

struct Budgeted {
    const char* name;
    const char* base;
    std::int64_t features, train_rows, test_rows;
    std::int64_t pool_rows, pool_columns;
    const char* label;
    const char* note;
    Transform transform{};     ///< labels, rows, and features that are no gaps; none: as they are
    bool gap_features = true;  ///< then one feature a gap
};

/// All rows, training rows first, in the set's features; in gaps only where `with_gaps`.
Dataset whole_set(const Budgeted& set, Split parts, bool with_gaps) {
    Dataset whole = joined(std::move(parts.train), std::move(parts.test));
    if (set.transform) whole = set.transform(whole);
    return with_gaps && set.gap_features ? binarised(whole, gap_features(whole)) : whole;
}

CatalogueEntry made_from(const CatalogueEntry& base, const Budgeted& set) {
    return {.source = base.source,
            .licence = base.licence,
            .label = set.label,
            .note = set.note,
            .files = base.files};
}

CatalogueEntry make_entry(const Budgeted& set, const CatalogueEntry& base) {
    CatalogueEntry entry = made_from(base, set);
    entry.name = set.name;
    entry.title = base.title + ", in binary features (ijcai2015, Table 1)";
    entry.shape = {set.train_rows, set.test_rows, set.features, 2};
    entry.split_rule = "training and test rows drawn from all rows by dataset.seed";
    entry.seeded = true;
    entry.load = from_files([load = base.load, set](const LoadRequest& request) {
        const Dataset whole = whole_set(set, load(request), true);
        Rng rng(static_cast<std::uint64_t>(request.spec.seed), "split:" + request.entry.name);
        const auto rows = [](std::int64_t count) { return static_cast<std::size_t>(count); };
        return split_dataset(whole, draw_rows(whole.rows(), rows(set.train_rows), rows(set.test_rows), rng));
    });
    return entry;
}

std::string pool_name(const std::string& name) {
    const std::string ending = "-binary";
    return (name.ends_with(ending) ? name.substr(0, name.size() - ending.size()) : name) + "-pool";
}

CatalogueEntry make_pool(const Budgeted& set, const CatalogueEntry& base) {
    CatalogueEntry pool = made_from(base, set);
    pool.name = pool_name(set.name);
    pool.title = base.title + ", all rows of the set of ijcai2015, for trials";
    pool.shape = {set.pool_rows, 0, set.pool_columns, 2};
    pool.split_rule = "none: booster.trials draws the parts";
    pool.load = from_files([load = base.load, set](const LoadRequest& request) {
        Split split;
        split.train = whole_set(set, load(request), false);
        split.test = split.train.subset({});
        return split;
    });
    return pool;
}

std::vector<Budgeted> table_one() {
    constexpr const char* kGaps = "one feature a gap between a column's distinct values, on the whole file";
    constexpr const char* kPixels =
        "pixels of grey value 128 or more, of those set in 1% to 99% of the two digits' rows; the paper has "
        "403";
    return {
        {"ocr17", "mnist", 374, 1000, 5000, 15170, 374, "positive: 7, negative: 1", kPixels,
         [](const Dataset& d) { return two_digits(d, "1", "7"); }, false},
        {"ocr49", "mnist", 398, 1000, 5000, 13782, 398, "positive: 9, negative: 4", kPixels,
         [](const Dataset& d) { return two_digits(d, "4", "9"); }, false},
        {"splice-binary", "splice", 240, 1000, 2175, 3175, 240, "positive: EI or IE, negative: N",
         "60 positions of 4 bases; the 15 rows with ambiguity codes are dropped", unambiguous_bases, false},
        {"census-binary", "adult", 135, 1000, 5000, 48842, 135, "positive: >50K",
         "UCI Adult, both files; levels one-hot, '?' a level, numbers cut at deciles; the paper has 131 "
         "features",
         levels_and_deciles, false},
        {"breast-cancer-binary", "breast-cancer-wisconsin", 81, 500, 199, 699, 9, "positive: malignant",
         "one feature a gap, one for '?'; the paper has 82"},
        {"ecoli-binary", "ecoli", 356, 200, 136, 336, 7, "positive: cp, negative: the other seven sites",
         kGaps, cp_or_not},
        {"sonar-binary", "sonar", 11196, 100, 108, 208, 60, "positive: M (mine)", kGaps},
        {"heart-binary", "heart", 371, 100, 170, 270, 13, "positive: present", kGaps},
        {"ionosphere-binary", "ionosphere", 8114, 300, 51, 351, 34, "positive: g (good)", kGaps},
    };
}

}  // namespace

std::vector<CatalogueEntry> budgeted_sets() {
    std::vector<CatalogueEntry> bases = benchmark_sets(), entries;
    bases.push_back(sequence_and_ranking_sets().front());  // splice
    for (const Budgeted& set : table_one()) {
        const CatalogueEntry& base = *std::ranges::find(bases, set.base, &CatalogueEntry::name);
        entries.push_back(make_entry(set, base));
        entries.push_back(make_pool(set, base));
    }
    return entries;
}

}  // namespace reboost::data
