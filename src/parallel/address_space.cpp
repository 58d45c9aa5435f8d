#include "parallel/address_space.hpp"

#include <optional>

#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>

namespace reboost::parallel {
namespace {

std::optional<std::size_t> limit() {
    rlimit found{};
    if (::getrlimit(RLIMIT_AS, &found) != 0 || found.rlim_cur == RLIM_INFINITY) return std::nullopt;
    return found.rlim_cur;
}

}  // namespace

void share_heap_if_limited() {
    if (limit()) ::mallopt(M_ARENA_MAX, 1);
}

HeldBackAddresses::HeldBackAddresses() : bytes_(limit().value_or(0) / 8) {
    if (bytes_ == 0) return;
    void* const place =
        ::mmap(nullptr, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place != MAP_FAILED) place_ = place;
}

HeldBackAddresses::~HeldBackAddresses() {
    if (place_ != nullptr) ::munmap(place_, bytes_);
}

}  // namespace reboost::parallel
