#include "results/source_state.hpp"

#include "core/build_info.hpp"

namespace reboost::results {
namespace {

constexpr std::size_t kShownDigits = 12;

bool is_clean(const std::string& revision) {
    return !revision.empty() && revision != "unknown" && !revision.ends_with("-dirty");
}

}  // namespace

SourceState this_source() {
    const BuildInfo build = build_info();
    return {build.git_revision, build.source_sha256};
}

void put_source(Value& attributes, const SourceState& source) {
    attributes.set("git_revision", source.revision).set("source_sha256", source.sha256);
}

std::string why_not_counted(const Value& attributes, const SourceState& now) {
    const std::string revision = text_at(attributes, "git_revision");
    const std::string sha256 = text_at(attributes, "source_sha256");
    if (sha256.empty() && is_clean(revision)) return {};
    if (!text_at(attributes, "verified_by").empty()) return {};
    if (sha256.empty())
        return "came from a source of which no hash was recorded (revision " +
               (revision.empty() ? "unknown" : revision) + ")";
    if (sha256 == now.sha256) return {};
    return "came from a modified source (hash " + sha256.substr(0, kShownDigits) + ")";
}

}  // namespace reboost::results
