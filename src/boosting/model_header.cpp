#include "boosting/model_header.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <set>
#include <type_traits>
#include <utility>
#include <variant>

namespace reboost::boosting {
namespace {

/// Saves lists of lists as one list and the end of each part.
template <class T>
void put_ragged(Archive& archive, const std::string& name, const std::vector<std::vector<T>>& parts) {
    std::vector<T> all;
    std::vector<std::uint64_t> ends;
    for (const std::vector<T>& part : parts) {
        all.insert(all.end(), part.begin(), part.end());
        ends.push_back(all.size());
    }
    archive.put(name, std::move(all));
    archive.put(name + "_end", std::move(ends));
}

template <class T>
std::vector<std::vector<T>> get_ragged(const Archive& archive, const std::string& name) {
    const auto& all = archive.get<T>(name);
    std::vector<std::vector<T>> parts;
    std::uint64_t begin = 0;
    for (const std::uint64_t end : archive.get<std::uint64_t>(name + "_end")) {
        if (end < begin || end > all.size()) throw DataError("model: '" + name + "' is not whole");
        parts.emplace_back(all.begin() + static_cast<std::ptrdiff_t>(begin),
                           all.begin() + static_cast<std::ptrdiff_t>(end));
        begin = end;
    }
    return parts;
}

/// Returns the values of an array of integers; nothing for other arrays.
std::vector<std::int64_t> integers_of(const Archive::Array& array) {
    std::vector<std::int64_t> integers;
    const auto take = [&integers](const auto& values) {
        if constexpr (std::is_integral_v<typename std::decay_t<decltype(values)>::value_type>)
            integers.assign(values.begin(), values.end());
    };
    std::visit(take, array.values);
    return integers;
}

/// Replaces each threshold by `visit(feature, threshold)`, in all arrays of splits; feature < 0 is a leaf.
void visit_splits(Archive& model, const std::function<std::int64_t(std::int64_t, std::int64_t)>& visit) {
    constexpr std::string_view kThreshold = "threshold", kFeature = "feature";
    const Archive before = model;
    for (const auto& [name, array] : before.arrays()) {
        if (!name.ends_with("/threshold")) continue;
        const std::string feature = name.substr(0, name.size() - kThreshold.size()) + std::string(kFeature);
        const std::vector<std::int64_t> features = integers_of(before.find(feature));
        Archive::Array changed = array;
        const auto change = [&](auto& thresholds) {
            using T = typename std::decay_t<decltype(thresholds)>::value_type;
            if constexpr (std::is_integral_v<T>)
                for (std::size_t i = 0; i < std::min(features.size(), thresholds.size()); ++i)
                    thresholds[i] =
                        static_cast<T>(visit(features[i], static_cast<std::int64_t>(thresholds[i])));
        };
        std::visit(change, changed.values);
        model.put_array(name, std::move(changed));
    }
}

/// Throws DataError if a forged model's cuts are no ascending numbers, or if it has splits beyond its cuts.
void require_sound_cuts(const ModelHeader& header, Archive model) {
    for (std::size_t j = 0; j < header.cuts.size(); ++j) {
        const std::vector<float>& cuts = header.cuts[j].cuts;
        const bool ascend = std::ranges::adjacent_find(cuts, std::greater_equal{}) == cuts.end();
        if (!ascend || std::ranges::any_of(cuts, [](float cut) { return std::isnan(cut); }))
            throw DataError("model: the cuts of '" + header.feature_names[j] + "' are no ascending numbers");
    }
    visit_splits(model, [&header](std::int64_t feature, std::int64_t threshold) {
        const auto column = static_cast<std::size_t>(feature);
        if (feature < 0 || column >= header.cuts.size()) return threshold;  // a leaf, or checked elsewhere
        const std::size_t most = header.cuts[column].cuts.size() + 1;  // the last bin holds missing values
        if (threshold < 0 || static_cast<std::size_t>(threshold) > most)
            throw DataError("model: a split of '" + header.feature_names[column] + "' lies beyond its cuts");
        return threshold;
    });
}

}  // namespace

void keep_used_cuts(Archive& model) {
    if (!model.contains("cuts")) return;
    std::vector<std::vector<float>> cuts = get_ragged<float>(model, "cuts");
    std::vector<std::set<std::int64_t>> used(cuts.size());
    bool any = false;
    visit_splits(model, [&](std::int64_t feature, std::int64_t threshold) {
        any = true;
        const auto column = static_cast<std::size_t>(feature);
        if (feature >= 0 && column < cuts.size() && threshold > 0 &&
            std::cmp_less_equal(threshold, cuts[column].size()))
            used[column].insert(threshold);
        return threshold;
    });
    if (!any) return;
    visit_splits(model, [&](std::int64_t feature, std::int64_t threshold) {
        if (feature < 0 || threshold <= 0 || static_cast<std::size_t>(feature) >= cuts.size())
            return threshold;
        const std::set<std::int64_t>& kept = used[static_cast<std::size_t>(feature)];
        return std::distance(kept.begin(), kept.lower_bound(threshold)) +
               std::int64_t{1};  // the bin of missing values stays last
    });
    for (std::size_t j = 0; j < cuts.size(); ++j) {
        std::vector<float> kept;
        for (const std::int64_t threshold : used[j])
            kept.push_back(cuts[j][static_cast<std::size_t>(threshold - 1)]);
        cuts[j] = std::move(kept);
    }
    put_ragged(model, "cuts", cuts);
}

void save_model_header(const data::BinnedSplit& data, std::string_view booster, Archive& archive) {
    std::vector<std::vector<float>> cuts;
    std::vector<std::uint8_t> missing;
    for (const data::BinCuts& column : data.cuts) {
        cuts.push_back(column.cuts);
        missing.push_back(column.has_missing ? 1 : 0);
    }
    archive.put_scalar("booster", std::string(booster));
    archive.put("feature_names", data.feature_names);
    archive.put("class_names", data.train_labels.class_names);
    archive.put_scalar("multi_label", static_cast<std::uint8_t>(data.train_labels.multi_label() ? 1 : 0));
    archive.put("has_missing", std::move(missing), "", "a missing value occurred in training");
    put_ragged(archive, "cuts", cuts);
    put_ragged(archive, "levels", data.levels);
}

std::size_t rounds_used(const Archive& model, std::size_t rounds) {
    const auto best = model.get_scalar<std::uint64_t>("best_round");
    if (best > std::max<std::size_t>(1, rounds))  // best_round may be 1 without any round
        throw DataError("model: its best round is " + std::to_string(best) + ", but it has " +
                        std::to_string(rounds) + " rounds");
    return std::min<std::size_t>(best, rounds);
}

ModelHeader load_model_header(const Archive& model) {
    ModelHeader header;
    header.booster = model.get_scalar<std::string>("booster");
    header.feature_names = model.get<std::string>("feature_names");
    header.class_names = model.get<std::string>("class_names");
    header.multi_label = model.get_scalar<std::uint8_t>("multi_label") != 0;
    const auto cuts = get_ragged<float>(model, "cuts");
    const auto& missing = model.get<std::uint8_t>("has_missing");
    header.levels = get_ragged<std::string>(model, "levels");
    if (missing.size() != cuts.size() || header.levels.size() != cuts.size() ||
        header.feature_names.size() != cuts.size())
        throw DataError("model: columns, cuts and levels do not agree");
    for (std::size_t j = 0; j < cuts.size(); ++j)
        header.cuts.push_back({cuts[j], missing[j] != 0});
    require_sound_cuts(header, model);
    return header;
}

}  // namespace reboost::boosting
