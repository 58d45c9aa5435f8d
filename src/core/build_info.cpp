#include "core/build_info.hpp"

#include "build_info_values.hpp"

namespace reboost {

BuildInfo build_info() {
    return {build_values::kVersion, build_values::kGitRevision, build_values::kSourceSha256,
            build_values::kCompiler, build_values::kFlags};
}

}  // namespace reboost
