#pragma once
/// Aligned storage and row-major matrices.
#include <cstddef>
#include <new>
#include <span>
#include <vector>

namespace reboost {

/// Allocates on 64-byte boundaries (one cache line, one 512-bit vector) or wider ones.
template <class T, std::size_t kBytes = 64>
struct AlignedAllocator {
    using value_type = T;
    template <class U>
    struct rebind {
        using other = AlignedAllocator<U, kBytes>;
    };
    AlignedAllocator() = default;
    template <class U>
    AlignedAllocator(const AlignedAllocator<U, kBytes>&) {}  // NOLINT(google-explicit-constructor): converts
    T* allocate(std::size_t n) {
        return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{kBytes}));
    }
    void deallocate(T* p, std::size_t) { ::operator delete (p, std::align_val_t{kBytes}); }
    template <class U>
    bool operator==(const AlignedAllocator<U, kBytes>&) const {
        return true;
    }
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

/// A vector that begins on a page. Arrays that are read and written together need a fixed relative alignment:
/// a load waits for a store to an address with the same low 12 bits (4K aliasing); with the heap's addresses
/// that would be chance.
template <class T>
using PageAlignedVector = std::vector<T, AlignedAllocator<T, 4096>>;

/// Owns a row-major matrix, each row padded to `stride`; padding is zero.
template <class T>
class Matrix {
  public:
    Matrix() = default;
    Matrix(std::size_t rows, std::size_t columns, std::size_t stride = 0)
        : values_(rows * (stride ? stride : columns)),
          rows_(rows),
          columns_(columns),
          stride_(stride ? stride : columns) {}

    T& operator()(std::size_t i, std::size_t j) { return values_[i * stride_ + j]; }
    const T& operator()(std::size_t i, std::size_t j) const { return values_[i * stride_ + j]; }
    std::span<const T> row(std::size_t i) const { return {values_.data() + i * stride_, columns_}; }
    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }
    std::size_t stride() const { return stride_; }
    T* data() { return values_.data(); }
    const T* data() const { return values_.data(); }
    std::size_t size() const { return values_.size(); }
    AlignedVector<T>& elements() { return values_; }  ///< with the padding

  private:
    AlignedVector<T> values_;
    std::size_t rows_ = 0, columns_ = 0, stride_ = 0;
};

}  // namespace reboost
