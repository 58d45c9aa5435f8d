#pragma once
/// A policy with its options: what configs, selectors and runs hold of it, and what makes it.
#include "bandits/policy.hpp"

#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

namespace reboost::bandits {

/// A policy and its use as the literature has them, or as the authors' program does: stale indices, a time
/// that counts rewards, a first pass over all arms.
enum class Variant { literature, multiboost };
constexpr EnumNames<Variant, 2> enum_names(Variant) {
    return {{{Variant::literature, "literature"}, {Variant::multiboost, "multiboost"}}};
}

/// Every policy, in the order of policies.cpp.
std::span<const PolicyEntry> policies();
/// The policies of which the authors' program has a form of its own, by the names of the literature's forms.
std::span<const PolicyEntry> multiboost_forms();

class PolicyOptions final : public ChoiceField {
  public:
    /// The first policy.
    PolicyOptions();
    /// A policy with options that differ from its defaults. Throws UsageError on unknown names.
    PolicyOptions(std::string_view name,
                  std::initializer_list<std::pair<std::string_view, Value>> options = {});
    PolicyOptions(const PolicyOptions& other);
    PolicyOptions(PolicyOptions&&) noexcept = default;
    PolicyOptions& operator=(const PolicyOptions& other);
    PolicyOptions& operator=(PolicyOptions&&) noexcept = default;
    ~PolicyOptions() override = default;

    const PolicyEntry& entry() const { return *entry_; }
    std::string_view name() const { return entry_->name(); }
    /// The option of this name as JSON; null where the policy has none.
    Value option(std::string_view name) const;
    bool draws() const { return policy_->draws(); }
    bool needs_horizon() const { return policy_->needs_horizon(); }
    /// The program that it asks; nullptr for all policies but `external`.
    ExternalProgram* program() { return policy_->program(); }
    const ExternalProgram* program() const { return policy_->program(); }

    /// The policy; `reset` it before use. Throws UsageError where it does not exist in the variant.
    std::unique_ptr<Policy> make(Variant variant = Variant::literature) const;
    /// Whether the authors' program has a form of its own of the policy.
    bool has_multiboost_form() const;

    std::size_t size() const override { return policies().size(); }
    Alternative alternative(std::size_t index) const override { return policies()[index].alternative; }
    std::size_t index() const override { return static_cast<std::size_t>(entry_ - policies().data()); }
    void choose(std::size_t index) override;
    void describe_held(Fields& fields) override { policy_->fields(fields); }
    void describe_default(std::size_t index, Fields& fields) const override;

  private:
    const PolicyEntry* entry_;
    std::unique_ptr<Policy> policy_;  ///< never reset: it holds the options
};

inline std::string_view name_of(const PolicyOptions& policy) {
    return policy.name();
}

}  // namespace reboost::bandits
