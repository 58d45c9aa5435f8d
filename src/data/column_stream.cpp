#include "data/column_stream.hpp"

#include <algorithm>
#include <utility>

namespace reboost::data {
namespace {

/// Column `j` moved out of all parts of a split.
ColumnParts take_column(Split& split, std::size_t j) {
    const auto take = [j](Dataset& part) {
        return j < part.columns.size() ? std::move(part.columns[j]) : Column{};
    };
    return {take(split.train), take(split.test), take(split.validation)};
}

class SplitStream final : public ColumnStream {
  public:
    explicit SplitStream(Split split) : split_(std::move(split)) {
        head_.name = split_.train.name;
        head_.features = split_.train.features();
        head_.train = std::move(split_.train.labels);
        head_.test = std::move(split_.test.labels);
        head_.validation = std::move(split_.validation.labels);
        head_.provenance = std::move(split_.provenance);
    }

    std::vector<ColumnParts> next(std::size_t count) override {
        std::vector<ColumnParts> block;
        const std::size_t end = std::min(head_.features, at_ + count);
        for (; at_ < end; ++at_)
            block.push_back(take_column(split_, at_));
        return block;
    }

  private:
    Split split_;
    std::size_t at_ = 0;
};

}  // namespace

std::unique_ptr<ColumnStream> stream_of(Split split) {
    return std::make_unique<SplitStream>(std::move(split));
}

}  // namespace reboost::data
