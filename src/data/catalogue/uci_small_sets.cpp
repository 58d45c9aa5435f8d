#include "data/catalogue/groups.hpp"
#include "data/catalogue/table_set.hpp"

namespace reboost::data {
namespace {

CatalogueEntry adult() {
    return {.name = "adult",
            .title = "Adult: does a person earn more than 50,000 dollars a year",
            .source = uci("adult/"),
            .licence = "CC BY 4.0",
            .shape = {.train_rows = 32561, .test_rows = 16281, .features = 14, .classes = 2},
            .split_rule = "files of their own",
            .label = "last column; positive >50K",
            .files = {uci_file("adult/adult.data",
                               "5b00264637dbfec36bdeaab5676b0b309ff9eb788d63554ca0a249491c86603d", 3974305),
                      uci_file("adult/adult.test",
                               "a2a9044bc167a35b2361efbabec64e89d69ce82d9790d2980119aac5fd7e9c05", 2003153)},
            .load = table_loader({.format = {.delimiter = Delimiter::comma,
                                             .header = Header::absent,
                                             .missing = {"?"},
                                             .comment = "|"},
                                  .labels = {.tokens = {"<=50K", ">50K"}, .strip = "."},
                                  .test_file = 1})};
}

TableRecipe census_income_recipe() {
    return {.format = {.delimiter = Delimiter::comma,
                       .header = Header::absent,
                       .missing = {"?"},
                       .nominal = {"2", "3", "36", "38", "40"},
                       .skip = {"24"}},
            .labels = {.tokens = {"- 50000", "50000+"}, .strip = "."}};
}

CatalogueEntry census_income() {
    TableRecipe recipe = census_income_recipe();
    recipe.test_file = 1;
    return {
        .name = "census-income",
        .title = "Census-Income (KDD)",
        .source = uci("census-income-mld/"),
        .licence = "CC BY 4.0",
        .shape = {.train_rows = 199523, .test_rows = 99762, .features = 40, .classes = 2},
        .split_rule = "files of their own",
        .label = "last column; positive 50000+",
        .note = "the instance weight is left out",
        .files = {unverified_file("census-income/census-income.data",
                                  {uci("census-income-mld/census-income.data.gz"), Packing::gzip}),
                  with_download(
                      gzip_file("census-income/census-income.test.gz", {},
                                "9d476164fbf1fdb9c79af8e567da35102f9309dbc1111740a63c07a437b0f034", 2993062,
                                "98402b1ab879573d0a7f38a699a40258080e25e33d3401e7bf9c96d3fa0fab8c", 51918813),
                      {uci("census-income-mld/census-income.test.gz"), Packing::gzip})},
        .load = table_loader(std::move(recipe))};
}

CatalogueEntry census_income_part() {
    CatalogueEntry entry = census_income();
    entry.name = "census-income-part";
    entry.title = "Census-Income (KDD), its test half split in two";
    entry.shape.train_rows = entry.shape.test_rows = 49881;
    entry.split_rule = "random halves of the test file by dataset.seed";
    entry.note = "only the 99,762 rows of the test file; the instance weight is left out";
    entry.files = {entry.files.back()};
    entry.seeded = true;
    TableRecipe recipe = census_income_recipe();
    recipe.drawn_rows = entry.shape.train_rows;
    entry.load = table_loader(std::move(recipe));
    return entry;
}

/// A set in one file: two thirds of its rows train, drawn by the seed. The caller says the rest.
CatalogueEntry two_thirds_drawn(CatalogueEntry entry, TableRecipe recipe) {
    recipe.drawn_rows = entry.shape.train_rows;
    entry.licence = "CC BY 4.0";
    entry.split_rule = "two thirds drawn by dataset.seed train";
    entry.seeded = true;
    entry.load = table_loader(std::move(recipe));
    return entry;
}

CatalogueEntry breast_cancer_wisconsin() {
    return two_thirds_drawn(
        {.name = "breast-cancer-wisconsin",
         .title = "Breast cancer Wisconsin (original)",
         .source = uci("breast-cancer-wisconsin/"),
         .shape = {.train_rows = 466, .test_rows = 233, .features = 9, .classes = 2},
         .label = "last column; positive 4 (malignant)",
         .files = {uci_file("breast-cancer-wisconsin/breast-cancer-wisconsin.data",
                            "402c585309c399237740f635ef9919dc512cca12cbeb20de5e563a4593f22b64", 19889)}},
        {.format = {.delimiter = Delimiter::comma, .header = Header::absent, .missing = {"?"}, .skip = {"0"}},
         .labels = {.tokens = {"2", "4"}, .names = {"benign", "malignant"}}});
}

CatalogueEntry ecoli() {
    return two_thirds_drawn(
        {.name = "ecoli",
         .title = "Ecoli, protein localisation sites",
         .source = uci("ecoli/"),
         .shape = {.train_rows = 224, .test_rows = 112, .features = 7, .classes = 8},
         .label = "last column, eight sites",
         .files = {uci_file("ecoli/ecoli.data",
                            "a216ca66852291afddf9a93342ab7157ab45f1a7bd1e6bf3dc7fc4ebfa540f83", 19489)}},
        {.format = {.delimiter = Delimiter::space, .header = Header::absent, .skip = {"0"}},
         .labels = {.tokens = {"cp", "im", "pp", "imU", "om", "omL", "imL", "imS"}}});
}

CatalogueEntry heart() {
    return two_thirds_drawn(
        {.name = "heart",
         .title = "Heart (Statlog)",
         .source = uci("statlog/heart/"),
         .shape = {.train_rows = 180, .test_rows = 90, .features = 13, .classes = 2},
         .label = "last column; positive 2 (present)",
         .files = {plain_file("heart/heart.dat", uci("statlog/heart/heart.dat"),
                              "f5f3b4204c285bafadd85cb735f38b47689f2be7047feb172dcbeab648110bf9", 16461)}},
        {.format = {.delimiter = Delimiter::space, .header = Header::absent},
         .labels = {.tokens = {"1", "2"}, .names = {"absent", "present"}}});
}

CatalogueEntry heart_cleveland() {
    return two_thirds_drawn(
        {.name = "heart-cleveland",
         .title = "Heart disease, Cleveland",
         .source = uci("heart-disease/"),
         .shape = {.train_rows = 202, .test_rows = 101, .features = 13, .classes = 5},
         .label = "last column, 0..4",
         .files = {plain_file("heart/processed.cleveland.data", uci("heart-disease/processed.cleveland.data"),
                              "a74b7efa387bc9d108d7d0115d831fe9b414b29ae7124f331b622b4efa0427c8", 18461)}},
        {.format = {.delimiter = Delimiter::comma, .header = Header::absent, .missing = {"?"}},
         .labels = {.tokens = digit_names(5)}});
}

CatalogueEntry ionosphere() {
    return two_thirds_drawn(
        {.name = "ionosphere",
         .title = "Ionosphere, radar returns",
         .source = uci("ionosphere/"),
         .shape = {.train_rows = 234, .test_rows = 117, .features = 34, .classes = 2},
         .label = "last column; positive g (good)",
         .files = {uci_file("ionosphere/ionosphere.data",
                            "46d52186b84e20be52918adb93e8fb9926b34795ff7504c24350ae0616a04bbd", 76467)}},
        {.labels = {.tokens = {"b", "g"}}});
}

CatalogueEntry sonar() {
    return two_thirds_drawn(
        {.name = "sonar",
         .title = "Sonar, mines and rocks",
         .source = uci("undocumented/connectionist-bench/sonar/"),
         .shape = {.train_rows = 138, .test_rows = 70, .features = 60, .classes = 2},
         .label = "last column; positive M (mine)",
         .files = {plain_file("sonar/sonar.all-data",
                              uci("undocumented/connectionist-bench/sonar/sonar.all-data"),
                              "e90434cdbf00fcf93ffa911fe447ae25606979658e60f1d32e155c3b5240234d", 87776)}},
        {.labels = {.tokens = {"R", "M"}}});
}

CatalogueEntry waveform_uci() {
    return two_thirds_drawn(
        {.name = "waveform-uci",
         .title = "Waveform, version 1, the file of the UCI repository",
         .source = uci("waveform/"),
         .shape = {.train_rows = 3333, .test_rows = 1667, .features = 21, .classes = 3},
         .label = "last column, 0..2",
         .files = {with_download(
             plain_file("waveform/waveform.data", "",
                        "da332f3121943f586826f5d1b2cdd354548c59f71ddbf28c4d0c2eb623d7bfc3", 555497),
             {uci("waveform/waveform.data.Z"), Packing::compress})}},
        {.labels = {.tokens = digit_names(3)}});
}

}  // namespace

std::vector<CatalogueEntry> uci_small_sets() {
    return {adult(), census_income(), census_income_part(), breast_cancer_wisconsin(),
            ecoli(), heart(),         heart_cleveland(),    ionosphere(),
            sonar(), waveform_uci()};
}

}  // namespace reboost::data
