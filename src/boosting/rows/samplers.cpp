#include "boosting/rows/sampler.hpp"
#include "selectors/bases.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace reboost::boosting {
namespace {

struct Maker {
    const GradientOptions& options;
    std::size_t rows;
    std::uint64_t seed;

    /// A share of the rows as a number of them, at least one.
    std::size_t count(double share) const {
        return static_cast<std::size_t>(std::max<long>(std::lround(share * static_cast<double>(rows)), 1));
    }
    std::unique_ptr<RowSampler> all() const { return std::make_unique<AllRows>(rows); }

    std::unique_ptr<RowSampler> operator()(const UniformRowsOptions&) const {
        if (options.row_sampling >= 1) return all();
        return std::make_unique<UniformRows>(rows, count(options.row_sampling), seed);
    }
    std::unique_ptr<RowSampler> operator()(const GossOptions& o) const {
        const auto top = static_cast<std::size_t>(std::lround(o.top * static_cast<double>(rows)));
        const std::size_t other = count(o.other);
        if (top + other >= rows) return all();
        return std::make_unique<Goss>(rows, top, other, seed);
    }
    std::unique_ptr<RowSampler> operator()(const MvsOptions& o) const {
        if (o.share >= 1) return all();
        return std::make_unique<Mvs>(rows, std::max(o.share * static_cast<double>(rows), 1.0), o.lambda,
                                     seed);
    }
};

}  // namespace

std::unique_ptr<RowSampler> make_row_sampler(const GradientOptions& options, std::size_t rows,
                                             std::uint64_t seed) {
    return std::visit(Maker{options, rows, seed}, options.rows);
}

AllRows::AllRows(std::size_t rows) : rows_(rows) {
    std::iota(rows_.begin(), rows_.end(), 0U);
}

}  // namespace reboost::boosting
