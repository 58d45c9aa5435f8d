#include "data/load/load.hpp"

#include "core/error.hpp"
#include "data/binning.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/data_files.hpp"
#include "support/bin_split.hpp"
#include "support/load_split.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::data;
using Catch::Matchers::Contains;

namespace {

DatasetSpec named(const std::string& name) {
    DatasetSpec spec;
    spec.name = name;
    return spec;
}

void check_shape(const CatalogueEntry& entry, const Split& split, std::int64_t rows, std::int64_t test_rows) {
    INFO(entry.name);
    CHECK(split.train.name == entry.name);
    CHECK(static_cast<std::int64_t>(split.train.rows()) == rows);
    CHECK(static_cast<std::int64_t>(split.test.rows()) == test_rows);
    CHECK(static_cast<std::int64_t>(split.train.features()) == entry.shape.features);
    CHECK(split.test.features() == split.train.features());
    CHECK(static_cast<std::int64_t>(split.train.labels.class_names.size()) == entry.shape.classes);
    CHECK(split.test.labels.class_names == split.train.labels.class_names);
    CHECK(split.train.labels.multi_label() == entry.multi_label);
    CHECK((split.validation.rows() > 0) == entry.own_validation);
    CHECK(split.train.labels.y.size() == split.train.rows() * split.train.labels.classes);
    CHECK(split.provenance.sha256.size() == 64);
    std::set<std::string> names;
    for (std::size_t j = 0; j < split.train.features(); ++j) {
        REQUIRE(split.train.columns[j].rows() == split.train.rows());
        REQUIRE(split.test.columns[j].rows() == split.test.rows());
        REQUIRE(split.train.columns[j].name == split.test.columns[j].name);
        names.insert(split.train.columns[j].name);
    }
    CHECK(names.size() == split.train.features());
}

/// Missing values compare equal.
std::vector<std::string> texts(const Column& column) {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < column.rows(); ++i)
        all.push_back(std::to_string(column.at(i)));
    return all;
}

/// A sum that a change of any value or label changes.
double weighted_sum(const Dataset& data) {
    double sum = 0;
    for (std::size_t j = 0; j < data.features(); ++j)
        for (std::size_t i = 0; i < data.rows(); ++i)
            if (const double value = data.columns[j].at(i); std::isfinite(value))
                sum += value * static_cast<double>(1 + (7 * i + 13 * j) % 101);
    for (std::size_t k = 0; k < data.labels.y.size(); ++k)
        sum += data.labels.y[k] * static_cast<double>(1 + k % 89);
    return sum;
}

/// Of the training and the test rows that the test below draws. Logarithms and powers are the C library's.
const std::map<std::string, std::pair<double, double>> kGeneratedSums{
    {"poker525k-dealt", {331118, 88607}},
    {"poker275k-dealt", {331118, 88607}},
    {"poker25k-dealt", {331118, 88607}},
    {"orange-like-churn", {17680560.816717423, 5003655.465008736}},
    {"orange-like-appetency", {17679438.816717423, 5003489.465008736}},
    {"orange-like-upselling", {17680084.816717423, 5003793.465008736}},
    {"orange-like", {17663770.816717423, 4999560.465008736}},
    {"orange-small-like-churn", {18302571.967361838, 5187934.069325037}},
    {"orange-small-like-appetency", {18301449.967361838, 5187768.069325037}},
    {"orange-small-like-upselling", {18302095.967361838, 5188072.069325037}},
    {"orange-small-like", {18285781.967361838, 5183839.069325037}},
    {"mixture-8", {30481122, 7548231}},
    {"mixture-16", {30672187, 7697775}},
    {"mixture-32", {30304979, 7597623}},
    {"mixture-64", {29900623, 7535253}},
    {"parity", {522730.5637066206, 122853.2928543631}},
    {"twonorm", {12381.916405034368, -80.65082473820075}},
    {"threenorm", {-2975.3427929230966, -152.26671677210834}},
    {"ringnorm", {27289.64477310516, 2952.1284489225363}},
    {"waveform", {361951.17872481723, 88547.68426576967}},
    {"tic-tac-toe", {242281, 122873}},
    {"balance-scale", {233670, 119079}},
    {"monks-1", {73431, 254059}},
    {"monks-2", {98485, 249487}},
    {"monks-3", {68724, 255567}},
    {"poker-hands", {417468, 99311}},
    {"poker-hands-onehot", {337300, 86948}},
    {"webscope-like", {607431731, 156518950}},
    {"mnist-like", {90126706, 21229325}},
    {"mnist10k-like", {90073752, 20542655}},
    {"m-image-like", {3932609.021216276, 983906.6041557291}},
    {"covertype-like", {68470009, 17113996}},
    {"usps-like", {-1800066.7849490237, -452344.81201190734}},
    {"pendigits-like", {8021119, 2012999}},
    {"letter-like", {1015448, 256202}},
    {"isolet-like", {-204949.20173771965, -53908.35152849287}},
};

}  // namespace

