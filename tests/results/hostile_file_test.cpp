/// Files of strangers: what HDF5 would follow, believe or overflow on is refused, with the file's name.
#include "core/error.hpp"
#include "core/file_descriptor.hpp"
#include "core/value.hpp"
#include "files/atomic_file.hpp"
#include "hdf5/file.hpp"
#include "hdf5/session.hpp"
#include "results/run_file.hpp"
#include "results/scratch.hpp"
#include "results/seal.hpp"

#include <algorithm>
#include <cstdio>
#include <functional>

#include <H5Cpp.h>
#include <catch2/catch.hpp>
#include <fcntl.h>
#include <unistd.h>

using namespace reboost;
using namespace reboost::results;
using Catch::Contains;
using reboost::test::TemporaryFolder;

namespace {

constexpr const char* kName = "stranger.h5";

/// Whether a failure of HDF5 with these numbers counts as lack of memory.
bool is_lack_of_memory(hid_t major, hid_t minor) {
    const hdf5::Session session;
    H5E_auto2_t note_failure = nullptr;
    void* of_it = nullptr;
    H5Eget_auto2(H5E_DEFAULT, &note_failure, &of_it);
    H5Epush2(H5E_DEFAULT, "file", "function", 1, H5E_ERR_CLS, major, minor, "what");
    note_failure(H5E_DEFAULT, of_it);
    return hdf5::Session::lacked_memory();
}

/// What reading a file says that `make` has made.
std::string complaint(const std::function<void(H5::H5File&)>& make) {
    const TemporaryFolder folder;
    {
        H5::H5File file((folder / kName).string(), H5F_ACC_TRUNC);
        make(file);
    }
    const std::string all[] = {"model", "votes"};
    try {
        static_cast<void>(hdf5::File(files::read_whole_file(folder / kName), kName).read(all));
    } catch (const DataError& error) {
        return error.what();
    }
    return "nothing";
}

H5::DataSpace numbers(hsize_t count) {
    return {1, &count};
}

}  // namespace

TEST_CASE("lack of memory is told from damage by the numbers of HDF5's error") {
    CHECK(is_lack_of_memory(H5E_RESOURCE, H5E_NOSPACE));
    CHECK(is_lack_of_memory(H5E_DATASET, H5E_CANTALLOC));
    CHECK(is_lack_of_memory(H5E_PLINE, H5E_CANTINIT));
    CHECK_FALSE(is_lack_of_memory(H5E_PLINE, H5E_READERROR));
    CHECK_FALSE(is_lack_of_memory(H5E_DATASET, H5E_CANTINIT));
    CHECK_FALSE(is_lack_of_memory(H5E_DATASET, H5E_READERROR));
}

TEST_CASE("attributes that are arrays are refused where one value is due", "[results][hostile]") {
    CHECK_THAT(complaint([&](H5::H5File& file) {
                   H5::DataSet set = file.createDataSet("votes", H5::PredType::NATIVE_INT8, numbers(3));
                   set.createAttribute("units", H5::StrType(H5::PredType::C_S1, 8), numbers(5000));
               }),
               Contains(kName) && Contains("units"));
    for (const H5::DataType& type : {H5::DataType(H5::StrType(H5::PredType::C_S1, H5T_VARIABLE)),
                                     H5::DataType(H5::PredType::NATIVE_INT8)})
        CHECK_THAT(complaint([&](H5::H5File& file) {
                       H5::DataSet set = file.createDataSet("votes", H5::PredType::NATIVE_INT8, numbers(3));
                       set.createAttribute("units", type, H5::DataSpace(H5S_SCALAR));
                   }),
                   Contains(kName) && Contains("attribute 'units' is not one text"));
}

TEST_CASE("integers of two bytes are read as those of four", "[results][hostile]") {
    const TemporaryFolder folder;
    {
        H5::H5File file((folder / kName).string(), H5F_ACC_TRUNC);
        const std::int16_t values[] = {-5, 7};
        file.createDataSet("votes", H5::PredType::NATIVE_INT16, numbers(2))
            .write(values, H5::PredType::NATIVE_INT16);
    }
    const std::string all[] = {"votes"};
    CHECK(hdf5::File(files::read_whole_file(folder / kName), kName).read(all).get<std::int32_t>("votes") ==
          std::vector<std::int32_t>{-5, 7});
}

