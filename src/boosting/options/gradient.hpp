#pragma once
/// Hyper-parameters of mart, robust logitboost and their abc forms (abc2010 Algorithms 1 and 2), each
/// described once.
#include "boosting/options/row_sampling.hpp"
#include "boosting/options/statement.hpp"
#include "core/fields.hpp"
#include "selectors/base_class/options.hpp"

#include <cstdint>
#include <string_view>
#include <variant>

namespace reboost::boosting {

/// What the four have in common.
struct GradientOptions {
    static constexpr BoosterFamily kFamily = BoosterFamily::gradient;
    static constexpr bool kDraws = true;
    static constexpr bool kUsesSelector = true;
    std::int64_t rounds = 1000;
    double shrinkage = 0.1;
    double row_sampling = 1;
    RowSamplerOptions rows = {};
    double loss_floor = 2e-14;
    double leaf_clip = 50;
    LearnerNeed learner_need() const { return LearnerNeed::regression; }
    bool draws_by_dataset_seed() const { return false; }
    std::int64_t progress_steps() const { return rounds; }
    std::int64_t rounds_per_progress_step() const { return 1; }
    /// One tree per class.
    double learners_per_round(double classes) const { return classes; }
    bool operator==(const GradientOptions&) const = default;
};
void describe(Fields& field, GradientOptions& o);

/// Multiple additive regression trees (Friedman 2001): splits by abc2010 eq. 8.
struct MartOptions : GradientOptions {
    static constexpr std::string_view kName = "mart";
    bool operator==(const MartOptions&) const = default;
};

/// Robust logitboost (abc2010 Algorithm 1): splits by eq. 7.
struct LogitboostOptions : GradientOptions {
    static constexpr std::string_view kName = "logitboost";
    bool operator==(const LogitboostOptions&) const = default;
};

/// What an abc form adds: its base-class rule.
struct AbcOptions : GradientOptions {
    selectors::BaseClassOptions base_class = selectors::GapBaseOptions{};
    /// K − 1 trees for each base class tried (abc2010 §3).
    double learners_per_round(double classes) const {
        return (classes - 1) * std::visit([&](const auto& rule) { return rule.tried(classes); }, base_class);
    }
};
void describe(Fields& field, AbcOptions& o);

/// abc-mart: eq. 8 with the derivatives (10) and (11).
struct AbcMartOptions : AbcOptions {
    static constexpr std::string_view kName = "abc_mart";
};

/// abc-logitboost (abc2010 Algorithm 2): eq. 7 with the derivatives (10) and (11).
struct AbcLogitboostOptions : AbcOptions {
    static constexpr std::string_view kName = "abc_logitboost";
};

}  // namespace reboost::boosting
