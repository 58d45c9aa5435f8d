#include "results/collection.hpp"

#include "core/checksum.hpp"
#include "core/clock.hpp"
#include "core/error.hpp"
#include "core/value.hpp"
#include "files/atomic_file.hpp"
#include "results/seal.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace reboost::results {
namespace fs = std::filesystem;
namespace {

constexpr const char* kKind = "collection";
constexpr const char* kJson = "json";
constexpr std::string_view kValues = "/values", kBegin = "/begin", kShape = "/shape";
constexpr const char *kIds = "runs/id", *kHeaders = "runs/header", *kSeals = "runs/seal";

Archive::Array text_array(const std::string& text) {
    return {std::vector<std::uint8_t>(text.begin(), text.end()), {text.size()}, {}, {}};
}

Archive::Array without_texts(Archive::Array array) {
    const auto* texts = std::get_if<std::vector<std::string>>(&array.values);
    if (texts == nullptr) return array;
    const std::string json = to_json(Value::list_of(*texts));
    array.values = std::vector<std::uint8_t>(json.begin(), json.end());
    array.units = kJson;
    return array;
}

/// Appends the arrays of one name, run after run.
class ColumnWriter {
  public:
    explicit ColumnWriter(const Archive::Array& first)
        : units_(first.units), long_name_(first.long_name), values_(empty_like(first.values)) {}

    bool takes(const Archive::Array& array) const {
        return array.values.index() == values_.index() && array.units == units_ &&
               array.long_name == long_name_;
    }

    void add(std::size_t run, Archive::Array array) {
        fill(run);
        if (array.shape.size() != 1 || units_ == kJson) shaped_ = true;
        std::visit(
            [&](auto& all) {
                auto& more = std::get<std::decay_t<decltype(all)>>(array.values);
                if (array.shape.size() == 1 && more.empty())
                    shaped_ = true;  // without a shape, an empty array would read as missing
                all.insert(all.end(), std::make_move_iterator(more.begin()),
                           std::make_move_iterator(more.end()));
            },
            values_);
        begin_.push_back(static_cast<std::int64_t>(size()));
        shapes_.emplace_back(std::move(array.shape));
    }

    void put(Archive& out, const std::string& name, std::size_t runs) {
        fill(runs);
        out.put_array(name + std::string(kValues),
                      {std::move(values_), {size_before(runs)}, units_, long_name_});
        out.put(name + std::string(kBegin), begin_);
        if (!shaped_) return;
        std::size_t rank = 0;
        for (const auto& shape : shapes_)
            if (shape) rank = std::max(rank, shape->size());
        std::vector<std::int64_t> rows;
        for (const auto& shape : shapes_) {
            rows.push_back(shape ? static_cast<std::int64_t>(shape->size()) : -1);
            if (shape) rows.insert(rows.end(), shape->begin(), shape->end());
            rows.resize(rows.size() + rank - (shape ? shape->size() : 0));
        }
        out.put_shaped(name + std::string(kShape), std::move(rows), {runs, rank + 1});
    }

  private:
    static Archive::Values empty_like(const Archive::Values& values) {
        return std::visit([](const auto& v) -> Archive::Values { return std::decay_t<decltype(v)>{}; },
                          values);
    }
    std::size_t size() const {
        return std::visit([](const auto& all) { return all.size(); }, values_);
    }
    std::size_t size_before(std::size_t run) const { return static_cast<std::size_t>(begin_[run]); }
    /// Records that the runs from the last one added up to `run` do not have the array.
    void fill(std::size_t run) {
        begin_.resize(run + 1, std::int64_t{begin_.back()});
        shapes_.resize(run);
    }

    std::string units_, long_name_;
    Archive::Values values_;
    std::vector<std::int64_t> begin_{0};
    std::vector<std::optional<std::vector<std::size_t>>>
        shapes_;  ///< nullopt: the run does not have the array
    bool shaped_ = false;
};

}  // namespace

