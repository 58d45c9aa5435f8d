#pragma once
/// What every HDF5 call needs, internal to results/: one thread at a time, no printing, errors of ours.
#include "core/error.hpp"

#include <mutex>
#include <string>
#include <type_traits>

#include <H5Cpp.h>

namespace reboost::results {

/// HDF5 is not thread-safe: all calls happen while one of these lives.
class Hdf5Session {
  public:
    Hdf5Session() : lock_(mutex()) {
        // Where HDF5 is built for threads, each has an error stack of its own to be silenced.
        thread_local const bool quiet = [] {
            H5::Exception::dontPrint();
            return true;
        }();
        static_cast<void>(quiet);
    }

  private:
    static std::mutex& mutex() {
        static std::mutex one;
        return one;
    }
    std::lock_guard<std::mutex> lock_;
};

/// Runs `work`, turning HDF5's exceptions into E ("<what>: <HDF5's function and reason>").
template <class E, class Work>
auto translate_errors(const std::string& what, Work work) {
    const Hdf5Session session;
    try {
        return work();
    } catch (const H5::Exception& error) {
        throw E(what + ": " + error.getFuncName() + ": " + error.getDetailMsg());
    }
}

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
