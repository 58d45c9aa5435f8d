#pragma once
/// The data, clock and programs of a sweep, passed in so that tests can replace them by fakes.
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
    /// Takes no time. Throws UsageError for an unknown name.
    virtual boosting::DataFacts shape(const data::DatasetSpec& spec) = 0;
    /// SHA-256 of the data, a part of the run's identity; must equal the provenance of the loaded split.
    /// Throws UsageError, IoError or DataError if the data cannot be had.
    virtual std::string checksum(const data::DatasetSpec& spec) = 0;
    /// Whether the set itself is present, not only a stand-in. A file of the wrong size counts as present.
    virtual bool available(const data::DatasetSpec& spec) = 0;
    /// Loads and bins the data. Called by one thread at a time.
    virtual data::BinnedSplit load(const data::DatasetSpec& spec, const data::BinningOptions& binning) = 0;
};

/// The real data: catalogue, generators, own files.
class CatalogueData final : public DataSource {
  public:
    explicit CatalogueData(data::DataRoot root = data::default_data_root()) : root_(std::move(root)) {}

    /// From the catalogue's entry, or by reading an own file.
    boosting::DataFacts shape(const data::DatasetSpec& spec) override;
    /// Taken from the catalogue if it knows the checksums of the set's files. Generated sets are made, and
    /// own files read, once for their checksums.
    std::string checksum(const data::DatasetSpec& spec) override;
    bool available(const data::DatasetSpec& spec) override;
    data::BinnedSplit load(const data::DatasetSpec& spec, const data::BinningOptions& binning) override;

  private:
    using Facts = std::pair<boosting::DataFacts, std::string>;  ///< the string is the SHA-256
    const Facts& read(const data::DatasetSpec& spec);

    data::DataRoot root_;
    std::map<data::DatasetSpec, Facts> read_;
};

struct Environment {
    DataSource* data = nullptr;
    std::function<decltype(boosting::make_booster)> make_booster = boosting::make_booster;
    const Clock* clock = &system_clock();
    bool allow_external = false;             ///< the user has allowed programs named in configs to run
    bandits::MakeResponder in_process = {};  ///< replaces them in tests and in embedding programs
};

}  // namespace reboost::sweep
