#include "bandits/options/sampling.hpp"
#include "bandits/parts/counted_policy.hpp"

namespace reboost::bandits {
namespace {

class RoundRobin final : public CountedPolicy {
  public:
    void select(std::span<std::uint32_t> out, Rng&) override {
        for (std::uint32_t& arm : out) {
            arm = next_;
            next_ = next_ + 1 < arms() ? next_ + 1 : 0;
        }
    }

  private:
    void restart() override { next_ = 0; }
    void save_more(Archive& archive) const override { archive.put_scalar("next", next_); }
    void load_more(const Archive& archive) override {
        next_ = archive.get_scalar<std::uint32_t>("next");
        if (next_ >= arms()) throw DataError("a saved round robin is at an arm that does not exist");
    }

    std::uint32_t next_ = 0;
};

}  // namespace

std::unique_ptr<Policy> make(const RoundRobinOptions&) {
    return std::make_unique<RoundRobin>();
}

}  // namespace reboost::bandits
