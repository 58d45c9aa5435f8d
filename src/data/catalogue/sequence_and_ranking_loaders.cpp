#include "core/error.hpp"
#include "data/catalogue/loaders.hpp"
#include "data/prepare/splits.hpp"
#include "data/readers/text_file.hpp"

#include <fmt/format.h>

namespace reboost::data {
namespace {

/// One sequence column of 60 letters becomes 60 nominal columns.
void spread_letters(RawTable& table) {
    constexpr std::size_t kPositions = 60;
    const RawColumn sequence = std::move(table.columns.at(0));
    table.columns.assign(kPositions, {});
    for (std::size_t p = 0; p < kPositions; ++p) {
        // Positions count −30 … −1, +1 … +30 from the junction.
        const int place = static_cast<int>(p) - 30;
        table.columns[p].name = fmt::format("p{:+d}", place < 0 ? place : place + 1);
        table.columns[p].kind = ColumnKind::nominal;
        table.columns[p].decided = true;
    }
    for (std::size_t i = 0; i < table.rows(); ++i) {
        const std::string& letters = sequence.levels.names()[static_cast<std::size_t>(sequence.values[i])];
        if (letters.size() != kPositions)
            throw DataError(table.file, table.line_of_row[i], 0,
                            fmt::format("a sequence of {} letters, expected {}", letters.size(), kPositions));
        for (std::size_t p = 0; p < kPositions; ++p)
            table.columns[p].values.push_back(
                table.columns[p].levels.index_of(std::string_view(letters).substr(p, 1)));
    }
}

Split load_splice(const LoadRequest& request) {
    RawTable table = read_text_file(
        request.file(0), FileFormat::table,
        {.delimiter = Delimiter::comma, .header = Header::absent, .label = "0", .skip = {"1"}});
    spread_letters(table);
    const Split whole =
        assemble_split(request.entry.name, std::move(table), std::nullopt, {.tokens = {"EI", "IE", "N"}});
    return two_parts(whole.train, request.entry.shape.train_rows, request);
}

/// Fold f of LETOR: parts f, f+1, f+2 train, f+4 tests (f+3 is its validation part), counted around.
Split load_fold(const LoadRequest& request, std::size_t fold) {
    const auto part = [&](std::size_t offset) {
        const SourceFile file = request.file((fold - 1 + offset) % 5);
        RawTable rows = parse_libsvm(read_whole_file(file), file.path, {.least_features = 46});
        return assemble_split("", std::move(rows), std::nullopt, {.tokens = {"0", "1", "2"}}).train;
    };
    return {joined(joined(part(0), part(1)), part(2)), part(4), {}};
}

}  // namespace

Loader splice_loader() {
    return from_files(load_splice);
}

Loader letor_fold_loader(std::size_t fold) {
    return from_files([fold](const LoadRequest& request) { return load_fold(request, fold); });
}

}  // namespace reboost::data
