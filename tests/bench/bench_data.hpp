#pragma once
/// The five data sets of opt2009, binned exactly; generated ones of the same size where the files are not at
/// hand.
#include "data/binning.hpp"
#include "data/data_root.hpp"

#include <array>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace reboost::bench {

inline constexpr std::array<std::string_view, 5> kDataSets = {"pendigits", "letter", "usps", "isolet",
                                                              "mnist"};

struct LoadTimes {
    double load_seconds = 0, bin_seconds = 0;  ///< CPU
};

/// Reads and bins one set; `times` may be null. A set that is not at hand is generated alike
/// (`provenance.stand_in`).
std::shared_ptr<const data::BinnedSplit> load_binned(std::string_view name, const data::DataRoot& root,
                                                     LoadTimes* times = nullptr);

/// Keeps what was loaded.
class DataShelf {
  public:
    explicit DataShelf(data::DataRoot root) : root_(std::move(root)) {}
    std::shared_ptr<const data::BinnedSplit> get(std::string_view name);
    const data::DataRoot& root() const { return root_; }
    /// Sets that were generated in place of the real ones, so far.
    std::string stand_ins() const;

  private:
    data::DataRoot root_;
    std::map<std::string, std::shared_ptr<const data::BinnedSplit>, std::less<>> sets_;
};

}  // namespace reboost::bench
