#include "results/atomic_file.hpp"
#include "results/hdf5_archive.hpp"
#include "results/hdf5_session.hpp"

#include <algorithm>
#include <new>
#include <span>
#include <string_view>

namespace reboost::results {
namespace {

bool begins_like_hdf5(std::span<const std::byte> bytes) {
    constexpr std::string_view kSignature = "\x89HDF\r\n\x1a\n";
    return bytes.size() >= kSignature.size() &&
           std::ranges::equal(bytes.first(kSignature.size()), std::as_bytes(std::span(kSignature)));
}

SealedBytes open_sealed_hdf5(std::span<const std::byte> bytes, const std::string& name) {
    try {
        return open_seal(bytes, name);
    } catch (const UnsealedError&) {
        if (!begins_like_hdf5(bytes)) throw DataError("'" + name + "' is not an HDF5 file");
        throw;
    }
}

}  // namespace

Value take_document(Hdf5Content& content, const std::string& name) {
    for (auto& [key, value] : content.documents)
        if (key == name) return std::move(value);
    return {};
}

std::vector<std::byte> to_sealed(const Hdf5Content& content, const Seal& seal) {
    std::vector<std::byte> bytes = to_hdf5(content);
    append_seal(bytes, seal);
    return bytes;
}

Hdf5Content read_sealed(const std::filesystem::path& path, const Hdf5Query& query,
                        std::span<const std::string_view> kinds, const std::string& id) {
    return parse_sealed(read_whole_file(path), query, kinds, id, path.string());
}

Hdf5Content parse_sealed(std::span<const std::byte> bytes, const Hdf5Query& query,
                         std::span<const std::string_view> kinds, const std::string& id,
                         const std::string& name) {
    const SealedBytes sealed = open_sealed_hdf5(bytes, name);
    require_seal(sealed.seal, kinds, id, name);
    return parse_proved(sealed.content, query, name);
}

Hdf5Content parse_proved(std::span<const std::byte> bytes, const Hdf5Query& query, const std::string& name) {
    try {
        return parse_hdf5(bytes, query, name);
    } catch (const Hdf5MemoryError&) {
        throw std::bad_alloc();
    }
}

Hdf5Content read_unproven(const std::filesystem::path& path, const Hdf5Query& query) {
    return parse_hdf5(read_whole_file(path), query, path.string());
}

}  // namespace reboost::results