TEST_CASE("names in the catalogue are unique and every entry says what it is") {
    std::set<std::string> names;
    for (const CatalogueEntry& entry : catalogue()) {
        INFO(entry.name);
        CHECK(names.insert(entry.name).second);
        CHECK_FALSE(entry.title.empty());
        CHECK_FALSE(entry.source.empty());
        CHECK_FALSE(entry.split_rule.empty());
        CHECK_FALSE(entry.label.empty());
        CHECK(entry.generated() == entry.licence.empty());
        CHECK(entry.shape.classes >= 2);
        CHECK((entry.load || entry.open));
        for (const CatalogueFile& file : entry.files)
            CHECK((!file.sha256.empty() || file.packed || !file.downloads.empty()));
        const CatalogueEntry* last = &entry;  // stand-ins may have files and stand-ins of their own
        while (!last->stand_in.empty())
            last = &find_dataset(last->stand_in);
        CHECK((last->generated() || last == &entry));
        CHECK(last->multi_label == entry.multi_label);
        CHECK(last->own_validation == entry.own_validation);
    }
}

TEST_CASE("every generated set has the shape it states, and only its seed changes it") {
    for (const CatalogueEntry& entry : catalogue()) {
        if (!entry.generated()) continue;
        INFO(entry.name);
        DatasetSpec spec = named(entry.name);
        CatalogueEntry stated = entry;
        if (entry.sized)
            spec.rows = stated.shape.train_rows = 200, spec.test_rows = stated.shape.test_rows = 50;
        if (entry.any_width) spec.features = stated.shape.features = 60;
        const Split split = load_split(spec, {});
        check_shape(stated, split, stated.shape.train_rows, stated.shape.test_rows);
        CHECK(split.provenance.source == "generator");
        if (const auto known = kGeneratedSums.find(entry.name); known != kGeneratedSums.end()) {
            CHECK(weighted_sum(split.train) == Approx(known->second.first).epsilon(1e-9));
            CHECK(weighted_sum(split.test) == Approx(known->second.second).epsilon(1e-9));
        }
        const Split again = load_split(spec, {});
        CHECK(again.train.labels.y == split.train.labels.y);
        CHECK(texts(again.train.columns[0]) == texts(split.train.columns[0]));
        CHECK(again.provenance.sha256 == split.provenance.sha256);
        spec.seed = 2;
        const Split other = load_split(spec, {});
        CHECK(depends_on_seed(spec) == entry.seeded);
        CHECK((other.train.labels.y != split.train.labels.y) == entry.seeded);
        CHECK((other.provenance.sha256 != split.provenance.sha256) == entry.seeded);
    }
}

TEST_CASE("every set of files at hand has the shape it states") {
    for (const CatalogueEntry& entry : catalogue()) {
        if (entry.generated() || entry.shape.train_rows + entry.shape.test_rows > 60000 || !have(entry.name))
            continue;
        const Split split = load_split(named(entry.name), real_data());
        check_shape(entry, split, entry.shape.train_rows, entry.shape.test_rows);
        CHECK(split.provenance.source == "files");
        CHECK_FALSE(split.provenance.stand_in);
    }
}

TEST_CASE("large sets of files at hand have the shape they state", "[.slow]") {
    for (const CatalogueEntry& entry : catalogue()) {
        if (entry.generated() || entry.shape.train_rows + entry.shape.test_rows <= 60000 || !have(entry.name))
            continue;
        check_shape(entry, load_split(named(entry.name), real_data()), entry.shape.train_rows,
                    entry.shape.test_rows);
    }
}

