#pragma once
#include "core/fields.hpp"

#include <cstdint>
#include <memory>
#include <string_view>

namespace reboost::bandits {

class Policy;

/// CUSUM-UCB (Liu, Lee & Shroff 2018): UCB that forgets an arm when a two-sided cumulative sum says that its
/// mean has moved.
struct CusumUcbOptions {
    static constexpr std::string_view kName = "cusum_ucb";
    static constexpr std::string_view kHelp = "UCB that forgets an arm when its mean has changed";
    static constexpr bool kDraws = true;
    double drift = 0.1;
    std::int64_t samples = 50;
    double threshold = 0;
    double explore = 0;
    double xi = 1;
    std::int64_t horizon = 0;
};
template <class Visitor>
void describe(Visitor& visit, CusumUcbOptions& o) {
    visit("drift", o.drift, FieldInfo{"ε, changes of the mean smaller than this are tolerated", 0, 1});
    visit("samples", o.samples, FieldInfo{"M, the first rewards of an arm that fix its old mean", 1, 1e9});
    visit("threshold", o.threshold, FieldInfo{"h of the cumulative sum; 0: ln T", 0, 1e9});
    visit("explore", o.explore, FieldInfo{"α, probability of a uniform arm; 0: sqrt(ln T / T)", 0, 1});
    visit("xi", o.xi, FieldInfo{"ξ of the bonus sqrt(xi ln n_t / N_j)", 0, 1e6});
    visit("horizon", o.horizon, FieldInfo{"T; 0: the number of decisions expected", 0, 1e15});
}
std::unique_ptr<Policy> make(const CusumUcbOptions& options);

}  // namespace reboost::bandits
