#pragma once
/// Which rows the trees of a round of mart, logitboost and their abc forms see, each way described once.
#include "core/fields.hpp"
#include "core/statements.hpp"

#include <string_view>
#include <variant>

namespace reboost::boosting {

/// `row_sampling` of the rows, drawn anew each round, each with the same chance (Friedman 2002).
struct UniformRowsOptions {
    static constexpr std::string_view kName = "uniform";
    bool operator==(const UniformRowsOptions&) const = default;
};
template <class Visitor>
void describe(Visitor&, UniformRowsOptions&) {}

/// Gradient-based one-side sampling (Ke et al., LightGBM, NIPS 2017, Algorithm 2).
struct GossOptions {
    static constexpr std::string_view kName = "goss";
    static constexpr ShortLabel kLabel{{"top", "other"}};
    double top = 0.2;
    double other = 0.1;
    bool operator==(const GossOptions&) const = default;
};
template <class Visitor>
void describe(Visitor& visit, GossOptions& o) {
    visit("top", o.top, FieldInfo{"a: share of the rows kept for their large gradients", 0, 1});
    visit("other", o.other,
          FieldInfo{"b: share of the rows drawn from the rest, each standing for (1 − a)/b rows", 1e-6, 1});
}

/// Minimal variance sampling (Ibragimov & Gusev, NeurIPS 2019).
struct MvsOptions {
    static constexpr std::string_view kName = "mvs";
    static constexpr ShortLabel kLabel{{"share"}};
    double share = 0.5;
    double lambda = 0.1;
    bool operator==(const MvsOptions&) const = default;
};
template <class Visitor>
void describe(Visitor& visit, MvsOptions& o) {
    visit("share", o.share, FieldInfo{"s: expected share of the rows", 1e-6, 1});
    visit("lambda", o.lambda,
          FieldInfo{"λ: weight of the squared second derivative beside the squared gradient", 0, 1e6});
}

using RowSamplerOptions = std::variant<UniformRowsOptions, GossOptions, MvsOptions>;

}  // namespace reboost::boosting