TEST_CASE("classes of the real sets are as many as their documentation says") {
    const std::map<std::string, std::vector<std::size_t>> published{
        {"sonar", {97, 111}},
        {"ionosphere", {126, 225}},
        {"heart", {150, 120}},
        {"heart-cleveland", {164, 55, 36, 35, 13}},
        {"breast-cancer-wisconsin", {458, 241}},
        {"ecoli", {143, 77, 52, 35, 20, 5, 2, 2}},
        {"waveform-uci", {1657, 1647, 1696}},
        {"splice", {767, 768, 1655}},
    };
    for (const auto& [name, counts] : published) {
        if (!have(name)) continue;
        INFO(name);
        const Split split = load_split(named(name), real_data());
        std::vector<std::size_t> found(split.train.labels.class_names.size());
        for (const Dataset* part : {&split.train, &split.test})
            for (const std::int32_t c : part->labels.class_of_row)
                ++found[static_cast<std::size_t>(c)];
        CHECK(found == counts);
    }
}

TEST_CASE("the first row of letter is a T with the published values") {
    if (!have("letter")) return;
    const Split split = load_split(named("letter"), real_data());
    CHECK(split.train.labels.class_names[static_cast<std::size_t>(split.train.labels.class_of_row[0])] ==
          "T");
    CHECK(split.train.columns[0].at(0) == 2);
    CHECK(split.train.columns[1].at(0) == 8);
    CHECK(split.train.columns[15].at(0) == 8);
}

TEST_CASE("a set that is not at hand is refused with the command that fetches it") {
    const TemporaryFolder folder;
    CHECK_THROWS_WITH(load_split(named("pendigits"), folder.root()),
                      Contains("reboost data fetch pendigits") && Contains("pendigits.tra"));
    CHECK_THROWS_AS(load_split(named("pendigits"), folder.root()), UsageError);
    CHECK_FALSE(available("pendigits", folder.root()));
    CHECK(available("parity", folder.root()));
}

TEST_CASE("a stand-in is used only where the spec allows it, and is marked") {
    const TemporaryFolder folder;
    DatasetSpec spec = named("pendigits");
    spec.stand_in = StandIn::if_missing;
    const Split split = load_split(spec, folder.root());
    CHECK(split.provenance.stand_in);
    CHECK_THAT(split.provenance.note, Contains("stand-in for pendigits"));
    CHECK(split.train.name == "pendigits");
    CHECK(split.train.rows() == 7494);
    CHECK(split.train.labels.classes == 10);
}

TEST_CASE("a file of the wrong size is refused") {
    const TemporaryFolder folder;
    folder.write("sonar/sonar.all-data", "0.1,0.2,R\n");
    CHECK_THROWS_WITH(load_split(named("sonar"), folder.root()), Contains("10 bytes, expected 87776"));
    CHECK_FALSE(available("sonar", folder.root()));
}

TEST_CASE("an unknown name points to the nearest one") {
    CHECK_THROWS_WITH(load_split(named("pendigit"), {}), Contains("pendigits"));
    CHECK_THROWS_AS(load_split(named("pendigit"), {}), UsageError);
}

TEST_CASE("a spec needs a name or a path, and no row counts where they cannot apply") {
    CHECK_THROWS_AS(load_split({}, {}), UsageError);
    DatasetSpec sized = named("monks-1");
    sized.rows = 10;
    CHECK_THROWS_WITH(load_split(sized, {}), Contains("fixed number of rows"));
}

TEST_CASE("seeded splits of a real set differ by seed and keep all rows") {
    if (!have("sonar")) return;
    DatasetSpec spec = named("sonar");
    const Split one = load_split(spec, real_data());
    spec.seed = 2;
    const Split two = load_split(spec, real_data());
    CHECK(one.train.columns[0].values != two.train.columns[0].values);
    const auto all = [](const Split& split) {
        std::multiset<float> values;
        for (const Dataset* part : {&split.train, &split.test})
            for (std::size_t i = 0; i < part->rows(); ++i)
                values.insert(part->columns[7].at(i));
        return values;
    };
    CHECK(all(one) == all(two));
}

TEST_CASE("MNIST is loaded as bytes and binned with a code a grey value") {
    if (!have("mnist")) return;
    Split split = load_split(named("mnist"), real_data());
    CHECK(split.train.labels.class_of_row[0] == 5);
    CHECK(split.test.labels.class_of_row[0] == 7);
    REQUIRE(std::holds_alternative<std::vector<std::uint8_t>>(split.train.columns[300].values));
    const BinnedSplit binned = testing::bin(std::move(split));
    std::uint64_t stored = 0;
    for (const BinnedColumn& column : binned.train.columns)
        stored += column.rows() - column.frequent_rows;
    // 19% of the grey values differ from their column's most frequent one.
    CHECK(static_cast<double>(stored) / (60000.0 * 784.0) == Approx(0.19).margin(0.005));
}
