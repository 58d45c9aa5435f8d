#include "data/column_stream.hpp"

#include <algorithm>
#include <utility>

namespace reboost::data {

ColumnStream stream_of(Split split) {
    ColumnStream stream;
    stream.head.name = split.train.name;
    stream.head.features = split.train.features();
    stream.head.train = std::move(split.train.labels);
    stream.head.test = std::move(split.test.labels);
    stream.head.validation = std::move(split.validation.labels);
    stream.head.provenance = std::move(split.provenance);
    stream.next = [split = std::move(split), at = std::size_t{0}](std::size_t count) mutable {
        std::vector<ColumnParts> block;
        const std::size_t end = std::min(split.train.features(), at + count);
        const auto take = [&at](Dataset& part) {
            return at < part.columns.size() ? std::move(part.columns[at]) : Column{};
        };
        for (; at < end; ++at)
            block.push_back({take(split.train), take(split.test), take(split.validation)});
        return block;
    };
    return stream;
}

}  // namespace reboost::data
