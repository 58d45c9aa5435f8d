/// 34 further public sets, a few lines each. One loader reads them all.
#include "data/catalogue/groups.hpp"
#include "data/catalogue/table_set.hpp"

#include <fmt/format.h>

namespace reboost::data {
namespace {

/// A file of a repository at GitHub.
struct RepositoryFile {
    std::string folder;  ///< owner/repository/commit/ and what else several files share
    std::string path;    ///< below that folder; its last part is the file's name
    std::uint64_t bytes;
    std::string sha256;
    std::uint64_t packed_bytes = 0;  ///< of a gzip form that is read as it is; 0: there is none
    std::string packed_sha256{};

    std::string address() const { return "https://raw.githubusercontent.com/" + folder + path; }

    /// Without blanks, as it is stored.
    std::string name() const {
        std::string name = path.substr(path.rfind('/') + 1);
        const std::string blank = "%20";
        for (std::size_t at = name.find(blank); at != std::string::npos; at = name.find(blank))
            name.replace(at, blank.size(), "_");
        return name;
    }
};

struct FurtherSet {
    std::string name, title, source, licence;
    EntryShape shape;  ///< train_rows: of the first file
    TableFormat format;
    std::string note;
    std::vector<RepositoryFile> files;  ///< one, or a training and a test file
    Download uci{};                     ///< the same file at UCI
    FileFormat file_format = FileFormat::automatic;
};

CatalogueFile file_of(const FurtherSet& set, const RepositoryFile& file) {
    const std::string path = set.name + "/" + file.name();
    CatalogueFile made = file.packed_bytes == 0 ? plain_file(path, "", file.sha256, file.bytes)
                                                : gzip_file(path + ".gz", {}, file.packed_sha256,
                                                            file.packed_bytes, file.sha256, file.bytes);
    if (!set.uci.url.empty()) made.downloads.push_back(set.uci);
    return with_download(std::move(made), {file.address(), Packing::none, "", file.sha256});
}

std::string label_of(const FurtherSet& set) {
    if (set.file_format == FileFormat::libsvm) return "first number of a row";
    return set.format.label.empty() ? "last column" : fmt::format("column '{}'", set.format.label);
}

CatalogueEntry entry_of(const FurtherSet& set) {
    CatalogueEntry entry{.name = set.name,
                         .title = set.title,
                         .source = set.source,
                         .licence = set.licence,
                         .shape = set.shape,
                         .split_rule = "files of their own",
                         .label = label_of(set),
                         .note = set.note};
    for (const RepositoryFile& file : set.files)
        entry.files.push_back(file_of(set, file));
    TableRecipe recipe{
        .file_format = set.file_format, .format = set.format, .test_file = set.files.size() - 1};
    if (set.files.size() == 1) {
        recipe.drawn_rows = 2 * set.shape.train_rows / 3;
        entry.shape.test_rows = set.shape.train_rows - recipe.drawn_rows;
        entry.shape.train_rows = recipe.drawn_rows;
        entry.split_rule = "two thirds drawn by dataset.seed train";
        entry.seeded = true;
    }
    entry.load = table_loader(std::move(recipe));
    return entry;
}

const std::string kCcBy = "CC BY 4.0";
const std::string kOpenMl = "datasets/openml-datasets/33fdb1a80bb44d92180fba7af46ef0622d54e52b/data/";
const std::string kUciArff =
    "renatopp/arff-datasets/c59f172882592bb58982cc54d2d3c8a2b57e9b73/classification/";
const std::string kRdatasets = "vincentarelbundock/Rdatasets/1dcc2bf5f955cc1224a3e1307256e1fe86b68dae/csv/";
const std::string kGenes = "bmihaljevic/arffs/4160161a8412146b8c568ef550ee36c141cc84cf/";

}  // namespace

std::vector<CatalogueEntry> further_sets() {
    // clang-format off
    const FurtherSet sets[] = {
        {"semeion", "Semeion handwritten digits, 16 x 16 pixels of 0 and 1",
         "UCI Semeion Handwritten Digit; OpenML 1501", kCcBy, {1593, 0, 256, 10}, {.label = "Class"},
         "UCI's ten label columns are one here, as at OpenML",
         {{kOpenMl, "semeion/semeion.arff", 825064,
         "3a0bfdb44b8a11647d9ada08ceadac8523b220d880aff266d7321e605576246e", 41948,
         "41441758b057fd9e7833695e7693bfaa7438d5aed05aff49c0a3b60b7c68687b"}}},
        {"cnae-9", "CNAE-9, descriptions of companies as word counts", "UCI CNAE-9; OpenML 1468", kCcBy,
         {1080, 0, 856, 9}, {.header = Header::absent},
         "UCI has the label first, 1..9; here it is last, 0..8",
         {{"brwarne2/benchmarks/215e50b5ee7489cdd27a8d1d1dc00aa82f1b3788/", "cnae9.csv", 1852201,
         "e53cda80230fc8d8505232236eea6f32ea4696a0703974df999d6b4e63ccf335", 16579,
         "21d4e32f983edc074a4652db9ab60a9dde3019f2fc14ff6962a15db24157a127"}}},
        {"musk1", "Musk, version 1: conformations of molecules", "UCI Musk (Version 1)", kCcBy,
         {476, 0, 166, 2}, {.header = Header::absent, .skip = {"0", "1"}},
         "rows of one molecule lie in both parts of a split",
         {{"ctkakau/AIML426A1/2896a98cdf3b2f3b2ff09948d62a86efae65d07b/", "clean1.data", 328852,
         "59e3be669d645a72b2de7e7baa21e7d4e537be918e4320e8dea6aadc9227f379", 109580,
         "2fcd2aaf838bc95d6c99cba647234e3af61d37e52365988f807e3a4281d1cbe3"}},
         {uci("musk/clean1.data.Z"), Packing::compress}},
        {"dna", "DNA, splice junctions in 180 binary columns",
         "LIBSVM multi-class, dna (Statlog); OpenML 40670", "none stated", {2000, 1186, 180, 3}, {},
         "splice in another coding",
         {{"zpli0320/dataset/9d76c73bdf96dd61c1a47ebbcde19131fc1b574c/", "dna.scale", 501248,
         "f74937ccb8908628058ae1819d4d46c960ce64383f622c994d4f2e6e21026494", 69254,
         "2c5c280f3bd340cc77ad83cafd4a80508fada7b766cd4334fe4ab6afc5702a3e"},
         {"zpli0320/dataset/9d76c73bdf96dd61c1a47ebbcde19131fc1b574c/", "dna.scale.t", 293744,
         "d2eeed170e4e38ae2aba6aa4cd27a8ca4ecceb01a7751e8e509bb4e1a6bcef39", 41526,
         "829df53616f018f53bf39ce380a745444a16f2c5660fa38ceac1fed9158dae74"}}, {}, FileFormat::libsvm},
        {"hill-valley", "Hill-Valley, with noise: curves of 100 points", "UCI Hill-Valley; OpenML 1479",
         kCcBy, {1212, 0, 100, 2}, {.label = "Class"}, "training and test file together",
         {{kOpenMl, "hill-valley/hill-valley.arff", 838568,
         "1c703509ae640daa3a077890523c0b1da6941a97c3da0e02d14a10675838ff83", 353180,
         "caa999260fd783ba6da22d0aa2556c6b714114e8ff4476f577f9c122f96ef905"}}},
        {"arrhythmia", "Arrhythmia, electrocardiograms", "UCI Arrhythmia; OpenML 5", kCcBy,
         {452, 0, 279, 13}, {.label = "class"}, "",
         {{kUciArff, "arrhythmia.arff", 419145,
         "cf145317a39d4110dff2060f307de96bec7eb4f42a5c0efe25438682e8a5fcfc", 99626,
         "4f273e80832dd6971201f2b8a90adfdb0803af48123f73a2fbd3bdc6ade400cb"}}},
        {"fbis-wc", "FBIS, news of TREC-5 as word counts", "Han & Karypis 2000, TREC-5; OpenML 389", "public",
         {2463, 0, 2000, 17}, {.label = "CLASS_LABEL"}, "",
         {{kOpenMl, "fbis.wc/fbis.wc.arff", 2547687,
         "e59b031ef7940b40c569edfef73f8e55a7641cb51f36db2272bb84cf2281fc62", 783079,
         "a28e6eebfc37b9408f301c21dfee30a37e75e6266fe68d5362d1b37d519ff95a"}}},
        {"grants-test", "Grants: is an application to the University of Melbourne successful",
         "R package modeldata, grants_test; Kuhn & Johnson 2013", "MIT", {518, 0, 1502, 2},
         {.header = Header::present, .label = "class", .skip = {"rownames"}}, "only the applications of 2008",
         {{kRdatasets, "modeldata/grants_test.csv", 1589605,
         "6fd94507ce555a2de94b0ff6c015cf42f4627d3848df994fc0ebea368c3d7267", 29127,
         "cead3b53291f20a1f2f0b70ce5bf6054f95577c3ce90a00719c28e482452a4c2"}}},
        {"ad-data", "Alzheimer's disease by biomarkers",
         "R package modeldata, ad_data; Craig-Schapiro et al. 2011", "MIT", {333, 0, 130, 2},
         {.header = Header::present, .label = "Class", .skip = {"rownames"}}, "",
         {{kRdatasets, "modeldata/ad_data.csv", 799821,
         "3ab7fa44270561478bfbfd924cb502d50faf81563325d360d828680e208a39f0", 231990,
         "32310d3e953755ad21bab0113c6da52ef337904e119794e01e58f8ba2ce2fa02"}}},
        {"hepatic-injury", "Hepatic injury by drugs, structure and activity",
         "R package modeldata, hepatic_injury_qsar; Kuhn & Johnson 2013", "MIT", {281, 0, 376, 3},
         {.header = Header::present, .label = "class", .skip = {"rownames"}}, "",
         {{kRdatasets, "modeldata/hepatic_injury_qsar.csv", 235418,
         "417af70169b5fbfc1527f6a72354689cbce3d7639b7a87ae899da3f77e3f42a5", 31235,
         "9375642d1c0b040c5bd304947e29587271c1759d89f6c7d34496c1f05c4e14d1"}}},
        {"leukemia", "Leukemia, gene expression", "Golub et al. 1999", "none stated", {72, 0, 7129, 2},
         {.label = "CLASS"}, "training and test part together",
         {{kGenes, "leukemia.arff", 2307215,
         "8396b373df326ad9c473221ff66b13cc66111eae2c5f703e506ca5300e3dd830", 902500,
         "b14e378c2d8a62a147f8096f5d7492472ae5d33a73a5d122670f82cf71226099"}}},
        {"lymphoma", "Lymphoma, gene expression", "Alizadeh et al. 2000", "none stated", {96, 0, 4026, 9},
         {.label = "class"}, "",
         {{kGenes, "lymphoma.arff", 2155944,
         "4fa47b1e02e98406c2f8a0000db51f644fdabeeb53b50f44d617493d51ce73c4", 569972,
         "da6a9acfce8ee4f3bf3c38a4c4bd0c0c4349d049902493d8804b3b6fd824afc4"}}},
        {"srbct", "Small round blue cell tumours, gene expression", "Khan et al. 2001; GEMS", "none stated",
         {83, 0, 2308, 4}, {.label = "class"}, "",
         {{"lyceia/FS-DB/0a44bce1f84c64bcfd457cf4ecacdf504076912f/", "SRBCT.arff", 1384632,
         "7a52f82af270634fd500e4c096d705c289fcc530df33cfa5ee439ddfec4b3235", 490123,
         "5508ea6013d68e049b53a422750614c98dee446ae04df94b91ca78cc8a40a3a5"}}},
        {"tissue-gene-expression", "Tissues by gene expression, 500 genes",
         "R package dslabs, tissue_gene_expression", "Artistic-2.0", {189, 0, 500, 7},
         {.header = Header::present, .label = "y", .skip = {"rownames"}}, "",
         {{kRdatasets, "dslabs/tissue_gene_expression.csv", 1710744,
         "593d9fb18432ab3b277ce9c9cf2f519a3be99b35685cc681561019ed719cdf5a", 794984,
         "baab14d6c0e126e422ee80a6bf4760024580f63ea0e314b944dc85588de1db60"}}},
        {"spambase", "Spambase, electronic mail", "UCI Spambase; OpenML 44", kCcBy, {4601, 0, 57, 2},
         {.label = "class"}, "",
         {{kUciArff, "spambase.arff", 711677,
         "de045774b02909770aa52717398b1960258d2567669c35092e1d76f3c279b937", 124588,
         "c4451b4633c73791cb27632ebbd94b9d62531332fd8a1d2e802ad4b237d6a3ba"}}},
        {"libras", "Libras, movements of Brazilian sign language", "UCI Libras Movement", kCcBy,
         {360, 0, 90, 15}, {.header = Header::absent, .comment = "FIRST"}, "",
         {{"anton-patrushev/statistical-hypotheses/532afb778a12634feaa4c5989b9cff3838576072/",
         "data/movement_libras.data", 257360,
         "297590caa01f014afb86d7f2d9e9b60aed6043c6e8a89a9deb556f6df37b847d", 59613,
         "fcfcd4c9d786eb2ea38f3924b34a77aed7417af72f4560d8764958b9b6e4d2c4"}}},
        {"ozone-eighthr", "Ozone days, eight-hour peaks", "UCI Ozone Level Detection", kCcBy,
         {2534, 0, 72, 2}, {.header = Header::absent, .missing = {"?"}, .skip = {"0"}},
         "the date is left out; neighbouring days lie in both parts of a split",
         {{"totoff/ML_snippets/fd5fb235d2347915c8e8a04f951ebcb2de462256/", "eighthr.data", 818328,
         "0c10d1e216db3249c565e3ed5474302032067f6df0ea6fd49e6f06ec061f83a9", 250911,
         "16c5c1fbdf12021df32ed5d9661bc087916cb89738d832c7989528756928daa4"}}},
        {"phishing", "Phishing websites", "UCI Phishing Websites; OpenML 4534", kCcBy, {11055, 0, 30, 2},
         {.label = "Result"}, "about half of the rows are duplicates",
         {{"santoshchejarla/WebSecAsst/6d4d2626795a74878329586fff786224b5b457fd/", "Training%20Dataset.arff",
         800856, "0dfcd84ccdedca6e1be2ce26452c1f1089ac3f839b9a1b0ab1cdcf6d895f9a70", 59228,
         "ddd9bc01703e90f509dd47a75d2ac5e60caaf717c4b648392556b511f43b30c3"}}},
        {"qsar-biodeg", "QSAR biodegradation of chemicals", "UCI QSAR biodegradation; OpenML 1494", kCcBy,
         {1055, 0, 41, 2}, {.label = "Class"}, "",
         {{kOpenMl, "qsar-biodeg/qsar-biodeg.arff", 154166,
         "959bdf9d436405525d63b01c85d8d5f6f9d5f8ff90f9b1d163ef8b5d7255722c"}}},
        {"anneal", "Annealing of steel", "UCI Annealing; OpenML 2", kCcBy, {898, 0, 38, 5},
         {.label = "class"}, "missing values are a level '?'",
         {{kUciArff, "anneal.arff", 144394,
         "a16e95bc861035d3425861bae9681d1d3236158d692060967634c480c7c5bb2c"}}},
        {"soybean", "Soybean diseases, large", "UCI Soybean (Large); OpenML 42", kCcBy, {683, 0, 35, 19},
         {.label = "class"}, "training and test file together",
         {{kUciArff, "soybean.arff", 203753,
         "ac4ff538ba013ab74e4c2753fec3d2cbdd27d733469937047d3f1ec5be481adc", 9413,
         "ec757bb821a5005f9137fb0506545e1bdee3fa210d1640f6602376709db63750"}}},
        {"dermatology", "Dermatology, erythemato-squamous diseases", "UCI Dermatology; OpenML 35", kCcBy,
         {366, 0, 34, 6}, {.label = "class"}, "",
         {{kUciArff, "dermatology.arff", 32947,
         "0d1c4236e524b90cc570c7c545c2c01d4043a3bba9ca0824b838e919771025ad"}}},
        {"kr-vs-kp", "Chess, king and rook against king and pawn",
         "UCI Chess (King-Rook vs. King-Pawn); OpenML 3", kCcBy, {3196, 0, 36, 2}, {.label = "class"}, "",
         {{kUciArff, "kr.vs.kp.arff", 493338,
         "0788f4d5a19fe4f1e34094c629bb1ede677c826ae1d9b958313a1e2ed3459ffa", 15972,
         "7c2ea1dc69228cca9cfcf8131cbf0c9e668275a1416139f4471d728a91d4d6ec"}}},
        {"pc4", "PC4, defects in flight software",
         "NASA MDP PC4, original; Shepperd et al. 2013; OpenML 1049", "public", {1458, 0, 40, 2},
         {.label = "Defective"}, "NASA's first version, 40 metrics",
         {{"klainfo/NASADefectDataset/9a25ad697a4f3177ea541392e9ed21005d5f7aa1/", "OriginalData/MDP/PC4.arff",
         186860, "0915ae6cfc20dcb4a306b28fe28e056e4d827e5add8a12e3819c873af512c693"}}},
        {"cells", "Cells: is the image segmented well", "R package modeldata, cells; Hill et al. 2007", "MIT",
         {2019, 0, 56, 2}, {.header = Header::present, .label = "class", .skip = {"rownames", "case"}},
         "the authors' split is left out",
         {{kRdatasets, "modeldata/cells.csv", 1783029,
         "69d9aed0bd25f8614d622287ea49d3f18fc898e838b3bcefdf9dca52deb1e249", 844781,
         "8f838de18b8f3f3eb165688bf0bcda3c766dd7246862ec1b3bc08e2dbe4387aa"}}},
        {"polish-5year", "Polish companies, bankrupt within a year", "UCI Polish Companies Bankruptcy, 5year",
         kCcBy, {5910, 0, 64, 2}, {.label = "class"}, "",
         {{"macdonaldg23/CSCI230_final_project/2b0356ae989cd74faac6eb30c345d1ebe778555d/", "data/5year.arff",
         2899559, "e403fd559a71f2614a19260a63af215b30c787f5a661b52798c4ac4e0c1271ca", 1191809,
         "1e513693f60abab5613204574b65fd6e418dc1436bb45d49b96a0f6abe0b1a5d"}},
         {uci("00365/data.zip"), Packing::zip, "5year.arff"}},
        {"wisdm", "WISDM, activities by accelerometer",
         "WISDM Lab, Activity Prediction v1.1; Kwapisz et al. 2010", "free for research", {5418, 0, 43, 6},
         {.label = "class"}, "rows of one person lie in both parts of a split",
         {{"richddr/DataMining_FP/68f197e3eb411df3a5728d45aebf30f2d5b7ae24/",
         "WISDM_ar_v1.1_transformed.arff", 1162090,
         "5135b0b5378996cf5d291ffbf33e5d773d54da5c2e00ec08f344395775d52237", 273577,
         "de6d9078a815895f9144e58369a08b71ab168409e088487fdea7ba1ac8a2d5ea"}}},
        {"attrition", "Attrition of employees, invented by IBM", "R package modeldata, attrition; IBM Watson",
         "MIT", {1470, 0, 30, 2}, {.header = Header::present, .label = "Attrition", .skip = {"rownames"}}, "",
         {{kRdatasets, "modeldata/attrition.csv", 269147,
         "22db7ee590589479392aeb9f44b9e11ea8d9c2458cc0fd942e8c233d95393d4b", 49019,
         "595a8799cf195096bcec64e1aeadf406879e245a7943087c4700f0e588ae0665"}}},
        {"segment", "Image segmentation, outdoor scenes", "UCI Image Segmentation; OpenML 36", kCcBy,
         {2310, 0, 19, 7}, {.label = "class"}, "",
         {{kUciArff, "segment.arff", 308420,
         "fc99b13f74a51f0c2f94954bd3795dd023226f7b9dd18d5fb6d5c9944dec52e4", 93633,
         "e2392690f8acf3c9ec84f0967aeed927342a5cff0eb61de9859be4a0a492499d"}}},
        {"vehicle", "Vehicle silhouettes (Statlog)", "UCI Statlog (Vehicle Silhouettes); OpenML 54", kCcBy,
         {846, 0, 18, 4}, {.label = "Class"}, "",
         {{kUciArff, "vehicle.arff", 64896,
         "c815585534f9e8c51c6cbe535770891744f5883081709f3a36a58bd419ce0994"}}},
        {"wall-robot", "Wall-following robot, 24 ultrasound sensors",
         "UCI Wall-Following Robot Navigation Data; OpenML 1497", kCcBy, {5456, 0, 24, 4}, {.label = "Class"},
         "neighbouring readings lie in both parts of a split",
         {{kOpenMl, "wall-robot-navigation/wall-robot-navigation.arff", 712551,
         "a7facd7720353055e1ef0af024448e002c551d0fd5defe0fc651661b7c187b3b", 222585,
         "e014ebaa88394b4cf386d1a9888495d33b1221e7d2f457279fda68236b678f34"}}},
        {"credit-g", "German credit (Statlog)", "UCI Statlog (German Credit Data); OpenML 31", kCcBy,
         {1000, 0, 20, 2}, {.label = "class"}, "",
         {{kUciArff, "credit.g.arff", 163550,
         "177171ed80cfc816ef10a76813fa8f97695a6f7abab4d8435eb6ce0a65a37501"}}},
        {"bank-additional", "Bank marketing: is a deposit subscribed, a tenth of the rows",
         "UCI Bank Marketing, bank-additional.csv", kCcBy, {4119, 0, 20, 2},
         {.delimiter = Delimiter::semicolon, .header = Header::present, .label = "y"},
         "\"unknown\" is a level; the call's duration tells much of the label",
         {{"justmarkham/DAT8/ff04af83e8ac1409cd86f3cb3524e4141644c5a1/", "data/bank-additional.csv", 579778,
         "e71826c3e6d8bd64097ca3ff6230bf60eec5d4b1eb157607a8d54958220854e8", 54089,
         "3bc3ec77a2c07ed2fbe1de5c24fa0ecef4f1488476eceadf2653ec7eb96fae8d"}}},
        {"winequality-white", "Wine quality, white, by physicochemical tests", "UCI Wine Quality", kCcBy,
         {4898, 0, 11, 7}, {.delimiter = Delimiter::semicolon, .header = Header::present, .label = "quality"},
         "",
         {{"dia1128/MulticlassDatasets/b9c25c91e2efb9e15c1b014ba0da540ff76f0bed/", "winequality-white.csv",
         264426, "76c3f809815c17c07212622f776311faeb31e87610d52c26d87d6e361b169836", 66764,
         "e8c0d415c62c994b21fdce86747c5088c0900d1b14524b86dab1e290f5a72bb5"}},
         {uci("wine-quality/winequality-white.csv")}},
    };
    // clang-format on
    std::vector<CatalogueEntry> entries;
    for (const FurtherSet& set : sets)
        entries.push_back(entry_of(set));
    return entries;
}

}  // namespace reboost::data
