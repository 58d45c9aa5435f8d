#include "bandits/options/changing.hpp"
#include "bandits/parts/beta_thompson.hpp"
#include "bandits/parts/forgetting_defaults.hpp"

namespace reboost::bandits {
namespace {

/// Thompson sampling of which older successes and failures count less and less.
class DTs final : public BetaThompson {
  public:
    explicit DTs(const DTsOptions& options) : options_(options) {}

  private:
    double discount() const override {
        return options_.discount > 0 ? options_.discount
                                     : default_discount(horizon_or(options_.horizon), arms());
    }

    DTsOptions options_;
};

}  // namespace

std::unique_ptr<Policy> make(const DTsOptions& options) {
    return std::make_unique<DTs>(options);
}

}  // namespace reboost::bandits
