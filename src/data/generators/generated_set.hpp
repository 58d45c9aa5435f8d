#pragma once
/// What generated entries of the catalogue share.
#include "core/rng.hpp"
#include "data/catalogue.hpp"
#include "data/catalogue/table_set.hpp"

#include <cstddef>
#include <functional>
#include <string>

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

/// Columns "x1" … of floats, filled row by row.
class FloatTable {
  public:
    FloatTable(std::size_t rows, std::size_t features);
    void set(std::size_t row, std::size_t feature, double value) {
        columns_[feature][row] = static_cast<float>(value);
    }
    float get(std::size_t row, std::size_t feature) const { return columns_[feature][row]; }
    /// The rows with their classes as a data set; integers 0..255 are packed into bytes.
    Dataset finish(std::vector<std::int32_t> classes, std::vector<std::string> class_names) &&;

  private:
    std::vector<std::vector<float>> columns_;
};

}  // namespace reboost::data
