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

}  // namespace reboost::boosting
