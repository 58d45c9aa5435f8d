#pragma once
/// What trees fit: derivatives of the loss, computed tile by tile of rows. The same few cache lines serve all
/// trees of a pass, and no tree's derivatives are ever in memory as a whole.
#include "core/matrix.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace reboost::learners {

/// Trees per pass: their values of one row fill one cache line.
inline constexpr std::size_t kRootTrees = 4;
/// Rows per tile; a multiple of 8.
inline constexpr std::size_t kTargetRows = 128;

/// The buffers of one thread for one tile.
struct TargetTile {
    std::size_t begin = 0, count = 0;  ///< rows of the matrix
    AlignedVector<double> shared;      ///< values from which several trees' derivatives are computed

    /// The buffers for a tree's values; two trees take turns.
    struct Place {
        double *gradient, *hessian;
    };
    Place next() {
        turn_ = 1 - turn_;
        double* const gradient = values_.data() + turn_ * 2 * kTargetRows;
        return {gradient, gradient + kTargetRows};
    }

  private:
    AlignedVector<double> values_ = AlignedVector<double>(4 * kTargetRows);
    std::size_t turn_ = 0;
};

/// The targets of some trees: for each row of the training matrix the negative first derivative, and the
/// second derivative, of the loss by F.
class TreeTargets {
  public:
    virtual ~TreeTargets() = default;
    virtual std::size_t trees() const = 0;
    /// Prepares rows begin … begin + count − 1, begin a multiple of kTargetRows, 0 < count ≤ kTargetRows.
    virtual void open(std::size_t begin, std::size_t count, TargetTile& tile) const = 0;
    /// The values of the open tile's rows, valid until the next call but one; on 64-byte boundaries.
    struct Values {
        const double* gradient;  ///< −∂L/∂F: r − p, or its abc form (eq. 10)
        const double* hessian;   ///< ∂²L/∂F² > 0 (eq. 4 or 11)
    };
    virtual Values of_tree(std::size_t tree, TargetTile& tile) const = 0;
};

/// Opens each tile that contains some of `rows` (ascending) and calls use(those rows).
template <class Use>
void for_each_tile(const TreeTargets& targets, std::span<const std::uint32_t> rows, std::size_t matrix_rows,
                   TargetTile& tile, const Use& use) {
    for (std::size_t next = 0; next < rows.size();) {
        const std::size_t begin = rows[next] / kTargetRows * kTargetRows;
        const std::size_t count = std::min(kTargetRows, matrix_rows - begin);
        std::size_t end = next;
        if (rows.size() == matrix_rows)
            end += count;
        else
            while (end < rows.size() && rows[end] < begin + count)
                ++end;
        targets.open(begin, count, tile);
        use(rows.subspan(next, end - next));
        next = end;
    }
}

}  // namespace reboost::learners
