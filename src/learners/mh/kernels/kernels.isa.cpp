#include "learners/mh/kernels/kernel_bodies.hpp"
#include "learners/mh/kernels/scalar_bodies.hpp"

namespace reboost::learners {

const KernelTables KernelTables::REBOOST_ISA = {
    {REBOOST_ISA::scalar::kTable, REBOOST_ISA::make_kernels<4>(), REBOOST_ISA::make_kernels<8>(),
     REBOOST_ISA::make_kernels<16>(), REBOOST_ISA::make_kernels<32>(), REBOOST_ISA::make_kernels<48>(),
     REBOOST_ISA::make_kernels<64>()}};

}  // namespace reboost::learners
