#include "results/atomic_file.hpp"
#include "results/hdf5_archive.hpp"
#include "results/hdf5_session.hpp"

#include <new>

namespace reboost::results {

void write_sealed(const std::filesystem::path& path, const Hdf5Content& content, const Seal& seal) {
    std::vector<std::byte> bytes = to_hdf5(content);
    append_seal(bytes, seal);
    write_file_atomically(path, bytes);
}

Hdf5Content read_sealed(const std::filesystem::path& path, const Hdf5Query& query,
                        std::span<const std::string_view> kinds, const std::string& id) {
    return parse_sealed(read_whole_file(path), query, kinds, id, path.string());
}

Hdf5Content parse_sealed(std::span<const std::byte> bytes, const Hdf5Query& query,
                         std::span<const std::string_view> kinds, const std::string& id,
                         const std::string& name) {
    const SealedBytes sealed = open_seal(bytes, name);
    require_seal(sealed.seal, kinds, id, name);
    try {
        return parse_hdf5(sealed.content, query, name);
    } catch (const Hdf5MemoryError&) {
        throw std::bad_alloc();
    }
}

Hdf5Content read_unproven(const std::filesystem::path& path, const Hdf5Query& query) {
    return parse_hdf5(read_whole_file(path), query, path.string());
}

}  // namespace reboost::results
