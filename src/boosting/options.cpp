#include "boosting/options.hpp"

#include "core/error.hpp"

#include <optional>
#include <string>
#include <utility>

namespace reboost::boosting {
namespace {

template <std::size_t... I>
std::optional<BoosterFamily> find_family(std::string_view name, std::index_sequence<I...>) {
    std::optional<BoosterFamily> found;
    const auto look = [&]<class Options>(const Options&) {
        if (Options::kName == name) found = Options::kFamily;
    };
    (look(std::variant_alternative_t<I, BoosterOptions>{}), ...);
    return found;
}

}  // namespace

BoosterFamily family_of(const BoosterOptions& booster) {
    return std::visit([](const auto& options) { return options.kFamily; }, booster);
}

BoosterFamily family_of(std::string_view booster) {
    const auto all = std::make_index_sequence<std::variant_size_v<BoosterOptions>>{};
    if (const auto family = find_family(booster, all)) return *family;
    throw UsageError("unknown booster '" + std::string(booster) + "'");
}

void describe(Fields& field, AdaBoostMhOptions& o) {
    field("rounds", o.rounds, {"T", 1, 1e9});
    field("weights", o.weights, {"initial weights: balanced (kdd2009 eq. 2) or uniform 1/(nK)"});
    field("alpha_smoothing", o.alpha_smoothing,
          {"s·n in α = ½ ln((ε⁺+s)/(ε⁻+s)); the authors' program: 0.01", 0, 1});
    field("max_alpha", o.max_alpha, {"cap of α as γ → 1", 0.1, 1000});
    field("oracle_every", o.oracle_every,
          {"stumps: every n rounds all features are evaluated beside the run, for its regret; 0: never", 0,
           1e9});
    field("rows", o.rows,
          {.help = "the rows that stumps are searched on; all rows are weighed and updated",
           .absent_at_default = true});
}

void describe(Fields& field, EvaluationOptions& o) {
    field("ties", o.ties,
          {"one-error where the true class ties with another: an error, or the first maximum wins"});
    field("test_every", o.test_every, {"rounds from one measurement of the test losses to the next", 1, 1e9});
    field("train_points_per_decade", o.train_points_per_decade,
          {"training losses at this many log-spaced rounds per decade, the first and the last included", 0,
           1e6});
    field("validation_fraction", o.validation_fraction,
          {"share of the training rows held out for validation", 0, 0.9});
    field("patience", o.patience,
          {"stop after this many rounds without a lower validation error; 0: never", 0, 1e9});
    field("ranking_points_per_decade", o.ranking_points_per_decade,
          {"AdaBoost.MH: AUC and balanced accuracy at this many log-spaced rounds per decade; 0: of "
           "binary sets after the last round",
           0, 1e6});
}

}  // namespace reboost::boosting
