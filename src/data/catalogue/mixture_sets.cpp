#include "data/catalogue/generated_set.hpp"
#include "data/catalogue/groups.hpp"
#include "data/generators/mixture.hpp"

#include <fmt/format.h>

namespace reboost::data {
namespace {

constexpr std::size_t kFeatures = 100;

CatalogueEntry mixture(std::size_t classes) {
    return {.name = fmt::format("mixture-{}", classes),
            .title = fmt::format("normal mixtures of {} classes, {} columns of 0..100", classes, kFeatures),
            .source = "generated; the rule is stated in src/data/generators/mixture.hpp",
            .shape = {.train_rows = 8000,
                      .test_rows = 2000,
                      .features = kFeatures,
                      .classes = static_cast<std::int64_t>(classes)},
            .split_rule = "training and test rows from two streams of dataset.seed",
            .label = "the mixture's class",
            .note = "for what depends on the number of classes alone",
            .seeded = true,
            .sized = true,
            .any_width = true,
            .load = [classes](const LoadRequest& request) {
                const MixtureShape shape{.features = request.spec.features > 0
                                                         ? static_cast<std::size_t>(request.spec.features)
                                                         : kFeatures,
                                         .classes = classes};
                const auto problem = static_cast<std::uint64_t>(request.spec.seed);
                return drawn_loader([&](std::size_t rows, Rng& rng) {
                    return draw_mixture(shape, rows, problem, rng);
                })(request);
            }};
}

}  // namespace

std::vector<CatalogueEntry> mixture_sets() {
    return {mixture(8), mixture(16), mixture(32), mixture(64)};
}

}  // namespace reboost::data
