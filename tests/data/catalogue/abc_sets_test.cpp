#include "core/error.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/catalogue/loaders.hpp"
#include "data/data_files.hpp"
#include "data/generators/generators.hpp"
#include "data/load/load.hpp"
#include "data/prepare/splits.hpp"
#include "support/load_split.hpp"

#include <cmath>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::data;
using Catch::Matchers::Contains;

namespace {

Column file_bytes(const std::string& name, std::vector<std::uint8_t> values) {
    return {name, ColumnKind::numeric, {}, std::move(values)};
}

/// Two hands: rows of (suit, rank) of five cards.
Dataset two_hands() {
    Dataset raw;
    for (int card = 0; card < 5; ++card) {
        raw.columns.push_back(file_bytes("S", {static_cast<std::uint8_t>(card % 4 + 1), 4}));
        raw.columns.push_back(file_bytes("C", {static_cast<std::uint8_t>(10 + card % 4), 1}));
    }
    raw.labels = Labels::from_classes({3, 0}, {"0", "1", "2", "3"});
    return raw;
}

/// MNIST in small: two black images of class 0, then a white one of class 1 as test part.
Split black_and_white() {
    const auto part = [](std::size_t rows, std::uint8_t grey, std::int32_t digit) {
        Dataset dataset;
        for (int j = 0; j < 784; ++j)
            dataset.columns.push_back(
                file_bytes("x" + std::to_string(j), std::vector<std::uint8_t>(rows, grey)));
        dataset.labels = Labels::from_classes(std::vector<std::int32_t>(rows, digit), {"0", "1", "2"});
        return dataset;
    };
    return {part(2, 0, 0), part(1, 255, 1), {}};
}

}  // namespace

TEST_CASE("a file of M-Image is read: numbers between blanks, the label last") {
    const TemporaryFolder folder;
    const auto read = [&](const std::string& text) {
        CatalogueEntry entry = find_dataset("m-image");
        for (CatalogueFile& file : entry.files)
            folder.write(file.path, text);
        const DataRoot root = folder.root();
        return entry.load({entry, {}, root}).test;
    };
    const Dataset rows = read("0.5 0.25  2.0000\n\n 1 0\t0\r\n0 1e-1 1");
    REQUIRE(rows.features() == 2);
    REQUIRE(rows.rows() == 3);
    CHECK(rows.columns[0].name == "x0");
    CHECK(rows.columns[0].at(0) == 0.5F);
    CHECK(rows.columns[1].at(2) == 0.1F);
    CHECK(rows.labels.class_of_row == std::vector<std::int32_t>{2, 0, 1});
    CHECK(rows.labels.class_names == numbered(10));
    CHECK_THROWS_WITH(read("1 2 0\n1 x 0\n"), Contains(".amat:2:3") && Contains("'x'"));
    CHECK_THROWS_WITH(read("1 2 0\n1 2\n"), Contains(".amat:2") && Contains("2 cells, expected 3"));
    CHECK_THROWS_WITH(read("1 2 10\n"), Contains(".amat:1") && Contains("label '10'"));
    CHECK_THROWS_WITH(read("1 2 0.5\n"), Contains("label '0.5'"));
    CHECK_THROWS_WITH(read("1 2 0\n1 nan 0\n"), Contains("'nan'"));
    CHECK_THROWS_WITH(read("1 2 0\n1 2,5 0\n"), Contains("'2,5'"));
    CHECK_THROWS_WITH(read("\n \n"), Contains("empty file"));
}

