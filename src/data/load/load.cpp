#include "data/load/load.hpp"

#include "core/error.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/prepare/bin_stream.hpp"
#include "data/prepare/splits.hpp"

namespace reboost::data {
namespace {

/// What a spec's name comes to: the set itself, or the generator that stands in for it.
struct Resolved {
    const CatalogueEntry* entry;
    DatasetSpec spec;
    const CatalogueEntry* stands_for = nullptr;

    /// The names under which a stand-in's rows appear.
    void mark(std::string& name, Provenance& provenance) const {
        if (stands_for == nullptr) return;
        name = stands_for->name;
        provenance.stand_in = true;
        provenance.note = stand_in_note(*stands_for, *entry);
    }
};

Resolved resolve(const DatasetSpec& spec, const DataRoot& root) {
    const CatalogueEntry& entry = find_dataset(spec.name);
    const CatalogueEntry& provider = spec.stand_in == StandIn::if_missing ? provider_of(entry, root) : entry;
    Resolved resolved{&provider, spec};
    if (&provider != &entry) {
        resolved.stands_for = &entry;
        resolved.spec.name = provider.name;
    }
    if (const std::string fault = size_fault(*resolved.entry, resolved.spec).message; !fault.empty())
        throw UsageError(fault);
    return resolved;
}

/// The parts as the set or the files prescribe them.
Split load_published(const DatasetSpec& spec, const DataRoot& root) {
    if (!spec.path.empty()) return load_own_files(spec);
    const Resolved resolved = resolve(spec, root);
    Split split = resolved.entry->load({*resolved.entry, resolved.spec, root});
    split.train.name = resolved.entry->name;
    resolved.mark(split.train.name, split.provenance);
    split.test.name = split.train.name;
    return split;
}

}  // namespace

std::unique_ptr<ColumnStream> open_stream(const DatasetSpec& spec, const DataRoot& root) {
    if (spec.name.empty() && spec.path.empty()) throw UsageError("a data set needs a name or a path");
    std::unique_ptr<ColumnStream> stream;
    if (streams(spec)) {
        const Resolved resolved = resolve(spec, root);
        stream = resolved.entry->open({*resolved.entry, resolved.spec, root});
        resolved.mark(stream->head().name, stream->head().provenance);
    } else {
        stream = stream_of(load_published(spec, root));
    }
    return spec.split == SplitRule::resampled
               ? resampled(std::move(stream), static_cast<std::uint64_t>(spec.seed))
               : std::move(stream);
}

bool streams(const DatasetSpec& spec) {
    return spec.path.empty() && find_dataset(spec.name).open != nullptr;
}

BinnedSplit load_binned(const DatasetSpec& spec, const DataRoot& root, const BinningOptions& options) {
    return bin_stream(*open_stream(spec, root), spec, options);
}

bool depends_on_seed(const DatasetSpec& spec) {
    if (spec.split == SplitRule::resampled) return true;
    if (!spec.path.empty()) return spec.test_path.empty() && spec.test_fraction > 0;
    const CatalogueEntry& entry = find_dataset(spec.name);
    return entry.seeded || (spec.stand_in == StandIn::if_missing && !entry.stand_in.empty());
}

RowsToPredict load_for_prediction(const std::string& path, const DatasetSpec& spec, const Schema& schema,
                                  bool has_label) {
    return assemble_like(path, read_own_file(path, spec, has_label, &schema), schema);
}

}  // namespace reboost::data
