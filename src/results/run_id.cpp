#include "results/run_id.hpp"

#include "core/error.hpp"
#include "files/atomic_file.hpp"

namespace reboost::results {

void require_run_id(const std::string& text) {
    if (!is_run_id(text)) throw UsageError("'" + text + "' is not a run id (64 hexadecimal digits)");
}

std::string id_of(const std::filesystem::path& file, const std::string& extension) {
    const std::string id = file.stem().string();
    return file.extension() == extension && is_run_id(id) ? id : "";
}

std::vector<std::string> ids_in(const std::filesystem::path& folder, const std::string& extension) {
    std::vector<std::string> ids;
    for (const std::filesystem::path& file : files::files_in(folder))
        if (std::string id = id_of(file, extension); !id.empty()) ids.push_back(std::move(id));
    return ids;
}

}  // namespace reboost::results
