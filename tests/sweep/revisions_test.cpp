/// Results that change without a raised revision would be taken for the old ones: here they are noticed.
#include "config/config.hpp"
#include "config/identity.hpp"
#include "config/json.hpp"
#include "data/catalogue/catalogue.hpp"
#include "data/load/load.hpp"
#include "support/configs.hpp"
#include "support/load_split.hpp"
#include "support/real_data.hpp"
#include "sweep/environment.hpp"
#include "sweep/recorded_bits.hpp"
#include "sweep/runner.hpp"

#include <cstdlib>
#include <fstream>
#include <map>

#include <catch2/catch.hpp>

using namespace reboost;

namespace {

constexpr const char* kFile = REBOOST_SOURCE_DIR "/tests/sweep/recorded_bits.json";
constexpr const char* kVariable = "REBOOST_RECORD_BITS";

/// What decides a run's identity beside its specification, and what came out.
struct Bits {
    std::string revision, spec, sha256;
    bool operator==(const Bits&) const = default;
};
using Table = std::map<std::string, Bits>;

Bits bits_of(const test::GuardedRun& guarded) {
    const data::DataRoot nowhere{"/nonexistent"};
    const config::SweepConfig config = test::parse_config(guarded.spec, guarded.name);
    sweep::PlanEntry entry;
    entry.run = config.runs.at(0);
    auto split = std::make_shared<const data::BinnedSplit>(
        data::load_binned(entry.run.spec.dataset, nowhere, boosting::binning_of(entry.run.spec.learner)));
    entry.dataset_sha256 = split->provenance.sha256;
    const sweep::Environment environment;
    sweep::RunContext context;
    context.environment = &environment;
    sweep::LiveRun live;
    const results::RunRecord record = *sweep::execute_run(entry, split, std::nullopt, context, live);
    Sha256 sum;
    test::add_archive(sum, record.curves);
    test::add_archive(sum, record.selector);
    test::add_archive(sum, record.model);
    return {config::algorithm_revision(entry.run.spec), guarded.spec, sum.hex()};
}

/// A generator's revision is part of the data's checksum.
Bits bits_of(const data::CatalogueEntry& entry) {
    data::DatasetSpec spec;
    spec.name = entry.name;
    if (entry.sized) spec.rows = 200, spec.test_rows = 50;
    const data::Split split = data::load_split(spec, {"/nonexistent"});
    Sha256 sum;
    test::add_dataset(sum, split.train);
    test::add_dataset(sum, split.test);
    return {"data " + split.provenance.sha256.substr(0, 16), "rows 200, test_rows 50", sum.hex()};
}

/// Which rows of its files a set has, and in which order: their checksums do not say.
Bits bits_of_files(const data::CatalogueEntry& entry, const data::DataRoot& root) {
    data::DatasetSpec spec;
    spec.name = entry.name;
    const data::Split split = data::load_split(spec, root);
    Sha256 sum;
    for (const data::Dataset* part : {&split.train, &split.test, &split.validation})
        test::add_dataset(sum, *part);
    return {"data " + split.provenance.sha256.substr(0, 16), "all rows", sum.hex()};
}

/// `before`: for sets whose files are not at hand.
Table present(const Table& before) {
    Table table;
    for (const test::GuardedRun& run : test::guarded_runs())
        table[run.name] = bits_of(run);
    constexpr std::int64_t kManyRows = 150'000;  // drawn by the same functions as smaller sets
    for (const data::CatalogueEntry& entry : data::catalogue())
        if (entry.generated() && (entry.sized || entry.shape.train_rows + entry.shape.test_rows < kManyRows))
            table["generator " + entry.name] = bits_of(entry);
    constexpr std::int64_t kManyCells = 3'000'000;  // read by the same functions as smaller sets
    for (const data::CatalogueEntry& entry : data::catalogue()) {
        const data::EntryShape& shape = entry.shape;
        const std::string name = "files " + entry.name;
        if (entry.generated() || (shape.train_rows + shape.test_rows) * shape.features > kManyCells) continue;
        if (data::available(entry.name, test::real_data()))
            table[name] = bits_of_files(entry, test::real_data());
        else if (before.contains(name))
            table[name] = before.at(name);
    }
    return table;
}

Table recorded() {
    Table table;
    if (!std::filesystem::exists(kFile)) return table;
    const Value json = config::read_json_file(kFile);
    for (const auto& [name, entry] : json.as_object())
        table[name] = {entry.at("revision").as_string(), entry.at("spec").as_string(),
                       entry.at("sha256").as_string()};
    return table;
}

void record(const Table& table) {
    Value file = Value::object();
    for (const auto& [name, bits] : table) {
        Value entry = Value::object();
        entry.set("revision", bits.revision).set("spec", bits.spec).set("sha256", bits.sha256);
        file.set(name, std::move(entry));
    }
    std::ofstream(kFile) << to_json(file, 1) << '\n';
}

bool same_identity(const Bits& a, const Bits& b) {
    return a.revision == b.revision && a.spec == b.spec;
}

/// What is to be done about an entry; "" where nothing is.
std::string complaint(const std::string& name, const Table& before, const Bits& now) {
    const std::string again =
        std::string("record with ") + kVariable + "=1 test_sweep \"[revisions]\" and commit the file";
    const auto found = before.find(name);
    if (found == before.end()) return name + " is new: " + again;
    if (found->second == now) return {};
    if (!same_identity(found->second, now)) return name + " was raised or its test changed: " + again;
    if (name.starts_with("generator "))
        return name +
               ": the data changed, but not their revision. Raise the revision that the set's entry in "
               "src/data/catalogue/ passes to its loader, then " +
               again;
    if (name.starts_with("files "))
        return name +
               ": the set has other rows, or another order, under the same identity: undo what changed "
               "them, or give the set another name";
    return name + ": the results changed, but not the revision (" + now.revision +
           "). Raise the part that changed in kAlgorithmRevisions of src/config/identity.cpp, then " + again;
}

}  // namespace

TEST_CASE("Bits that change raise the revision of the part that changed", "[sweep][revisions]") {
    const Table before = recorded(), now = present(before);
    std::string complaints;
    bool unraised = false;
    for (const auto& [name, bits] : now) {
        const std::string text = complaint(name, before, bits);
        if (text.empty()) continue;
        complaints += text + "\n";
        const auto found = before.find(name);
        unraised = unraised || (found != before.end() && same_identity(found->second, bits));
    }
    for (const auto& [name, bits] : before)
        if (!now.contains(name)) complaints += name + " is gone: record anew\n";
    // Changed bits under an unraised revision are never recorded over.
    if (std::getenv(kVariable) != nullptr && !unraised) {
        record(now);
        complaints.clear();
    }
    INFO(complaints);
    CHECK(complaints.empty());
}
