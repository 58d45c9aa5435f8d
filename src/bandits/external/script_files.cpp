#include "bandits/external/script_files.hpp"

#include "core/checksum.hpp"

#include <filesystem>

namespace reboost::bandits {

std::string script_files_sha256(const std::vector<std::string>& command) {
    std::string sums;
    for (const std::string& word : command) {
        std::error_code unknown;
        if (std::filesystem::is_regular_file(word, unknown))
            sums += std::to_string(word.size()) + " " + word + " " + sha256_of_file(word) + "\n";
    }
    return sums.empty() ? sums : sha256_hex(sums);
}

}  // namespace reboost::bandits
