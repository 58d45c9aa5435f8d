#include "bandits/parts/counted_policy.hpp"
#include "bandits/policy_entry.hpp"

namespace reboost::bandits {
namespace {

/// The arms in turn, whatever they pay.
class RoundRobin final : public CountedPolicy {
  public:
    bool draws() const override { return false; }
    void select(std::span<std::uint32_t> out, Rng&) override {
        for (std::uint32_t& arm : out) {
            arm = next_;
            next_ = next_ + 1 < arms() ? next_ + 1 : 0;
        }
    }

  private:
    void restart() override { next_ = 0; }
    void keep(StateIO& io) override {
        io("next", next_);
        if (io.loading() && next_ >= arms())
            throw DataError("a saved round robin is at an arm that does not exist");
    }

    std::uint32_t next_ = 0;
};

}  // namespace

PolicyEntry round_robin() {
    return entry<RoundRobin>("round_robin", "the arms in turn, whatever they pay; deterministic");
}

}  // namespace reboost::bandits
