#include "results/pack.hpp"

#include "core/error.hpp"
#include "core/value.hpp"
#include "results/atomic_file.hpp"
#include "results/json_text.hpp"
#include "results/seal.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

namespace reboost::results {
namespace fs = std::filesystem;
namespace {

using Bytes = std::vector<std::byte>;

constexpr std::string_view kHead = "reboost-pack 1\n";
constexpr std::string_view kKinds[] = {"pack"};
/// zlib looks 32 KiB back: a segment is deflated against the same stretch of its base, with a margin for what
/// moved.
constexpr std::size_t kSegment = 24 << 10, kMargin = 4 << 10;
constexpr std::size_t kMostRaw = std::size_t{1} << 30;
constexpr int kLevel = 6;

std::span<const std::byte> stretch_of(std::span<const std::byte> base, std::size_t at) {
    const std::size_t begin = std::min(base.size(), at > kMargin ? at - kMargin : 0);
    const std::size_t end = std::min(base.size(), at + kSegment + kMargin);
    return base.subspan(begin, end - begin);
}

Bytef* zlib_bytes(std::span<const std::byte> bytes) {
    return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
}

void put_number(Bytes& out, std::uint64_t number, int bytes) {
    for (int i = 0; i < bytes; ++i)
        out.push_back(static_cast<std::byte>(number >> (8 * i)));
}

std::uint64_t number_at(std::span<const std::byte> bytes) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        number |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
    return number;
}

void deflate_segment(std::span<const std::byte> raw, std::span<const std::byte> dictionary, Bytes& out) {
    z_stream stream{};
    if (deflateInit2(&stream, kLevel, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        throw Error("zlib does not begin");
    if (!dictionary.empty())
        deflateSetDictionary(&stream, zlib_bytes(dictionary), static_cast<uInt>(dictionary.size()));
    Bytes deflated(deflateBound(&stream, raw.size()));
    stream.next_in = zlib_bytes(raw);
    stream.avail_in = static_cast<uInt>(raw.size());
    stream.next_out = reinterpret_cast<Bytef*>(deflated.data());
    stream.avail_out = static_cast<uInt>(deflated.size());
    const int status = deflate(&stream, Z_FINISH);
    const std::size_t size = stream.total_out;
    deflateEnd(&stream);
    if (status != Z_STREAM_END) throw Error("zlib does not end");
    put_number(out, size, 4);
    out.insert(out.end(), deflated.begin(), deflated.begin() + static_cast<std::ptrdiff_t>(size));
}

/// Whether `deflated` is exactly what fills `raw`.
bool inflate_segment(std::span<const std::byte> deflated, std::span<const std::byte> dictionary,
                     std::span<std::byte> raw) {
    z_stream stream{};
    if (inflateInit2(&stream, -15) != Z_OK) throw Error("zlib does not begin");
    if (!dictionary.empty())
        inflateSetDictionary(&stream, zlib_bytes(dictionary), static_cast<uInt>(dictionary.size()));
    stream.next_in = zlib_bytes(deflated);
    stream.avail_in = static_cast<uInt>(deflated.size());
    stream.next_out = reinterpret_cast<Bytef*>(raw.data());
    stream.avail_out = static_cast<uInt>(raw.size());
    const int status = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    return status == Z_STREAM_END && stream.avail_out == 0;
}

Bytes deflated(std::span<const std::byte> raw, std::span<const std::byte> base) {
    Bytes out;
    for (std::size_t at = 0; at < raw.size(); at += kSegment)
        deflate_segment(raw.subspan(at, std::min(kSegment, raw.size() - at)), stretch_of(base, at), out);
    return out;
}

Value index_entry(const PackedRun& run) {
    Value entry = Value::object();
    entry.set("id", run.id).set("at", run.at).set("bytes", run.bytes).set("raw_bytes", run.raw_bytes);
    entry.set("base", run.base);
    put_source(entry, run.source);
    return entry;
}

std::uint64_t whole(const Value& entry, std::string_view key) {
    const std::int64_t number = entry.at(key).as_integer();
    if (number < 0) throw DataError("a negative size");
    return static_cast<std::uint64_t>(number);
}

/// `end`: of the entries. `place`: the run's own in the index.
PackedRun run_from(const Value& entry, std::uint64_t end, std::int64_t place) {
    PackedRun run{entry.at("id").as_string(),
                  {entry.at("git_revision").as_string(), entry.at("source_sha256").as_string()},
                  whole(entry, "at"),
                  whole(entry, "bytes"),
                  whole(entry, "raw_bytes"),
                  entry.at("base").as_integer()};
    const bool inside = run.at <= end && run.bytes <= end - run.at;
    if (!inside || run.raw_bytes > kMostRaw || run.base < -1 || run.base >= place)
        throw DataError("an entry that lies nowhere");
    return run;
}

}  // namespace

std::vector<std::byte> to_pack(std::span<const RunFile> files) {
    const auto head = std::as_bytes(std::span(kHead.data(), kHead.size()));
    Bytes pack(head.begin(), head.end());
    Value runs = Value::list();
    std::int64_t base = -1;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const RunFile& file = files[i];
        PackedRun run{file.id, file.source, pack.size(), 0, file.bytes.size(), base};
        Bytes entry = deflated(file.bytes, base < 0 ? Bytes{} : files[static_cast<std::size_t>(base)].bytes);
        if (base < 0 ||
            entry.size() > file.bytes.size() / 4) {  // of another config: perhaps a base for the next
            Bytes alone = deflated(file.bytes, {});
            if (base < 0 || alone.size() < 2 * entry.size()) {
                base = static_cast<std::int64_t>(i);
                run.base = -1;
                entry = std::move(alone);
            }
        }
        run.bytes = entry.size();
        pack.insert(pack.end(), entry.begin(), entry.end());
        runs.push(index_entry(run));
    }
    const std::uint64_t index_at = pack.size();
    const std::string index = to_json(runs);
    const auto text = std::as_bytes(std::span(index.data(), index.size()));
    pack.insert(pack.end(), text.begin(), text.end());
    put_number(pack, index_at, 8);
    append_seal(pack, {"pack", "-"});
    return pack;
}

Pack::Pack(fs::path path) : path_(std::move(path)) {
    const Bytes all = read_whole_file(path_);
    const SealedBytes sealed = open_seal(all, path_.string());
    require_seal(sealed.seal, kKinds, "-", path_.string());
    const std::span<const std::byte> content = sealed.content;
    const std::size_t least = kHead.size() + 8;
    const std::uint64_t index_at = content.size() < least ? 0 : number_at(content.last(8));
    if (index_at < kHead.size() || index_at > content.size() - 8 ||
        std::memcmp(content.data(), kHead.data(), kHead.size()) != 0)
        throw DataError("'" + path_.string() + "' is not a pack of runs");
    const auto text = content.subspan(index_at, content.size() - 8 - index_at);
    try {
        const Value index =
            value_from_json({reinterpret_cast<const char*>(text.data()), text.size()}, path_.string());
        for (const Value& entry : index.as_list())
            runs_.push_back(run_from(entry, index_at, static_cast<std::int64_t>(runs_.size())));
    } catch (const DataError& error) {
        throw DataError("'" + path_.string() +
                        "' has an index that this program does not write: " + error.what());
    }
}

Bytes Pack::entry(const PackedRun& run) const {
    const int file = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) throw IoError::from_errno("cannot open '" + path_.string() + "'", errno);
    Bytes bytes(run.bytes);
    const ssize_t got = ::pread(file, bytes.data(), bytes.size(), static_cast<off_t>(run.at));
    ::close(file);
    if (got != static_cast<ssize_t>(bytes.size()))
        throw DataError("'" + path_.string() + "' has lost its end");
    return bytes;
}