TEST_CASE("suits become four columns each, ranks stay numbers") {
    const Dataset wide = one_hot_suits(two_hands());
    REQUIRE(wide.features() == 25);
    CHECK(wide.columns[0].name == "S1=1");
    CHECK(wide.columns[9].name == "C2");
    for (std::size_t card = 0; card < 5; ++card) {
        for (std::size_t s = 0; s < 4; ++s) {
            CHECK(wide.columns[5 * card + s].at(0) == (s == card % 4 ? 1.0F : 0.0F));
            CHECK(wide.columns[5 * card + s].at(1) == (s == 3 ? 1.0F : 0.0F));
        }
        CHECK(wide.columns[5 * card + 4].at(0) == static_cast<float>(10 + card % 4));
    }
    CHECK(wide.labels.class_of_row == std::vector<std::int32_t>{3, 0});
    Dataset odd = two_hands();
    odd.columns[2] = file_bytes("S", {5, 1});
    CHECK_THROWS_WITH(one_hot_suits(odd), Contains("row 0: suit 5 of card 2"));
    odd.columns.pop_back();
    CHECK_THROWS_WITH(one_hot_suits(odd), Contains("9 columns, expected ten"));
}

TEST_CASE("rows are joined in order, bytes and floats to floats") {
    Dataset first = two_hands(), second = two_hands();
    second.columns[1].values = std::vector<float>{0.5F, 2.0F};
    const Dataset all = joined(first, second);
    REQUIRE(all.rows() == 4);
    CHECK(std::get<std::vector<float>>(all.columns[1].values) == std::vector<float>{10, 1, 0.5F, 2});
    CHECK(std::get<std::vector<std::uint8_t>>(all.columns[0].values) ==
          std::vector<std::uint8_t>{1, 4, 1, 4});
    CHECK(all.labels.class_of_row == std::vector<std::int32_t>{3, 0, 3, 0});
    second.columns.pop_back();
    CHECK_THROWS_WITH(joined(first, second), Contains("9 columns"));
}

TEST_CASE("Poker25k is UCI's training file and the beginning of its test file in 25 columns") {
    if (!have("poker25k") || !have("poker-part")) return;
    DatasetSpec spec;
    spec.name = "poker25k";
    const Split wide = load_split(spec, real_data());
    spec.name = "poker-part";
    const Split raw = load_split(spec, real_data());
    REQUIRE(wide.train.rows() == 25010);
    REQUIRE(wide.test.rows() == 99999);
    CHECK(wide.test.labels.class_of_row == raw.test.labels.class_of_row);
    for (std::size_t row = 0; row < raw.test.rows(); row += 1237)
        for (std::size_t card = 0; card < 5; ++card) {
            const auto suit = static_cast<std::size_t>(raw.test.columns[2 * card].at(row));
            CHECK(wide.test.columns[5 * card + suit - 1].at(row) == 1);
            CHECK(wide.test.columns[5 * card + 4].at(row) == raw.test.columns[2 * card + 1].at(row));
        }
}

TEST_CASE("a chain of stand-ins ends where rows can be had") {
    const TemporaryFolder nothing;
    const auto provider = [&](const std::string& name, const DataRoot& root) {
        return provider_of(find_dataset(name), root).name;
    };
    CHECK(provider("m-image", nothing.root()) == "m-image-like");
    CHECK(provider("covertype", nothing.root()) == "covertype-like");
    CHECK(provider("mnist10k", nothing.root()) == "mnist10k-like");
    CHECK(provider("poker525k", nothing.root()) == "poker525k-dealt");
    CHECK(provider("parity", nothing.root()) == "parity");
    if (available("mnist", real_data()) && !available("m-image", real_data()))
        CHECK(provider("m-image", real_data()) == "m-image-digits");
    DatasetSpec spec;
    spec.name = "covertype";
    spec.stand_in = StandIn::if_missing;
    if (!available("covertype-part", real_data()) || available("covertype", real_data())) return;
    const Split halves = load_split(spec, real_data());
    CHECK(halves.train.name == "covertype");
    CHECK(halves.provenance.stand_in);
    CHECK_THAT(halves.provenance.note, Contains("covertype-part") && Contains("92,962 of the 581,012 rows"));
}

TEST_CASE("digits on patches have the SHA-256 that a plan states without drawing them") {
    if (!have("mnist")) return;
    CatalogueEntry entry = find_dataset("m-image-digits");
    entry.shape.train_rows = 5;
    entry.shape.test_rows = 3;
    DatasetSpec spec;
    spec.name = entry.name;
    spec.seed = 7;
    const LoadRequest request{entry, spec, real_data()};
    const std::string of_seed_7 = entry.checksum(request);
    CHECK(entry.load(request).train.rows() == 5);
    CHECK(provenance_of(request).sha256 == of_seed_7);
    spec.seed = 8;
    CHECK(entry.checksum(request) != of_seed_7);
}

