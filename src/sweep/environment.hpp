#pragma once
/// What a sweep needs from outside, passed in so that tests can put fakes in its place.
#include "bandits/external/program.hpp"
#include "boosting/compatibility.hpp"
#include "boosting/factory/factory.hpp"
#include "core/clock.hpp"
#include "data/binning.hpp"
#include "data/data_root.hpp"
#include "data/dataset_spec.hpp"

#include <functional>
#include <map>
#include <string>
#include <utility>

namespace reboost::sweep {

class DataSource {
  public:
    virtual ~DataSource() = default;
    /// Cheap. Throws UsageError for an unknown name.
    virtual boosting::DataFacts shape(const data::DatasetSpec& spec) = 0;
    /// SHA-256 that enters the run's identity; must equal the loaded split's provenance. Throws UsageError,
    /// IoError or DataError where the data cannot be had.
    virtual std::string checksum(const data::DatasetSpec& spec) = 0;
    /// Whether the set itself is at hand, not only a stand-in; a file of the wrong size counts, too.
    virtual bool available(const data::DatasetSpec& spec) = 0;
    /// Loads and bins. Called by one thread at a time.
    virtual data::BinnedSplit load(const data::DatasetSpec& spec, const data::BinningOptions& binning) = 0;
};

/// The real data: catalogue, generators, own files.
class CatalogueData final : public DataSource {
  public:
    explicit CatalogueData(data::DataRoot root) : root_(std::move(root)) {}

    /// From the catalogue's entry; an own file is read for it.
    boosting::DataFacts shape(const data::DatasetSpec& spec) override;
    /// Catalogue files: from the catalogue, without reading them where their checksums are known. Generated
    /// sets and own files are made or read once for it.
    std::string checksum(const data::DatasetSpec& spec) override;
    bool available(const data::DatasetSpec& spec) override;
    data::BinnedSplit load(const data::DatasetSpec& spec, const data::BinningOptions& binning) override;

  private:
    using Facts = std::pair<boosting::DataFacts, std::string>;  ///< SHA-256
    const Facts& read(const data::DatasetSpec& spec);

    data::DataRoot root_;
    std::map<data::DatasetSpec, Facts> read_;
};

struct Environment {
    DataSource* data = nullptr;
    std::function<decltype(boosting::make_booster)> make_booster = boosting::make_booster;
    const Clock* clock = &system_clock();
    bool allow_external = false;             ///< the user agreed that programs named in configs are run
    bandits::MakeResponder in_process = {};  ///< what answers in place of those programs
};

}  // namespace reboost::sweep
