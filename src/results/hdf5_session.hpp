#pragma once
/// What every HDF5 call needs, internal to results/: one thread at a time, no printing, errors of ours.
#include "core/error.hpp"

#include <cstddef>
#include <mutex>
#include <string>
#include <type_traits>

#include <H5Cpp.h>

namespace reboost::results {

/// HDF5 had too little memory. Of a file that proves itself this says nothing against the file.
class Hdf5MemoryError : public DataError {
  public:
    using DataError::DataError;
};

/// HDF5 is not thread-safe: all calls happen while one of these lives.
class Hdf5Session {
  public:
    Hdf5Session();
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
/// Hdf5MemoryError.
template <class E, class Work>
auto translate_errors(const std::string& what, Work work) {
    const Hdf5Session session;
    try {
        return work();
    } catch (const H5::Exception& error) {
        if (Hdf5Session::lacked_memory()) throw Hdf5MemoryError(what + ": out of memory");
        throw E(what + ": " + error.getFuncName() + ": " + error.getDetailMsg());
    }
}

/// Throws std::bad_alloc where this many bytes cannot be had now: HDF5 itself may crash for want of memory.
void require_memory(std::size_t bytes);

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

/// Text of any length, UTF-8: what h5py reads as str.
inline H5::StrType text_type() {
    H5::StrType type(H5::PredType::C_S1, H5T_VARIABLE);
    type.setCset(H5T_CSET_UTF8);
    return type;
}

/// h5py's boolean: an enumeration of bytes.
inline H5::EnumType boolean_type() {
    H5::EnumType type(H5::PredType::NATIVE_INT8);
    std::int8_t no = 0, yes = 1;
    type.insert("FALSE", &no);
    type.insert("TRUE", &yes);
    return type;
}

/// Root attribute naming, separated by commas, the attributes that hold JSON text.
inline constexpr const char* kJsonAttributes = "json_attributes";

}  // namespace reboost::results
