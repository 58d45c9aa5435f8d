#include "data/readers/orange.hpp"

#include "core/checksum.hpp"
#include "core/file_descriptor.hpp"
#include "core/mapped.hpp"
#include "core/text.hpp"
#include "data/file_error.hpp"
#include "data/raw_table.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

namespace reboost::data {
namespace {

constexpr std::size_t kScanBytes = std::size_t{4} << 20;
/// Rows parsed together and then written column by column: 16 floats fill a cache line.
constexpr std::size_t kTileRows = 16;

std::uint32_t crc_of(std::uint32_t before, const char* bytes, std::size_t count) {
    return static_cast<std::uint32_t>(crc32_z(before, reinterpret_cast<const unsigned char*>(bytes), count));
}

}  // namespace

/// A plain file, read at any offset. Its content does not count as this process's memory (it is not mapped).
class OrangeTable::File {
  public:
    explicit File(SourceFile source)
        : source_(std::move(source)), descriptor_(::open(path().c_str(), O_RDONLY | O_CLOEXEC)) {
        if (descriptor_.number() < 0) throw IoError::from_errno("cannot read " + path(), errno);
    }

    const std::string& path() const { return source_.path; }
    void check(const std::string& sum) { source_.check(sum); }
    /// Reads up to `count` bytes from `offset` on; returns fewer only at the end of the file.
    std::size_t read(char* to, std::size_t count, std::uint64_t offset) const {
        std::size_t done = 0;
        while (done < count) {
            const ::ssize_t got =
                ::pread(descriptor_.number(), to + done, count - done, static_cast<::off_t>(offset + done));
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) throw IoError::from_errno("cannot read " + path(), errno);
            if (got == 0) break;
            done += static_cast<std::size_t>(got);
        }
        return done;
    }
    std::string text(std::uint64_t start, std::uint64_t end) const {
        std::string line(end - start, '\0');
        line.resize(read(line.data(), line.size(), start));
        return line;
    }

  private:
    SourceFile source_;
    FileDescriptor descriptor_;
};

/// A block of columns with all their rows, while it is being read.
class OrangeTable::Block {
  public:
    Block(const OrangeTable& table, std::size_t count)
        : table_(table), first_(table.at_), columns_(count), dictionaries_(count), tile_(kTileRows * count) {
        for (std::size_t c = 0; c < count; ++c) {
            columns_[c].name = table.names_[first_ + c];
            columns_[c].kind = numeric(c) ? ColumnKind::numeric : ColumnKind::nominal;
            columns_[c].values = std::vector<float>(table.rows());
            values_.push_back(std::get<std::vector<float>>(columns_[c].values).data());
        }
    }

    /// Parses the row's next cells, one per column of the block, into row `tile_row` of the tile.
    void read_row(const File& file, Row& row, std::size_t tile_row) {
        float* const values = tile_.data() + tile_row * columns_.size();
        buffer_.resize(std::max<std::size_t>(buffer_.size(), columns_.size() * 8 + 256));
        std::size_t column = 0;
        while (column < columns_.size()) {
            const bool to_end = row.end - row.next <= buffer_.size();
            const std::size_t size =
                file.read(buffer_.data(), to_end ? row.end - row.next : buffer_.size(), row.next);
            const std::size_t before = column;
            const char* const stop =
                parse(buffer_.data(), buffer_.data() + size, to_end, row, column, values);
            const auto taken = static_cast<std::size_t>(stop - buffer_.data());
            row.next += taken;
            row.read = crc_of(row.read, buffer_.data(), taken);
            if (column == before && !to_end)
                buffer_.resize(2 * buffer_.size());  // the next cell is longer than the buffer
        }
    }

    /// Copies the tile's rows into the columns; the first of them is row `begin` of the table.
    void flush(std::size_t begin, std::size_t rows) {
        for (std::size_t c = 0; c < columns_.size(); ++c)
            for (std::size_t r = 0; r < rows; ++r)
                values_[c][begin + r] = tile_[r * columns_.size() + c];
    }

    std::vector<Column> finish() && {
        for (std::size_t c = 0; c < columns_.size(); ++c)
            if (!numeric(c))
                columns_[c].levels =
                    sort_levels(dictionaries_[c], std::get<std::vector<float>>(columns_[c].values));
        return std::move(columns_);
    }

  private:
    bool numeric(std::size_t c) const { return first_ + c + table_.nominal_ < table_.features(); }

    /// Parses whole cells from `at` on. A cell that touches `end` is whole only if `line_ends`. Returns the
    /// start of the first cell not parsed.
    const char* parse(const char* at, const char* end, bool line_ends, const Row& row, std::size_t& column,
                      float* values) {
        const char* const begin = at;
        for (; column < columns_.size(); ++column) {
            const char* cell = at;
            float value = kMissing;
            bool known = cell != end && *cell == '\t';
            if (!known && numeric(column))
                known = read_plain_number(at, end, value) && at != end && *at == '\t';
            if (!known) {
                const void* const tab = std::memchr(cell, '\t', static_cast<std::size_t>(end - cell));
                if (tab == nullptr && !line_ends) return cell;
                at = tab == nullptr ? end : static_cast<const char*>(tab);
                const std::string_view text = trim({cell, static_cast<std::size_t>(at - cell)});
                value = slow_value(text, row, row.next + static_cast<std::uint64_t>(cell - begin), column);
            }
            values[column] = value;
            if (at != end) ++at;
        }
        return at;
    }

