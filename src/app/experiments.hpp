#pragma once
/// The configs that come with ReBoost: configs/<paper>/*.json.
#include <filesystem>
#include <string>
#include <vector>

namespace reboost::app {

struct PaperConfigs {
    std::string paper;                         ///< "opt2009"
    std::vector<std::filesystem::path> files;  ///< sorted
};

/// The papers below `configs` that have configs, sorted.
std::vector<PaperConfigs> paper_configs(const std::filesystem::path& configs);

}  // namespace reboost::app
