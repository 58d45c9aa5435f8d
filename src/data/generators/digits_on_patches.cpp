#include "data/generators/digits_on_patches.hpp"

#include "core/error.hpp"
#include "core/rng.hpp"
#include "data/generators/natural_images.hpp"

#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace reboost::data {
namespace {

constexpr std::size_t kSide = 28;

float blend(float grey, float background) {
    const float ink = grey / 255;
    return std::round((ink + (1 - ink) * background) * 255) / 255;
}

/// The images numbered `chosen` (first those of the training part), each on a patch.
Dataset lay_on_patches(const Split& mnist, std::span<const std::uint32_t> chosen, const PatchSource& source,
                       Rng& rng) {
    const std::size_t features = kSide * kSide, first_part = mnist.train.rows();
    std::vector<std::vector<float>> columns(features, std::vector<float>(chosen.size()));
    std::vector<std::int32_t> classes;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const Dataset& part = chosen[i] < first_part ? mnist.train : mnist.test;
        const std::size_t row = chosen[i] < first_part ? chosen[i] : chosen[i] - first_part;
        const std::vector<float> patch = source.draw(kSide, rng);
        for (std::size_t j = 0; j < features; ++j)
            columns[j][i] = blend(part.columns[j].at(row), patch[j]);
        classes.push_back(part.labels.class_of_row[row]);
    }
    Dataset dataset;
    for (std::size_t j = 0; j < features; ++j)
        dataset.columns.push_back({fmt::format("x{}", j), ColumnKind::numeric, {}, std::move(columns[j])});
    dataset.labels = Labels::from_classes(std::move(classes), mnist.train.labels.class_names);
    return dataset;
}

}  // namespace

Split draw_digits_on_patches(const Split& mnist, std::size_t rows, std::size_t test_rows,
                             std::uint64_t seed) {
    const std::size_t all = mnist.train.rows() + mnist.test.rows();
    if (mnist.train.features() != kSide * kSide || rows + test_rows > all)
        throw UsageError(fmt::format("{} + {} images of 28 x 28 were asked for; there are {} with {} pixels",
                                     rows, test_rows, all, mnist.train.features()));
    Rng rng(seed, "data:digits on patches");
    const std::vector<std::uint32_t> chosen =
        rng.sample(static_cast<std::uint32_t>(all), static_cast<std::uint32_t>(rows + test_rows));
    const PatchSource source(20, 512, rng);
    Split split;
    split.train = lay_on_patches(mnist, std::span(chosen).first(rows), source, rng);
    split.test = lay_on_patches(mnist, std::span(chosen).subspan(rows), source, rng);
    return split;
}

}  // namespace reboost::data