TEST_CASE("dead leaves are smooth inside and broken at edges, with a spectrum near 1/f^2") {
    Rng rng(5, "dead leaves");
    // Structure function: the mean square difference at distance d. White noise: the same at all distances;
    // spectrum 1/f^2: growing slowly (as log d).
    std::vector<double> squares(5, 0.0);
    const std::size_t side = 256;
    for (int image = 0; image < 4; ++image) {
        const GreyImage leaves = draw_dead_leaves(side, rng);
        for (std::size_t i = 0; i < squares.size(); ++i) {
            const std::size_t d = std::size_t{1} << i;
            for (std::size_t row = 0; row < side; ++row)
                for (std::size_t column = 0; column + d < side; ++column) {
                    const double step = leaves.at(row, column + d) - leaves.at(row, column);
                    squares[i] += step * step / static_cast<double>(4 * side * (side - d));
                }
        }
    }
    for (std::size_t i = 1; i < squares.size(); ++i) {
        CHECK(squares[i] > 1.05 * squares[i - 1]);
        CHECK(squares[i] < 2.0 * squares[i - 1]);  // a ramp or one edge alone would double it or more
    }
    CHECK(squares[0] < 0.3 * squares[4]);
}

TEST_CASE("dead leaves are drawn as they always were") {
    Rng rng(5, "small leaves");
    const GreyImage leaves = draw_dead_leaves(12, rng);
    double sum = 0, weighted = 0;
    for (std::size_t i = 0; i < leaves.pixels.size(); ++i) {
        sum += leaves.pixels[i];
        weighted += static_cast<double>(i) * leaves.pixels[i];
    }
    CHECK(sum == Approx(60.6999703795).epsilon(1e-6));
    CHECK(weighted == Approx(3926.9571521133).epsilon(1e-6));
}

TEST_CASE("digits lie on patches with texture: ink hides them, paper shows them") {
    const Split mnist = black_and_white();
    const Split split = draw_digits_on_patches(mnist, 2, 1, 7);
    REQUIRE(split.train.rows() == 2);
    REQUIRE(split.test.rows() == 1);
    for (const Dataset* part : {&split.train, &split.test})
        for (std::size_t row = 0; row < part->rows(); ++row) {
            double sum = 0, squares = 0;
            for (const Column& pixel : part->columns) {
                const double v = pixel.at(row);
                sum += v;
                squares += v * v;
                CHECK(std::abs(v * 255 - std::round(v * 255)) < 1e-4);
            }
            const double deviation = std::sqrt(std::max(0.0, squares / 784 - sum / 784 * (sum / 784)));
            if (part->labels.class_of_row[row] == 1) {
                CHECK(sum == 784);
            } else {
                CHECK(deviation > 0.095);
            }
        }
    double sum = 0, weighted = 0;  // drawn as they always were
    for (std::size_t j = 0; j < 784; ++j)
        for (const Dataset* part : {&split.train, &split.test})
            for (std::size_t row = 0; row < part->rows(); ++row) {
                sum += part->columns[j].at(row);
                weighted += static_cast<double>(j) * part->columns[j].at(row);
            }
    CHECK(sum == Approx(1663.2745364038).epsilon(1e-6));
    CHECK(weighted == Approx(669263.3862670604).epsilon(1e-6));
    const Split again = draw_digits_on_patches(mnist, 2, 1, 7),
                other = draw_digits_on_patches(mnist, 2, 1, 8);
    CHECK(again.train.columns[400].values == split.train.columns[400].values);
    CHECK(other.train.columns[400].values != split.train.columns[400].values);
    CHECK_THROWS_WITH(draw_digits_on_patches(mnist, 3, 1, 7),
                      Contains("3 + 1 images") && Contains("there are 3"));
}
