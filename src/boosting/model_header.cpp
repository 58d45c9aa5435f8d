#include "boosting/model_header.hpp"

namespace reboost::boosting {
namespace {

/// Lists of lists as one list and the end of each part.
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

}  // namespace

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
    return header;
}

}  // namespace reboost::boosting
