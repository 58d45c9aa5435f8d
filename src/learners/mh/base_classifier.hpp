#pragma once
/// What a base learner returns: h(x) = α · votes[cell(x)], a vector in {−α,+α}^K.
///
/// A row's codes give its cell. Without children (stump, product) the cell is 1 if the product of all φ is
/// +1, else 0. With children (tree) the cell is the number of the leaf that the row reaches.
#include "core/state.hpp"
#include "data/binning.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

/// φ(x) = +1 if code(x^(feature)) ≥ threshold, else −1.
struct Split {
    std::uint32_t feature = 0;
    std::uint32_t threshold = 0;
    bool operator==(const Split&) const = default;
};

/// Children of a tree's inner node: a value ≥ 0 is an inner node's number, a value < 0 is leaf −1 − value.
struct Children {
    std::int32_t below = -1, above = -2;  ///< child for φ = −1, for φ = +1
    bool operator==(const Children&) const = default;
};

/// Votes are packed, 64 classes per word; a set bit votes +1.
struct BaseClassifier {
    double alpha = 0;
    std::vector<Split> splits;
    std::vector<Children> children;    ///< empty, or one per split: node 0 is the root, parents come first
    std::vector<std::uint64_t> votes;  ///< cells × vote_words(classes)

    bool operator==(const BaseClassifier&) const = default;
};

/// The number of 64-bit words of the votes of one cell.
inline std::size_t vote_words(std::size_t classes) {
    return (classes + 63) / 64;
}

/// out[i] = cell of row i, for all rows of `data`; `out` may be longer.
void assign_cells(std::span<const Split> splits, std::span<const Children> children,
                  const data::BinnedMatrix& data, std::span<std::uint16_t> out);

/// A growing sequence of base classifiers, stored in flat arrays.
class Ensemble {
  public:
    struct View {
        double alpha;
        std::span<const Split> splits;
        std::span<const Children> children;
        std::span<const std::uint64_t> votes;
    };

    explicit Ensemble(std::size_t classes = 1) : classes_(classes) {}
    void append(const View& classifier);
    void append(const BaseClassifier& c) { append(View{c.alpha, c.splits, c.children, c.votes}); }
    View operator[](std::size_t t) const;
    std::size_t size() const { return alphas_.size(); }
    std::size_t classes() const { return classes_; }

    /// Throws DataError if the loaded arrays do not fit together.
    void state(StateIO& io);

  private:
    std::size_t classes_;
    std::vector<double> alphas_;
    std::vector<Split> splits_;
    std::vector<Children> children_;
    std::vector<std::uint64_t> votes_;
    std::vector<std::uint64_t> split_ends_, child_ends_, vote_ends_;
};

}  // namespace reboost::learners
