// What runs cost on disk and in time.
#include "core/clock.hpp"
#include "core/rng.hpp"
#include "files/atomic_file.hpp"
#include "hdf5/file.hpp"
#include "results/scratch.hpp"
#include "results/store.hpp"

#include <cmath>
#include <iostream>

#include <H5Cpp.h>
#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::results;

namespace {

/// Curves that look like a run's: smooth sums, errors that are multiples of 1/3498, noisy edges.
RunRecord long_record(std::size_t rounds) {
    RunRecord record = test::sample_record(std::string(64, 'a'), rounds);
    Rng rng(1);
    std::vector<double> loss, seconds, error;
    std::vector<std::uint64_t> work;
    std::vector<std::int64_t> feature;
    for (std::size_t t = 1; t <= rounds; ++t) {
        loss.push_back(-0.01 * static_cast<double>(t) + 0.001 * rng.uniform());
        seconds.push_back(0.00025 * static_cast<double>(t) + 1e-6 * rng.uniform());
        error.push_back(std::round(3498 * (0.05 + 0.3 / std::sqrt(static_cast<double>(t)))) / 3498);
        work.push_back(119904 * t);
        feature.push_back(static_cast<std::int64_t>(rng.below(16)));
    }
    for (const char* name : {"log_exponential_loss", "alpha", "edge"})
        record.curves.put(name, loss);
    for (const char* name : {"train_cpu_seconds", "wall_seconds", "eval_seconds"})
        record.curves.put(name, seconds);
    for (const char* name : {"test_error", "hamming_loss"})
        record.curves.put(name, error);
    record.curves.put("work", work);
    record.curves.put("feature", feature);
    return record;
}

}  // namespace

TEST_CASE("arrays of some hundred bytes are compressed, shorter ones are not") {
    const auto bytes = [](std::size_t elements) {
        Archive arrays;
        arrays.put("constant", std::vector<double>(elements, 1.5));
        return hdf5::to_image(arrays).size();
    };
    CHECK(bytes(hdf5::kFilterFrom / 8) < bytes(hdf5::kFilterFrom / 8 - 1));
    CHECK(bytes(100000) < 5000);
}

TEST_CASE("long arrays lie in chunks of half a MiB, shaped ones in chunks of whole rows") {
    Archive arrays;
    arrays.put("list", std::vector<double>(200'000, 1.5));
    arrays.put_shaped("table", std::vector<float>(600'000, 1.5F), {200'000, 3});
    arrays.put("short", std::vector<double>(1000));
    arrays.put("texts", std::vector<std::string>{"a"});
    const test::TemporaryFolder folder;
    const std::vector<std::byte> image = hdf5::to_image(arrays);
    CHECK(image == hdf5::to_image(arrays, 4));
    CHECK(image.capacity() >= image.size() + hdf5::kRoom);
    CHECK_FALSE(std::filesystem::exists("image-0"));  // none is ever written to a disk
    const std::string all[] = {"list", "table"};      // four MB
    CHECK(hdf5::File(image, "image").read(all).arrays().size() == 2);
    files::write_file_atomically(folder / "arrays.h5", image);
    const H5::H5File file((folder / "arrays.h5").string(), H5F_ACC_RDONLY);
    const auto chunk = [&](const char* name) {
        std::vector<hsize_t> extents(2);
        const H5::DSetCreatPropList layout = file.openDataSet(name).getCreatePlist();
        extents.resize(static_cast<std::size_t>(layout.getChunk(2, extents.data())));
        return extents;
    };
    CHECK(chunk("list") == std::vector<hsize_t>{(1 << 19) / 8});
    CHECK(chunk("table") == std::vector<hsize_t>{(1 << 19) / 12, 3});
    CHECK(chunk("short") == std::vector<hsize_t>{1000});
    CHECK(file.openDataSet("short").getCreatePlist().getNfilters() == 2);  // shuffled and deflated
    const H5::StrType text = file.openDataSet("texts").getStrType();
    CHECK(text.getCset() == H5T_CSET_UTF8);
    CHECK(text.getStrpad() == H5T_STR_NULLPAD);
}

TEST_CASE("an array in a group of its own takes less than half a KiB beside its values") {
    Archive arrays;
    for (int i = 0; i < 100; ++i)
        arrays.put(std::to_string(i) + "/zeros", std::vector<double>(1000));
    const std::vector<std::byte> bytes = hdf5::to_image(arrays);
    CHECK(bytes.size() < std::size_t{100} * 512);
    const std::string wanted[] = {"99"};
    CHECK(hdf5::File(bytes, "image").read(wanted).get<double>("99/zeros") == std::vector<double>(1000));
}

// It reports, and checks only that nothing is lost.
TEST_CASE("the size and the time of a long run's file", "[.slow]") {
    const test::TemporaryFolder folder;
    Store store(folder / "results");
    for (const std::size_t rounds : {100U, 9999U, 10000U, 100000U}) {
        const RunRecord record = long_record(rounds);
        const double before = system_clock().wall_seconds();
        store.write(record);
        const double written = system_clock().wall_seconds();
        CHECK(store.read(record.id).curves == record.curves);
        const double read = system_clock().wall_seconds();
        static_cast<void>(store.header(record.id));
        const double header = system_clock().wall_seconds();
        std::cout << rounds << " rounds, " << record.curves.arrays().size()
                  << " curves: " << std::filesystem::file_size(store.run_path(record.id))
                  << " bytes, written in " << 1e3 * (written - before) << " ms, read in "
                  << 1e3 * (read - written) << " ms, header in " << 1e3 * (header - read) << " ms\n";
    }
}
