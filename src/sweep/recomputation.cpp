#include "sweep/recomputation.hpp"

#include "config/json.hpp"
#include "core/checksum.hpp"
#include "core/clock.hpp"
#include "core/error.hpp"
#include "results/atomic_file.hpp"

#include <optional>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace reboost::sweep {
namespace {

/// When the mark was set; nullopt where there is none, another source set it, or it cannot be read.
std::optional<double> marked(const std::filesystem::path& mark, const results::SourceState& source) {
    try {
        const auto bytes = results::read_file_if_there(mark);
        if (!bytes) return std::nullopt;
        const Value value =
            config::parse_json({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, mark.string());
        if (value.at("git_revision").as_string() != source.revision ||
            value.at("source_sha256").as_string() != source.sha256)
            return std::nullopt;
        return value.at("since").as_number();
    } catch (const DataError&) {
        return std::nullopt;
    } catch (const UsageError&) {
        return std::nullopt;
    }
}

}  // namespace

bool Recomputation::covers(const Value& attributes) const {
    const Value* started = attributes.find("started_utc");
    return started != nullptr && started->is_string() && started->as_string() > format_utc(since);
}

Recomputation recomputation_of(const std::filesystem::path& results, const std::set<std::string>& run_ids,
                               const results::SourceState& source, double now) {
    const std::string hash = sha256_hex(fmt::format("{}", fmt::join(run_ids, " "))).substr(0, 16);
    Recomputation found{results / "recompute" / (hash + ".json"), now, false};
    if (const std::optional<double> since = marked(found.mark, source)) {
        found.since = *since;
        found.goes_on = true;
    }
    return found;
}

void write_mark(const Recomputation& recomputation, const results::SourceState& source) {
    Value mark = Value::object().set("since", recomputation.since);
    results::put_source(mark, source);
    std::filesystem::create_directories(recomputation.mark.parent_path());
    const std::string text = to_json(mark);
    results::replace_file_atomically(recomputation.mark, std::as_bytes(std::span(text)));
}

void remove_mark(const Recomputation& recomputation) {
    results::remove_file(recomputation.mark);
}

}  // namespace reboost::sweep
