/// Normal mixtures: sets that differ in the number of classes alone, and stand-ins for sets of files.
#include "data/catalogue/entries.hpp"
#include "data/generators/mixture.hpp"
#include "data/generators/webscope.hpp"

#include <fmt/format.h>

namespace reboost::data {
namespace {

std::uint64_t problem_of(const Draw& draw) {
    return static_cast<std::uint64_t>(draw.spec.seed);
}

CatalogueEntry mixture(std::size_t classes) {
    constexpr std::int64_t kFeatures = 100;
    return drawn_set(
        {.name = fmt::format("mixture-{}", classes),
         .title = fmt::format("normal mixtures of {} classes, {} columns of 0..100", classes, kFeatures),
         .source = "generated; the rule is stated in src/data/generators/mixture.hpp",
         .shape = {8000, 2000, kFeatures, static_cast<std::int64_t>(classes)},
         .label = "the mixture's class",
         .note = "for what depends on the number of classes alone",
         .any_width = true},
        [classes](const Draw& draw) {
            const MixtureShape shape{.features = chosen(draw.spec.features, kFeatures), .classes = classes};
            return draw_mixture(shape, draw.rows, problem_of(draw), draw.rng);
        });
}

CatalogueEntry like(const std::string& real, std::int64_t train_rows, std::int64_t test_rows,
                    const MixtureShape& shape) {
    return as_stand_in(drawn_set(
        {.name = real + "-like",
         .title = fmt::format("normal mixtures of {}'s rows, features, classes and grid", real),
         .source = "generated",
         .shape = {train_rows, test_rows, static_cast<std::int64_t>(shape.features),
                   static_cast<std::int64_t>(shape.classes)},
         .label = "the mixture's class",
         .note = fmt::format("stand-in for {}; its errors are not those of the real set", real)},
        [shape](const Draw& draw) { return draw_mixture(shape, draw.rows, problem_of(draw), draw.rng); }));
}

/// Undivided, as the pools of the other sets of ijcai2015 are: booster.trials draws the parts.
CatalogueEntry webscope_like() {
    return as_stand_in(drawn_set(
        {.name = "webscope-like",
         .title = "519 features with costs, of the shape of Yahoo! Webscope data set 2",
         .source = "generated; the relevance model is stated in src/data/generators/webscope.hpp",
         .shape = {22439, 0, 519, 2},
         .split_rule = "none: booster.trials draws the parts",
         .label = "positive: relevant",
         .note = "stand-in for Yahoo! Webscope data set 2; its errors are not those of the real set"},
        [](const Draw& draw) { return draw_webscope(draw.rows, problem_of(draw), draw.rng); }));
}

}  // namespace

std::vector<CatalogueEntry> mixture_sets() {
    return {mixture(8), mixture(16), mixture(32), mixture(64)};
}

std::vector<CatalogueEntry> stand_in_sets() {
    const MixtureShape digits{
        .features = 784, .classes = 10, .low = 0, .high = 255, .step = 1, .zero_share = 0.81, .factors = 10};
    return {
        webscope_like(),
        like("mnist", 60000, 10000, digits),
        like("mnist10k", 10000, 60000, digits),
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
