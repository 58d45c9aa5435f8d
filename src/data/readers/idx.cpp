#include "data/file_error.hpp"
#include "data/raw_table.hpp"
#include "data/readers/input_file.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace reboost::data {
namespace {

constexpr unsigned kUnsignedByte = 0x08;

std::uint32_t read_big_endian(InputFile& file, const char* what) {
    std::array<unsigned char, 4> bytes{};
    if (file.read(bytes.data(), bytes.size()) != bytes.size())
        throw file_error(file.path(), "truncated IDX file: it ends inside {}", what);
    return (std::uint32_t{bytes[0]} << 24U) | (std::uint32_t{bytes[1]} << 16U) |
           (std::uint32_t{bytes[2]} << 8U) | bytes[3];
}

std::vector<std::size_t> read_dimensions(InputFile& file) {
    const std::uint32_t magic = read_big_endian(file, "the magic number");
    if (magic >> 16U != 0 || (magic & 0xffU) == 0)
        throw file_error(file.path(), "not an IDX file: magic number {:#010x}", magic);
    const unsigned type = (magic >> 8U) & 0xffU;
    if (type != kUnsignedByte)
        throw file_error(file.path(), "IDX element type {:#04x}, expected 0x08 (unsigned bytes)", type);
    std::vector<std::size_t> dimensions;
    for (std::uint32_t i = 0; i < (magic & 0xffU); ++i)
        dimensions.push_back(read_big_endian(file, "the dimensions"));
    return dimensions;
}

/// Returns the number of elements per row. Throws DataError if the header promises more bytes than the file
/// can hold, so that a forged header cannot claim memory.
std::size_t width_of(const InputFile& file, const std::vector<std::size_t>& dimensions) {
    const std::size_t rows = dimensions.front();
    std::uint64_t width = 1;
    for (std::size_t i = 1; i < dimensions.size(); ++i) {
        if (dimensions[i] == 0) throw DataError(file.path(), 0, 0, "an IDX dimension of 0");
        check_columns(file.path(), 0, dimensions[i]);
        width *= dimensions[i];  // cannot overflow: both factors are at most kMostColumns
        check_columns(file.path(), 0, width);
    }
    if (rows * width > file.most_bytes())
        throw file_error(file.path(), "truncated IDX file: its header promises {} x {} bytes", rows, width);
    return width;
}

std::vector<Column> columns_of(InputFile& file) {
    const std::vector<std::size_t> dimensions = read_dimensions(file);
    const std::size_t rows = dimensions.front(), width = width_of(file, dimensions);
    std::vector<std::vector<std::uint8_t>> values(width, std::vector<std::uint8_t>(rows));
    constexpr std::size_t kBlockRows = 256;
    std::vector<std::uint8_t> block(std::min(kBlockRows, rows) * width);
    for (std::size_t done = 0; done < rows;) {
        const std::size_t count = std::min(kBlockRows, rows - done);
        const std::size_t got = file.read(block.data(), count * width);
        if (got < count * width)
            throw file_error(file.path(), "truncated IDX file: {} data bytes, its header promises {}",
                             done * width + got, rows * width);
        for (std::size_t j = 0; j < width; ++j)
            for (std::size_t i = 0; i < count; ++i)
                values[j][done + i] = block[i * width + j];
        done += count;
    }
    if (char extra = 0; file.read(&extra, 1) != 0)
        throw DataError(file.path(), 0, 0, "bytes after the last element that the IDX header promises");
    std::vector<Column> columns;
    for (std::size_t j = 0; j < width; ++j)
        columns.push_back({fmt::format("x{}", j), ColumnKind::numeric, {}, std::move(values[j])});
    return columns;
}

}  // namespace

std::vector<Column> read_idx_columns(const SourceFile& source) {
    return read_checked(source, columns_of);
}

std::vector<std::int32_t> read_idx_labels(const SourceFile& source) {
    const std::vector<Column> columns = read_checked(source, columns_of);
    if (columns.size() != 1)
        throw file_error(source.path, "{} numbers a row, a file of labels has one", columns.size());
    const auto& bytes = std::get<std::vector<std::uint8_t>>(columns.front().values);
    return {bytes.begin(), bytes.end()};
}

}  // namespace reboost::data