std::vector<std::byte> to_collection(std::span<const StoredRun> runs, const std::string& name,
                                     std::vector<std::size_t>* left_out, unsigned level) {
    std::map<std::string, ColumnWriter> columns;
    std::size_t count = 0;
    const auto add = [&](const std::string& column, Archive::Array array) {
        columns.try_emplace(column, array).first->second.add(count, std::move(array));
    };
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const bool fits = std::ranges::all_of(runs[i].arrays.arrays(), [&](const auto& named) {
            const auto column = columns.find(named.first);
            return column == columns.end() || column->second.takes(without_texts(named.second));
        });
        if (!fits && left_out == nullptr)
            throw UsageError("run " + runs[i].id + " has arrays of other types than those before it");
        if (!fits) {
            left_out->push_back(i);
            continue;
        }
        add(kIds, text_array(runs[i].id));
        add(kHeaders, text_array(runs[i].header));
        if (!runs[i].seal.empty()) add(kSeals, text_array(runs[i].seal));
        for (const auto& [column, array] : runs[i].arrays.arrays())
            add(column, without_texts(array));
        ++count;
    }
    Archive all;
    for (auto& [column, writer] : columns)
        writer.put(all, column, count);
    std::vector<std::byte> bytes = hdf5::to_image(std::move(all), level);
    append_seal(bytes, {kKind, name});
    return bytes;
}

std::string collection_name(std::span<const StoredRun> runs) {
    std::string all;
    for (const StoredRun& run : runs)
        all += run.id + " " + run.seal + "\n";
    return sha256_hex(all).substr(0, 16);
}

Collection::Collection(fs::path path) : path_(std::move(path)) {
    const std::string name = path_.string();
    const std::optional<files::FileStamp> before = files::stamp_of(path_);
    const std::vector<std::byte> bytes = files::read_whole_file(path_);
    const auto content = open_seal(bytes, Seal{kKind, path_.stem().string()}, name);
    if (before) stamp_ = *before;
    file_.emplace(content, name);
    for (const std::string& array : file_->names())
        if (array.ends_with(kBegin)) names_.push_back(array.substr(0, array.size() - kBegin.size()));
    std::ranges::sort(names_);
    if (!std::ranges::binary_search(names_, std::string(kIds))) return;  // the collection has no runs
    for (std::size_t run = 0; run + 1 < column(kIds).begin.size(); ++run)
        places_.emplace(text(kIds, run), run);
}

const Collection::Column& Collection::column(const std::string& name) const {
    const std::lock_guard lock(mutex_);
    const auto known = columns_.find(name);
    if (known != columns_.end()) return known->second;
    const std::string parts[] = {name + std::string(kValues), name + std::string(kBegin),
                                 name + std::string(kShape)};
    const Archive read = file_->read(parts);
    Column column{read.find(parts[0]), read.get<std::int64_t>(parts[1]), {}};
    if (read.contains(parts[2])) column.shape = read.get<std::int64_t>(parts[2]);
    const auto size = static_cast<std::int64_t>(
        std::visit([](const auto& values) { return values.size(); }, column.values.values));
    const std::size_t runs = column.begin.empty() ? 0 : column.begin.size() - 1;
    const bool whole = !column.begin.empty() && column.begin.front() == 0 && column.begin.back() == size &&
                       std::ranges::is_sorted(column.begin) && (name == kIds || runs == places_.size()) &&
                       (runs == 0 || column.shape.size() % runs == 0);
    if (!whole)
        throw DataError("'" + path_.string() + "': the parts of '" + name + "' do not fit each other");
    return columns_.emplace(name, std::move(column)).first->second;
}

std::optional<Archive::Array> Collection::array(const Column& column, std::size_t run) const {
    const auto begin = column.begin[run], end = column.begin[run + 1];
    Archive::Array found{
        {}, {static_cast<std::size_t>(end - begin)}, column.values.units, column.values.long_name};
    if (column.shape.empty()) {
        if (begin == end) return std::nullopt;
    } else {
        const std::size_t width = column.shape.size() / (column.begin.size() - 1);
        const auto* row = &column.shape[run * width];
        if (row[0] < 0) return std::nullopt;
        if (row[0] >= static_cast<std::int64_t>(width))
            throw DataError("'" + path_.string() + "': a shape is not whole");
        found.shape.assign(row + 1, row + 1 + row[0]);
    }
    std::visit(
        [&](const auto& all) {
            found.values = std::decay_t<decltype(all)>(all.begin() + begin, all.begin() + end);
        },
        column.values.values);
    std::size_t expected = 1;
    for (const std::size_t extent : found.shape)
        expected *= extent;
    if (column.values.units == kJson) {
        const auto* bytes = std::get_if<std::vector<std::uint8_t>>(&found.values);
        if (bytes == nullptr) throw DataError("'" + path_.string() + "': a list of texts is no text");
        const Value list = value_from_json(std::string(bytes->begin(), bytes->end()), path_.string());
        std::vector<std::string> texts;
        for (const Value& text : list.as_list())
            texts.push_back(text.as_string());
        found.values = std::move(texts);
        found.units.clear();
    }
    if (std::visit([](const auto& values) { return values.size(); }, found.values) != expected)
        throw DataError("'" + path_.string() + "': an array does not have its shape");
    return found;
}

