#include "bandits/catalogue.hpp"

#include "core/error.hpp"

#include <array>
#include <string>
#include <type_traits>

namespace reboost::bandits {
namespace {

/// The authors' program has a form of its own of this policy.
template <class Options>
concept HasMultiboost = requires(const Options& options) {
    make_multiboost(options);
};

template <class Options>
PolicyEntry entry() {
    PolicyEntry result{
        Options::kName, Options::kHelp,
        Options{},      [](const PolicyOptions& options) { return make(std::get<Options>(options)); },
        nullptr,        !std::is_same_v<Options, ExternalOptions>};
    if constexpr (HasMultiboost<Options>)
        result.make_multiboost = [](const PolicyOptions& options) {
            return make_multiboost(std::get<Options>(options));
        };
    return result;
}

template <class... Options>
auto entries(std::type_identity<std::variant<Options...>>) {
    return std::array{entry<Options>()...};
}

/// Entries stand in the order of the list.
const PolicyEntry& find(const PolicyOptions& options) {
    return policies()[options.index()];
}

}  // namespace

std::span<const PolicyEntry> policies() {
    static const auto table = entries(std::type_identity<PolicyOptions>());
    return table;
}

std::unique_ptr<Policy> make_policy(const PolicyOptions& options, Variant variant) {
    const PolicyEntry& found = find(options);
    if (variant == Variant::literature) return found.make(options);
    if (found.make_multiboost) return found.make_multiboost(options);
    std::string known;
    for (const PolicyEntry& candidate : policies())
        if (candidate.make_multiboost) known += (known.empty() ? "" : ", ") + std::string(candidate.name);
    throw UsageError("policy '" + std::string(found.name) +
                     "' has no variant 'multiboost'; those with one: " + known);
}

bool has_multiboost_form(const PolicyOptions& options) {
    return find(options).make_multiboost != nullptr;
}

}  // namespace reboost::bandits
