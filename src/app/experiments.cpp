#include "app/experiments.hpp"

#include <algorithm>

namespace reboost::app {
namespace fs = std::filesystem;

std::vector<PaperConfigs> paper_configs(const fs::path& configs) {
    std::vector<PaperConfigs> papers;
    for (const fs::directory_entry& folder : fs::directory_iterator(configs)) {
        if (!folder.is_directory()) continue;
        PaperConfigs paper{folder.path().filename().string(), {}};
        for (const fs::directory_entry& file : fs::directory_iterator(folder.path()))
            if (file.path().extension() == ".json") paper.files.push_back(file.path());
        if (paper.files.empty()) continue;
        std::ranges::sort(paper.files);
        papers.push_back(std::move(paper));
    }
    std::ranges::sort(papers, [](const auto& a, const auto& b) { return a.paper < b.paper; });
    return papers;
}

}  // namespace reboost::app
