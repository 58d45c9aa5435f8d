/// The sets of abc2010's Table 1 that are made from others: Poker525k, Poker275k (and Poker25k for everyday),
/// M-Image. Mnist10k and Covertype stand with the sets they are parts of.
#include "core/checksum.hpp"
#include "core/error.hpp"
#include "data/catalogue/entries.hpp"
#include "data/generators/digits_on_patches.hpp"
#include "data/generators/poker.hpp"
#include "data/prepare/splits.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace reboost::data {
namespace {

constexpr std::int64_t kTrainingFile = 25010;

/// Rows of UCI's test file: the first `to_training` train, `test` rows from `test_begin` on test.
struct PokerParts {
    std::int64_t to_training = 0, test_begin = 0, test = 0;
};

Dataset rows_between(const Dataset& dataset, std::int64_t begin, std::int64_t count) {
    return dataset.subset(row_range(static_cast<std::size_t>(begin), static_cast<std::size_t>(count)));
}

Split load_poker(const LoadRequest& request, const PokerParts& parts) {
    const Split files = table_loader({.labels = {.tokens = digit_names(10)}})(request);
    const auto there = static_cast<std::int64_t>(files.test.rows());
    const std::int64_t needed = parts.test_begin + parts.test;
    if (there < needed)
        throw DataError(request.file(1).path, 0, 0,
                        fmt::format("{} rows, '{}' needs at least {}", there, request.entry.name, needed));
    Split split;
    split.train = one_hot_suits(parts.to_training > 0
                                    ? joined(files.train, rows_between(files.test, 0, parts.to_training))
                                    : files.train);
    split.test = one_hot_suits(rows_between(files.test, parts.test_begin, parts.test));
    return split;
}

CatalogueEntry poker_entry(std::string name, std::string title, const PokerParts& parts,
                           std::string split_rule) {
    return {.name = std::move(name),
            .title = std::move(title),
            .source = uci("poker/"),
            .licence = kCcBy,
            .shape = {kTrainingFile + parts.to_training, parts.test, 25, 10},
            .split_rule = std::move(split_rule),
            .label = "last column, 0..9"};
}

/// The test file in whole; where `tenth_suffices` its first 99,999 rows do, too.
CatalogueEntry poker_from_files(const std::string& name, const PokerParts& parts,
                                const std::string& split_rule, bool tenth_suffices) {
    CatalogueEntry entry =
        poker_entry(name, "poker hands, suits one-hot, ranks as numbers (abc2010)", parts, split_rule);
    entry.files = whole_poker_files();
    if (tenth_suffices) entry.files[1].packed = tenth_of_poker_file().packed;
    entry.stand_in = name + "-dealt";
    entry.load = from_files([parts](const LoadRequest& request) { return load_poker(request, parts); });
    return entry;
}

/// The same sizes, hands dealt by the rules; the first 25,010 as UCI's training file, the others evenly.
CatalogueEntry poker_dealt(const std::string& name, const PokerParts& parts) {
    CatalogueEntry entry =
        poker_entry(name + "-dealt", fmt::format("poker hands of {}'s sizes, dealt by the rules", name),
                    parts, "training and test rows from streams of dataset.seed");
    entry.note = fmt::format("stand-in for {}: other hands, drawn from the same rule", name);
    entry.licence = "";
    entry.seeded = entry.sized = true;
    entry.load = from_rule([](const LoadRequest& request) {
        const auto seed = static_cast<std::uint64_t>(request.spec.seed);
        const std::size_t rows = chosen(request.spec.rows, request.entry.shape.train_rows);
        const std::size_t first = std::min<std::size_t>(rows, kTrainingFile);
        Rng training(seed, "data:poker:training file"), test(seed, "data:poker:test file");
        Split split;
        split.train = draw_poker_training(first, training, true);
        if (rows > first) split.train = joined(split.train, draw_poker_hands(rows - first, training, true));
        split.test =
            draw_poker_hands(chosen(request.spec.test_rows, request.entry.shape.test_rows), test, true);
        return split;
    });
    return as_stand_in(std::move(entry));
}

/// Sizes of abc2010's Table 1: 10,000 training and 2,000 validation rows of Larochelle et al. together.
CatalogueEntry m_image() {
    const auto file = [](const std::string& name) {
        return unverified_file("m-image/" + name,
                               {"http://www.iro.umontreal.ca/~lisa/icml2007data/mnist_background_images.zip",
                                Packing::zip, name});
    };
    return entry_of({"m-image",
                     "MNIST digits on background images (Larochelle et al. 2007)",
                     "http://www.iro.umontreal.ca/~lisa/twiki/bin/view.cgi/Public/MnistVariations",
                     "none stated",
                     {12000, 50000, 784, 10},
                     "",
                     {file("mnist_background_images_train.amat"), file("mnist_background_images_test.amat")},
                     {.delimiter = Delimiter::space, .header = Header::absent},
                     {.label = "last number of a line, 0..9",
                      .labels = {.tokens = digit_names(10)},
                      .stand_in = "m-image-digits"}});
}

CatalogueEntry m_image_digits() {
    CatalogueEntry entry = mnist();
    entry.name = "m-image-digits";
    entry.title = "MNIST digits on patches of synthetic natural images";
    entry.source = "generated from MNIST; the rule is stated in src/data/generators/digits_on_patches.hpp";
    entry.shape = {12000, 50000, 784, 10};
    entry.split_rule = "62,000 of MNIST's 70,000 images, drawn by dataset.seed";
    entry.note = "stand-in for m-image: dead leaves in place of photographs";
    entry.seeded = true;
    entry.stand_in = "m-image-like";
    entry.load = [load = entry.load](const LoadRequest& request) {
        const Split digits = load(request);
        Split split = draw_digits_on_patches(digits, static_cast<std::size_t>(request.entry.shape.train_rows),
                                             static_cast<std::size_t>(request.entry.shape.test_rows),
                                             static_cast<std::uint64_t>(request.spec.seed));
        split.provenance = {
            "generator",
            sha256_hex(fmt::format("digits on patches, revision {}, seed {}, of {}", kDigitsOnPatchesRevision,
                                   request.spec.seed, digits.provenance.sha256)),
            true, request.entry.note};
        return split;
    };
    return entry;
}

}  // namespace

std::vector<CatalogueEntry> abc_sets() {
    const PokerParts large{500000, 500000, 500000}, medium{250000, 500000, 500000}, small{0, 0, 99999};
    const std::string rest = "its last 500,000 rows test";
    return {poker_from_files("poker525k", large,
                             "training file and the test file's first 500,000 rows train, " + rest, false),
            poker_from_files("poker275k", medium,
                             "training file and the test file's first 250,000 rows train, " + rest, false),
            poker_from_files("poker25k", small,
                             "training file trains, the test file's first 99,999 rows test", true),
            poker_dealt("poker525k", large),
            poker_dealt("poker275k", medium),
            poker_dealt("poker25k", small),
            m_image(),
            m_image_digits()};
}

}  // namespace reboost::data
