#include "boosting/booster.hpp"

#include <utility>

namespace reboost::boosting {

std::string ending_text(std::string_view reason) {
    constexpr std::pair<StopReason, const char*> kTexts[]{
        {StopReason::rounds_done, "all that were asked for"},
        {StopReason::no_edge, "then no base classifier was better than chance"},
        {StopReason::perfect_edge, "the last base classifier makes no training error"},
        {StopReason::loss_vanished, "then the training loss was 0 to machine accuracy"},
        {StopReason::budget_spent, "then the budget was spent"},
        {StopReason::early_stopping, "then the validation error had stopped falling"}};
    for (const auto& [one, text] : kTexts)
        if (reason == enum_name(one)) return text;
    return std::string(reason);
}

}  // namespace reboost::boosting
