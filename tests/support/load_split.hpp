#pragma once
/// Data sets whole in memory, as tests look at them; the program takes them column by column.
#include "data/load/load.hpp"

#include <utility>
#include <vector>

namespace reboost::data {

/// All columns of a stream, as floats.
inline Split collect(ColumnStream stream) {
    Split split;
    for (Dataset* part : {&split.train, &split.test, &split.validation})
        part->name = stream.head.name;
    const auto add = [](Column&& column, Dataset& part) {
        if (column.name.empty()) return;  // there is no such part
        pack_bytes(column);
        part.columns.push_back(std::move(column));
    };
    for (;;) {
        std::vector<ColumnParts> block = stream.next(256);
        if (block.empty()) break;
        for (ColumnParts& column : block) {
            add(std::move(column.train), split.train);
            add(std::move(column.test), split.test);
            add(std::move(column.validation), split.validation);
        }
    }
    split.train.labels = std::move(stream.head.train);
    split.test.labels = std::move(stream.head.test);
    split.validation.labels = std::move(stream.head.validation);
    split.provenance = std::move(stream.head.provenance);
    return split;
}

/// What the spec names. Throws as open_stream does.
inline Split load_split(const DatasetSpec& spec, const DataRoot& root) {
    return collect(open_stream(spec, root));
}

}  // namespace reboost::data
