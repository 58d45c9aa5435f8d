#include "bandits/options/changing.hpp"
#include "bandits/parts/index_policy.hpp"
#include "bandits/parts/means_and_counts.hpp"

#include <cmath>

namespace reboost::bandits {
namespace {

/// An arm's first M rewards fix its mean u; then g⁺ ← max(0, g⁺ + r − u − ε) and g⁻ ← max(0, g⁻ + u − r − ε),
/// and the arm is forgotten when one of them passes h. Each of the k places goes with probability α to a
/// uniform arm.
class CusumUcb final : public IndexPolicy {
  public:
    explicit CusumUcb(const CusumUcbOptions& options) : options_(options) {}

  private:
    void restart() override {
        const double horizon = horizon_or(options_.horizon);
        const double log_horizon = std::log(std::max(2.0, horizon));
        threshold_ = options_.threshold > 0 ? options_.threshold : log_horizon;
        explore_ = options_.explore > 0 ? options_.explore : std::min(1.0, std::sqrt(log_horizon / horizon));
        for (std::vector<double>* values : {&counts_, &sums_, &old_mean_, &rise_, &fall_})
            values->assign(arms(), 0);
        means_.reset(arms());
        all_ = 0;
    }

    void learn(std::uint32_t arm, double reward) override {
        ++counts_[arm];
        ++all_;
        sums_[arm] += reward;
        const auto samples = static_cast<double>(options_.samples);
        if (counts_[arm] < samples) return;
        if (counts_[arm] == samples) {
            old_mean_[arm] = sums_[arm] / samples;
            return;
        }
        const double step = reward - old_mean_[arm];
        rise_[arm] = std::max(0.0, rise_[arm] + step - options_.drift);
        fall_[arm] = std::max(0.0, fall_[arm] - step - options_.drift);
        if (std::max(rise_[arm], fall_[arm]) > threshold_) forget(arm);
    }
    void refresh(std::uint32_t arm) override { means_.set(arm, sums_[arm], counts_[arm]); }

    void forget(std::uint32_t arm) {
        all_ -= counts_[arm];
        counts_[arm] = sums_[arm] = old_mean_[arm] = rise_[arm] = fall_[arm] = 0;
    }

    /// Two of the k places may draw one arm, and one exploration is lost.
    void fill(std::span<double> index, std::size_t k, Rng& rng) override {
        means_.fill(index, options_.xi * std::log(std::max(1.0, all_)));
        for (std::size_t place = 0; place < k; ++place)
            if (rng.uniform() < explore_) index[rng.below(arms())] = kUntried;
    }

    void save_more(Archive& archive) const override {
        archive.put("counts", counts_);
        archive.put("sums", sums_);
        archive.put("old_mean", old_mean_);
        archive.put("rise", rise_);
        archive.put("fall", fall_);
        archive.put_scalar("all", all_);
    }
    void load_more(const Archive& archive) override {
        counts_ = load_sized<double>(archive, "counts", arms());
        sums_ = load_sized<double>(archive, "sums", arms());
        old_mean_ = load_sized<double>(archive, "old_mean", arms());
        rise_ = load_sized<double>(archive, "rise", arms());
        fall_ = load_sized<double>(archive, "fall", arms());
        all_ = archive.get_scalar<double>("all");
        means_.reset(arms());
    }

    CusumUcbOptions options_;
    double threshold_ = 1, explore_ = 0;
    std::vector<double> counts_, sums_;           ///< since the arm was last forgotten
    MeansAndCounts means_;                        ///< of both
    std::vector<double> old_mean_, rise_, fall_;  ///< u, g⁺, g⁻
    double all_ = 0;                              ///< Σ counts
};

}  // namespace

std::unique_ptr<Policy> make(const CusumUcbOptions& options) {
    return std::make_unique<CusumUcb>(options);
}

}  // namespace reboost::bandits
