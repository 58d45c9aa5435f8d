#include "data/load.hpp"

#include "core/error.hpp"
#include "data/catalogue.hpp"
#include "data/own_files.hpp"
#include "data/stand_in.hpp"

#include <cmath>

#include <fmt/format.h>

namespace reboost::data {
namespace {

Split load_entry(const CatalogueEntry& entry, const DatasetSpec& spec, const DataRoot& root) {
    if (!entry.sized && (spec.rows != 0 || spec.test_rows != 0))
        throw UsageError(fmt::format(
            "data set '{}' has a fixed number of rows: rows and test_rows do not apply", entry.name));
    return entry.load({entry, spec, root});
}

Split load_stand_in(const CatalogueEntry& entry, const CatalogueEntry& provider, DatasetSpec spec,
                    const DataRoot& root) {
    spec.name = provider.name;
    Split split = load_entry(provider, spec, root);
    split.train.name = entry.name;
    split.test.name = entry.name;
    split.provenance.stand_in = true;
    split.provenance.note = stand_in_note(entry, provider);
    return split;
}

}  // namespace

Split load_split(const DatasetSpec& spec, const DataRoot& root) {
    if (spec.name.empty() == spec.path.empty())
        throw UsageError(spec.path.empty()
                             ? "a data set needs a name or a path"
                             : fmt::format("a data set has a name ('{}') or a path ('{}'), not both",
                                           spec.name, spec.path));
    if (!spec.path.empty()) return load_own_files(spec);
    const CatalogueEntry& entry = find_dataset(spec.name);
    const CatalogueEntry& provider = spec.stand_in == StandIn::if_missing ? provider_of(entry, root) : entry;
    if (&provider != &entry) return load_stand_in(entry, provider, spec, root);
    return load_entry(entry, spec, root);
}

bool depends_on_seed(const DatasetSpec& spec) {
    if (!spec.path.empty()) return spec.test_path.empty() && spec.test_fraction > 0;
    const CatalogueEntry& entry = find_dataset(spec.name);
    return entry.seeded || (spec.stand_in == StandIn::if_missing && !entry.stand_in.empty());
}

Dataset load_for_prediction(const std::string& path, const DatasetSpec& spec, const Schema& schema,
                            bool has_label) {
    return assemble_like(path, read_own_file(path, spec, has_label, &schema), schema);
}

}  // namespace reboost::data
