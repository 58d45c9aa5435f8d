#include "data/fetch/unpack.hpp"

#include "core/error.hpp"
#include "core/file_descriptor.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace reboost::data {
namespace {

struct FreeArchive {
    void operator()(archive* a) const { archive_read_free(a); }
};
using Archive = std::unique_ptr<archive, FreeArchive>;

class OutputFile {
  public:
    explicit OutputFile(const std::string& path)
        : path_(path), descriptor_(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)) {
        if (descriptor_.number() < 0) fail();
    }

    void write(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t written = ::write(descriptor_.number(), bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) fail();
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
    }
    void sync() {
        if (::fsync(descriptor_.number()) != 0) fail();
    }

  private:
    [[noreturn]] void fail() const { throw IoError::from_errno("cannot write " + path_, errno); }

    std::string path_;
    FileDescriptor descriptor_;
};

[[noreturn]] void refuse(archive* a, const std::string& packed) {
    const char* reason = archive_error_string(a);
    throw DataError(packed, 0, 0, fmt::format("cannot unpack: {}", reason ? reason : "damaged"));
}

Archive open_archive(const std::string& packed, Packing packing) {
    Archive reader(archive_read_new());
    if (!reader) throw IoError("cannot start libarchive");
    archive* const a = reader.get();
    if (packing == Packing::zip) {
        archive_read_support_format_zip(a);
    } else {
        archive_read_support_format_raw(a);
        if (packing == Packing::gzip) archive_read_support_filter_gzip(a);
        if (packing == Packing::compress) archive_read_support_filter_compress(a);
    }
    if (archive_read_open_filename(a, packed.c_str(), 1U << 16U) != ARCHIVE_OK) refuse(a, packed);
    return reader;
}

/// Nothing is ever written under a member's name; an archive with such a name is hostile all the same.
bool leads_out(const std::string& name) {
    const std::filesystem::path path(name);
    return path.is_absolute() || std::ranges::find(path, "..") != path.end();
}

/// Goes to the wanted member; a raw stream has one.
void find_member(archive* a, const std::string& packed, const std::string& member) {
    std::string seen;
    archive_entry* entry = nullptr;
    int code = ARCHIVE_OK;
    while ((code = archive_read_next_header(a, &entry)) == ARCHIVE_OK || code == ARCHIVE_WARN) {
        const char* const stored = archive_entry_pathname(entry);
        const std::string name = stored != nullptr ? stored : "?";
        if (leads_out(name)) throw DataError(packed, 0, 0, fmt::format("holds a member called '{}'", name));
        if (member.empty() || member == name) {
            if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) != nullptr)
                throw DataError(packed, 0, 0, fmt::format("its member '{}' is a link or a folder", name));
            return;
        }
        seen += (seen.empty() ? "" : ", ") + name;
    }
    if (code != ARCHIVE_EOF) refuse(a, packed);
    throw DataError(packed, 0, 0, fmt::format("holds no '{}', only: {}", member, seen));
}

}  // namespace

void unpack(const std::string& packed, Packing packing, const std::string& member, const std::string& to,
            std::uint64_t most_bytes) {
    const Archive reader = open_archive(packed, packing);
    find_member(reader.get(), packed, member);
    // A plain file passes for a raw stream without any filter: then it is not what its name promises.
    if (packing != Packing::zip && archive_filter_count(reader.get()) < 2)
        throw DataError(packed, 0, 0, "cannot unpack: not a compressed file");
    OutputFile file(to);
    std::vector<char> block(1U << 18U);
    std::uint64_t written = 0;
    for (;;) {
        const la_ssize_t got = archive_read_data(reader.get(), block.data(), block.size());
        if (got < 0) refuse(reader.get(), packed);
        if (got == 0) break;
        const auto bytes = static_cast<std::uint64_t>(got);
        if (bytes > most_bytes - written)
            throw DataError(packed, 0, 0, fmt::format("unpacks to more than {} bytes", most_bytes));
        written += bytes;
        file.write({block.data(), static_cast<std::size_t>(got)});
    }
    file.sync();
}

}  // namespace reboost::data
