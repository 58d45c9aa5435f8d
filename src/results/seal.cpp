#include "results/seal.hpp"

#include "core/checksum.hpp"
#include "core/error.hpp"

#include <algorithm>
#include <sstream>

namespace reboost::results {
namespace {

constexpr std::string_view kSealFormat = "2";
constexpr std::string_view kSealBegin = "\nreboost-seal ";

std::string seal_line_of(const Seal& seal, std::span<const std::byte> content) {
    const std::string head = std::string(kSealFormat) + " " + seal.kind + " " + seal.id;
    Sha256 sum;
    sum.update(head + "\n");
    sum.update(content.data(), content.size());
    return std::string(kSealBegin) + head + " " + sum.hex() + "\n";
}

}  // namespace

void append_seal(std::vector<std::byte>& bytes, const Seal& seal) {
    const std::string line = seal_line_of(seal, bytes);
    const auto added = std::as_bytes(std::span(line));
    bytes.insert(bytes.end(), added.begin(), added.end());
}

SealedBytes open_seal(std::span<const std::byte> bytes, const std::string& source) {
    if (bytes.empty()) throw DataError("'" + source + "' is empty");
    const std::span<const std::byte> end = bytes.last(std::min(bytes.size(), kLongestSeal));
    const std::string_view tail(reinterpret_cast<const char*>(end.data()), end.size());
    const std::size_t at = tail.rfind(kSealBegin);
    if (at == std::string_view::npos)
        throw DataError("'" + source + "' has no checksum: another program wrote it, or its end is lost");
    std::istringstream words{std::string(tail.substr(at + kSealBegin.size()))};
    std::string format;
    SealedBytes sealed;
    words >> format >> sealed.seal.kind >> sealed.seal.id;
    if (format != kSealFormat)
        throw DataError("'" + source + "' has a seal of format " + format + "; this program knows format " +
                        std::string(kSealFormat));
    sealed.content = bytes.first(bytes.size() - (tail.size() - at));
    // The whole line is compared, so that a changed blank in the line is found, too.
    if (tail.substr(at) != seal_line_of(sealed.seal, sealed.content))
        throw DataError("'" + source +
                        "' is damaged: its content does not have the checksum in its last line");
    return sealed;
}

std::span<const std::byte> open_seal(std::span<const std::byte> bytes, const Seal& expected,
                                     const std::string& source) {
    const SealedBytes found = open_seal(bytes, source);
    if (found.seal.kind != expected.kind)
        throw DataError("'" + source + "' is a " + found.seal.kind + " file, expected a " + expected.kind +
                        " file");
    if (found.seal.id != expected.id)
        throw DataError("'" + source + "' holds another run's content: " + found.seal.id);
    return found.content;
}

}  // namespace reboost::results
