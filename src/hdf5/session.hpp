#pragma once
/// What every HDF5 call needs: a lock, no error output, and errors of this program's types.
#include "core/error.hpp"

#include <cstddef>
#include <mutex>
#include <new>
#include <string>
#include <type_traits>

#include <H5Cpp.h>

namespace reboost::hdf5 {

/// HDF5 is not thread-safe: each call of it is made while a Session holds the lock.
class Session {
  public:
    Session();
    /// Whether a call since the construction failed for lack of memory.
    static bool lacked_memory();

  private:
    static std::mutex& mutex() {
        static std::mutex one;
        return one;
    }
    std::lock_guard<std::mutex> lock_;
};

/// Runs `work`. Turns HDF5's exceptions into E ("<what>: <HDF5's function and reason>"), or into
/// std::bad_alloc if memory was lacking, which is not the file's fault.
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

/// Throws std::bad_alloc unless this many bytes can be allocated now: HDF5 may crash for lack of memory.
void require_memory(std::size_t bytes);

/// A new name for an image: HDF5 takes two open images with the same name for one file. It is below a file,
/// because HDF5 refuses to open an image where a file has its name.
std::string fresh_image_name();

/// Throws if a function of the C API returned a negative number, its sign of failure.
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
