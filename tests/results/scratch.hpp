#pragma once
#include "results/run_file.hpp"
#include "results/source_state.hpp"
#include "support/temporary_folder.hpp"

#include <filesystem>
#include <fstream>
#include <string>

namespace reboost::test {

inline void write_text(const std::filesystem::path& path, const std::string& text) {
    std::ofstream(path) << text;
}

inline std::size_t count_files(const std::filesystem::path& folder) {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && entry.path().filename() != ".lock") ++count;
    return count;
}

/// A record with every element type, nested names, units and attributes of each kind.
inline results::RunRecord sample_record(const std::string& id, std::size_t rounds = 4) {
    results::RunRecord record;
    record.id = id;
    record.spec.set("dataset", Value::object().set("name", "pendigits")).set("seed", 7);
    record.attributes.set("status", "complete")
        .set("seed", 7)
        .set("peak_memory_bytes", std::int64_t{1} << 40);
    record.attributes.set("load", 0.25)
        .set("stand_in", true)
        .set("flags", Value(Value::List{Value("-O3"), Value("-g")}));
    results::put_source(record.attributes, {"0123456789ab", ""});
    std::vector<std::int64_t> round(rounds);
    std::vector<double> error(rounds), edge(rounds);
    for (std::size_t i = 0; i < rounds; ++i) {
        round[i] = static_cast<std::int64_t>(i + 1);
        error[i] = 1.0 / static_cast<double>(i + 1);
        edge[i] = 0.5 / static_cast<double>(i + 3);
    }
    record.curves.put("round", round, "", "boosting round");
    record.curves.put("test_error", error, "fraction", "test one-error");
    record.curves.put("edge", edge);
    record.selector.put("pulls", std::vector<std::uint64_t>{1, 2, 3});
    record.model.put("tree/feature", std::vector<std::uint32_t>{4, 5});
    record.model.put_shaped("votes", std::vector<std::int8_t>{1, -1, 1, 1, -1, -1}, {2, 3});
    record.model.put("threshold", std::vector<float>{0.5F, 1.25F});
    record.model.put("class_names", std::vector<std::string>{"zero", "", "drei \xC3\xA4"});
    record.model.put("bytes", std::vector<std::uint8_t>{0, 255});
    record.model.put("codes", std::vector<std::uint16_t>{65535});
    record.model.put("signed", std::vector<std::int32_t>{-5});
    record.model.put("nothing", std::vector<double>{});
    record.model.put_scalar("bias", -0.125);
    record.model.put_scalar("kind", std::string("stump"));
    return record;
}

inline void require_equal(const results::RunRecord& a, const results::RunRecord& b) {
    if (a.id != b.id) throw std::runtime_error("ids differ");
    if (to_json(a.spec) != to_json(b.spec)) throw std::runtime_error("specs differ");
    if (to_json(a.attributes) != to_json(b.attributes))
        throw std::runtime_error(to_json(a.attributes) + " differs from " + to_json(b.attributes));
    if (!(a.curves == b.curves)) throw std::runtime_error("curves differ");
    if (!(a.selector == b.selector)) throw std::runtime_error("selector differs");
    if (!(a.model == b.model)) throw std::runtime_error("model differs");
}

}  // namespace reboost::test
