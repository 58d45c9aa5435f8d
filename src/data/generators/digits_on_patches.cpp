#include "data/file_error.hpp"
#include "data/generators/generators.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace reboost::data {
namespace {

constexpr double kLeastRadius = 2;
constexpr double kCover = 10;         ///< average number of discs over a pixel
constexpr double kLeastSpread = 0.1;  ///< standard deviation of a patch, whose greys are in [0,1]

struct Disc {
    double row, column, radius, grey, slope_down, slope_right;
};

/// Draws a radius between kLeastRadius and `largest` with density ∝ r⁻³, by inversion.
double draw_radius(double largest, Rng& rng) {
    const double low = 1 / (kLeastRadius * kLeastRadius), high = 1 / (largest * largest);
    return 1 / std::sqrt(low + rng.uniform() * (high - low));
}

void paint(const Disc& disc, GreyImage& image) {
    const auto side = static_cast<long>(image.side);
    const long top = std::max(0L, std::lround(std::ceil(disc.row - disc.radius)));
    const long bottom = std::min(side - 1, std::lround(std::floor(disc.row + disc.radius)));
    for (long row = top; row <= bottom; ++row) {
        const double down = static_cast<double>(row) - disc.row;
        const double half = std::sqrt(std::max(0.0, disc.radius * disc.radius - down * down));
        const long left = std::max(0L, std::lround(std::ceil(disc.column - half)));
        const long right = std::min(side - 1, std::lround(std::floor(disc.column + half)));
        for (long column = left; column <= right; ++column) {
            const double across = static_cast<double>(column) - disc.column;
            const double grey =
                disc.grey + (disc.slope_down * down + disc.slope_right * across) / disc.radius;
            image.pixels[static_cast<std::size_t>(row * side + column)] =
                static_cast<float>(std::clamp(grey, 0.0, 1.0));
        }
    }
}

double deviation(const std::vector<float>& values) {
    double sum = 0, squares = 0;
    for (const float v : values) {
        sum += v;
        squares += static_cast<double>(v) * v;
    }
    const auto n = static_cast<double>(values.size());
    return std::sqrt(std::max(0.0, squares / n - sum / n * (sum / n)));
}

constexpr std::size_t kSide = 28;  ///< of a digit and of its patch, in pixels

/// Cuts a patch at a random place from one of the images; returns its pixels row by row. Patches of low
/// deviation are left out: Larochelle et al. (2007) ignored patches with little texture.
std::vector<float> draw_patch(const std::vector<GreyImage>& images, Rng& rng) {
    std::vector<float> patch(kSide * kSide);
    do {
        const GreyImage& image = images[rng.below(images.size())];
        const std::size_t top = rng.below(image.side - kSide + 1), left = rng.below(image.side - kSide + 1);
        for (std::size_t row = 0; row < kSide; ++row)
            std::copy_n(image.pixels.begin() + static_cast<std::ptrdiff_t>((top + row) * image.side + left),
                        kSide, patch.begin() + static_cast<std::ptrdiff_t>(row * kSide));
    } while (deviation(patch) < kLeastSpread);
    return patch;
}

/// Lays each chosen image on a patch; image numbers count the training part first, then the test part.
Dataset lay_on_patches(const Split& mnist, std::span<const std::uint32_t> chosen,
                       const std::vector<GreyImage>& images, Rng& rng) {
    const std::size_t first_part = mnist.train.rows();
    const auto fill = [&](std::size_t i, std::span<double> x) {
        const Dataset& part = chosen[i] < first_part ? mnist.train : mnist.test;
        const std::size_t row = chosen[i] < first_part ? chosen[i] : chosen[i] - first_part;
        const std::vector<float> patch = draw_patch(images, rng);
        for (std::size_t j = 0; j < x.size(); ++j) {
            const float ink = part.columns[j].at(row) / 255;
            x[j] = std::round((ink + (1 - ink) * patch[j]) * 255) / 255;
        }
        return part.labels.class_of_row[row];
    };
    return float_table(chosen.size(), numbered(kSide * kSide, "x"), mnist.train.labels.class_names, fill);
}

}  // namespace

GreyImage draw_dead_leaves(std::size_t side, Rng& rng) {
    const auto width = static_cast<double>(side);
    const double largest = width / 2;
    GreyImage image{side, std::vector<float>(side * side, static_cast<float>(rng.uniform()))};
    // Centres may lie outside by the largest radius, so that discs cover the border as often as the middle.
    const double span = width + 2 * largest;
    const double a = kLeastRadius, b = largest;  // mean of π r² under the density of draw_radius
    const double mean_area = 2 * 3.14159265358979 * std::log(b / a) / (1 / (a * a) - 1 / (b * b));
    const auto discs = static_cast<std::size_t>(kCover * span * span / mean_area);
    for (std::size_t i = 0; i < discs; ++i) {
        const double radius = draw_radius(largest, rng);
        const double row = rng.uniform(-largest, width + largest),
                     column = rng.uniform(-largest, width + largest);
        paint({row, column, radius, 0.5 * (rng.uniform() + rng.uniform()), rng.uniform(-0.1, 0.1),
               rng.uniform(-0.1, 0.1)},
              image);
    }
    return image;
}

Split draw_digits_on_patches(const Split& mnist, std::size_t rows, std::size_t test_rows,
                             std::uint64_t seed) {
    const std::size_t all = mnist.train.rows() + mnist.test.rows();
    if (mnist.train.features() != kSide * kSide || rows + test_rows > all)
        throw error<UsageError>("{} + {} images of 28 x 28 were asked for; there are {} with {} pixels", rows,
                                test_rows, all, mnist.train.features());
    Rng rng(seed, "data:digits on patches");
    const std::vector<std::uint32_t> chosen =
        rng.sample(static_cast<std::uint32_t>(all), static_cast<std::uint32_t>(rows + test_rows));
    std::vector<GreyImage> images(20);
    std::ranges::generate(images, [&] { return draw_dead_leaves(512, rng); });
    return {lay_on_patches(mnist, std::span(chosen).first(rows), images, rng),
            lay_on_patches(mnist, std::span(chosen).subspan(rows), images, rng)};
}

}  // namespace reboost::data
