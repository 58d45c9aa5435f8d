#include "hdf5/session.hpp"

#include <atomic>

#include <sys/mman.h>

namespace reboost::hdf5 {
namespace {

thread_local bool lacked = false;

extern "C" herr_t look_for_memory(unsigned, const H5E_error2_t* error, void*) {
    // The major number is the part of HDF5 that failed, such as data types; the minor number is the reason.
    if (error->min_num == H5E_NOSPACE || error->min_num == H5E_CANTALLOC) lacked = true;
    // "deflate error": zlib fails there only for lack of memory.
    if (error->maj_num == H5E_PLINE && error->min_num == H5E_CANTINIT) lacked = true;
    return 0;
}

/// HDF5 calls this at each failure, before destructors clear the stack of errors.
extern "C" herr_t note_failure(hid_t stack, void*) {
    H5Ewalk2(stack, H5E_WALK_UPWARD, look_for_memory, nullptr);
    return 0;
}

}  // namespace

Session::Session() : lock_(mutex()) {
    // If HDF5 is built for threads, each thread has an error stack of its own, which HDF5 would print.
    thread_local const bool quiet = [] {
        H5Eset_auto2(H5E_DEFAULT, note_failure, nullptr);
        return true;
    }();
    static_cast<void>(quiet);
    lacked = false;
}

bool Session::lacked_memory() {
    return lacked;
}

std::string fresh_image_name() {
    static std::atomic<unsigned long> count{0};
    return "/dev/null/image-" + std::to_string(count++);
}

void require_memory(std::size_t bytes) {
    void* const place = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) throw std::bad_alloc();
    ::munmap(place, bytes);
}

}  // namespace reboost::hdf5