    float slow_value(std::string_view text, const Row& row, std::uint64_t offset, std::size_t column) {
        if (text.empty()) return kMissing;
        if (!numeric(column)) return dictionaries_[column].index_of(text);
        float value = 0;
        if (!parse_number(text, value))
            throw file_error(table_.files_[row.file]->path(), row.line, offset - row.start + 1,
                             "'{}' in column '{}' {}", text, columns_[column].name, number_fault(text));
        return value;
    }

    const OrangeTable& table_;
    std::size_t first_;
    std::vector<Column> columns_;
    std::vector<Dictionary> dictionaries_;
    std::vector<float> tile_;  ///< kTileRows × columns
    std::vector<float*> values_;
    std::vector<char> buffer_;
};

OrangeTable::OrangeTable(std::vector<SourceFile> files, std::size_t nominal) : nominal_(nominal) {
    for (const SourceFile& file : files)
        files_.push_back(std::make_shared<File>(file));
    for (std::uint32_t file = 0; file < files_.size(); ++file)
        scan(file, file == 0);
    if (rows_.empty()) throw DataError(files.empty() ? "" : files.front().path, 0, 0, "no data row");
}

void OrangeTable::scan(std::uint32_t file, bool has_header) {
    std::vector<char> buffer(kScanBytes);
    std::uint64_t offset = 0;
    Row row{file, 1, 0, 0, 0, 0, 0};
    std::size_t tabs = 0;
    Sha256 sum;
    const auto end_line = [&](std::uint64_t end) {
        row.end = end;
        if (row.line == 1 && has_header)
            read_names(files_[file]->text(row.start, end), files_[file]->path());
        else
            accept_line(row, tabs);
        row = {file, row.line + 1, end + 1, end + 1, 0, 0, 0};
        tabs = 0;
    };
    while (const std::size_t size = files_[file]->read(buffer.data(), buffer.size(), offset)) {
        sum.update(buffer.data(), size);
        const char *at = buffer.data(), *const end = at + size;
        while (at != end) {
            const void* const found = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
            const char* const stop = found == nullptr ? end : static_cast<const char*>(found);
            tabs += static_cast<std::size_t>(std::count(at, stop, '\t'));
            row.scanned = crc_of(row.scanned, at, static_cast<std::size_t>(stop - at));
            if (found == nullptr) break;
            end_line(offset + static_cast<std::uint64_t>(stop - buffer.data()));
            at = stop + 1;
        }
        offset += size;
    }
    if (row.start < offset) end_line(offset);
    files_[file]->check(sum.hex());
}

void OrangeTable::read_names(std::string_view line, const std::string& path) {
    line = trim(line);
    check_columns(path, 1, static_cast<std::size_t>(std::ranges::count(line, '\t')) + 1);
    names_ = mapped(split(line, '\t'), [](std::string_view name) { return std::string(trim(name)); });
    if (names_.empty()) names_.emplace_back();
    float number = 0;
    if (names_.front().empty() || parse_number(names_.front(), number))
        throw file_error(path, 1, 1, "expected a header line of column names (Var1 ...), found '{}'",
                         names_.front());
    if (names_.size() < nominal_)
        throw file_error(path, 1, 0, "{} columns, of which the last {} should be nominal", names_.size(),
                         nominal_);
}

void OrangeTable::accept_line(const Row& row, std::size_t tabs) {
    const bool blank =
        tabs == 0 && features() > 1 && trim(files_[row.file]->text(row.start, row.end)).empty();
    if (blank) return;
    rows_.push_back(row);
    const std::size_t cells = tabs + 1;
    if (cells == features()) return;
    const std::string text = files_[row.file]->text(row.start, row.end);
    std::size_t column = text.size();  // if cells are missing: after the last cell
    if (cells > features()) {
        column = 0;
        for (std::size_t cell = 0; cell < features(); ++cell)
            column = text.find('\t', column) + 1;
    }
    throw file_error(files_[row.file]->path(), row.line, column + 1,
                     "the row has {} cells, expected {} as in the header", cells, features());
}

std::vector<Column> OrangeTable::next(std::size_t count) {
    count = std::min(count, features() - at_);
    if (count == 0) return {};
    Block block(*this, count);
    for (std::size_t begin = 0; begin < rows(); begin += kTileRows) {
        const std::size_t tile = std::min(kTileRows, rows() - begin);
        for (std::size_t r = 0; r < tile; ++r)
            block.read_row(*files_[rows_[begin + r].file], rows_[begin + r], r);
        block.flush(begin, tile);
    }
    at_ += count;
    for (const Row& row : rows_)
        if (at_ == features() && row.read != row.scanned)
            throw DataError(files_[row.file]->path(), row.line, 0, "the file changed while it was read");
    return std::move(block).finish();
}

std::vector<std::int8_t> read_orange_labels(const SourceFile& source) {
    const std::string content = read_whole_file(source);
    std::vector<std::int8_t> labels;
    const std::vector<std::string_view> lines = split(content, '\n');
    for (const std::string_view& line : lines) {
        const std::string_view text = trim(line);
        if (text.empty() && &line == &lines.back()) break;
        if (text != "1" && text != "+1" && text != "-1")
            throw file_error(source.path, labels.size() + 1, 1, "'{}' is no label; expected 1 or -1", text);
        labels.push_back(text == "-1" ? -1 : 1);
    }
    return labels;
}

}  // namespace reboost::data
