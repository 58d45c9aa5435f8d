#pragma once
/// Denormal floats count as zero during training.
///
/// After about 10^4 rounds most weights of easy examples are below 2^-126, and each product with one takes a
/// hundred cycles. When flushed, such a weight counts as 0 in sums, whose error is at most n·K·2^-126 <
/// 1e-30. The weight's bits keep its level (fading_bodies.hpp): if a weight stayed zero, its example would be
/// ignored for ever even when its margin shrinks (isolet's stumps get worse from round 80,000 on).
#include <xmmintrin.h>

namespace reboost::simd {

/// Sets flush-to-zero and denormals-are-zero for this thread until destruction; each task of a pool does so.
class FlushToZero {
  public:
    FlushToZero() : saved_(_mm_getcsr()) { _mm_setcsr(saved_ | 0x8040U); }
    ~FlushToZero() { _mm_setcsr(saved_); }
    FlushToZero(const FlushToZero&) = delete;
    FlushToZero& operator=(const FlushToZero&) = delete;

  private:
    unsigned saved_;
};

}  // namespace reboost::simd