std::string_view Collection::text(const char* name, std::size_t run) const {
    const Column& texts = column(name);
    const auto* bytes = std::get_if<std::vector<std::uint8_t>>(&texts.values.values);
    if (bytes == nullptr) throw DataError("'" + path_.string() + "': '" + name + "' is no text");
    const auto* chars = reinterpret_cast<const char*>(bytes->data());
    return {chars + texts.begin[run], chars + texts.begin[run + 1]};
}

std::size_t Collection::place(const std::string& id) const {
    const auto found = places_.find(id);
    if (found == places_.end()) throw IoError("'" + path_.string() + "' has no run " + id);
    return found->second;
}

std::vector<std::string> Collection::list() const {
    std::vector<std::string> ids;
    for (const auto& [id, run] : places_)
        ids.push_back(id);
    std::ranges::sort(ids);
    return ids;
}

std::string_view Collection::header_text(const std::string& id) const {
    return text(kHeaders, place(id));
}

RunHeader Collection::header(const std::string& id) const {
    return header_of(id, header_text(id), path_.string());
}

Archive Collection::arrays(const std::string& id, std::span<const std::string> wanted) const {
    const std::size_t run = place(id);
    Archive found;
    for (const std::string& name : wanted) {
        for (auto at = std::ranges::lower_bound(names_, name); at != names_.end() && at->starts_with(name);
             ++at) {
            if (at->size() > name.size() && (*at)[name.size()] != '/') continue;
            if (auto one = array(column(*at), run)) found.put_array(*at, std::move(*one));
        }
    }
    if (lacks_rounds(found, wanted)) add_rounds(found, header(id).attributes);
    return found;
}

StoredRun Collection::stored(const std::string& id) const {
    const std::size_t run = place(id);
    StoredRun stored{id, std::string(text(kHeaders, run)), {}, {}};
    for (const std::string& name : names_)
        if (!name.starts_with("runs/"))
            if (auto one = array(column(name), run)) stored.arrays.put_array(name, std::move(*one));
    stored.seal = seal_of(stored);
    if (std::ranges::binary_search(names_, std::string(kSeals)) && stored.seal != text(kSeals, run))
        throw DataError("'" + path_.string() + "': run " + id + " does not have the checksum that it states");
    return stored;
}

std::shared_ptr<const Collections::Content> Collections::content() {
    constexpr double kTick = 0.1;  // seconds; changes closer than this may have the same timestamp
    const std::lock_guard lock(mutex_);
    const std::optional<files::FileStamp> folder = files::stamp_of(folder_);
    const std::int64_t now = folder ? folder->modified_ns : 0;
    if (now == seen_ns_) return content_;
    const bool settled = system_clock().utc_seconds() - 1e-9 * static_cast<double>(now) > kTick;
    auto next = std::make_shared<Content>();
    bool changed = !content_->damaged.empty();
    for (const fs::path& path : files::files_in(folder_)) {
        if (id_of(path, ".h5").empty()) continue;
        const std::optional<files::FileStamp> stamp = files::stamp_of(path);
        const auto known = content_->files.find(path);
        if (known != content_->files.end() && stamp == known->second->stamp()) {
            next->files.insert(*known);
            continue;
        }
        changed = true;
        try {
            next->files.emplace(path, std::make_shared<const Collection>(path));
        } catch (const DataError& error) {
            next->damaged.push_back({path, error.what(), stamp});
        } catch (const IoError&) {
            if (files::is_there(path)) throw;  // otherwise another process has replaced it
        }
    }
    seen_ns_ = settled ? now : -1;
    if (!changed && next->files.size() == content_->files.size()) return content_;
    const auto rank_of = [](const std::string& id, const Shared& file) {
        return std::tuple(text_at(file->header(id).attributes, "ended_utc"), file->path());
    };
    for (const auto& [path, file] : next->files)
        for (const std::string& id : file->list()) {
            Shared& first = next->runs[id];
            if (!first || rank_of(id, first) < rank_of(id, file)) first = file;
        }
    return content_ = std::move(next);
}

Collections::Shared Collections::find(const std::string& id) {
    const auto now = content();
    const auto found = now->runs.find(id);
    return found == now->runs.end() ? nullptr : found->second;
}

}  // namespace reboost::results
