#include "bench/bench_data.hpp"

#include "bench/statistics.hpp"
#include "data/load/load.hpp"
#include "support/bin_split.hpp"
#include "support/load_split.hpp"

namespace reboost::bench {

std::shared_ptr<const data::BinnedSplit> load_binned(std::string_view name, const data::DataRoot& root,
                                                     LoadTimes* times) {
    data::DatasetSpec spec;
    spec.name = name;
    spec.stand_in = data::StandIn::if_missing;
    const Timer load_timer;
    data::Split split = data::load_split(spec, root);
    const double load_seconds = load_timer.cpu_seconds();
    const Timer bin_timer;
    auto binned = std::make_shared<data::BinnedSplit>(testing::bin(std::move(split)));
    if (times != nullptr) *times = {load_seconds, bin_timer.cpu_seconds()};
    return binned;
}

std::shared_ptr<const data::BinnedSplit> DataShelf::get(std::string_view name) {
    auto place = sets_.find(name);
    if (place == sets_.end()) place = sets_.emplace(std::string(name), load_binned(name, root_)).first;
    return place->second;
}

std::string DataShelf::stand_ins() const {
    std::string names;
    for (const auto& [name, set] : sets_)
        if (set->provenance.stand_in) names += (names.empty() ? "" : ", ") + name;
    return names;
}

}  // namespace reboost::bench
