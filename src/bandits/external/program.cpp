#include "bandits/external/program.hpp"

#include "core/checksum.hpp"

#include <algorithm>
#include <cctype>
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

std::vector<std::string>::const_iterator find_script(const std::vector<std::string>& command) {
    const auto has_ending = [](const std::string& word) {
        const std::string ending = std::filesystem::path(word).extension();
        return ending.size() > 1 && std::isalpha(static_cast<unsigned char>(ending[1])) != 0 &&
               word.front() != '-' && word.find_first_of(" \t\n") == std::string::npos;
    };
    const auto script = std::ranges::find_if(command, has_ending);
    if (script != command.end() || command.empty()) return script;
    return command.size() == 1 || command.front().find('/') != std::string::npos ? command.begin()
                                                                                 : command.end();
}

}  // namespace reboost::bandits
