#pragma once
/// What a sweep needs from outside, passed in so that tests can put fakes in its place.
#include "bandits/external/program.hpp"
#include "boosting/factory/factory.hpp"
#include "core/clock.hpp"
#include "data/binning.hpp"
#include "data/dataset_spec.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace reboost::sweep {

/// What can be known of a data set before it is loaded; 0 or false where it cannot.
struct DataShape {
    std::uint64_t rows = 0;  ///< training
    std::uint64_t test_rows = 0;
    std::uint64_t features = 0;
    std::uint64_t classes = 0;  ///< K; 1 for binary sets
    bool multi_label = false;
    bool own_validation = false;  ///< it brings a validation part
};

class DataSource {
  public:
    virtual ~DataSource() = default;
    /// Cheap. Throws UsageError for an unknown name.
    virtual DataShape shape(const data::DatasetSpec& spec) = 0;
    /// SHA-256 that enters the run's identity; must equal the loaded split's provenance. Throws UsageError,
    /// IoError or DataError where the data cannot be had.
    virtual std::string checksum(const data::DatasetSpec& spec) = 0;
    /// Whether the set itself is at hand, not only a stand-in; a file of the wrong size counts, too.
    virtual bool available(const data::DatasetSpec& spec) = 0;
    /// Loads and bins. Called by one thread at a time.
    virtual data::BinnedSplit load(const data::DatasetSpec& spec, const data::BinningOptions& binning) = 0;
};

using BoosterFactory = std::function<std::unique_ptr<boosting::Booster>(
    const boosting::Recipe&, std::shared_ptr<const data::BinnedSplit>, const boosting::Resources&)>;

struct Environment {
    DataSource* data = nullptr;
    BoosterFactory make_booster = boosting::make_booster;
    const Clock* clock = &system_clock();
    bool allow_external = false;             ///< the user agreed that programs named in configs are run
    bandits::MakeResponder in_process = {};  ///< what answers in place of those programs
};

}  // namespace reboost::sweep
