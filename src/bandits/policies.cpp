/// The list of policies. A policy's file defines its entry; a name below makes the entry known to configs,
/// `reboost list`, the schema and the tests. `grep -r "PolicyEntry ucb_v"` finds the file.
#include "bandits/policy.hpp"

#include <algorithm>
#include <array>

// clang-format off
#define REBOOST_POLICIES \
    ucb, eps_greedy, exp3_p, exp3, ucb_v, proportional, uniform, round_robin, eps_decreasing, softmax, \
    boltzmann_gumbel, ucb1_tuned, kl_ucb, moss, moss_anytime, bayes_ucb, imed, besa, ts_beta, ts_gauss, \
    successive_elimination, exp3_s, exp3_ix, exp3_pp, tsallis_inf, sw_ucb, d_ucb, d_ts, cusum_ucb, \
    glr_klucb, wswa, fewa, raw_ucb, recovering, recovering_ucb, external
#define REBOOST_MULTIBOOST_FORMS \
    multiboost_ucb, multiboost_exp3_p, multiboost_exp3, multiboost_ucb_v, multiboost_proportional
// clang-format on

namespace reboost::bandits {

extern const PolicyEntry REBOOST_POLICIES, REBOOST_MULTIBOOST_FORMS;

std::span<const PolicyEntry> Policy::entries() {
    static const std::array all{REBOOST_POLICIES};
    return all;
}

std::span<const PolicyEntry> multiboost_forms() {
    static const std::array all{REBOOST_MULTIBOOST_FORMS};
    return all;
}

bool PolicyOptions::has_multiboost_form() const {
    return std::ranges::count(multiboost_forms(), name(), &PolicyEntry::name) > 0;
}

std::unique_ptr<Policy> PolicyOptions::make(Variant variant) const {
    if (variant == Variant::literature) return ChoiceOf::make();
    const PolicyEntry& form =
        find_named(multiboost_forms(), name(), "policy with a variant 'multiboost'", &PolicyEntry::name);
    std::unique_ptr<Policy> policy = form.make();
    Value options = Value::object();
    ValueWriter writer(options);
    part_->fields(writer);
    ValueReader reader(options);
    policy->fields(reader);  // an option that the program's form lacks is ignored
    return policy;
}

}  // namespace reboost::bandits

template class reboost::ChoiceOf<reboost::bandits::Policy>;
