#include "boosting/options.hpp"

#include "core/error.hpp"

#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace reboost::boosting {
namespace {

template <class Options, BoosterFamily kFamily>
inline constexpr bool kIsOf = std::decay_t<Options>::kFamily == kFamily;

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

std::string_view booster_name(const BoosterOptions& booster) {
    return std::visit([](const auto& options) { return options.kName; }, booster);
}

const TrialOptions* trial_options(const BoosterOptions& booster) {
    return std::visit(
        []<class Options>(const Options& options) -> const TrialOptions* {
            if constexpr (kIsOf<Options, BoosterFamily::budgeted>)
                return &options.trials;
            else
                return nullptr;
        },
        booster);
}

const PriceOptions* price_options(const BoosterOptions& booster) {
    return std::visit(
        []<class Options>(const Options& options) -> const PriceOptions* {
            if constexpr (kIsOf<Options, BoosterFamily::budgeted>)
                return &options.prices;
            else
                return nullptr;
        },
        booster);
}

PriceOptions* price_options(BoosterOptions& booster) {
    return const_cast<PriceOptions*>(
        price_options(std::as_const(booster)));  // what it points to is not const
}

const selectors::BaseClassOptions* base_class_options(const BoosterOptions& booster) {
    return std::visit(
        []<class Options>(const Options& options) -> const selectors::BaseClassOptions* {
            if constexpr (kIsOf<Options, BoosterFamily::gradient>)
                return options.base_class_options();
            else
                return nullptr;
        },
        booster);
}

}  // namespace reboost::boosting
