#include "learners/mh/kernels/kernel_table.hpp"

namespace reboost::learners {
namespace REBOOST_ISA {

/// `codes[i] ≥ threshold` as 0 or −1 in the width of a cell; the loops below vectorise.
template <class Code>
[[gnu::always_inline]] inline std::uint16_t at_or_above(Code code, Code limit) {
    return static_cast<std::uint16_t>(-static_cast<int>(code >= limit));
}

template <class Code>
void toggle(const void* codes, std::uint32_t threshold, std::size_t count, std::uint16_t* cells) {
    const auto* code = static_cast<const Code*>(codes);
    constexpr std::uint32_t kLargest = static_cast<Code>(~Code{0});
    if (threshold > kLargest) return;
    const auto limit = static_cast<Code>(threshold);
    for (std::size_t i = 0; i < count; ++i)
        cells[i] = static_cast<std::uint16_t>(cells[i] ^ (at_or_above(code[i], limit) & 1U));
}

template <class Code>
void raise(const void* codes, std::uint32_t threshold, std::size_t count, std::uint16_t low,
           std::uint16_t high, std::uint16_t* cells) {
    const auto* code = static_cast<const Code*>(codes);
    constexpr std::uint32_t kLargest = static_cast<Code>(~Code{0});
    if (threshold > kLargest) return;
    const auto limit = static_cast<Code>(threshold);
    for (std::size_t i = 0; i < count; ++i) {
        const auto moves =
            static_cast<std::uint16_t>(-static_cast<int>(cells[i] == low) & at_or_above(code[i], limit));
        cells[i] = static_cast<std::uint16_t>((cells[i] & ~moves) | (high & moves));
    }
}

}  // namespace REBOOST_ISA

const CellKernels CellKernels::REBOOST_ISA = {
    {REBOOST_ISA::toggle<std::uint8_t>, REBOOST_ISA::toggle<std::uint16_t>,
     REBOOST_ISA::toggle<std::uint32_t>},
    {REBOOST_ISA::raise<std::uint8_t>, REBOOST_ISA::raise<std::uint16_t>, REBOOST_ISA::raise<std::uint32_t>}};

}  // namespace reboost::learners
