#include "core/error.hpp"
#include "data/catalogue/entries.hpp"
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

CatalogueEntry splice() {
    return {.name = "splice",
            .title = "Splice junctions of primate genes, 60 nucleotides",
            .source = uci("molecular-biology/splice-junction-gene-sequences/"),
            .licence = kCcBy,
            .shape = {2126, 1064, 60, 3},
            .split_rule = kTwoThirds,
            .label = "first column: EI, IE, N",
            .note = "ambiguity codes D, N, S, R are levels of their own",
            .files = {plain_file("splice/splice.data",
                                 uci("molecular-biology/splice-junction-gene-sequences/splice.data"),
                                 "ebbae10c85d3c285e2a2489a37e42bc2ee8d91d15005e391a9962fa3389a114f", 319000)},
            .seeded = true,
            .load = from_files(load_splice)};
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

std::vector<CatalogueFile> mq2008_files() {
    return {gzip_file("letor/MQ2008/S1.txt.gz", {},
                      "10212482d6f19ef538242c119d951445ec0b1d486b9d5cf8d83c7f52e4d4026d", 335590,
                      "cbd42504549a2388f6c0aefdb506f22074225b574c7a5df10194174c9b00e4e0", 1802248),
            gzip_file("letor/MQ2008/S2.txt.gz", {},
                      "939b7307823c281098fcdf203455fccc93edc95c9367d00906d595fdfe9271db", 420771,
                      "055ac792cb8f7d5a029090b8acbfb6c57323339d1371251bf2465ac182aa8605", 2233711),
            gzip_file("letor/MQ2008/S3.txt.gz", {},
                      "032216a93a46abc681260be09f3d359f02de76e3099dbf667eaaa60b6a41c6b7", 359806,
                      "a03fe2b6e76479de60fecdb37d560a40a4e899b0cd685553d2da31ea205af1ab", 1881418),
            gzip_file("letor/MQ2008/S4.txt.gz", {},
                      "c7bc4ddf6645c84232b5e7055ef00678fc6fbbd7946e6a166aa483af76868085", 315871,
                      "a239850bc6fe960ad08c2b7b0d99db90fe976dd93a15358e98036591b4e7a2ac", 1663264),
            gzip_file("letor/MQ2008/S5.txt.gz", {},
                      "1b76af5009fc175033f6490bd1b8d116e14168bf5bc7d4b20e0aad86e23b5381", 340180,
                      "c68c52feb1ecae7f17b64c8e2fda2098302681bbd4ea5fad8c73a1d32a1cf2b2", 1765771)};
}

CatalogueEntry mq2008(std::size_t fold) {
    constexpr std::int64_t kRows[] = {2933, 3635, 3062, 2707, 2874};
    return {.name = fmt::format("mq2008-fold{}", fold),
            .title = "LETOR 4.0 MQ2008, relevance of documents to queries",
            .source =
                "https://www.microsoft.com/en-us/research/project/letor-learning-rank-information-retrieval/",
            .licence = "for research use, on Microsoft Research's terms",
            .shape = {kRows[(fold - 1) % 5] + kRows[fold % 5] + kRows[(fold + 1) % 5], kRows[(fold + 3) % 5],
                      46, 3},
            .split_rule = "LETOR's fold; its validation part is left out",
            .label = "relevance 0, 1, 2",
            .files = mq2008_files(),
            .load = from_files([fold](const LoadRequest& request) { return load_fold(request, fold); })};
}

}  // namespace

std::vector<CatalogueEntry> sequence_and_ranking_sets() {
    std::vector<CatalogueEntry> sets{splice()};
    for (std::size_t fold = 1; fold <= 5; ++fold)
        sets.push_back(mq2008(fold));
    return sets;
}

}  // namespace reboost::data
