#pragma once
/// The real data of a sweep: catalogue, generators, own files.
#include "data/data_root.hpp"
#include "sweep/environment.hpp"

#include <map>
#include <string>

namespace reboost::sweep {

class CatalogueData final : public DataSource {
  public:
    explicit CatalogueData(data::DataRoot root) : root_(std::move(root)) {}

    /// From the catalogue's entry; an own file is read for it.
    DataShape shape(const data::DatasetSpec& spec) override;
    /// Catalogue files: from the catalogue, without reading them where their checksums are known. Generated
    /// sets and own files are made or read once for it.
    std::string checksum(const data::DatasetSpec& spec) override;
    bool available(const data::DatasetSpec& spec) override;
    data::BinnedSplit load(const data::DatasetSpec& spec, const data::BinningOptions& binning) override;

  private:
    struct Facts {
        DataShape shape;
        std::string sha256;
    };
    const Facts& read(const data::DatasetSpec& spec);

    data::DataRoot root_;
    std::map<std::string, Facts> read_;  ///< by the spec's JSON
};

}  // namespace reboost::sweep
