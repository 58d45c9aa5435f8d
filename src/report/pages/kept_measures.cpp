#include "report/pages/kept_measures.hpp"

#include "config/json.hpp"

#include <algorithm>
#include <cmath>

namespace reboost::report {
namespace {

/// A measure in words: "cost to reach", and its options: numbers sort as numbers.
using MeasureName = std::pair<std::string, std::vector<std::pair<std::string, Value>>>;

MeasureName measure_name(const std::string& key) {
    const Value measure = config::parse_json(key).at("measure");
    MeasureName name{measure.at("name").as_string(), {}};
    for (const auto& [option, value] : measure.as_object())
        if (option != "name" && option != "scale" && !value.is_object() && !value.is_list())
            name.second.emplace_back(option, value);
    std::ranges::replace(name.first, '_', ' ');
    return name;
}

/// "cost to reach, cost work, factor 1.2"
std::string text_of(const MeasureName& name) {
    std::string text = name.first;
    for (const auto& [option, value] : name.second)
        text += ", " + option + " " + plain_text(value);
    std::ranges::replace(text, '_', ' ');
    return text;
}

bool before(const MeasureName& a, const MeasureName& b) {
    if (a.first != b.first) return a.first < b.first;
    return std::ranges::lexicographical_compare(a.second, b.second, [](const auto& x, const auto& y) {
        if (x.first != y.first) return x.first < y.first;
        if (x.second.is_number() && y.second.is_number()) return x.second.as_number() < y.second.as_number();
        return plain_text(x.second) < plain_text(y.second);
    });
}

}  // namespace

std::vector<std::pair<std::string, double>> kept_measures(const KeptMeasures& reference) {
    std::vector<std::pair<MeasureName, double>> measures;
    for (const auto& [key, kept] : reference.measures)
        if (std::isfinite(kept.value)) measures.emplace_back(measure_name(key), kept.value);
    std::ranges::stable_sort(measures, before, [](const auto& measure) { return measure.first; });
    std::vector<std::pair<std::string, double>> named;
    for (const auto& [name, value] : measures)
        if (const std::pair one(text_of(name), value); std::ranges::find(named, one) == named.end())
            named.push_back(one);
    return named;
}

}  // namespace reboost::report
