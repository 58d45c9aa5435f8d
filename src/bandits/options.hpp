#pragma once
/// A policy with its options: what configs, selectors and runs hold of it, and what makes it.
#include "bandits/policy.hpp"

#include <memory>
#include <span>
#include <string_view>

namespace reboost::bandits {

/// A policy and its use as the literature has them, or as the authors' program does: stale indices, a time
/// that counts rewards, a first pass over all arms.
enum class Variant { literature, multiboost };

/// The policies of which the authors' program has a form of its own, by the names of the literature's forms.
std::span<const PolicyEntry> multiboost_forms();

class PolicyOptions final : public ChoiceOf<Policy> {
  public:
    using ChoiceOf::ChoiceOf;

    bool draws() const { return part_->draws(); }
    bool needs_horizon() const { return part_->needs_horizon(); }
    /// The program that it asks; nullptr for all policies but `external`.
    ExternalProgram* program() { return part_->program(); }
    const ExternalProgram* program() const { return part_->program(); }

    /// The policy; `reset` it before use. Throws UsageError where it does not exist in the variant.
    std::unique_ptr<Policy> make(Variant variant = Variant::literature) const;
    /// Whether the authors' program has a form of its own of the policy.
    bool has_multiboost_form() const;
};

}  // namespace reboost::bandits

extern template class reboost::ChoiceOf<reboost::bandits::Policy>;
