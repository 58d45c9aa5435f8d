#include "results/pack.hpp"

#include "core/error.hpp"
#include "core/file_descriptor.hpp"
#include "core/value.hpp"
#include "results/atomic_file.hpp"
#include "results/json_text.hpp"
#include "results/seal.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

namespace reboost::results {
namespace fs = std::filesystem;
namespace {

using Bytes = std::vector<std::byte>;

constexpr std::string_view kHead = "reboost-pack 2\n", kHeadBefore = "reboost-pack 1\n";
constexpr std::string_view kKinds[] = {"pack"};
/// zlib looks 32 KiB back: a segment is deflated against the same stretch of its base, with a margin for what
/// moved.
constexpr std::size_t kSegment = 24 << 10, kMargin = 4 << 10;
constexpr std::size_t kMostRaw = std::size_t{1} << 24;  ///< of a small run, by far
constexpr int kLevel = 6;
/// A block is small enough to be inflated for one run and large enough to deflate well.
constexpr std::size_t kRunsOfBlock = 64, kRawOfBlock = std::size_t{1} << 19;
constexpr std::size_t kMostRawOfBlock = std::size_t{1} << 24;

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
    if (!dictionary.empty() &&
        inflateSetDictionary(&stream, zlib_bytes(dictionary), static_cast<uInt>(dictionary.size())) != Z_OK) {
        inflateEnd(&stream);
        throw std::bad_alloc();  // nothing else can be wrong with it
    }
    stream.next_in = zlib_bytes(deflated);
    stream.avail_in = static_cast<uInt>(deflated.size());
    stream.next_out = reinterpret_cast<Bytef*>(raw.data());
    stream.avail_out = static_cast<uInt>(raw.size());
    const int status = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    return status == Z_STREAM_END && stream.avail_out == 0;
}

Bytes deflated(std::span<const std::byte> raw, std::span<const std::byte> base) {
    Bytes out;
    for (std::size_t at = 0; at < raw.size(); at += kSegment)
        deflate_segment(raw.subspan(at, std::min(kSegment, raw.size() - at)), stretch_of(base, at), out);
    return out;
}

Value index_entry(const PackedRun& run) {
    Value entry = Value::object()
                      .set("id", run.id)
                      .set("at", run.at)
                      .set("bytes", run.bytes)
                      .set("raw_bytes", run.raw_bytes);
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

std::uint64_t crc32_of(std::span<const std::byte> bytes) {
    return ::crc32(0, zlib_bytes(bytes), static_cast<uInt>(bytes.size()));
}

Value block_entry(const PackedBlock& block) {
    Value entry = Value::object()
                      .set("first", block.first)
                      .set("runs", block.runs)
                      .set("at", block.at)
                      .set("bytes", block.bytes);
    return entry.set("raw_bytes", block.raw_bytes).set("crc32", block.crc32);
}

/// `end`: of the blocks. `next`: the first run that no block before has. `runs`: of the pack.
PackedBlock block_from(const Value& entry, std::uint64_t end, std::uint64_t next, std::uint64_t runs) {
    const PackedBlock block{whole(entry, "first"), whole(entry, "runs"),      whole(entry, "at"),
                            whole(entry, "bytes"), whole(entry, "raw_bytes"), whole(entry, "crc32")};
    const bool inside = block.at <= end && block.bytes <= end - block.at && block.bytes >= 4;
    const bool of_runs = block.first >= next && block.first <= runs && block.runs <= runs - block.first;
    if (!inside || !of_runs || block.raw_bytes > kMostRawOfBlock)
        throw DataError("a block that lies nowhere");
    return block;
}

/// Appends the contents to the pack, in blocks, and gives their index.
Value append_blocks(std::span<const RunFile> files, Bytes& pack) {
    Value index = Value::list();
    for (std::size_t i = 0; i < files.size();) {
        PackedBlock block{i, 0, pack.size(), 0, 0, 0};
        Bytes raw;
        for (; i < files.size() && block.runs < kRunsOfBlock && raw.size() < kRawOfBlock; ++i, ++block.runs) {
            put_number(raw, files[i].content.size(), 4);
            raw.insert(raw.end(), files[i].content.begin(), files[i].content.end());
        }
        deflate_segment(raw, {}, pack);
        block.bytes = pack.size() - block.at;
        block.raw_bytes = raw.size();
        block.crc32 = crc32_of(raw);
        index.push(block_entry(block));
    }
    return index;
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
    Value blocks = append_blocks(files, pack);
    const std::uint64_t index_at = pack.size();
    const std::string index =
        to_json(Value::object().set("runs", std::move(runs)).set("blocks", std::move(blocks)));
    const auto text = std::as_bytes(std::span(index.data(), index.size()));
    pack.insert(pack.end(), text.begin(), text.end());
    put_number(pack, index_at, 8);
    append_seal(pack, {"pack", "-"});
    return pack;
}

Pack::Pack(fs::path path) : path_(std::move(path)), stamp_(stamp_of(path_).value_or(FileStamp{})) {
    const Bytes all = read_whole_file(path_);
    const SealedBytes sealed = open_seal(all, path_.string());
    require_seal(sealed.seal, kKinds, "-", path_.string());
    const std::span<const std::byte> content = sealed.content;
    const std::size_t least = kHead.size() + 8;
    const std::uint64_t index_at = content.size() < least ? 0 : number_at(content.last(8));
    const auto begins = [content](std::string_view head) {
        return std::memcmp(content.data(), head.data(), head.size()) == 0;
    };
    if (index_at < kHead.size() || index_at > content.size() - 8 || !(begins(kHead) || begins(kHeadBefore)))
        throw DataError("'" + path_.string() + "' is not a pack of runs");
    const auto text = content.subspan(index_at, content.size() - 8 - index_at);
    try {
        read_index(value_from_json({reinterpret_cast<const char*>(text.data()), text.size()}, path_.string()),
                   index_at);
    } catch (const DataError& error) {
        throw DataError("'" + path_.string() +
                        "' has an index that this program does not write: " + error.what());
    }
}

void Pack::add_run(PackedRun run) {
    // A base has none itself: a chain of them would take long to inflate.
    if (run.base >= 0 && runs_[static_cast<std::size_t>(run.base)].base >= 0)
        throw DataError("an entry whose base has a base");
    runs_.push_back(std::move(run));
}

void Pack::read_index(const Value& index, std::uint64_t end) {
    const bool before = index.is_list();  // format 1
    for (const Value& entry : (before ? index : index.at("runs")).as_list())
        add_run(run_from(entry, end, static_cast<std::int64_t>(runs_.size())));
    if (before) return;
    std::uint64_t next = 0;
    for (const Value& entry : index.at("blocks").as_list()) {
        blocks_.push_back(block_from(entry, end, next, runs_.size()));
        next = blocks_.back().first + blocks_.back().runs;
    }
}

Bytes Pack::bytes_at(std::uint64_t at, std::uint64_t size) const {
    const FileDescriptor file(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.number() < 0) throw IoError::from_errno("cannot open '" + path_.string() + "'", errno);
    struct ::stat facts = {};
    // The index would point into the middle of other runs.
    if (::fstat(file.number(), &facts) != 0 || stamp_from(facts) != stamp_)
        throw IoError("'" + path_.string() + "' has been replaced");
    Bytes bytes(size);
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t got =
            ::pread(file.number(), bytes.data() + done, bytes.size() - done, static_cast<off_t>(at + done));
        if (got == 0) throw DataError("'" + path_.string() + "' has lost its end");
        if (got < 0 && errno == EIO) throw DataError("the disk cannot give back '" + path_.string() + "'");
        if (got < 0 && errno != EINTR)
            throw IoError::from_errno("cannot read '" + path_.string() + "'", errno);
        if (got > 0) done += static_cast<std::size_t>(got);
    }
    return bytes;
}

Pack::SharedBytes Pack::base_file(std::size_t run) const {
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
    const SharedBytes base =
        run.base < 0 ? std::make_shared<const Bytes>() : base_file(static_cast<std::size_t>(run.base));
    const Bytes deflated = bytes_at(run.at, run.bytes);
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

Pack::SharedBytes Pack::block_with(std::size_t place) const {
    {
        const std::lock_guard lock(mutex_);
        if (block_bytes_ && block_ == place) return block_bytes_;
    }
    const PackedBlock& block = blocks_[place];
    const Bytes deflated = bytes_at(block.at, block.bytes);
    const std::span<const std::byte> sized(deflated);
    Bytes raw(block.raw_bytes);
    if (number_at(sized.first(4)) != sized.size() - 4 || !inflate_segment(sized.subspan(4), {}, raw) ||
        crc32_of(raw) != block.crc32)
        throw DataError("'" + path_.string() + "': a block of contents is damaged");
    const std::lock_guard lock(mutex_);
    block_ = place;
    return block_bytes_ = std::make_shared<const Bytes>(std::move(raw));
}

Bytes Pack::content_of(std::size_t run) const {
    const auto after =
        std::upper_bound(blocks_.begin(), blocks_.end(), run,
                         [](std::size_t place, const PackedBlock& block) { return place < block.first; });
    if (after == blocks_.begin() || run - (after - 1)->first >= (after - 1)->runs) return {};
    const auto place = static_cast<std::size_t>(after - 1 - blocks_.begin());
    const SharedBytes block = block_with(place);
    std::span<const std::byte> left(*block);
    for (std::uint64_t before = run - blocks_[place].first;; --before) {
        const std::uint64_t size = left.size() < 4 ? 0 : number_at(left.first(4));
        if (left.size() < 4 || size > left.size() - 4)
            throw DataError("'" + path_.string() + "': the content of run " + runs_[run].id + " is damaged");
        if (before == 0) return {left.begin() + 4, left.begin() + 4 + static_cast<std::ptrdiff_t>(size)};
        left = left.subspan(4 + size);
    }
}

}  // namespace reboost::results
