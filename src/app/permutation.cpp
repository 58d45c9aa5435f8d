#include "app/permutation.hpp"

#include "boosting/factory/saved_model.hpp"
#include "core/error.hpp"
#include "core/matrix.hpp"
#include "core/rng.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace reboost::app {
namespace {

constexpr const char *kFeature = "permutation/feature", *kRise = "permutation/error_rise";

double error_of(const Matrix<double>& scores, const data::Labels& labels) {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        std::size_t best = 0;
        for (std::size_t l = 1; l < scores.columns(); ++l)
            if (scores(i, l) > scores(i, best)) best = l;
        if (scores.columns() == 1) best = scores(i, 0) > 0 ? 1 : 0;
        wrong += best != static_cast<std::size_t>(labels.class_of_row[i]);
    }
    return static_cast<double>(wrong) / static_cast<double>(scores.rows());
}

}  // namespace

std::map<std::uint32_t, double> permutation_importances(const Archive& model, const data::BinnedMatrix& all,
                                                        const data::Labels& all_labels) {
    std::map<std::uint32_t, double> rises;
    if (all.rows == 0 || all_labels.multi_label()) return rises;
    std::vector<std::uint32_t> order(std::min(all.rows, kMostPermutedRows));
    std::iota(order.begin(), order.end(), 0U);
    data::BinnedMatrix rows = all.subset(order);
    const data::Labels labels = all_labels.subset(order);
    const double error = error_of(boosting::predict_scores(model, rows), labels);
    const std::vector<boosting::Importance> columns = boosting::feature_importances(model);
    Rng rng(1, "permutation importance");
    for (std::size_t c = 0; c < std::min(columns.size(), kMostPermuted); ++c) {
        const std::uint32_t feature = columns[c].feature;
        rng.shuffle(std::span<std::uint32_t>(order));
        data::BinnedColumn shuffled = rows.columns.at(feature).subset(order);
        std::swap(rows.columns[feature], shuffled);
        rises[feature] = error_of(boosting::predict_scores(model, rows), labels) - error;
        std::swap(rows.columns[feature], shuffled);
    }
    return rises;
}

void put_permutations(Archive& model, const std::map<std::uint32_t, double>& rises) {
    if (rises.empty()) return;
    std::vector<std::uint32_t> features;
    std::vector<double> errors;
    for (const auto& [feature, rise] : rises) {
        features.push_back(feature);
        errors.push_back(rise);
    }
    model.put(kFeature, features, "", "column whose values are shuffled");
    model.put(kRise, errors, "", "rise of the test error when they are");
}

std::map<std::uint32_t, double> permutations_of(const Archive& model) {
    std::map<std::uint32_t, double> rises;
    if (!model.contains(kFeature)) return rises;
    const auto& features = model.get<std::uint32_t>(kFeature);
    const auto& errors = model.get<double>(kRise);
    if (features.size() != errors.size())
        throw DataError("model: shuffled columns and rises of the error differ in number");
    for (std::size_t i = 0; i < features.size(); ++i)
        rises[features[i]] = errors[i];
    return rises;
}

}  // namespace reboost::app
