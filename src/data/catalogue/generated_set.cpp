#include "data/catalogue/generated_set.hpp"

#include "core/checksum.hpp"
#include "data/prepare/splits.hpp"

#include <fmt/format.h>

namespace reboost::data {
namespace {

std::size_t chosen(std::int64_t stated, std::int64_t by_default) {
    return static_cast<std::size_t>(stated > 0 ? stated : by_default);
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