TEST_CASE("what HDF5 says of a damaged file stands in the message and nowhere else", "[results][hostile]") {
    const TemporaryFolder folder;
    Archive arrays;
    arrays.put("votes", std::vector<double>(1000));
    std::vector<std::byte> image = hdf5::to_image(arrays);
    std::fill(image.begin() + 48, image.end(), std::byte{0});  // what follows the superblock
    std::fflush(stderr);
    const FileDescriptor before(::dup(STDERR_FILENO));
    const FileDescriptor file(::open((folder / "stderr").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    ::dup2(file.number(), STDERR_FILENO);
    std::string said;
    try {
        static_cast<void>(hdf5::File(image, kName).names());
    } catch (const DataError& error) {
        said = error.what();
    }
    std::fflush(stderr);
    ::dup2(before.number(), STDERR_FILENO);
    CHECK_THAT(said, Contains(kName) && Contains("H5"));
    CHECK(std::filesystem::file_size(folder / "stderr") == 0);
}

TEST_CASE("arrays without a value are refused", "[results][hostile]") {
    for (const H5::DataType& type :
         {H5::DataType(H5::PredType::NATIVE_DOUBLE), H5::DataType(H5::StrType(H5::PredType::C_S1, 8))})
        CHECK_THAT(
            complaint([&](H5::H5File& file) { file.createDataSet("votes", type, H5::DataSpace(H5S_NULL)); }),
            Contains(kName) && Contains("votes") && Contains("has no value"));
}

TEST_CASE("a model's file with anything beside the model is refused, links included", "[results][hostile]") {
    const TemporaryFolder folder;
    const std::filesystem::path path = folder / "model.h5";
    RunRecord record = test::sample_record("");
    write_record_file(path, record);
    CHECK_NOTHROW(read_record_file(path));
    const auto add = [&](const std::function<void(H5::H5File&)>& change) {
        const std::vector<std::byte> whole = files::read_whole_file(path);
        const SealedBytes sealed = open_seal(whole, "model.h5");
        files::write_file_atomically(folder / "forged.h5", sealed.content);
        {
            H5::H5File file((folder / "forged.h5").string(), H5F_ACC_RDWR);
            change(file);
        }
        std::vector<std::byte> forged = files::read_whole_file(folder / "forged.h5");
        append_seal(forged, {"model", "-"});
        files::write_file_atomically(folder / "forged.h5", forged);
    };
    add([](H5::H5File&) {});
    CHECK_NOTHROW(read_record_file(folder / "forged.h5"));
    add([](H5::H5File& file) { file.createDataSet("other", H5::PredType::NATIVE_INT8, numbers(3)); });
    CHECK_THROWS_WITH(read_record_file(folder / "forged.h5"), Contains("no model has: 'other'"));
    add([](H5::H5File& file) {
        H5Lcreate_soft("/model", file.getId(), "elsewhere", H5P_DEFAULT, H5P_DEFAULT);
    });
    CHECK_THROWS_WITH(read_record_file(folder / "forged.h5"), Contains("not followed"));
    add([](H5::H5File& file) {
        H5Lcreate_external("other.h5", "/x", file.getId(), "elsewhere", H5P_DEFAULT, H5P_DEFAULT);
    });
    CHECK_THROWS_WITH(read_record_file(folder / "forged.h5"), Contains("not followed"));
}

TEST_CASE("links to elsewhere and storage elsewhere are not followed", "[results][hostile]") {
    const TemporaryFolder folder;
    test::write_text(folder / "secret", "root:x:0:0:root:/root:/bin/bash\n");
    const std::string secret = (folder / "secret").string();
    CHECK_THAT(complaint([&](H5::H5File& file) {
                   H5::DSetCreatPropList outside;
                   outside.setExternal(secret.c_str(), 0, 16);
                   file.createDataSet("votes", H5::PredType::NATIVE_UINT8, numbers(16), outside);
               }),
               Contains(kName) && Contains("another file"));
    CHECK_THAT(complaint([&](H5::H5File& file) {
                   H5Lcreate_external("other.h5", "/votes", file.getId(), "votes", H5P_DEFAULT, H5P_DEFAULT);
               }),
               Contains(kName) && Contains("not followed"));
    CHECK_THAT(complaint([&](H5::H5File& file) {
                   file.createGroup("model");
                   H5Lcreate_soft("/elsewhere", file.getId(), "model/votes", H5P_DEFAULT, H5P_DEFAULT);
               }),
               Contains(kName) && Contains("not followed"));
}

TEST_CASE("a group that contains itself ends the reading", "[results][hostile]") {
    CHECK_THAT(complaint([](H5::H5File& file) {
                   file.createGroup("model");
                   H5Lcreate_hard(file.getId(), "model", file.getId(), "model/again", H5P_DEFAULT,
                                  H5P_DEFAULT);
               }),
               Contains(kName) && Contains("contains itself"));
}

TEST_CASE("groups that are reached in many ways end the reading at once", "[results][hostile]") {
    CHECK_THAT(complaint([](H5::H5File& file) {
                   constexpr int kLevels = 14, kWays = 30;  // 30^14 paths
                   file.createGroup("model");
                   std::string above = "model";
                   for (int level = 0; level < kLevels; ++level) {
                       const std::string name = "x" + std::to_string(level);
                       file.createGroup(name);
                       for (int way = 0; way < kWays; ++way)
                           H5Lcreate_hard(file.getId(), name.c_str(), file.getId(),
                                          (above + "/" + std::to_string(way)).c_str(), H5P_DEFAULT,
                                          H5P_DEFAULT);
                       above = name;
                   }
               }),
               Contains(kName) && Contains("in several ways"));
    CHECK_THAT(complaint([](H5::H5File& file) {
                   file.createGroup("model");
                   file.createDataSet("model/votes", H5::PredType::NATIVE_INT8, numbers(3));
                   H5Lcreate_hard(file.getId(), "model/votes", file.getId(), "model/more", H5P_DEFAULT,
                                  H5P_DEFAULT);
               }),
               Contains(kName) && Contains("in several ways"));
}

TEST_CASE("many arrays that were never written do not fill the memory", "[results][hostile]") {
    CHECK_THAT(complaint([](H5::H5File& file) {
                   file.createGroup("model");
                   for (int i = 0; i < 2000; ++i)  // each is small enough alone: 2 GB in 600 KB
                       file.createDataSet("model/" + std::to_string(i), H5::PredType::NATIVE_INT8,
                                          numbers(hsize_t{1} << 20));
               }),
               Contains(kName) && Contains("more values than the file can hold"));
}

TEST_CASE("sizes that the file cannot hold are refused before memory is taken", "[results][hostile]") {
    CHECK_THAT(complaint([](H5::H5File& file) {
                   file.createDataSet("votes", H5::PredType::NATIVE_DOUBLE, numbers(hsize_t{1} << 40));
               }),
               Contains(kName) && Contains("more values than the file can hold"));
    // A MiB, and 900 bytes for each of the file's.
    hsize_t bytes = 0;
    const auto claiming = [&](hsize_t count) {
        return complaint([&](H5::H5File& file) {
            file.createDataSet("votes", H5::PredType::NATIVE_DOUBLE, numbers(count));
            file.flush(H5F_SCOPE_GLOBAL);
            bytes = file.getFileSize();
        });
    };
    CHECK(claiming(1) == "nothing");
    const hsize_t most = ((hsize_t{1} << 20) + 900 * bytes) / 8;
    CHECK(claiming(most) == "nothing");
    CHECK_THAT(claiming(most + 1), Contains("more values than the file can hold"));
}

TEST_CASE("texts of any length are refused: one text of the file may be named any number of times",
          "[results][hostile]") {
    CHECK_THAT(complaint([](H5::H5File& file) {
                   file.createDataSet("votes", H5::StrType(H5::PredType::C_S1, H5T_VARIABLE), numbers(3));
               }),
               Contains(kName) && Contains("without a fixed length"));
}

TEST_CASE("JSON nested more deeply than 200 is refused", "[results][hostile]") {
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    CHECK_NOTHROW(value_from_json(nested(200), "spec"));
    CHECK_THROWS_WITH(value_from_json(nested(201), "spec"), Contains("spec") && Contains("200"));
    CHECK_THROWS_WITH(value_from_json(nested(200'000), "spec"), Contains("spec") && Contains("200"));
    CHECK_NOTHROW(value_from_json("\"" + std::string(300, '[') + "\"", "spec"));  // text nests nothing
}

TEST_CASE("a megabyte of keys is read at once, and a key that comes twice is refused", "[results][hostile]") {
    std::string text = "{\"k\": [2, {\"k\": null}]";
    for (int i = 0; i < 100'000; ++i)
        text += ", \"k" + std::to_string(i) + "\": 1.5";
    const Value value = value_from_json(text + "}", "spec");
    CHECK(value.as_object().size() == 100'001);
    CHECK(to_json(value.at("k")) == "[2,{\"k\":null}]");
    CHECK_THROWS_WITH(value_from_json(text + ", \"k7\": 1}", "spec"), Contains("'k7' comes twice"));
    CHECK_THROWS_WITH(value_from_json("{\"k\": }", "spec"), Contains("spec: damaged JSON"));
}

TEST_CASE("an image is read though the current folder has files of the names that images get") {
    const TemporaryFolder folder;
    struct Return {
        std::filesystem::path to = std::filesystem::current_path();
        ~Return() { std::filesystem::current_path(to); }
    } const at_the_end;
    std::filesystem::current_path(folder.path());
    const std::string last = std::filesystem::path(hdf5::fresh_image_name()).filename().string();
    const std::size_t digits = last.rfind('-') + 1;
    const unsigned long number = std::stoul(last.substr(digits));
    for (unsigned long next = number + 1; next < number + 10; ++next)
        files::write_text(folder / (last.substr(0, digits) + std::to_string(next)), "a stranger's file");
    Archive arrays;
    arrays.put("votes", std::vector<double>{1, 2});
    const std::string all[] = {"votes"};
    const Archive read = hdf5::File(hdf5::to_image(arrays), kName).read(all);
    CHECK(read.get<double>("votes") == std::vector<double>{1, 2});
}
