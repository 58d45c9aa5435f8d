#include "data/readers/input_file.hpp"

#include "core/error.hpp"
#include "data/readers/file_kind.hpp"
#include "data/readers/stored_bytes.hpp"
#include "data/readers/unpacker.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace reboost::data {

struct InputFile::State {
    explicit State(SourceFile file) : source(std::move(file)), bytes(source.path) {
        unpacker = unpacker_of(bytes, source.path);
    }

    std::size_t copy(unsigned char* to, std::size_t count) {
        bytes.require(1);
        const std::size_t taken = std::min(count, bytes.count());
        std::memcpy(to, bytes.data(), taken);
        bytes.take(taken);
        return taken;
    }

    std::uint64_t most_unpacked() const {
        return std::max(kLeastUnpackedLimit, kMostUnpackedFactor * bytes.size());
    }

    SourceFile source;
    StoredBytes bytes;
    std::unique_ptr<Unpacker> unpacker;  ///< null: the file is plain
    std::uint64_t content = 0;
    std::string sum;
};

void SourceFile::check(const std::string& sum) const {
    if (found != nullptr) *found = sum;
    if (!sha256.empty() && sum != sha256)
        throw DataError(path, 0, 0,
                        fmt::format("its SHA-256 is {}, expected {}: damaged, or another version of the file",
                                    sum, sha256));
}

InputFile::InputFile(SourceFile source) : state_(std::make_unique<State>(std::move(source))) {}
InputFile::~InputFile() = default;

const std::string& InputFile::path() const {
    return state_->source.path;
}

bool InputFile::packed() const {
    return state_->unpacker != nullptr;
}

std::uint64_t InputFile::most_bytes() const {
    return state_->unpacker ? state_->most_unpacked() : state_->bytes.size();
}

std::size_t InputFile::read(void* bytes, std::size_t count) {
    auto* to = static_cast<unsigned char*>(bytes);
    std::size_t done = 0;
    while (done < count) {
        const std::size_t got = state_->unpacker ? state_->unpacker->unpack(to + done, count - done)
                                                 : state_->copy(to + done, count - done);
        if (got == 0) break;
        done += got;
    }
    state_->content += done;
    if (state_->unpacker && state_->content > state_->most_unpacked())
        throw DataError(path(), 0, 0,
                        fmt::format("unpacks to more than {} bytes, {} times its size is the most; unpacked "
                                    "before, it may have any size",
                                    state_->most_unpacked(), kMostUnpackedFactor));
    return done;
}

void InputFile::finish() {
    if (state_->sum.empty()) state_->sum = state_->bytes.sum_of_all();
    state_->source.check(state_->sum);
}

std::string read_beginning(const std::string& path, std::size_t count) {
    InputFile file(path);
    std::string content(count, '\0');
    content.resize(file.read(content.data(), count));
    return content;
}

std::string read_whole_file(const SourceFile& source) {
    return read_checked(source, [](InputFile& file) {
        std::string content(file.packed() ? 1U << 20U : static_cast<std::size_t>(file.most_bytes()) + 1,
                            '\0');
        std::size_t filled = 0;
        for (;;) {
            filled += file.read(content.data() + filled, content.size() - filled);
            if (filled < content.size()) break;
            content.resize(content.size() * 2);
        }
        content.resize(filled);
        require_text(file.path(), content);
        return content;
    });
}

}  // namespace reboost::data