std::shared_ptr<const Bytes> Pack::base_file(std::size_t run) const {
    {
        const std::lock_guard lock(mutex_);
        if (base_bytes_ && base_ == run) return base_bytes_;
    }
    auto bytes = std::make_shared<const Bytes>(file_of(run));
    const std::lock_guard lock(mutex_);
    base_ = run;
    return base_bytes_ = std::move(bytes);
}

Bytes Pack::file_of(std::size_t place) const {
    const PackedRun& run = runs_.at(place);
    const std::shared_ptr<const Bytes> base =
        run.base < 0 ? std::make_shared<const Bytes>() : base_file(static_cast<std::size_t>(run.base));
    const Bytes deflated = entry(run);
    Bytes raw(run.raw_bytes);
    std::span<const std::byte> left(deflated);
    for (std::size_t at = 0; at < raw.size(); at += kSegment) {
        const std::size_t size = left.size() < 4 ? left.size() : number_at(left.first(4));
        if (left.size() < 4 || size > left.size() - 4 ||
            !inflate_segment(left.subspan(4, size), stretch_of(*base, at),
                             std::span(raw).subspan(at, std::min(kSegment, raw.size() - at))))
            throw DataError("'" + path_.string() + "': the entry of run " + run.id + " is damaged");
        left = left.subspan(4 + size);
    }
    return raw;
}

}  // namespace reboost::results
