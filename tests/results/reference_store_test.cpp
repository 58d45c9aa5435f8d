/// Reference files: every number comes back to the last bit, equal content is equal bytes, no damage passes.
#include "results/reference_store.hpp"

#include "core/error.hpp"
#include "results/atomic_file.hpp"
#include "results/hdf5_archive.hpp"
#include "results/scratch.hpp"

#include <bit>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <thread>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::results;

namespace {

/// Two runs, of 300 test rows and of none.
ReferenceFile some_runs() {
    ReferenceFile file{"opt2009", {}};
    StoredReference a{"a1", Value::object(), {}}, b{"b2", Value::object(), {}};
    a.document.set("attributes", Value::object().set("test_rows", 300).set("classes", 26));
    b.document.set("attributes", Value::object());
    for (int i = 1; i <= 200; ++i) {
        a.arrays["kept/round"].push_back(i);
        a.arrays["kept/test_error"].push_back(i / 300.0);
        a.arrays["train/hamming_loss"].push_back(i / (300.0 * 26));
        a.arrays["kept/log_exponential_loss"].push_back(-std::sqrt(i));
        b.arrays["kept/round"].push_back(3.0 * i);
        b.arrays["kept/test_error"].push_back(1.0 / i);
        b.arrays["kept/train_cpu_seconds"].push_back(i / 8.0);
    }
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    b.arrays["odd"] = {-0.0, std::nan(""), kInfinity, -kInfinity, 5e-324, 1e300, 9007199254740993.0};
    b.arrays["zeros"] = {0.0, -0.0};
    b.arrays["none"] = {};
    file.runs = {a, b};
    return file;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
        return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
    });
}

/// What reading says of a file whose arrays `change` has changed, with a seal that fits.
std::string store_complaint(const std::function<void(Archive&)>& change) {
    test::ScratchFolder folder;
    const auto path = folder.path() / "opt2009.h5";
    write_reference_file(folder.path(), some_runs());
    Hdf5Content content = read_unproven(path, {true, {}, {"runs", "arrays"}, {}});
    change(content.arrays);
    write_file_atomically(path, to_sealed(content, {"reference", "opt2009"}));
    const ReferenceFolder read = read_reference_folder(folder.path(), ReferenceParts::everything);
    return read.damaged.empty() ? "nothing" : read.damaged.front();
}

using Numbers = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("a sealed reference file whose parts do not fit is named, and nothing of it used") {
    using Catch::Contains;
    CHECK(store_complaint([](Archive&) {}) == "nothing");
    constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::lowest();
    CHECK_THAT(store_complaint([](Archive& a) {
                   const std::int64_t first = a.get<std::int64_t>("runs/text_end").front();
                   a.put("runs/text_end", Numbers{first, kLeast});
               }),
               Contains("opt2009.h5") && Contains("ends before it begins"));
    CHECK_THAT(store_complaint([](Archive& a) {
                   a.put("runs/text_end", Numbers{1, 1'000'000});
               }),
               Contains("opt2009.h5"));
    // The first run's 200 counts also as the second's, or as its own once more.
    const auto index = [](Numbers rows) {
        for (std::size_t i = rows.size(); i-- > 4;)
            rows[i] -= rows[i - 4];
        return store_complaint([&](Archive& a) { a.put("arrays/kept/round/index", rows); });
    };
    CHECK(index({0, 0, 200, 1, 1, 200, 200, 1}) == "nothing");
    CHECK_THAT(index({0, 0, 200, 1, 1, 0, 200, 1}), Contains("opt2009.h5") && Contains("one after another"));
    CHECK_THAT(index({0, 0, 200, 1, 0, 200, 200, 1}), Contains("twice"));
    CHECK_THAT(index({0, 0, 401, 1}), Contains("lies outside"));
    CHECK_THAT(index({2, 0, 200, 1}), Contains("does not have"));
    CHECK_THAT(index({0, 0, kLeast, 1}), Contains("lies outside"));
    CHECK_THAT(index({0, 0, 200, -2}), Contains("divisor below"));
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    CHECK_THAT(
        store_complaint([](Archive& a) { a.put("arrays/kept/round/count_steps", Numbers(400, kMost - 1)); }),
        Contains("opt2009.h5") && Contains("beyond any count"));
    CHECK_THAT(store_complaint([&](Archive& a) { a.put("arrays/kept/round/index", Numbers(8, kMost)); }),
               Contains("opt2009.h5") && Contains("beyond any count"));
    for (const std::int64_t step : {std::int64_t{1}, std::int64_t{1} << 31})  // −1 and 2^30
        CHECK_THAT(store_complaint([&](Archive& a) {
                       a.put("arrays/kept/train_cpu_seconds/short_steps", Numbers(200, step));
                   }),
                   Contains("opt2009.h5") && Contains("more than 30 bits"));
}

