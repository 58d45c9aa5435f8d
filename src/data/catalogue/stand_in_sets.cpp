#include "data/catalogue/generated_set.hpp"
#include "data/catalogue/groups.hpp"
#include "data/generators/mixture.hpp"
#include "data/generators/webscope.hpp"

#include <fmt/format.h>

namespace reboost::data {
namespace {

CatalogueEntry like(const std::string& real, std::int64_t train_rows, std::int64_t test_rows,
                    const MixtureShape& shape) {
    return {.name = real + "-like",
            .title = fmt::format("normal mixtures of {}'s rows, features, classes and grid", real),
            .source = "generated",
            .shape = {.train_rows = train_rows,
                      .test_rows = test_rows,
                      .features = static_cast<std::int64_t>(shape.features),
                      .classes = static_cast<std::int64_t>(shape.classes)},
            .split_rule = "training and test rows from two streams of dataset.seed",
            .label = "the mixture's class",
            .note = fmt::format("stand-in for {}; its errors are not those of the real set", real),
            .seeded = true,
            .sized = true,
            .load = [shape](const LoadRequest& request) {
                const auto problem = static_cast<std::uint64_t>(request.spec.seed);
                Split split = drawn_loader([&](std::size_t rows, Rng& rng) {
                    return draw_mixture(shape, rows, problem, rng);
                })(request);
                split.provenance.stand_in = true;
                return split;
            }};
}

MixtureShape mnist_shape() {
    return {
        .features = 784, .classes = 10, .low = 0, .high = 255, .step = 1, .zero_share = 0.81, .factors = 10};
}

/// Undivided, as the pools of the other sets of ijcai2015 are: booster.trials draws the parts.
CatalogueEntry webscope_like() {
    return {.name = "webscope-like",
            .title = "519 features with costs, of the shape of Yahoo! Webscope data set 2",
            .source = "generated; the relevance model is stated in src/data/generators/webscope.hpp",
            .shape = {.train_rows = 22439, .test_rows = 0, .features = 519, .classes = 2},
            .split_rule = "none: booster.trials draws the parts",
            .label = "positive: relevant",
            .note = "stand-in for Yahoo! Webscope data set 2; its errors are not those of the real set",
            .seeded = true,
            .sized = true,
            .load = [](const LoadRequest& request) {
                const auto problem = static_cast<std::uint64_t>(request.spec.seed);
                Split split = drawn_loader(
                    [&](std::size_t rows, Rng& rng) { return draw_webscope(rows, problem, rng); })(request);
                split.provenance.stand_in = true;
                return split;
            }};
}

}  // namespace

std::vector<CatalogueEntry> stand_in_sets() {
    return {
        webscope_like(),
        like("mnist", 60000, 10000, mnist_shape()),
        like("mnist10k", 10000, 60000, mnist_shape()),
        like("m-image", 12000, 50000,
             {.features = 784, .classes = 10, .low = 0, .high = 1, .step = 1.0 / 255, .factors = 16}),
        like("covertype", 46481, 46481, {.features = 54, .classes = 7, .low = 0, .high = 250, .step = 1}),
        like("usps", 7291, 2007,
             {.features = 256,
              .classes = 10,
              .low = -1,
              .high = 1,
              .step = 0.001,
              .zero_share = 0.4,
              .factors = 10}),
        like("pendigits", 7494, 3498, {.features = 16, .classes = 10, .low = 0, .high = 100, .step = 1}),
        like("letter", 16000, 4000,
             {.features = 16, .classes = 26, .low = 0, .high = 15, .step = 1, .spread = 0.6}),
        like("isolet", 6238, 1559,
             {.features = 617, .classes = 26, .low = -1, .high = 1, .step = 0.0002, .factors = 16}),
    };
}

}  // namespace reboost::data
