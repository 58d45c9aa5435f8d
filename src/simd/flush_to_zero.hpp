#pragma once
/// Denormal floats are treated as zero while training.
///
/// After some 10^4 rounds most weights of easy examples are below 2^-126, and every product with one costs a
/// hundred cycles. Flushed, such a weight counts as 0 in sums, which lose at most n·K·2^-126 < 1e-30. Its
/// bits keep its level (fading_bodies.hpp): an example whose weight stayed zero would be ignored for good
/// while its margin shrinks (isolet's stumps get worse from round 80,000 on).
#include <xmmintrin.h>

namespace reboost::simd {

/// Flush-to-zero and denormals-are-zero for this thread while it lives; each task of a pool makes its own.
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
