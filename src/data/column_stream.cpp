#include "data/column_stream.hpp"

#include <algorithm>
#include <utility>

namespace reboost::data {
namespace {

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
        const auto take = [this](Dataset& part) {
            return at_ < part.columns.size() ? std::move(part.columns[at_]) : Column{};
        };
        for (; at_ < end; ++at_)
            block.push_back({take(split_.train), take(split_.test), take(split_.validation)});
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
