#pragma once
/// Bytes as a user's own file, all the way to bins.
#include "core/error.hpp"
#include "data/load/load.hpp"
#include "fuzz/memory_file.hpp"

namespace reboost::fuzz {

inline void load_as(const MemoryFile& file, data::DatasetSpec spec) {
    spec.path = file.path();
    try {
        data::load_binned(spec, {}, {});
    } catch (const Error&) {
    }
}

}  // namespace reboost::fuzz
