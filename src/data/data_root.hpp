#pragma once
/// The folder below which the catalogue's files lie, each set in a folder of its own.
#include <filesystem>
#include <string>

namespace reboost::data {

struct DataRoot {
    std::filesystem::path folder;

    /// `relative` is a catalogue path such as "mnist/train-images-idx3-ubyte.gz".
    std::string path_of(const std::string& relative) const { return (folder / relative).string(); }
};

/// $REBOOST_DATA, else ~/.cache/reboost. Throws UsageError where neither it nor $HOME is set.
DataRoot default_data_root();

}  // namespace reboost::data
