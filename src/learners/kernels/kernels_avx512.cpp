// The kernels compiled for one instruction set; CMakeLists.txt gives this file its flags.
#include "learners/kernels/cell_table.hpp"
#include "learners/kernels/evaluation_table.hpp"
#include "learners/kernels/kernel_table.hpp"

namespace reboost::learners::avx512 {
#include "learners/kernels/simd.hpp"

#include "learners/kernels/fading_bodies.hpp"

#include "learners/kernels/histogram_bodies.hpp"

#include "learners/kernels/threshold_bodies.hpp"

#include "learners/kernels/kernel_bodies.hpp"

#include "learners/kernels/scalar_bodies.hpp"

#include "learners/kernels/evaluation_bodies.hpp"

#include "learners/kernels/cell_bodies.hpp"
}  // namespace reboost::learners::avx512
