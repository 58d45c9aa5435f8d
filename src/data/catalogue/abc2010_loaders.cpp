/// Loaders of abc2010's sets that are made from others: poker hands in 25 columns, digits on patches.
#include "core/checksum.hpp"
#include "core/error.hpp"
#include "data/catalogue/loaders.hpp"
#include "data/generators/digits_on_patches.hpp"
#include "data/generators/poker.hpp"
#include "data/prepare/splits.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace reboost::data {
namespace {

Dataset rows_between(const Dataset& dataset, std::int64_t begin, std::int64_t count) {
    return dataset.subset(row_range(static_cast<std::size_t>(begin), static_cast<std::size_t>(count)));
}

}  // namespace

Loader poker_loader(std::int64_t to_training, std::int64_t test_begin) {
    return from_files([=](const LoadRequest& request) {
        const Split files = table_loader({.labels = {.tokens = digit_names(10)}})(request);
        const auto there = static_cast<std::int64_t>(files.test.rows());
        const std::int64_t test = request.entry.shape.test_rows, needed = test_begin + test;
        if (there < needed)
            throw DataError(
                request.file(1).path, 0, 0,
                fmt::format("{} rows, '{}' needs at least {}", there, request.entry.name, needed));
        Split split;
        split.train = one_hot_suits(
            to_training > 0 ? joined(files.train, rows_between(files.test, 0, to_training)) : files.train);
        split.test = one_hot_suits(rows_between(files.test, test_begin, test));
        return split;
    });
}

Loader poker_dealt_loader() {
    return from_rule([](const LoadRequest& request) {
        constexpr std::size_t kTrainingFile = 25010;
        const auto seed = static_cast<std::uint64_t>(request.spec.seed);
        const std::size_t rows = chosen(request.spec.rows, request.entry.shape.train_rows);
        const std::size_t first = std::min(rows, kTrainingFile);
        Rng training(seed, "data:poker:training file"), test(seed, "data:poker:test file");
        Split split;
        split.train = draw_poker_training(first, training, true);
        if (rows > first) split.train = joined(split.train, draw_poker_hands(rows - first, training, true));
        split.test =
            draw_poker_hands(chosen(request.spec.test_rows, request.entry.shape.test_rows), test, true);
        return split;
    });
}

Loader digits_on_patches_loader() {
    return [load = idx_loader(digit_names(10))](const LoadRequest& request) {
        const Split digits = load(request);
        Split split = draw_digits_on_patches(digits, static_cast<std::size_t>(request.entry.shape.train_rows),
                                             static_cast<std::size_t>(request.entry.shape.test_rows),
                                             static_cast<std::uint64_t>(request.spec.seed));
        split.provenance = {"generator", digits_on_patches_sha256(request), true, request.entry.note};
        return split;
    };
}

std::string digits_on_patches_sha256(const LoadRequest& request) {
    return sha256_hex(fmt::format("digits on patches, revision {}, seed {}, of {}", kDigitsOnPatchesRevision,
                                  request.spec.seed, entry_sha256(request)));
}

}  // namespace reboost::data
