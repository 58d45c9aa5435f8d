#pragma once
/// What the tests of data/ share: files in a temporary folder, and the real data where it is at hand.
#include "data/data_root.hpp"
#include "data/dataset_spec.hpp"
#include "data/readers/text_file.hpp"
#include "support/real_data.hpp"
#include "support/temporary_folder.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <catch2/catch.hpp>
#include <unistd.h>

namespace reboost::data {

/// A temporary folder of data files.
class TemporaryFolder : public test::TemporaryFolder {
  public:
    using test::TemporaryFolder::path;
    std::string path(const std::string& name) const { return (*this / name).string(); }
    std::string write(const std::string& name, std::string_view content) const {
        const std::string file = path(name);
        std::filesystem::create_directories(std::filesystem::path(file).parent_path());
        std::ofstream(file, std::ios::binary)
            .write(content.data(), static_cast<std::streamsize>(content.size()));
        return file;
    }
    DataRoot root() const { return {path()}; }
};

inline std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline DatasetSpec own(const std::string& path, const std::string& test_path = "") {
    DatasetSpec spec;
    spec.path = path;
    spec.test_path = test_path;
    return spec;
}

inline RawTable table(const std::string& text, const TableFormat& format = {}) {
    return parse_table(text, "t.csv", format);
}

using test::have;
using test::real_data;

}  // namespace reboost::data
