#include "results/seal.hpp"

#include "core/checksum.hpp"

#include <algorithm>
#include <sstream>

namespace reboost::results {
namespace {

constexpr int kSealFormat = 1;
constexpr std::string_view kBegin = "\nreboost-seal ";
constexpr std::size_t kLongest = 256;  // bytes of a seal's line

std::string sum_of(const Seal& seal, std::span<const std::byte> content) {
    Sha256 sum;
    sum.update(std::to_string(kSealFormat) + " " + seal.kind + " " + seal.id + "\n");
    sum.update(content.data(), content.size());
    return sum.hex();
}

void require_format(const std::string& format, const std::string& source) {
    if (format != std::to_string(kSealFormat))
        throw DataError("'" + source + "' has a seal of format " + format + "; this program knows format " +
                        std::to_string(kSealFormat));
}

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

/// Where a seal's line would be.
std::string_view tail_of(std::span<const std::byte> bytes) {
    const std::span<const std::byte> end = bytes.last(std::min(bytes.size(), kLongest));
    return {reinterpret_cast<const char*>(end.data()), end.size()};
}

/// The object without its checksum, in canonical form.
std::string sealed_text(const Value& object) {
    Value kept = Value::object();
    for (const auto& [key, member] : object.as_object())
        if (key != "seal_sha256") kept.set(key, member);
    return to_json(kept, -1, true);
}

std::string line_of(const Seal& seal, const std::string& sha256) {
    return std::string(kBegin) + std::to_string(kSealFormat) + " " + seal.kind + " " + seal.id + " " +
           sha256 + "\n";
}

}  // namespace

void append_seal(std::vector<std::byte>& bytes, const Seal& seal) {
    const std::string line = line_of(seal, sum_of(seal, bytes));
    const auto added = bytes_of(line);
    bytes.insert(bytes.end(), added.begin(), added.end());
}

std::string seal_line(std::span<const std::byte> bytes) {
    const std::string_view tail = tail_of(bytes);
    const std::size_t at = tail.rfind(kBegin);
    return at == std::string_view::npos ? "" : std::string(tail.substr(at));
}

SealedBytes open_seal(std::span<const std::byte> bytes, const std::string& source) {
    if (bytes.empty()) throw DataError("'" + source + "' is empty");
    const std::string_view tail = tail_of(bytes);
    const std::size_t at = tail.rfind(kBegin);
    if (at == std::string_view::npos)
        throw UnsealedError("'" + source +
                            "' has no checksum: an earlier version wrote it, or its end is lost");
    std::istringstream words{std::string(tail.substr(at + kBegin.size()))};
    std::string format;
    SealedBytes sealed;
    words >> format >> sealed.seal.kind >> sealed.seal.id;
    require_format(format, source);
    sealed.content = bytes.first(bytes.size() - (tail.size() - at));
    // Compared as a whole, so that a changed blank in it is found, too.
    if (tail.substr(at) != line_of(sealed.seal, sum_of(sealed.seal, sealed.content)))
        throw DataError("'" + source +
                        "' is damaged: its content does not have the checksum in its last line");
    return sealed;
}

void require_seal(const Seal& found, std::span<const std::string_view> kinds, std::string_view id,
                  const std::string& source) {
    if (std::ranges::find(kinds, found.kind) == kinds.end())
        throw DataError("'" + source + "' is a " + found.kind + " file, expected a " +
                        std::string(kinds.front()) + " file");
    if (!id.empty() && found.id != id)
        throw DataError("'" + source + "' holds another run's content: " + found.id);
}

void seal_value(Value& object, const Seal& seal) {
    object.set("seal_format", kSealFormat).set("seal_kind", seal.kind).set("seal_id", seal.id);
    object.set("seal_sha256", sum_of(seal, bytes_of(sealed_text(object))));
}

void check_value(const Value& object, const Seal& expected, const std::string& source) {
    const Value* format = object.find("seal_format");
    if (format == nullptr || !format->is_integer())
        throw UnsealedError("'" + source +
                            "' has no checksum: an earlier version wrote it, or it is damaged");
    require_format(std::to_string(format->as_integer()), source);
    const Seal seal{text_at(object, "seal_kind"), text_at(object, "seal_id")};
    if (sum_of(seal, bytes_of(sealed_text(object))) != text_at(object, "seal_sha256"))
        throw DataError("'" + source + "' is damaged: its content does not have the checksum it states");
    const std::string_view kinds[] = {expected.kind};
    require_seal(seal, kinds, expected.id, source);
}

}  // namespace reboost::results
