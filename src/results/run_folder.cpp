#include "results/run_folder.hpp"

#include "core/error.hpp"
#include "files/atomic_file.hpp"
#include "hdf5/file.hpp"
#include "results/seal.hpp"

namespace reboost::results {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kWorthIndexing = 64;  ///< headers; reading fewer again is faster than an index
constexpr const char *kStamp = "stamp", *kRunExtension = ".h5";

files::FileStamp stamp_in(const std::vector<std::int64_t>& numbers) {
    if (numbers.size() != 3) throw DataError("a stamp is not whole");
    return {static_cast<std::uint64_t>(numbers[0]), static_cast<std::uint64_t>(numbers[1]), numbers[2]};
}

std::vector<std::int64_t> stamp_numbers(const files::FileStamp& stamp) {
    return {static_cast<std::int64_t>(stamp.inode), static_cast<std::int64_t>(stamp.bytes),
            stamp.modified_ns};
}

}  // namespace

RunFolder::RunFolder(fs::path folder, fs::path index)
    : folder_(std::move(folder)), index_path_(std::move(index)) {}

fs::path RunFolder::path_of(const std::string& id) const {
    require_run_id(id);
    return folder_ / (id + kRunExtension);
}

std::vector<std::string> RunFolder::list() const {
    return ids_in(folder_, kRunExtension);
}

std::optional<RunFolder::Known> RunFolder::indexed(const std::string& id) const {
    const std::lock_guard lock(mutex_);
    if (const auto fresh = fresh_.find(id); fresh != fresh_.end()) return fresh->second;
    try {
        if (!std::exchange(index_asked_, true) && files::is_there(index_path_))
            index_ = std::make_unique<Collection>(index_path_);
        if (!index_ || !index_->contains(id)) return std::nullopt;
        const std::string wanted[] = {kStamp};
        const Archive stamp = index_->arrays(id, wanted);
        return Known{stamp_in(stamp.get<std::int64_t>(kStamp)), std::string(index_->header_text(id))};
    } catch (const Error&) {  // the next save writes a new index
        index_.reset();
        return std::nullopt;
    }
}

RunHeader RunFolder::header(const std::string& id) const {
    const std::optional<files::FileStamp> stamp = this->stamp(id);
    const std::optional<Known> known = stamp ? indexed(id) : std::nullopt;
    if (known && known->stamp == stamp) return header_of(id, known->header, path_of(id).string());
    const std::vector<std::byte> bytes = read_proved(id);
    const std::string wanted[] = {"header"};
    std::string text = hdf5::File(bytes, path_of(id).string()).read(wanted).get_scalar<std::string>("header");
    RunHeader header = header_of(id, text, path_of(id).string());
    const std::lock_guard lock(mutex_);
    if (stamp && this->stamp(id) == stamp) fresh_[id] = {*stamp, std::move(text)};
    return header;
}

std::vector<std::byte> RunFolder::read_proved(const std::string& id) const {
    const fs::path path = path_of(id);
    const std::optional<files::FileStamp> before = files::stamp_of(path);
    std::vector<std::byte> bytes = files::read_whole_file(path);
    {
        const std::lock_guard lock(mutex_);
        const auto proved = proved_.find(id);
        if (before && proved != proved_.end() && proved->second == *before) return bytes;
    }
    open_seal(bytes, Seal{"run", id}, path.string());
    const std::lock_guard lock(mutex_);
    if (before && files::stamp_of(path) == before)
        proved_[id] = *before;  // the file has not changed while it was read
    return bytes;
}

Archive RunFolder::arrays(const std::string& id, std::span<const std::string> wanted) const {
    Archive found = hdf5::File(read_proved(id), path_of(id).string()).read(wanted);
    if (lacks_rounds(found, wanted)) add_rounds(found, header(id).attributes);
    return found;
}

StoredRun RunFolder::stored(const std::string& id) const {
    return read_run_file(files::read_whole_file(path_of(id)), id, path_of(id).string());
}

void RunFolder::note(const StoredRun& run) const {
    const std::lock_guard lock(mutex_);
    if (const auto stamp = this->stamp(run.id)) fresh_[run.id] = {*stamp, run.header};
}

void RunFolder::save_index() const noexcept try {
    if (fresh_.size() < kWorthIndexing) return;
    std::vector<StoredRun> runs;
    for (const std::string& id : list())
        if (const auto known = indexed(id); known && known->stamp == stamp(id)) {
            runs.push_back({id, known->header, {}, std::string()});
            runs.back().arrays.put(kStamp, stamp_numbers(known->stamp));
        }
    constexpr unsigned kFast = 1;
    files::replace_file_atomically(index_path_,
                                   to_collection(runs, index_path_.stem().string(), nullptr, kFast),
                                   files::Durability::not_synced);
} catch (...) {  // a missing index is made when it is next needed
}

}  // namespace reboost::results
