/// Defaults are no part of a run's identity: one that changes would give stored runs another meaning.
#include "config/schema.hpp"

#include <fstream>
#include <set>
#include <string>

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace reboost;
using namespace reboost::config;

namespace {

/// "eps_greedy: epsilon=1.0 [0, 1], ..." of each alternative, and of those of its choices.
void tell(const std::vector<AlternativeDoc>& docs, const std::string& of, std::set<std::string>& lines);

std::string told(const std::vector<FieldDoc>& fields, const std::string& of, std::set<std::string>& lines) {
    std::string text;
    for (const FieldDoc& field : fields) {
        const std::string path = of + "." + field.name;
        if (field.fields.empty()) text += " " + field.name + "=" + to_json(field.default_value);
        if (field.type == "integer" || field.type == "number")
            text += fmt::format("[{},{}]", field.min, field.max);
        if (!field.fields.empty()) text += " " + field.name + "{" + told(field.fields, path, lines) + "}";
        if (field.name != "policy") tell(field.alternatives, path, lines);
    }
    return text;
}

void tell(const std::vector<AlternativeDoc>& docs, const std::string& of, std::set<std::string>& lines) {
    for (const AlternativeDoc& doc : docs)
        lines.insert(of + " " + doc.name + ":" + told(doc.fields, of + "." + doc.name, lines));
}

}  // namespace

TEST_CASE("every option's default and bounds are those of tests/config/defaults.txt") {
    std::set<std::string> lines;
    tell(part_docs("learner"), "learner", lines);
    tell(part_docs("selector"), "selector", lines);
    tell(policy_docs(), "policy", lines);
    tell(part_docs("booster"), "booster", lines);
    std::ifstream file(REBOOST_SOURCE_DIR "/tests/config/defaults.txt");
    std::size_t known = 0;
    for (std::string line; std::getline(file, line); ++known)
        CHECK(lines.contains(line));
    if (known == 0)
        for (const std::string& line : lines)
            WARN(line);
    CHECK(known >= 60);
}
