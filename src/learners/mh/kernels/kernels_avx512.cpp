// The kernels compiled for one instruction set; CMakeLists.txt gives this file its flags.
// The bodies stand on what is included before them.
// clang-format off
#include "learners/mh/kernels/cell_table.hpp"
#include "learners/mh/kernels/evaluation_table.hpp"
#include "learners/mh/kernels/kernel_table.hpp"

namespace reboost::learners::avx512 {
#include "simd/float_vectors.hpp"

#include "learners/mh/kernels/fading_bodies.hpp"

#include "learners/mh/kernels/histogram_bodies.hpp"

#include "learners/mh/kernels/threshold_bodies.hpp"

#include "learners/mh/kernels/kernel_bodies.hpp"

#include "learners/mh/kernels/scalar_bodies.hpp"

#include "learners/mh/kernels/evaluation_bodies.hpp"

#include "learners/mh/kernels/cell_bodies.hpp"
// clang-format on
}  // namespace reboost::learners::avx512
