#include "results/collection.hpp"

#include "core/checksum.hpp"
#include "core/clock.hpp"
#include "core/error.hpp"
#include "core/value.hpp"
#include "files/atomic_file.hpp"
#include "results/seal.hpp"

#include <algorithm>
#include <deque>
#include <tuple>
#include <utility>

namespace reboost::results {
namespace fs = std::filesystem;
namespace {

constexpr const char* kKind = "collection";
constexpr const char* kJson = "json";
const std::string kValues = "/values", kBegin = "/begin", kShape = "/shape";
constexpr const char *kIds = "runs/id", *kHeaders = "runs/header", *kSeals = "runs/seal";

/// Returns an array of texts as JSON.
Archive::Array json_of(const Archive::Array& texts) {
    const std::string json = to_json(Value::list_of(std::get<std::vector<std::string>>(texts.values)));
    return {std::vector<std::uint8_t>(json.begin(), json.end()), texts.shape, kJson, texts.long_name};
}

bool same_kind(const Archive::Array& a, const Archive::Array& b) {
    return a.values.index() == b.values.index() && a.units == b.units && a.long_name == b.long_name;
}

std::int64_t size_of(const Archive::Values& values) {
    return std::visit([](const auto& all) { return static_cast<std::int64_t>(all.size()); }, values);
}

/// Arrays of one name and kind, of one run after the other; null: the run has no such array.
using ColumnArrays = std::vector<const Archive::Array*>;

/// Puts a column of so many runs. The last array of the column is not null; later runs have no array.
void put_column(Archive& out, const std::string& name, ColumnArrays of_runs, std::size_t runs) {
    Archive::Array all = *of_runs.back();
    std::visit([](auto& values) { values.clear(); }, all.values);
    of_runs.resize(runs);
    std::size_t width = 1;  // one more than the highest rank
    bool shaped = all.units == kJson;
    std::vector<std::int64_t> begin{0}, shapes;
    for (const Archive::Array* array : of_runs)
        if (array != nullptr) {
            width = std::max(width, array->shape.size() + 1);
            // Without a shape, an empty array would read as missing.
            shaped = shaped || array->shape.size() != 1 || array->shape.front() == 0;
        }
    for (const Archive::Array* array : of_runs) {
        shapes.push_back(array == nullptr ? -1 : static_cast<std::int64_t>(array->shape.size()));
        if (array != nullptr) {
            shapes.insert(shapes.end(), array->shape.begin(), array->shape.end());
            std::visit(
                [array](auto& values) {
                    const auto& more = std::get<std::decay_t<decltype(values)>>(array->values);
                    values.insert(values.end(), more.begin(), more.end());
                },
                all.values);
        }
        begin.push_back(size_of(all.values));
        shapes.resize((begin.size() - 1) * width);
    }
    all.shape = {static_cast<std::size_t>(begin.back())};
    out.put_array(name + kValues, std::move(all));
    out.put(name + kBegin, std::move(begin));
    if (shaped) out.put_shaped(name + kShape, std::move(shapes), {runs, width});
}

}  // namespace

std::vector<std::byte> to_collection(std::span<const StoredRun> runs, const std::string& name,
                                     std::vector<std::size_t>* left_out, unsigned level) {
    std::map<std::string, ColumnArrays> columns;
    std::deque<Archive::Array> texts;  // as they are stored
    std::size_t count = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        std::map<std::string, const Archive::Array*> row;
        const auto add_text = [&](const std::string& column, const std::string& text) {
            row[column] = &texts.emplace_back(std::vector<std::uint8_t>(text.begin(), text.end()),
                                              std::vector{text.size()});
        };
        add_text(kIds, runs[i].id);
        add_text(kHeaders, runs[i].header);
        if (!runs[i].seal.empty()) add_text(kSeals, runs[i].seal);
        for (const auto& [column, array] : runs[i].arrays.arrays())
            row[column] = std::holds_alternative<std::vector<std::string>>(array.values)
                              ? &texts.emplace_back(json_of(array))
                              : &array;
        const bool fits = std::ranges::all_of(row, [&](const auto& named) {
            const auto column = columns.find(named.first);
            return column == columns.end() || same_kind(*column->second.back(), *named.second);
        });
        if (!fits && left_out == nullptr)
            throw UsageError("run " + runs[i].id + " has arrays of other types than those before it");
        if (!fits) {
            left_out->push_back(i);
            continue;
        }
        for (const auto& [column, array] : row) {
            columns[column].resize(count);
            columns[column].push_back(array);
        }
        ++count;
    }
    Archive all;
    for (const auto& [column, arrays] : columns)
        put_column(all, column, arrays, count);
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
    const std::string parts[] = {name + kValues, name + kBegin, name + kShape};
    const Archive read = file_->read(parts);
    Column column{read.find(parts[0]), read.get<std::int64_t>(parts[1]), {}};
    if (read.contains(parts[2])) column.shape = read.get<std::int64_t>(parts[2]);
    const std::size_t runs = column.begin.empty() ? 0 : column.begin.size() - 1;
    const bool whole = !column.begin.empty() && column.begin.front() == 0 &&
                       column.begin.back() == size_of(column.values.values) &&
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
    std::size_t expected = 1;
    for (const std::size_t extent : found.shape)
        expected *= extent;
    if (static_cast<std::size_t>(size_of(found.values)) != expected)
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
