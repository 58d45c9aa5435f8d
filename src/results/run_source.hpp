#pragma once
/// Where runs are read from. There are two: a folder of files, one for each run (results/run_folder.hpp), and
/// a collection, one file with many runs (results/collection.hpp). No reader asks which.
#include "results/run_record.hpp"

#include <span>
#include <string>
#include <vector>

namespace reboost::results {

/// May be called from any thread.
class RunSource {
  public:
    virtual ~RunSource() = default;
    /// Ids, sorted.
    virtual std::vector<std::string> list() const = 0;
    /// Throws IoError where the run is gone or the system refuses, DataError where it does not prove itself.
    virtual RunHeader header(const std::string& id) const = 0;
    /// The run's arrays of these names ("curves/test_error"), and those of whole groups ("curves"); names
    /// that the run does not have are left out. Throws as `header` does.
    virtual Archive arrays(const std::string& id, std::span<const std::string> wanted) const = 0;
    /// The record whole.
    RunRecord record(const std::string& id) const;
};

}  // namespace reboost::results
