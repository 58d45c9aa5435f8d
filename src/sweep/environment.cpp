#include "sweep/environment.hpp"

#include "config/dataset_rules.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/catalogue/loaders.hpp"
#include "data/load/load.hpp"

namespace reboost::sweep {

const CatalogueData::Facts& CatalogueData::read(const data::DatasetSpec& spec) {
    if (const auto found = read_.find(spec); found != read_.end()) return found->second;
    const data::ColumnStream stream = data::open_stream(spec, root_);
    const data::StreamHead& head = stream.head;
    const std::uint64_t classes = head.train.classes == 1 ? 2 : head.train.classes;
    const boosting::DataFacts shape{spec.name,     head.train.rows,          head.features,
                                    classes,       head.train.multi_label(), head.validation.rows > 0,
                                    head.test.rows};
    return read_.emplace(spec, Facts{shape, head.provenance.sha256}).first->second;
}

bool CatalogueData::available(const data::DatasetSpec& spec) {
    if (!spec.path.empty()) return true;
    // If a file has the wrong size, only the runs of its set fail, when they read it.
    return data::presence(spec.name, root_) != data::Presence::absent;
}

boosting::DataFacts CatalogueData::shape(const data::DatasetSpec& spec) {
    return spec.path.empty() ? config::catalogue_facts(spec) : read(spec).first;
}

std::string CatalogueData::checksum(const data::DatasetSpec& spec) {
    if (!spec.path.empty()) return read(spec).second;
    const data::CatalogueEntry& entry = data::find_dataset(spec.name);
    const data::LoadRequest request{entry, spec, root_};
    const bool stand_in = spec.stand_in == data::StandIn::if_missing && !available(spec);
    if (entry.generated() || stand_in) return read(spec).second;
    return entry.checksum ? entry.checksum(request) : data::entry_sha256(request);
}

data::BinnedSplit CatalogueData::load(const data::DatasetSpec& spec, const data::BinningOptions& binning) {
    return data::load_binned(spec, root_, binning);
}

}  // namespace reboost::sweep
