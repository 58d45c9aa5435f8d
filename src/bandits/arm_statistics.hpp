#pragma once
/// Pulls and rewards of each arm: what every policy keeps, whatever it makes of them.
#include "core/archive.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::bandits {

class ArmStatistics {
  public:
    void reset(std::size_t arms);
    /// One more pull of `arm`. Throws TrainingError where the reward is not in [0,1].
    void add(std::uint32_t arm, double reward);

    std::size_t arms() const { return pulls_.size(); }
    std::span<const std::uint64_t> pulls() const { return pulls_; }
    /// 0 for an arm never pulled.
    std::span<const double> means() const { return means_; }

    /// Arrays "pulls" and "reward_sum".
    void save(Archive& archive) const;
    /// Throws DataError where the archive belongs to another number of arms.
    void load(const Archive& archive);

  private:
    std::vector<std::uint64_t> pulls_;
    std::vector<double> sums_;
    std::vector<double> means_;
};

/// Array `name` of `size` elements. Throws DataError, naming both sizes, where it has another size.
template <class T>
std::vector<T> load_sized(const Archive& archive, const std::string& name, std::size_t size) {
    const std::vector<T>& values = archive.get<T>(name);
    if (values.size() != size)
        throw DataError("array '" + name + "' has " + std::to_string(values.size()) + " elements, not " +
                        std::to_string(size));
    return values;
}

}  // namespace reboost::bandits
