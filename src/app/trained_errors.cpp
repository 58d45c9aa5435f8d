#include "app/trained_errors.hpp"

#include "app/common.hpp"
#include "app/own_model.hpp"
#include "boosting/factory/saved_model.hpp"
#include "boosting/options.hpp"
#include "core/text.hpp"
#include "report/measures/run_set.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include <fmt/format.h>

namespace reboost::app {
namespace {

/// The last value of a curve up to `round`; nullopt where it has none.
std::optional<double> value_at(const Archive& curves, const std::string& name, const std::string& axis,
                               std::uint64_t round) {
    if (!curves.contains(name) || !curves.contains(axis)) return std::nullopt;
    const std::vector<double> rounds = report::to_doubles(curves.find(axis)),
                              values = report::to_doubles(curves.find(name));
    std::optional<double> last;
    for (std::size_t i = 0; i < std::min(rounds.size(), values.size()); ++i)
        if (rounds[i] <= static_cast<double>(round) && std::isfinite(values[i])) last = values[i];
    return last;
}

/// Rows of each class; of multi-label data none.
std::vector<std::size_t> rows_of_classes(const data::Labels& labels) {
    std::vector<std::size_t> count(labels.class_names.size(), 0);
    for (const std::int32_t c : labels.class_of_row)
        ++count[static_cast<std::size_t>(c)];
    return count;
}

/// Test rows of classes that training had not are errors, too.
void count_unknown_classes(Value& errors, const data::BinnedSplit& data) {
    const auto unknown = static_cast<double>(data.provenance.unknown_class_rows);
    const auto rows = static_cast<double>(data.test.rows);
    if (unknown == 0) return;
    const Value* const test = errors.find("test");
    const double wrong = test != nullptr ? test->as_number() * rows : 0;
    errors.set("test", (wrong + unknown) / (rows + unknown));
}

}  // namespace

bool is_drawn(const results::RunRecord& record) {
    return text_at(record.spec, "booster.name") == boosting::AdaBoostRsOptions::kName;
}

std::uint64_t rounds_used(const results::RunRecord& record) {
    const auto rounds = static_cast<std::uint64_t>(record.attributes.at("rounds").as_integer());
    if (is_drawn(record) || !record.model.contains("best_round")) return rounds;
    return std::min(rounds, record.model.get_scalar<std::uint64_t>("best_round"));
}

Value errors_at(const Archive& curves, std::uint64_t round, const data::BinnedSplit& data) {
    Value errors = Value::object();
    for (const std::string part : {"train", "validation", "test"}) {
        std::optional<double> error = value_at(curves, part + "/error", part + "/round", round);
        if (!error) error = value_at(curves, part + "_error", "round", round);
        if (error) errors.set(part, *error);
    }
    count_unknown_classes(errors, data);
    return errors;
}

Majority majority_of(const data::BinnedSplit& data) {
    if (data.train_labels.multi_label()) return {};
    const std::vector<std::size_t> count = rows_of_classes(data.train_labels);
    const auto best = static_cast<std::size_t>(std::ranges::max_element(count) - count.begin());
    Majority majority{data.train_labels.class_names[best], Value::object()};
    const auto add = [&](const char* part, const data::Labels& labels, std::size_t unknown) {
        const std::size_t rows = labels.rows + unknown;
        if (rows > 0)
            majority.errors.set(
                part, static_cast<double>(rows - rows_of_classes(labels)[best]) / static_cast<double>(rows));
    };
    add("train", data.train_labels, 0);
    add("test", data.test_labels, data.provenance.unknown_class_rows);
    return majority;
}

std::string settle_empty(results::RunRecord& record, const data::BinnedSplit& data) {
    if (data.train_labels.multi_label() || record.model.empty() ||
        !boosting::feature_importances(record.model).empty())
        return "";
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
                fmt::format(" (always '{}': {:.2f}%)", printable(majority.name), 100 * always->as_number());
    }
    return text;
}

}  // namespace reboost::app
