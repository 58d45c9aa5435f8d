#pragma once
/// What a process does with its addresses where they are limited (`ulimit -v`, many batch systems).
#include <cstddef>

namespace reboost::parallel {

/// Lets all threads share one heap where addresses are limited: glibc would give each one 64 MB of them. To
/// be called before the first thread is started; nothing where there is no limit.
void share_heap_if_limited();

/// Holds back an eighth of the limit while threads are started, so that as many as there is room for are not
/// more than can work in it: HDF5 crashes where it does not get a few bytes. Nothing where there is no limit.
class HeldBackAddresses {
  public:
    HeldBackAddresses();
    HeldBackAddresses(const HeldBackAddresses&) = delete;
    HeldBackAddresses& operator=(const HeldBackAddresses&) = delete;
    ~HeldBackAddresses();

  private:
    void* place_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace reboost::parallel
