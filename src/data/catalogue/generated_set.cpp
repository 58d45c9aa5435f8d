#include "data/catalogue/generated_set.hpp"

#include "core/checksum.hpp"
#include "core/error.hpp"
#include "data/prepare/splits.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace reboost::data {
namespace {

std::size_t chosen(std::int64_t stated, std::int64_t by_default) {
    return static_cast<std::size_t>(stated > 0 ? stated : by_default);
}

/// So that a config of a few bytes cannot take all memory before anything asks for it.
void require_room(const CatalogueEntry& entry, double rows, double features) {
    constexpr double kBytesOfCell = sizeof(float), kGigabyte = 1e9;
    const double bytes = rows * features * kBytesOfCell;
    const double memory =
        static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
    if (memory > 0 && bytes > memory)
        throw UsageError(
            fmt::format("{}: {:.0f} rows of {:.0f} features take {:.0f} GB, this machine has {:.0f} GB",
                        entry.name, rows, features, bytes / kGigabyte, memory / kGigabyte));
}

Dataset draw(const RowGenerator& generator, const std::string& name, std::size_t rows, std::int64_t seed,
             const char* part) {
    Rng rng(static_cast<std::uint64_t>(seed), fmt::format("data:{}:{}", name, part));
    Dataset dataset = generator(rows, rng);
    dataset.name = name;
    return dataset;
}

}  // namespace

Provenance generator_provenance(const CatalogueEntry& entry, const DatasetSpec& spec, int revision) {
    std::string parameters =
        fmt::format("generator {} revision {} seed {} rows {} test_rows {}", entry.name, revision,
                    entry.seeded ? spec.seed : 0, chosen(spec.rows, entry.shape.train_rows),
                    chosen(spec.test_rows, entry.shape.test_rows));
    if (entry.any_width && spec.features > 0) parameters += fmt::format(" features {}", spec.features);
    return {"generator", sha256_hex(parameters), false, entry.note};
}

Loader drawn_loader(RowGenerator generator, int revision) {
    return [generator = std::move(generator), revision](const LoadRequest& request) {
        const CatalogueEntry& entry = request.entry;
        const std::size_t rows = chosen(request.spec.rows, entry.shape.train_rows);
        const std::size_t test_rows = chosen(request.spec.test_rows, entry.shape.test_rows);
        const std::int64_t features =
            entry.any_width && request.spec.features > 0 ? request.spec.features : entry.shape.features;
        require_room(entry, static_cast<double>(rows + test_rows), static_cast<double>(features));
        Split split;
        split.train = draw(generator, entry.name, rows, request.spec.seed, "train");
        split.test = draw(generator, entry.name, test_rows, request.spec.seed, "test");
        split.provenance = generator_provenance(entry, request.spec, revision);
        return split;
    };
}

Loader listed_loader(std::function<Dataset()> list, int revision) {
    return [list = std::move(list), revision](const LoadRequest& request) {
        const CatalogueEntry& entry = request.entry;
        Dataset whole = list();
        whole.name = entry.name;
        Split split = split_dataset(
            whole, random_rows(whole.rows(), static_cast<std::size_t>(entry.shape.train_rows),
                               static_cast<std::uint64_t>(request.spec.seed), "split:" + entry.name));
        split.provenance = generator_provenance(entry, request.spec, revision);
        return split;
    };
}

}  // namespace reboost::data
