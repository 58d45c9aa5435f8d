/// The list of policies. A line here makes the entry that a policy's file defines known to configs, `reboost
/// list`, the schema and the shared tests of tests/bandits. Files are by family: `grep -r "PolicyEntry
/// ucb_v"`.
#include "bandits/policy.hpp"

#include <algorithm>
#include <array>

// clang-format off
#define REBOOST_POLICIES(POLICY)    \
    POLICY(ucb)                     \
    POLICY(eps_greedy)              \
    POLICY(exp3_p)                  \
    POLICY(exp3)                    \
    POLICY(ucb_v)                   \
    POLICY(proportional)            \
    POLICY(uniform)                 \
    POLICY(round_robin)             \
    POLICY(eps_decreasing)          \
    POLICY(softmax)                 \
    POLICY(boltzmann_gumbel)        \
    POLICY(ucb1_tuned)              \
    POLICY(kl_ucb)                  \
    POLICY(moss)                    \
    POLICY(moss_anytime)            \
    POLICY(bayes_ucb)               \
    POLICY(imed)                    \
    POLICY(besa)                    \
    POLICY(ts_beta)                 \
    POLICY(ts_gauss)                \
    POLICY(successive_elimination)  \
    POLICY(exp3_s)                  \
    POLICY(exp3_ix)                 \
    POLICY(exp3_pp)                 \
    POLICY(tsallis_inf)             \
    POLICY(sw_ucb)                  \
    POLICY(d_ucb)                   \
    POLICY(d_ts)                    \
    POLICY(cusum_ucb)               \
    POLICY(glr_klucb)               \
    POLICY(wswa)                    \
    POLICY(fewa)                    \
    POLICY(raw_ucb)                 \
    POLICY(recovering)              \
    POLICY(recovering_ucb)          \
    POLICY(external)

#define REBOOST_MULTIBOOST_FORMS(POLICY) \
    POLICY(multiboost_ucb)               \
    POLICY(multiboost_exp3_p)            \
    POLICY(multiboost_exp3)              \
    POLICY(multiboost_ucb_v)             \
    POLICY(multiboost_proportional)
// clang-format on

namespace reboost::bandits {

#define REBOOST_DECLARE(policy) extern const PolicyEntry policy;
REBOOST_POLICIES(REBOOST_DECLARE)
REBOOST_MULTIBOOST_FORMS(REBOOST_DECLARE)
#undef REBOOST_DECLARE

#define REBOOST_ENTRY(policy) policy,
std::span<const PolicyEntry> Policy::entries() {
    static const std::array all{REBOOST_POLICIES(REBOOST_ENTRY)};
    return all;
}

std::span<const PolicyEntry> multiboost_forms() {
    static const std::array all{REBOOST_MULTIBOOST_FORMS(REBOOST_ENTRY)};
    return all;
}
#undef REBOOST_ENTRY

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
    policy->fields(reader);  // an option that the program's form lacks is none of it
    return policy;
}

}  // namespace reboost::bandits

template class reboost::ChoiceOf<reboost::bandits::Policy>;
