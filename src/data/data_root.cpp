#include "data/data_root.hpp"

#include "core/error.hpp"

#include <cstdlib>

namespace reboost::data {

DataRoot default_data_root() {
    if (const char* stated = std::getenv("REBOOST_DATA"); stated != nullptr && *stated != '\0')
        return {stated};
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
        return {std::filesystem::path(home) / ".cache" / "reboost"};
    throw UsageError("no data folder: neither REBOOST_DATA nor HOME is set");
}

}  // namespace reboost::data
