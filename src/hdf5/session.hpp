#pragma once
/// What every HDF5 call needs: one thread at a time, no printing, errors of ours.
#include "core/error.hpp"

#include <cstddef>
#include <mutex>
#include <new>
#include <string>
#include <type_traits>

#include <H5Cpp.h>

namespace reboost::hdf5 {

/// HDF5 is not thread-safe: all calls happen while one of these lives.
class Session {
  public:
    Session();
    /// Whether a call since the construction failed for want of memory.
    static bool lacked_memory();

  private:
    static std::mutex& mutex() {
        static std::mutex one;
        return one;
    }
    std::lock_guard<std::mutex> lock_;
};

/// Runs `work`, turning HDF5's exceptions into E ("<what>: <HDF5's function and reason>"), or into
/// std::bad_alloc: want of memory says nothing against a file.
template <class E, class Work>
auto translate_errors(const std::string& what, Work work) {
    const Session session;
    try {
        return work();
    } catch (const H5::Exception& error) {
        if (Session::lacked_memory()) throw std::bad_alloc();
        throw E(what + ": " + error.getFuncName() + ": " + error.getDetailMsg());
    }
}

/// Throws std::bad_alloc where this many bytes cannot be had now: HDF5 itself may crash for want of memory.
void require_memory(std::size_t bytes);

/// HDF5 takes two open images of one name for one file.
std::string fresh_image_name();

/// The C API reports by a negative number.
template <class Status>
Status checked(Status status, const char* function) {
    if (status < 0) throw H5::Exception(function, "failed");
    return status;
}

/// The HDF5 type of an element in memory and in the file.
template <class T>
const H5::PredType& native_type() {
    using Type = H5::PredType;
    if constexpr (std::is_floating_point_v<T>)
        return sizeof(T) == 8 ? Type::NATIVE_DOUBLE : Type::NATIVE_FLOAT;
    else if constexpr (std::is_signed_v<T>)
        return sizeof(T) == 8 ? Type::NATIVE_INT64 : sizeof(T) == 4 ? Type::NATIVE_INT32 : Type::NATIVE_INT8;
    else
        return sizeof(T) == 8   ? Type::NATIVE_UINT64
               : sizeof(T) == 4 ? Type::NATIVE_UINT32
               : sizeof(T) == 2 ? Type::NATIVE_UINT16
                                : Type::NATIVE_UINT8;
}

}  // namespace reboost::hdf5
