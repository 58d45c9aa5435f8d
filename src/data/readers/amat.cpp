#include "data/readers/amat.hpp"

#include "core/error.hpp"
#include "core/text.hpp"

#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace reboost::data {
namespace {

/// Lines of a file that need not fit into memory (the published test file has 450 MB).
class LineStream {
  public:
    explicit LineStream(InputFile& file) : file_(file) {}

    bool next(std::string_view& line) {
        for (;;) {
            const std::size_t end = text_.find('\n', begin_);
            if (end != std::string::npos || (ended_ && begin_ < text_.size())) {
                line = std::string_view(text_).substr(begin_, end - begin_);
                begin_ = end == std::string::npos ? text_.size() : end + 1;
                ++number_;
                return true;
            }
            if (ended_) return false;
            read_more();
        }
    }
    std::size_t number() const { return number_; }

  private:
    void read_more() {
        constexpr std::size_t kBlock = std::size_t{1} << 20U;
        text_.erase(0, std::exchange(begin_, 0));
        const std::size_t kept = text_.size();
        text_.resize(kept + kBlock);
        const std::size_t got = file_.read(text_.data() + kept, kBlock);
        text_.resize(kept + got);
        ended_ = got < kBlock;
    }

    InputFile& file_;
    std::string text_;
    std::size_t begin_ = 0, number_ = 0;
    bool ended_ = false;
};

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/// Cuts a line at its blanks and hands each cell's number and its 1-based place to `use`; returns the cells.
template <class Use>
std::size_t for_each_number(std::string_view line, const std::string& path, std::size_t number, Use&& use) {
    std::size_t cells = 0, i = 0;
    for (;;) {
        while (i < line.size() && is_blank(line[i]))
            ++i;
        if (i == line.size()) return cells;
        const std::size_t start = i;
        while (i < line.size() && !is_blank(line[i]))
            ++i;
        const std::string_view cell = line.substr(start, i - start);
        const auto value = parse_whole<double>(cell);
        if (!value || !std::isfinite(*value))
            throw DataError(path, number, start + 1, fmt::format("expected a number, found '{}'", cell));
        use(cells++, *value, start + 1);
    }
}

Dataset rows_of(InputFile& file, std::size_t features, std::size_t classes) {
    const std::string& path = file.path();
    LineStream lines(file);
    std::vector<std::vector<float>> columns(features);
    std::vector<std::int32_t> labels;
    std::string_view line;
    while (lines.next(line)) {
        const auto take = [&](std::size_t cell, double value, std::size_t place) {
            if (cell < features) {
                columns[cell].push_back(static_cast<float>(value));
            } else if (cell == features) {
                if (value != std::floor(value) || value < 0 || value >= static_cast<double>(classes))
                    throw DataError(path, lines.number(), place,
                                    fmt::format("expected a label, a whole number from 0 to {}, found {:g}",
                                                classes - 1, value));
                labels.push_back(static_cast<std::int32_t>(value));
            }
        };
        const std::size_t cells = for_each_number(line, path, lines.number(), take);
        if (cells != 0 && cells != features + 1)
            throw DataError(path, lines.number(), 0,
                            fmt::format("{} numbers, expected {}: {} features and the label", cells,
                                        features + 1, features));
    }
    if (labels.empty()) throw DataError(path, 0, 0, "no rows");
    Dataset dataset;
    std::vector<std::string> names;
    for (std::size_t c = 0; c < classes; ++c)
        names.push_back(std::to_string(c));
    dataset.labels = Labels::from_classes(std::move(labels), std::move(names));
    for (std::size_t j = 0; j < features; ++j) {
        dataset.columns.push_back({fmt::format("x{}", j), ColumnKind::numeric, {}, std::move(columns[j])});
        pack_bytes(dataset.columns.back());
    }
    return dataset;
}

}  // namespace

Dataset read_amat(const SourceFile& source, std::size_t features, std::size_t classes) {
    return read_checked(source, [&](InputFile& file) { return rows_of(file, features, classes); });
}

}  // namespace reboost::data
