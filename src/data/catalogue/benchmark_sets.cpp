/// The sets of the papers and others of their kind: images, and sets of the UCI repository.
#include "data/catalogue/entries.hpp"

namespace reboost::data {
namespace {

TableFormat commas(TableFormat format = {}) {
    format.delimiter = Delimiter::comma;
    format.header = Header::absent;
    return format;
}

TableFormat blanks(TableFormat format = {}) {
    format = commas(std::move(format));
    format.delimiter = Delimiter::space;
    return format;
}

std::vector<std::string> letter_names() {
    std::vector<std::string> names;
    for (char c = 'A'; c <= 'Z'; ++c)
        names.emplace_back(1, c);
    return names;
}

std::vector<std::string> numbers_from_one(int count) {
    std::vector<std::string> names = digit_names(count + 1);
    names.erase(names.begin());
    return names;
}

/// abc2010's Mnist10k: learns on MNIST's 10,000 test images and is tested on the 60,000.
CatalogueEntry mnist10k() {
    CatalogueEntry entry = mnist();
    entry.name = "mnist10k";
    entry.title = "MNIST with its parts exchanged (abc2010)";
    std::swap(entry.shape.train_rows, entry.shape.test_rows);
    entry.split_rule = "trained on MNIST's test images, tested on its training images";
    entry.stand_in = "mnist10k-like";
    entry.load = [load = entry.load](const LoadRequest& request) {
        Split split = load(request);
        std::swap(split.train, split.test);
        return split;
    };
    return entry;
}

/// Debian's package dataset-fashion-mnist has the same contents, packed anew.
CatalogueFile fashion_file(const std::string& name, std::string packed, std::uint64_t packed_bytes,
                           std::string packed_by_debian, std::string content, std::uint64_t bytes) {
    CatalogueFile file = gzip_file(
        "fashion-mnist/" + name,
        {"http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/" + name,
         "https://raw.githubusercontent.com/zalandoresearch/fashion-mnist/master/data/fashion/" + name},
        std::move(packed), packed_bytes, std::move(content), bytes);
    file.downloads.insert(file.downloads.begin(), {"file:///usr/share/datasets/fashion-mnist/" + name,
                                                   Packing::gzip, "", std::move(packed_by_debian)});
    return file;
}

/// Twenty-eight by twenty-eight grey values in the files of MNIST.
CatalogueEntry images(std::string name, std::string title, std::string source, std::string licence,
                      std::vector<CatalogueFile> files, std::vector<std::string> classes) {
    return {.name = std::move(name),
            .title = std::move(title),
            .source = std::move(source),
            .licence = std::move(licence),
            .shape = {60000, 10000, 784, 10},
            .split_rule = "files of their own",
            .label = "files of their own, 0..9",
            .files = std::move(files),
            .stand_in = "mnist-like",
            .load = idx_loader(std::move(classes))};
}

// clang-format off

CatalogueEntry fashion_mnist() {
    return images(
        "fashion-mnist", "Fashion-MNIST, articles of clothing, 28 x 28 grey values",
        "https://github.com/zalandoresearch/fashion-mnist", "MIT",
        {fashion_file("train-images-idx3-ubyte.gz",
                      "3aede38d61863908ad78613f6a32ed271626dd12800ba2636569512369268a84", 26421880,
                      "b0564c3eedabfbf835052cff8503ea422014ce006caf5b757f851416ee8300c7",
                      "c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888", 47040016),
         fashion_file("train-labels-idx1-ubyte.gz",
                      "a04f17134ac03560a47e3764e11b92fc97de4d1bfaf8ba1a3aa29af54cc90845", 29515,
                      "0ae29f65d86684f32d1b9c85147786c547b9c6aebcaf235f0400a0cce308b056",
                      "bad3541b69d912435c50bb6ba87bec294ff4f6a2e1246121d8633921760443d9", 60008),
         fashion_file("t10k-images-idx3-ubyte.gz",
                      "346e55b948d973a97e58d2351dde16a484bd415d4595297633bb08f03db6a073", 4422102,
                      "cc1d090a38ace84dfa1aa66e3ada7c336ef481a96936906477e6dd344da56eaa",
                      "5b4141f0afbad91edebe8549f8fcffe087ea10ca49f1dbef5c9a5cd8815ce37b", 7840016),
         fashion_file("t10k-labels-idx1-ubyte.gz",
                      "67da17c76eaffca5446c3361aaab5c3cd6d1c2608764d35dfb1850b086bf8dd5", 5148,
                      "8d3605d196f4be44669e46906da9733c8131fef761fdbfec72c424d5222f1a05",
                      "0402a96d92fd2663957122ceb108a494c5af83dab82d92729df917d7dec38c34", 10008)},
        {"T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag",
         "Ankle boot"});
}

/// Training part of a set whose copy at UCI's newer address is a ZIP archive.
CatalogueFile with_archive(CatalogueFile file, const std::string& archive, const std::string& member) {
    return with_download(std::move(file),
                         {"https://archive.ics.uci.edu/static/public/" + archive, Packing::zip, member});
}

CatalogueFile pendigits_file(const std::string& name, const char* sha256, std::uint64_t bytes) {
    return with_archive(uci_file("pendigits/" + name, sha256, bytes),
                        "81/pen+based+recognition+of+handwritten+digits.zip", name);
}

CatalogueFile isolet_file(const std::string& name, const char* packed, std::uint64_t packed_bytes,
                          const char* content, std::uint64_t bytes) {
    return with_download(gzip_file("isolet/" + name + ".gz", {}, packed, packed_bytes, content, bytes),
                         {uci("isolet/" + name + ".Z"), Packing::compress});
}

/// Half of the rows train.
PublicSet covertype(std::string name, std::string title, std::int64_t rows, std::string note,
                    CatalogueFile file, std::string stand_in) {
    return {std::move(name), std::move(title), uci("covtype/"),
            "CC BY 4.0; copyright Jock A. Blackard and Colorado State University",
            {rows / 2, rows / 2, 54, 7}, std::move(note), {std::move(file)}, commas(),
            {.label = "last column, 1..7",
             .labels = {.tokens = numbers_from_one(7),
                        .names = {"spruce/fir", "lodgepole pine", "ponderosa pine", "cottonwood/willow", "aspen",
                                  "douglas-fir", "krummholz"}},
             .stand_in = std::move(stand_in), .split_rule = "random halves by dataset.seed",
             .drawn_rows = rows / 2}};
}

CatalogueFile census_income_test() {
    return with_download(
        gzip_file("census-income/census-income.test.gz", {},
                  "9d476164fbf1fdb9c79af8e567da35102f9309dbc1111740a63c07a437b0f034", 2993062,
                  "98402b1ab879573d0a7f38a699a40258080e25e33d3401e7bf9c96d3fa0fab8c", 51918813),
        {uci("census-income-mld/census-income.test.gz"), Packing::gzip});
}

TableFormat census_income_format() {
    return commas({.missing = {"?"}, .nominal = {"2", "3", "36", "38", "40"}, .skip = {"24"}});
}

std::vector<PublicSet> table() {
    const std::string usps = "https://hastie.su.domains/ElemStatLearn/datasets/";
    const LabelRule digits{.tokens = digit_names(10)}, census{.tokens = {"- 50000", "50000+"}, .strip = "."};
    return {
        {"usps", "USPS handwritten digits, 16 x 16 grey values in [-1,1]", usps,
         "none stated; distributed with The Elements of Statistical Learning", {7291, 2007, 256, 10},
         "another version of the set than opt2009's: stumps stay above its published error",
         {gzip_file("usps/zip.train.gz", {usps + "zip.train.gz"},
                    "66ebf231ab51f2cf6ac1a892d0f98ccffee1079d7a5db638c1f11f366046ca16", 1829071,
                    "abc9f5c75b997cabe66b5d01727d5a681c69298e1641a8d37b55433a52129dc0", 14512253),
          gzip_file("usps/zip.test.gz", {usps + "zip.test.gz"},
                    "8dacc3c6e136af6c3488de9e5113a7daf140c8c2f1f0b61c54ee02f03f1a962f", 439208,
                    "6bde17b4f1cd68e0630cd2751d6495b5795d9165ab2dc4a0be8b7002b732f4cc", 2029542)},
         blanks({.label = "0"}), {.label = "first column, 0..9", .labels = digits, .stand_in = "usps-like"}},
        {"pendigits", "Pen-based recognition of handwritten digits", uci("pendigits/"), kCcBy,
         {7494, 3498, 16, 10}, "",
         {pendigits_file("pendigits.tra",
                         "e2b9eb9f0d0467e2b64a4816a3420edf2b8043447576f4b84337aba44a9f97d3", 502098),
          pendigits_file("pendigits.tes",
                         "8bd03229c5c5291fefe43e45465dd948d2645bf23328b9d993e0b777666b2015", 234366)},
         commas(), {.label = "last column, 0..9", .labels = digits, .stand_in = "pendigits-like"}},
        {"letter", "Letter recognition", uci("letter-recognition/"), kCcBy, {16000, 4000, 16, 26}, "",
         {with_archive(
             plain_file("letter/letter-recognition.data", uci("letter-recognition/letter-recognition.data"),
                        "2b89f3602cf768d3c8355267d2f13f2417809e101fc2b5ceee10db19a60de6e2", 712565),
             "59/letter+recognition.zip", "letter-recognition.data")},
         commas({.label = "0"}),
         {.label = "first column, A..Z", .labels = {.tokens = letter_names()}, .stand_in = "letter-like",
          .split_rule = "first 16,000 rows train, last 4,000 test", .first_rows = 16000}},
        {"isolet", "ISOLET, spoken letters", uci("isolet/"), kCcBy, {6238, 1559, 617, 26}, "",
         {isolet_file("isolet1+2+3+4.data",
                      "444639c819762b2e3e857c9f5b9a89ea0645f8eeab80a9e22d293bfb3deaf370", 8147942,
                      "aa935cc98ec22ee689aa5b2ddf1fdce074692f7016f0255f0982df133ccbab38", 32445949),
          isolet_file("isolet5.data",
                      "04480fc5e0bbefc46fce06ccc0f90549f5009835dbf296533d1a6ce2009a4b9b", 2034496,
                      "d3409bb424f2bf9a68d0d07d4824b1d776b430d2e49c1207f00502a9e2f2a899", 8110875)},
         commas(), {.label = "last column, 1..26 for A..Z",
                    .labels = {.tokens = numbers_from_one(26), .names = letter_names()},
                    .stand_in = "isolet-like", .split_rule = "isolet1+2+3+4 train, isolet5 test"}},
        {"optdigits", "Optical recognition of handwritten digits", uci("optdigits/"), kCcBy,
         {3823, 1797, 64, 10}, "",
         {uci_file("optdigits/optdigits.tra",
                   "e1b683cc211604fe8fd8c4417e6a69f31380e0c61d4af22e93cc21e9257ffedd", 563639),
          uci_file("optdigits/optdigits.tes",
                   "6ebb3d2fee246a4e99363262ddf8a00a3c41bee6014c373ed9d9216ba7f651b8", 264712)},
         commas(), {.label = "last column, 0..9", .labels = digits}},
        covertype("covertype", "Forest cover types", 581012, "",
                  gzip_file("covertype/covtype.data.gz",
                            {uci("covtype/covtype.data.gz"), "https://ndownloader.figshare.com/files/5976039"},
                            "614360d0257557dd1792834a85a1cdebfadc3c4f30b011d56afee7ffb5b15771", 11240707,
                            std::nullopt, 0), "covertype-part"),
        covertype("covertype-part", "Forest cover types, a class-stratified 16% of the rows", 92962,
                  "92,962 of the 581,012 rows",
                  gzip_file("covertype/covtype.stratified92962.data.gz", {},
                            "84b2c04c5ff77c23e8f8b703c335416976925c1a042dee2f0b0a952735418623", 1911640,
                            "f21a68ba90b8ff3a7e3bf671bd9ff7fabb260211a8e6fba1d119c43c3988f68b", 12026701),
                  "covertype-like"),
        covertype("covertype-first10000", "Forest cover types, the file's first 10,000 rows", 10000,
                  "the first 10,000 of the 581,012 rows, nearly balanced by class",
                  gzip_file("covertype/covtype.first10000.data.gz", {},
                            "e39ffd2ff221fd2a3578c043a96aaabfa0e3771151b0d20a14ed48f61f4983d9", 192153,
                            "783ca56eba9ec9efaaabfcf52bc4a94d1bf12bbdf8522e1243e63033f1ea6846", 1288926), ""),
        {"poker", "Poker hands, ten raw columns", uci("poker/"), kCcBy, {25010, 1000000, 10, 10}, "",
         whole_poker_files(), commas(),
         {.label = "last column, 0..9", .labels = digits, .stand_in = "poker-hands"}},
        {"poker-part", "Poker hands, ten raw columns, a tenth of the test file", uci("poker/"), kCcBy,
         {25010, 99999, 10, 10}, "test rows 1..99,999 of 1,000,000",
         {whole_poker_files().front(), tenth_of_poker_file()}, commas(),
         {.label = "last column, 0..9", .labels = digits, .stand_in = "poker-hands"}},
        {"adult", "Adult: does a person earn more than 50,000 dollars a year", uci("adult/"), kCcBy,
         {32561, 16281, 14, 2}, "",
         {uci_file("adult/adult.data",
                   "5b00264637dbfec36bdeaab5676b0b309ff9eb788d63554ca0a249491c86603d", 3974305),
          uci_file("adult/adult.test",
                   "a2a9044bc167a35b2361efbabec64e89d69ce82d9790d2980119aac5fd7e9c05", 2003153)},
         commas({.missing = {"?"}, .comment = "|"}),
         {.label = "last column; positive >50K", .labels = {.tokens = {"<=50K", ">50K"}, .strip = "."}}},
        {"census-income", "Census-Income (KDD)", uci("census-income-mld/"), kCcBy, {199523, 99762, 40, 2},
         "the instance weight is left out",
         {unverified_file("census-income/census-income.data",
                          {uci("census-income-mld/census-income.data.gz"), Packing::gzip}),
          census_income_test()},
         census_income_format(), {.label = "last column; positive 50000+", .labels = census}},
        {"census-income-part", "Census-Income (KDD), its test half split in two", uci("census-income-mld/"),
         kCcBy, {49881, 49881, 40, 2},
         "only the 99,762 rows of the test file; the instance weight is left out", {census_income_test()},
         census_income_format(),
         {.label = "last column; positive 50000+", .labels = census,
          .split_rule = "random halves of the test file by dataset.seed", .drawn_rows = 49881}},
        {"breast-cancer-wisconsin", "Breast cancer Wisconsin (original)", uci("breast-cancer-wisconsin/"), kCcBy,
         {699, 0, 9, 2}, "",
         {uci_file("breast-cancer-wisconsin/breast-cancer-wisconsin.data",
                   "402c585309c399237740f635ef9919dc512cca12cbeb20de5e563a4593f22b64", 19889)},
         commas({.missing = {"?"}, .skip = {"0"}}),
         {.label = "last column; positive 4 (malignant)",
          .labels = {.tokens = {"2", "4"}, .names = {"benign", "malignant"}}}},
        {"ecoli", "Ecoli, protein localisation sites", uci("ecoli/"), kCcBy, {336, 0, 7, 8}, "",
         {uci_file("ecoli/ecoli.data",
                   "a216ca66852291afddf9a93342ab7157ab45f1a7bd1e6bf3dc7fc4ebfa540f83", 19489)},
         blanks({.skip = {"0"}}),
         {.label = "last column, eight sites",
          .labels = {.tokens = {"cp", "im", "pp", "imU", "om", "omL", "imL", "imS"}}}},
        {"heart", "Heart (Statlog)", uci("statlog/heart/"), kCcBy, {270, 0, 13, 2}, "",
         {plain_file("heart/heart.dat", uci("statlog/heart/heart.dat"),
                     "f5f3b4204c285bafadd85cb735f38b47689f2be7047feb172dcbeab648110bf9", 16461)},
         blanks(), {.label = "last column; positive 2 (present)",
                    .labels = {.tokens = {"1", "2"}, .names = {"absent", "present"}}}},
        {"heart-cleveland", "Heart disease, Cleveland", uci("heart-disease/"), kCcBy, {303, 0, 13, 5}, "",
         {plain_file("heart/processed.cleveland.data", uci("heart-disease/processed.cleveland.data"),
                     "a74b7efa387bc9d108d7d0115d831fe9b414b29ae7124f331b622b4efa0427c8", 18461)},
         commas({.missing = {"?"}}), {.label = "last column, 0..4", .labels = {.tokens = digit_names(5)}}},
        {"ionosphere", "Ionosphere, radar returns", uci("ionosphere/"), kCcBy, {351, 0, 34, 2}, "",
         {uci_file("ionosphere/ionosphere.data",
                   "46d52186b84e20be52918adb93e8fb9926b34795ff7504c24350ae0616a04bbd", 76467)},
         commas(), {.label = "last column; positive g (good)", .labels = {.tokens = {"b", "g"}}}},
        {"sonar", "Sonar, mines and rocks", uci("undocumented/connectionist-bench/sonar/"), kCcBy,
         {208, 0, 60, 2}, "",
         {plain_file("sonar/sonar.all-data", uci("undocumented/connectionist-bench/sonar/sonar.all-data"),
                     "e90434cdbf00fcf93ffa911fe447ae25606979658e60f1d32e155c3b5240234d", 87776)},
         commas(), {.label = "last column; positive M (mine)", .labels = {.tokens = {"R", "M"}}}},
        {"waveform-uci", "Waveform, version 1, the file of the UCI repository", uci("waveform/"), kCcBy,
         {5000, 0, 21, 3}, "",
         {with_download(plain_file("waveform/waveform.data", "",
                                   "da332f3121943f586826f5d1b2cdd354548c59f71ddbf28c4d0c2eb623d7bfc3", 555497),
                        {uci("waveform/waveform.data.Z"), Packing::compress})},
         commas(), {.label = "last column, 0..2", .labels = {.tokens = digit_names(3)}}},
    };
}

// clang-format on

}  // namespace

CatalogueEntry mnist() {
    const auto file = [](const std::string& name, std::string packed, std::uint64_t packed_bytes,
                         std::string content, std::uint64_t bytes) {
        return gzip_file("mnist/" + name,
                         {"https://ossci-datasets.s3.amazonaws.com/mnist/" + name,
                          "http://yann.lecun.com/exdb/mnist/" + name},
                         std::move(packed), packed_bytes, std::move(content), bytes);
    };
    return images(
        "mnist", "MNIST handwritten digits, 28 x 28 grey values", "http://yann.lecun.com/exdb/mnist/",
        "CC BY-SA 3.0",
        {file("train-images-idx3-ubyte.gz",
              "440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609", 9912422,
              "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db", 47040016),
         file("train-labels-idx1-ubyte.gz",
              "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c", 28881,
              "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5", 60008),
         file("t10k-images-idx3-ubyte.gz", "8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6",
              1648877, "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7", 7840016),
         file("t10k-labels-idx1-ubyte.gz", "f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6",
              4542, "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2", 10008)},
        digit_names(10));
}

std::vector<CatalogueFile> whole_poker_files() {
    return {uci_file("poker/poker-hand-training-true.data",
                     "865e3ddab86a461d6d556ae339ca0c13b602d8be9088281abe8b2accd75a9f69", 588684),
            unverified_file("poker/poker-hand-testing.data", {uci("poker/poker-hand-testing.data")})};
}

CatalogueFile tenth_of_poker_file() {
    return gzip_file("poker/poker-hand-testing.first99999.data.gz", {},
                     "ba2c48e253c68429ba4c9aa44a81d0cc462952678658fd5a5a469eaf47e29c9b", 589632,
                     "b7b123c7b914fa5951331177810ac507e7494178f0e6288647c02c511432d1a9", 2353786);
}

std::vector<CatalogueEntry> benchmark_sets() {
    std::vector<CatalogueEntry> entries{mnist(), mnist10k(), fashion_mnist()};
    for (PublicSet& set : table())
        entries.push_back(entry_of(std::move(set)));
    return entries;
}

}  // namespace reboost::data
