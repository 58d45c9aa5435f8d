#pragma once
/// Which rows the trees of a round of mart, logitboost and their abc forms see, each way described once.
#include "core/fields.hpp"

#include <string_view>
#include <variant>

namespace reboost::boosting {

/// `row_sampling` of the rows, drawn anew each round, each with the same chance (Friedman 2002).
struct UniformRowsOptions {
    static constexpr std::string_view kName = "uniform";
    bool operator==(const UniformRowsOptions&) const = default;
};
void describe(Fields& field, UniformRowsOptions& o);

/// Gradient-based one-side sampling (Ke et al., LightGBM, NIPS 2017, Algorithm 2).
struct GossOptions {
    static constexpr std::string_view kName = "goss";
    static constexpr ShortLabel kLabel{{"top", "other"}};
    double top = 0.2;
    double other = 0.1;
    bool operator==(const GossOptions&) const = default;
};
void describe(Fields& field, GossOptions& o);

/// Minimal variance sampling (Ibragimov & Gusev, NeurIPS 2019).
struct MvsOptions {
    static constexpr std::string_view kName = "mvs";
    static constexpr ShortLabel kLabel{{"share"}};
    double share = 0.5;
    double lambda = 0.1;
    bool operator==(const MvsOptions&) const = default;
};
void describe(Fields& field, MvsOptions& o);

using RowSamplerOptions = std::variant<UniformRowsOptions, GossOptions, MvsOptions>;

}  // namespace reboost::boosting
