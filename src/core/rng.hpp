#pragma once
/// A random generator and distributions, pinned by literal tests: those of `std::` differ between libraries.
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace reboost {

/// xoshiro256++ (Blackman & Vigna 2019). Each use draws from its own stream, derived from (seed, purpose), so
/// that a run's streams are independent of each other. Copyable; 32 bytes of state.
class Rng {
  public:
    explicit Rng(std::uint64_t seed, std::string_view purpose = {});

    /// 64 uniform bits.
    std::uint64_t next() {
        auto& s = state_;
        const std::uint64_t result = std::rotl(s[0] + s[3], 23) + s[0];
        const std::uint64_t t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = std::rotl(s[3], 45);
        return result;
    }
    /// Uniform in [0, 1), 53 bits.
    double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
    /// Uniform in [low, high).
    double uniform(double low, double high) { return low + (high - low) * uniform(); }
    /// Uniform integer in [0, bound), unbiased (Lemire 2019). bound ≥ 1.
    std::uint64_t below(std::uint64_t bound) {
        const Wide product = static_cast<Wide>(next()) * bound;
        const auto low = static_cast<std::uint64_t>(product);
        return low < bound ? below_again(product, bound) : static_cast<std::uint64_t>(product >> 64);
    }
    /// Standard normal by Marsaglia's polar method; the second deviate is dropped to keep the state small.
    double normal();
    /// Index drawn in proportion to `weights` (≥ 0, not all 0).
    std::size_t discrete(std::span<const double> weights);

    template <class T>
    void shuffle(std::span<T> items) {
        for (std::size_t i = items.size(); i > 1; --i)
            std::swap(items[i - 1], items[below(i)]);
    }
    /// `count` distinct integers of [0, population), in random order; O(population) memory, O(count) draws.
    std::vector<std::uint32_t> sample(std::uint32_t population, std::uint32_t count);

    const std::array<std::uint64_t, 4>& state() const { return state_; }
    void set_state(const std::array<std::uint64_t, 4>& state) { state_ = state; }

  private:
    __extension__ using Wide = unsigned __int128;
    /// The rest of `below`, if the first product may have to be rejected for an unbiased result.
    std::uint64_t below_again(Wide product, std::uint64_t bound);

    std::array<std::uint64_t, 4> state_;
};

/// A draw from the gamma distribution with shape > 0 and scale 1 (Marsaglia & Tsang 2000). For shape < 1 a
/// draw for shape + 1 is multiplied by a power of a uniform deviate, as they propose.
double draw_gamma(double shape, Rng& rng);
/// A draw from the beta distribution, both parameters > 0.
double draw_beta(double alpha, double beta, Rng& rng);

}  // namespace reboost
