#include "data/readers/amat.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "data/readers/text_file.hpp"

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

Dataset rows_of(InputFile& file, std::size_t features, std::size_t classes) {
    const std::string& path = file.path();
    LineStream lines(file);
    std::vector<std::vector<float>> columns(features);
    std::vector<std::int32_t> labels;
    CellCutter cutter(Delimiter::space, path);
    std::string_view line;
    while (lines.next(line)) {
        const std::vector<Cell>& cells = cutter.cut(line, lines.number());
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto fail = [&](const std::string& what) {
                throw DataError(path, lines.number(), cells[i].column, what);
            };
            const auto value = parse_whole<double>(cells[i].text);
            if (!value || !std::isfinite(*value))
                fail(fmt::format("expected a number, found '{}'", cells[i].text));
            if (i < features) columns[i].push_back(static_cast<float>(*value));
            if (i != features) continue;
            if (*value != std::floor(*value) || *value < 0 || *value >= static_cast<double>(classes))
                fail(fmt::format("expected a label, a whole number from 0 to {}, found {:g}", classes - 1,
                                 *value));
            labels.push_back(static_cast<std::int32_t>(*value));
        }
        if (!cells.empty() && cells.size() != features + 1)
            throw DataError(path, lines.number(), 0,
                            fmt::format("{} numbers, expected {}: {} features and the label", cells.size(),
                                        features + 1, features));
    }
    if (labels.empty()) throw DataError(path, 0, 0, "no rows");
    Dataset dataset;
    dataset.labels = Labels::from_classes(std::move(labels), digit_names(static_cast<int>(classes)));
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
