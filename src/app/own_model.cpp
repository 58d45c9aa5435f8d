#include "app/own_model.hpp"

#include "boosting/factory/saved_model.hpp"
#include "boosting/model_header.hpp"
#include "core/error.hpp"
#include "core/mapped.hpp"
#include "core/matrix.hpp"
#include "core/order.hpp"
#include "core/rng.hpp"
#include "core/text.hpp"
#include "metrics/classification.hpp"
#include "report/measures/run_set.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace reboost::app {
namespace {

/// The last value of a curve up to `round`; nullopt if there is none.
std::optional<double> value_at(const Archive& curves, const std::string& name, const std::string& axis,
                               std::uint64_t round) {
    const std::vector<double> rounds = report::doubles_in(curves, axis),
                              values = report::doubles_in(curves, name);
    std::optional<double> last;
    for (std::size_t i = 0; i < std::min(rounds.size(), values.size()); ++i)
        if (rounds[i] <= static_cast<double>(round) && std::isfinite(values[i])) last = values[i];
    return last;
}

/// The largest numbers of columns and of rows that are shuffled.
constexpr std::size_t kMostPermuted = 50, kMostPermutedRows = 5000;
constexpr const char *kFeature = "permutation/feature", *kRise = "permutation/error_rise";

double error_of(const Matrix<double>& scores, const data::Labels& labels) {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        const auto score = [row = scores.row(i)](std::size_t l) { return row[l]; };
        wrong += metrics::misclassified(scores.columns(), score, labels.class_of_row[i],
                                        metrics::TieRule::first_maximum);
    }
    return static_cast<double>(wrong) / static_cast<double>(scores.rows());
}

}  // namespace

config::PlannedRun run_of_options(const Value& options, const std::string& what,
                                  const std::vector<std::string>& overrides) {
    const config::Node root = config::Node::from_value(options, config::origin_called(what));
    config::SweepConfig config = config::config_of(root, what, "", overrides);
    if (config.runs.size() != 1)
        throw UsageError(
            fmt::format("{}: the options describe {} models, expected one", what, config.runs.size()));
    return std::move(config.runs.front());
}

void refuse_prepared(const data::DatasetSpec& spec, const std::string& name) {
    const data::DatasetSpec normal;
    const char* option = spec.missing_as != normal.missing_as   ? "missing_as"
                         : spec.nominal_as != normal.nominal_as ? "nominal_as"
                         : spec.selection != normal.selection   ? "selection"
                                                                : nullptr;
    if (option != nullptr)
        throw UsageError(
            fmt::format("{}: its columns were prepared by dataset.{}, fitted on the training rows: "
                        "predict cannot prepare others so",
                        name, option));
}

std::string majority_of_empty(const results::RunRecord& record) {
    const Value* majority = record.attributes.find(kMajorityClass);
    return majority == nullptr ? "" : majority->as_string();
}

Value shown_attributes(const results::RunRecord& record) {
    Value attributes = record.attributes;
    Value* const classes = attributes.find("classes");
    if (classes == nullptr || record.model.empty() || classes->as_integer() != 1) return attributes;
    *classes = static_cast<std::int64_t>(boosting::load_model_header(record.model).class_names.size());
    return attributes;
}

// A newly trained model

bool is_drawn(const results::RunRecord& record) {
    return text_at(record.spec, "booster.name") == boosting::AdaBoostRsOptions::kName;
}

std::uint64_t rounds_used(const results::RunRecord& record) {
    const auto rounds = static_cast<std::uint64_t>(record.attributes.at("rounds").as_integer());
    if (is_drawn(record) || !record.model.contains("best_round")) return rounds;
    return std::min(rounds, record.model.get_scalar<std::uint64_t>("best_round"));
}

Value errors_at(const Archive& curves, std::uint64_t round, const data::BinnedSplit* data) {
    Value errors = Value::object();
    for (const std::string part : {"train", "validation", "test"}) {
        std::optional<double> error = value_at(curves, part + "/error", part + "/round", round);
        if (!error) error = value_at(curves, part + "_error", "round", round);
        if (error) errors.set(part, *error);
    }
    if (data == nullptr || data->provenance.unknown_class_rows == 0) return errors;
    const auto unknown = static_cast<double>(data->provenance.unknown_class_rows);
    const auto rows = static_cast<double>(data->test.rows);
    errors.set("test", (number_at(errors, "test", 0) * rows + unknown) / (rows + unknown));
    return errors;
}

Majority majority_of(const data::BinnedSplit& data) {
    const std::vector<std::size_t> count = data.train_labels.rows_of_classes();
    const auto best = static_cast<std::size_t>(std::ranges::max_element(count) - count.begin());
    Majority majority{data.train_labels.class_names[best], Value::object()};
    const auto add = [&](const char* part, const data::Labels& labels, std::size_t unknown) {
        const std::size_t rows = labels.rows + unknown;
        if (rows > 0)
            majority.errors.set(
                part, static_cast<double>(rows - labels.rows_of_classes()[best]) / static_cast<double>(rows));
    };
    add("train", data.train_labels, 0);
    add("test", data.test_labels, data.provenance.unknown_class_rows);
    return majority;
}

std::string settle_empty(results::RunRecord& record, const data::BinnedSplit& data) {
    if (record.model.empty() || !boosting::feature_importances(record.model).empty()) return "";
    std::string name = majority_of(data).name;
    record.attributes.set(kMajorityClass, name);
    return name;
}

std::string losses_text(const Value& errors, const Majority& majority) {
    std::string text;
    for (const auto& [part, error] : errors.as_object()) {
        text += fmt::format(", {} error {:.2f}%", part, 100 * error.as_number());
        const Value* const always = majority.errors.find(part);
        if (always != nullptr)
            text +=
                fmt::format(" (guessing '{}': {:.2f}%)", printable(majority.name), 100 * always->as_number());
    }
    return text;
}

std::map<std::uint32_t, double> permutation_importances(const Archive& model, const data::BinnedMatrix& all,
                                                        const data::Labels& all_labels) {
    std::map<std::uint32_t, double> rises;
    if (all.rows == 0 || all_labels.multi_label()) return rises;
    std::vector<std::uint32_t> order = indices<std::uint32_t>(std::min(all.rows, kMostPermutedRows));
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
    model.put(kFeature, mapped(rises, [](const auto& one) { return one.first; }), "",
              "column whose values are shuffled");
    model.put(kRise, mapped(rises, [](const auto& one) { return one.second; }), "",
              "rise of the test error when they are");
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