TEST_CASE("counts and numbers of five digits are stored as steps, and like runs stand beside each other") {
    test::ScratchFolder folder;
    ReferenceFile file = some_runs();
    file.runs.push_back({"c3", file.runs.front().document, {}});
    write_reference_file(folder.path(), file);
    const Hdf5Content content =
        read_unproven(folder.path() / "opt2009.h5", {true, {}, {"runs", "arrays"}, {}});
    const auto numbers = [&](const std::string& name) {
        return content.arrays.get<std::int64_t>("arrays/" + name);
    };
    // Run 0 is a1, run 1 c3, run 2 b2.
    CHECK(numbers("kept/test_error/index") == Numbers{0, 0, 200, 300, 2, 0, 0, -300});
    CHECK(numbers("kept/test_error/count_steps") == Numbers(200, 2));  // 1 each time
    Numbers rounds(200, 2);
    rounds.insert(rounds.end(), 200, 6);
    CHECK(numbers("kept/round/count_steps") == rounds);
    CHECK(numbers("kept/train_cpu_seconds/index") == Numbers{2, 0, 200, -1});
    CHECK(numbers("kept/train_cpu_seconds/short_steps").size() == 200);
    CHECK_FALSE(content.arrays.contains("arrays/kept/train_cpu_seconds/values"));
    CHECK(content.arrays.get<double>("arrays/kept/test_error/values").size() == 200);
    const ReferenceFile back = read_reference_file(folder.path() / "opt2009.h5", ReferenceParts::documents);
    REQUIRE(back.runs.size() == 3);
    CHECK(back.runs[1].id == "b2");
}

TEST_CASE("reference files of the formats before are read") {
    test::ScratchFolder folder;
    const auto path = folder.path() / "opt2009.h5";
    const ReferenceFile expected = some_runs();
    write_reference_file(folder.path(), expected);
    const Hdf5Content content = read_unproven(path, {true, {}, {"runs"}, {}});
    Hdf5Content before;
    for (const char* name : {"runs/text", "runs/text_end"})
        before.arrays.put_array(name, content.arrays.find(name));
    Numbers steps(200, 1), falling;
    steps.insert(steps.end(), 200, 3);
    std::vector<double> errors;
    for (int i = 1; i <= 200; ++i) {
        falling.push_back(-i);
        errors.push_back(1.0 / i);
    }
    before.arrays.put("arrays/kept/round/steps", steps);
    before.arrays.put_shaped("arrays/kept/round/index", Numbers{0, 0, 200, 1, 1, 200, 200, 1}, {2, 4});
    before.arrays.put("arrays/falling/counts", falling);
    before.arrays.put_shaped("arrays/falling/index", Numbers{1, 0, 200, 2}, {1, 4});
    before.arrays.put("arrays/kept/test_error/values", errors);
    before.arrays.put_shaped("arrays/kept/test_error/index", Numbers{1, 0, 200, 0}, {1, 4});
    const auto read = [&](int format) {
        before.attributes.set("format", format);
        write_file_atomically(path, to_sealed(before, {"reference", "opt2009"}));
        return read_reference_file(path, ReferenceParts::everything);
    };
    for (const int format : {2, 3}) {
        const ReferenceFile back = read(format);
        for (std::size_t i = 0; i < 2; ++i)
            CHECK(same_bits(back.runs[i].arrays.at("kept/round"), expected.runs[i].arrays.at("kept/round")));
        CHECK(same_bits(back.runs[1].arrays.at("kept/test_error"), errors));
        CHECK(back.runs[1].arrays.at("falling").at(2) == -1.5);
    }
    CHECK_THROWS_WITH(read(5), Catch::Contains("its format is 5; this program knows 2 to 4"));
}

TEST_CASE("a reference file gives back every number to the last bit") {
    test::ScratchFolder folder;
    const ReferenceFile file = some_runs();
    write_reference_file(folder.path(), file);
    const ReferenceFile back = read_reference_file(folder.path() / "opt2009.h5", ReferenceParts::everything);
    CHECK(back.paper == "opt2009");
    REQUIRE(back.runs.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(back.runs[i].id == file.runs[i].id);
        CHECK(to_json(back.runs[i].document) == to_json(file.runs[i].document));
        REQUIRE(back.runs[i].arrays.size() == file.runs[i].arrays.size());
        for (const auto& [name, values] : file.runs[i].arrays) {
            INFO(name);
            CHECK(same_bits(back.runs[i].arrays.at(name), values));
        }
    }
    CHECK(read_reference_file(folder.path() / "opt2009.h5", ReferenceParts::documents)
              .runs.front()
              .arrays.empty());
}

TEST_CASE("equal reference results are equal bytes") {
    test::ScratchFolder folder;
    write_reference_file(folder.path(), some_runs());
    const auto first = read_whole_file(folder.path() / "opt2009.h5");
    std::filesystem::remove(folder.path() / "opt2009.h5");
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // HDF5 notes the second of writing
    write_reference_file(folder.path(), some_runs());
    CHECK((read_whole_file(folder.path() / "opt2009.h5") == first));
}

TEST_CASE("a damaged or exchanged reference file is named and nothing of it used") {
    test::ScratchFolder folder;
    write_reference_file(folder.path(), some_runs());
    const auto path = folder.path() / "opt2009.h5";
    const std::vector<std::byte> whole = read_whole_file(path);
    for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 60) {
        std::vector<std::byte> flipped = whole;
        flipped[at] ^= std::byte{16};
        write_file_atomically(path, flipped);
        const ReferenceFolder read = read_reference_folder(folder.path(), ReferenceParts::everything);
        CHECK(read.files.empty());
        REQUIRE(read.damaged.size() == 1);
        CHECK_THAT(read.damaged.front(), Catch::Contains("opt2009.h5"));
    }
    write_file_atomically(folder.path() / "kdd2009.h5", whole);  // another paper's content
    write_file_atomically(path, whole);
    const ReferenceFolder read = read_reference_folder(folder.path(), ReferenceParts::everything);
    CHECK(read.files.size() == 1);
    CHECK_THAT(read.damaged.front(), Catch::Contains("kdd2009.h5"));
    CHECK(read_reference_folder(folder.path() / "nowhere", ReferenceParts::documents).files.empty());
}
