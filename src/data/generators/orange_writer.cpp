#include "data/generators/orange_writer.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <vector>

#include <fmt/format.h>

namespace reboost::data {
namespace {

class OutputFile {
  public:
    explicit OutputFile(std::string path) : path_(std::move(path)), file_(path_, std::ios::binary) {
        if (!file_) throw IoError::from_errno("cannot write " + path_, errno);
    }
    void write(const fmt::memory_buffer& text) {
        file_.write(text.data(), static_cast<std::streamsize>(text.size()));
        if (!file_) throw IoError::from_errno("cannot write " + path_, errno);
    }
    void close() {
        file_.close();
        if (!file_) throw IoError::from_errno("cannot write " + path_, errno);
    }

  private:
    std::string path_;
    std::ofstream file_;
};

void put_header(const OrangeLike& rows, fmt::memory_buffer& text) {
    for (std::size_t j = 0; j < rows.shape().features; ++j)
        fmt::format_to(std::back_inserter(text), "{}{}", j == 0 ? "" : "\t", rows.name(j));
    text.push_back('\n');
}

void put_cell(const OrangeLike& rows, std::size_t column, float value, fmt::memory_buffer& text) {
    if (std::isnan(value)) return;
    if (rows.nominal(column))
        fmt::format_to(std::back_inserter(text), "{}", rows.level(column, static_cast<std::size_t>(value)));
    else
        fmt::format_to(std::back_inserter(text), "{}",
                       value);  // the shortest text that reads back as this float
}

/// All columns of one block of rows, column by column.
std::vector<float> draw_block(const OrangeLike& rows, std::size_t block, std::size_t count) {
    std::vector<float> values(count * rows.shape().features);
    for (std::size_t j = 0; j < rows.shape().features; ++j)
        rows.draw(j, block, std::span(values).subspan(j * count, count));
    return values;
}

void write_labels(const OrangeLike& rows, const std::string& stem) {
    for (std::size_t task = 0; task < kOrangeTasks.size(); ++task) {
        OutputFile file(fmt::format("{}_{}.labels", stem, kOrangeTasks[task].name));
        fmt::memory_buffer text;
        for (const std::int8_t y : rows.labels()[task])
            fmt::format_to(std::back_inserter(text), "{}\n", static_cast<int>(y));
        file.write(text);
        file.close();
    }
}

}  // namespace

std::uint64_t write_orange_files(const OrangeLike& rows, const std::string& folder, const std::string& size,
                                 std::size_t chunks) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    const std::string stem = fmt::format("{}/orange_{}_train", folder, size);
    std::uint64_t bytes = 0;
    std::vector<float> values;
    std::size_t block_begin = 0, block_end = 0;
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        OutputFile file(stem + (chunks == 1 ? ".data" : fmt::format(".data.chunk{}", chunk + 1)));
        fmt::memory_buffer text;
        if (chunk == 0) put_header(rows, text);
        for (std::size_t i = chunk * rows.rows() / chunks; i < (chunk + 1) * rows.rows() / chunks; ++i) {
            if (i >= block_end) {
                block_begin = i - i % OrangeLike::kBlockRows;
                block_end = std::min(rows.rows(), block_begin + OrangeLike::kBlockRows);
                values = draw_block(rows, block_begin / OrangeLike::kBlockRows, block_end - block_begin);
            }
            for (std::size_t j = 0; j < rows.shape().features; ++j) {
                if (j > 0) text.push_back('\t');
                put_cell(rows, j, values[j * (block_end - block_begin) + i - block_begin], text);
            }
            text.push_back('\n');
            bytes += text.size();
            file.write(text);
            text.clear();
        }
        file.close();
    }
    write_labels(rows, stem);
    return bytes;
}

}  // namespace reboost::data
