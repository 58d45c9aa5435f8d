#pragma once
/// What generated entries of the catalogue share.
#include "core/rng.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/catalogue/table_set.hpp"

#include <cstddef>
#include <functional>

namespace reboost::data {

/// Draws `rows` rows.
using RowGenerator = std::function<Dataset(std::size_t rows, Rng& rng)>;

/// Training and test part from two streams of DatasetSpec.seed; rows as the spec says, else the entry's
/// defaults. `revision` counts changes of the rule: it is part of the checksum.
Loader drawn_loader(RowGenerator generator, int revision = 1);

/// A set that can be listed whole: `train_rows` of it, drawn by DatasetSpec.seed, train.
Loader listed_loader(std::function<Dataset()> list, int revision = 1);

/// source "generator" and the SHA-256 over name, revision, seed and sizes.
Provenance generator_provenance(const CatalogueEntry& entry, const DatasetSpec& spec, int revision);

}  // namespace reboost::data
