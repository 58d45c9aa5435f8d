#pragma once
/// The dense columns of a tree that searches every column: a node's histograms are scanned, or the parent's
/// minus the sibling's.
#include "core/matrix.hpp"
#include "learners/kernels/kernel_table.hpp"
#include "learners/scan_columns.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace reboost::learners {

class NodeHistograms {
  public:
    /// `features`: the columns in dense form. `slots`: nodes that can wait at once.
    NodeHistograms(const ScanColumns& columns, std::vector<std::uint32_t> features, std::size_t stride,
                   std::size_t slots);

    std::size_t size() const { return features_.size(); }
    std::span<const std::uint32_t> features() const { return features_; }

    /// Histograms of columns [first, last) over the node's rows; all training rows where `rows` is empty.
    void build(std::size_t slot, std::size_t first, std::size_t last, std::span<const std::uint32_t> rows,
               const float* weights);
    /// slot −= child, for columns [first, last): the other child stays.
    void subtract(std::size_t slot, std::size_t child, std::size_t first, std::size_t last);
    /// The two slots trade places.
    void exchange(std::size_t a, std::size_t b) { std::swap(places_[a], places_[b]); }
    ThresholdScore best(std::size_t slot, std::size_t c, std::span<const double> totals) const;

  private:
    std::byte* histogram(std::size_t slot, std::size_t c) {
        return pool_.data() + places_[slot] * slot_bytes_ + offsets_[c];
    }
    const std::byte* histogram(std::size_t slot, std::size_t c) const {
        return pool_.data() + places_[slot] * slot_bytes_ + offsets_[c];
    }
    void build_four(std::size_t slot, std::size_t c, std::span<const std::uint32_t> rows,
                    const float* weights);
    void build_one(std::size_t slot, std::size_t c, std::span<const std::uint32_t> rows,
                   const float* weights);
    const std::uint8_t* codes(std::size_t c) const;

    const ScanColumns& columns_;
    std::vector<std::uint32_t> features_;
    const Kernels& kernels_;
    std::size_t stride_, accumulator_bytes_, slot_bytes_ = 0;
    std::vector<std::size_t> offsets_, places_;
    AlignedVector<std::byte> pool_;
};

}  // namespace reboost::learners
