#include "data/catalogue/groups.hpp"
#include "data/catalogue/table_set.hpp"

namespace reboost::data {
namespace {

std::vector<std::string> letter_names() {
    std::vector<std::string> names;
    for (char c = 'A'; c <= 'Z'; ++c)
        names.emplace_back(1, c);
    return names;
}

std::vector<std::string> numbers_from_one(int count) {
    std::vector<std::string> names;
    for (int i = 1; i <= count; ++i)
        names.push_back(std::to_string(i));
    return names;
}

/// A file of the repository's newer address.
std::string uci_archive(const std::string& path) {
    return "https://archive.ics.uci.edu/static/public/" + path;
}

CatalogueEntry pendigits() {
    const auto file = [](const std::string& name, const char* sha256, std::uint64_t bytes) {
        return with_download(
            uci_file("pendigits/" + name, sha256, bytes),
            {uci_archive("81/pen+based+recognition+of+handwritten+digits.zip"), Packing::zip, name});
    };
    return {.name = "pendigits",
            .title = "Pen-based recognition of handwritten digits",
            .source = uci("pendigits/"),
            .licence = "CC BY 4.0",
            .shape = {.train_rows = 7494, .test_rows = 3498, .features = 16, .classes = 10},
            .split_rule = "files of their own",
            .label = "last column, 0..9",
            .files = {file("pendigits.tra",
                           "e2b9eb9f0d0467e2b64a4816a3420edf2b8043447576f4b84337aba44a9f97d3", 502098),
                      file("pendigits.tes",
                           "8bd03229c5c5291fefe43e45465dd948d2645bf23328b9d993e0b777666b2015", 234366)},
            .stand_in = "pendigits-like",
            .load = table_loader({.labels = {.tokens = digit_names(10)}, .test_file = 1})};
}

CatalogueEntry letter() {
    return {
        .name = "letter",
        .title = "Letter recognition",
        .source = uci("letter-recognition/"),
        .licence = "CC BY 4.0",
        .shape = {.train_rows = 16000, .test_rows = 4000, .features = 16, .classes = 26},
        .split_rule = "first 16,000 rows train, last 4,000 test",
        .label = "first column, A..Z",
        .files = {with_download(
            plain_file("letter/letter-recognition.data", uci("letter-recognition/letter-recognition.data"),
                       "2b89f3602cf768d3c8355267d2f13f2417809e101fc2b5ceee10db19a60de6e2", 712565),
            {uci_archive("59/letter+recognition.zip"), Packing::zip, "letter-recognition.data"})},
        .stand_in = "letter-like",
        .load =
            table_loader({.format = {.delimiter = Delimiter::comma, .header = Header::absent, .label = "0"},
                          .labels = {.tokens = letter_names()},
                          .first_rows = 16000})};
}

CatalogueEntry isolet() {
    const auto file = [](const std::string& name, const char* packed, std::uint64_t packed_bytes,
                         const char* content, std::uint64_t bytes) {
        return with_download(gzip_file("isolet/" + name + ".gz", {}, packed, packed_bytes, content, bytes),
                             {uci("isolet/" + name + ".Z"), Packing::compress});
    };
    return {
        .name = "isolet",
        .title = "ISOLET, spoken letters",
        .source = uci("isolet/"),
        .licence = "CC BY 4.0",
        .shape = {.train_rows = 6238, .test_rows = 1559, .features = 617, .classes = 26},
        .split_rule = "isolet1+2+3+4 train, isolet5 test",
        .label = "last column, 1..26 for A..Z",
        .files = {file("isolet1+2+3+4.data",
                       "444639c819762b2e3e857c9f5b9a89ea0645f8eeab80a9e22d293bfb3deaf370", 8147942,
                       "aa935cc98ec22ee689aa5b2ddf1fdce074692f7016f0255f0982df133ccbab38", 32445949),
                  file("isolet5.data", "04480fc5e0bbefc46fce06ccc0f90549f5009835dbf296533d1a6ce2009a4b9b",
                       2034496, "d3409bb424f2bf9a68d0d07d4824b1d776b430d2e49c1207f00502a9e2f2a899", 8110875)},
        .stand_in = "isolet-like",
        .load = table_loader(
            {.labels = {.tokens = numbers_from_one(26), .names = letter_names()}, .test_file = 1})};
}

CatalogueEntry optdigits() {
    return {.name = "optdigits",
            .title = "Optical recognition of handwritten digits",
            .source = uci("optdigits/"),
            .licence = "CC BY 4.0",
            .shape = {.train_rows = 3823, .test_rows = 1797, .features = 64, .classes = 10},
            .split_rule = "files of their own",
            .label = "last column, 0..9",
            .files = {uci_file("optdigits/optdigits.tra",
                               "e1b683cc211604fe8fd8c4417e6a69f31380e0c61d4af22e93cc21e9257ffedd", 563639),
                      uci_file("optdigits/optdigits.tes",
                               "6ebb3d2fee246a4e99363262ddf8a00a3c41bee6014c373ed9d9216ba7f651b8", 264712)},
            .load = table_loader({.labels = {.tokens = digit_names(10)}, .test_file = 1})};
}

std::vector<std::string> cover_types() {
    return {"spruce/fir", "lodgepole pine", "ponderosa pine", "cottonwood/willow",
            "aspen",      "douglas-fir",    "krummholz"};
}

/// Half of `rows` rows train.
CatalogueEntry covertype_rows(std::string name, std::string title, std::int64_t rows, std::string note,
                              CatalogueFile file) {
    return {.name = std::move(name),
            .title = std::move(title),
            .source = uci("covtype/"),
            .licence = "CC BY 4.0; copyright Jock A. Blackard and Colorado State University",
            .shape = {.train_rows = rows / 2, .test_rows = rows / 2, .features = 54, .classes = 7},
            .split_rule = "random halves by dataset.seed",
            .label = "last column, 1..7",
            .note = std::move(note),
            .files = {std::move(file)},
            .seeded = true,
            .load = table_loader(
                {.labels = {.tokens = numbers_from_one(7), .names = cover_types()}, .drawn_rows = rows / 2})};
}

CatalogueEntry covertype() {
    CatalogueEntry entry = covertype_rows(
        "covertype", "Forest cover types", 581012, "",
        gzip_file("covertype/covtype.data.gz",
                  {uci("covtype/covtype.data.gz"), "https://ndownloader.figshare.com/files/5976039"},
                  "614360d0257557dd1792834a85a1cdebfadc3c4f30b011d56afee7ffb5b15771", 11240707, std::nullopt,
                  0));
    entry.stand_in = "covertype-part";
    return entry;
}

CatalogueEntry covertype_part() {
    CatalogueEntry entry = covertype_rows(
        "covertype-part", "Forest cover types, a class-stratified 16% of the rows", 92962,
        "92,962 of the 581,012 rows",
        gzip_file("covertype/covtype.stratified92962.data.gz", {},
                  "84b2c04c5ff77c23e8f8b703c335416976925c1a042dee2f0b0a952735418623", 1911640,
                  "f21a68ba90b8ff3a7e3bf671bd9ff7fabb260211a8e6fba1d119c43c3988f68b", 12026701));
    entry.stand_in = "covertype-like";
    return entry;
}

CatalogueEntry covertype_first10000() {
    return covertype_rows(
        "covertype-first10000", "Forest cover types, the file's first 10,000 rows", 10000,
        "the first 10,000 of the 581,012 rows, nearly balanced by class",
        gzip_file("covertype/covtype.first10000.data.gz", {},
                  "e39ffd2ff221fd2a3578c043a96aaabfa0e3771151b0d20a14ed48f61f4983d9", 192153,
                  "783ca56eba9ec9efaaabfcf52bc4a94d1bf12bbdf8522e1243e63033f1ea6846", 1288926));
}

CatalogueEntry poker() {
    return {.name = "poker",
            .title = "Poker hands, ten raw columns",
            .source = uci("poker/"),
            .licence = "CC BY 4.0",
            .shape = {.train_rows = 25010, .test_rows = 1000000, .features = 10, .classes = 10},
            .split_rule = "files of their own",
            .label = "last column, 0..9",
            .files = whole_poker_files(),
            .stand_in = "poker-hands",
            .load = table_loader({.labels = {.tokens = digit_names(10)}, .test_file = 1})};
}

CatalogueEntry poker_part() {
    CatalogueEntry entry = poker();
    entry.name = "poker-part";
    entry.title = "Poker hands, ten raw columns, a tenth of the test file";
    entry.shape.test_rows = 99999;
    entry.note = "test rows 1..99,999 of 1,000,000";
    entry.files.back() =
        gzip_file("poker/poker-hand-testing.first99999.data.gz", {},
                  "ba2c48e253c68429ba4c9aa44a81d0cc462952678658fd5a5a469eaf47e29c9b", 589632,
                  "b7b123c7b914fa5951331177810ac507e7494178f0e6288647c02c511432d1a9", 2353786);
    return entry;
}

}  // namespace

std::vector<CatalogueFile> whole_poker_files() {
    return {uci_file("poker/poker-hand-training-true.data",
                     "865e3ddab86a461d6d556ae339ca0c13b602d8be9088281abe8b2accd75a9f69", 588684),
            unverified_file("poker/poker-hand-testing.data", {uci("poker/poker-hand-testing.data")})};
}

std::vector<CatalogueEntry> uci_multiclass_sets() {
    return {pendigits(),
            letter(),
            isolet(),
            optdigits(),
            covertype(),
            covertype_part(),
            covertype_first10000(),
            poker(),
            poker_part()};
}

}  // namespace reboost::data
