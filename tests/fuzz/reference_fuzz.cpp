/// Reference results, read and measured as a report does. The first byte says what the others are: a file of
/// the format before, or else the text of one run and, line by line, names of its arrays, in a store that is
/// otherwise sound and sealed ('{'); a whole store, seal and all (HDF5's 0x89); or changes of a sound one's
/// arrays.
#include "config/json.hpp"
#include "core/error.hpp"
#include "fuzz/archive_edits.hpp"
#include "fuzz/scratch_file.hpp"
#include "fuzz/targets.hpp"
#include "report/measures/measures.hpp"
#include "report/measures/reference.hpp"
#include "report/measures/run_curve.hpp"
#include "results/atomic_file.hpp"
#include "results/hdf5_archive.hpp"
#include "results/json_text.hpp"

#include <cmath>

namespace reboost::fuzz {
namespace {

constexpr const char* kPaper = "opt2009";
constexpr std::byte kHdf5{0x89};

std::string reference_text(Bytes bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

constexpr const char* kBandit = R"({"spec": {"dataset": {"name": "none"}, "selector": {"name": "bandit",
    "policy": {"name": "ucb", "exploration": 2.0, "horizon": 0}, "group": 1},
    "booster": {"name": "bandit_problem", "problem": "bernoulli", "means": [0.4, 0.6], "rounds": 40},
    "seed": 1}, "attributes": {"rows": 60, "test_rows": 40, "classes": 3, "features": 5, "rounds": 40}})";
constexpr const char* kMeasured = R"({"measures_only": true, "measures": [{"of": {"measure": {"name":
    "curve_at"}}, "value": 0.25, "spread": 0.5}, {"of": {"measure": {"name": "trial_number"}}, "value": "inf",
    "samples": 4, "sd": 0.1}, {"of": {"measure": {"name": "regret"}}, "value": null, "missing": "no"}],
    "spec": {"selector": {"name": "full"}, "booster": {"rounds": 40}, "seed": 1},
    "attributes": {"rows": 60, "test_rows": 40, "classes": 3}})";

/// Every array that a measure or a curve reads, 40 rounds long.
std::map<std::string, std::vector<double>> arrays_of_measures() {
    std::map<std::string, std::vector<double>> arrays;
    for (int round = 1; round <= 40; ++round) {
        for (const char* name :
             {"kept/round", "train/round", "edges/round", "regret/samples", "trials/budget"})
            arrays[name].push_back(round);
        for (const char* name : {"kept/test_error", "kept/train_error", "train/error", "smoothed/test_error",
                                 "kept/validation_error", "kept/edge", "edges/minimum", "trials/test_error"})
            arrays[name].push_back((41 - round) / 60.0);
        for (const char* name : {"kept/work", "kept/spent", "kept/train_cpu_seconds", "regret/expected",
                                 "regret/chosen_total", "trials/final_error"})
            arrays[name].push_back(round * 1.5);
        arrays["kept/log_exponential_loss"].push_back(-std::sqrt(round));
    }
    arrays["end/test_error"] = {0.5, 0.1, 0.25};
    arrays["edges/log_sum"] = {-3.5};
    arrays["feature_counts/feature"] = arrays["feature_counts/count"] = {0, 3};
    arrays["regret/last_arm_totals"] = {16, 24};
    for (const char* part : {"roc/validation/", "roc/test/"}) {
        arrays[std::string(part) + "false_positive_rate"] = {0, 0.5, 1};
        arrays[std::string(part) + "true_positive_rate"] = {0, 0.75, 1};
        arrays[std::string(part) + "threshold"] = {std::numeric_limits<double>::infinity(), 0.5, -1};
    }
    return arrays;
}

results::ReferenceFile sound_file() {
    results::StoredReference measured{"b", config::parse_json(kMeasured), {}};
    const auto draw = [&measured](const std::string& over, const std::string& curve,
                                  const std::string& part) {
        measured.arrays["drawn/" + over + "/" + curve + "/" + part] = {1, 2, 40};
    };
    for (const char* part : {"round", "x", "y"})
        draw("work", "smoothed/test_error", part);
    for (const char* part : {"round", "y"})  // over rounds, x is the round
        draw("round", "measured/train_error", part);
    return {kPaper, {{"a", config::parse_json(kBandit), arrays_of_measures()}, measured}};
}

std::vector<Value> measures_of_papers() {
    std::vector<Value> all;
    for (const char* text :
         {R"({"name": "curve_at", "round": 30})",
          R"({"name": "cost_to_reach", "reference": {"selector.name": "full"}})",
          R"({"name": "error_ratio", "reference": {"selector.name": "full"}})",
          R"({"name": "trial_error", "at": 7})", R"({"name": "trial_number", "reduce": "median"})",
          R"({"name": "trial_budget_to_reach", "reference": {"selector.name": "full"}})",
          R"({"name": "tuned_balanced_accuracy", "part": "test"})", R"({"name": "last_of", "array": "work"})",
          R"({"name": "regret", "kind": "pseudo", "over": "bound"})", R"({"name": "regret", "kind": "gap"})",
          R"({"name": "theorem_rounds", "rho": 0.1, "delta": 0.1, "as": "slack"})",
          R"({"name": "selected_by_validation", "field": "seed"})"})
        all.push_back(config::parse_json(text));
    for (const report::MeasureEntry& entry : report::measures())
        all.push_back(Value::object().set("name", entry.name));
    return all;
}

/// What a report makes of the runs.
void measure(const report::ReferenceResults& read) {
    static const std::vector<Value> measures = measures_of_papers();
    const report::RunSet runs(nullptr, read);
    for (const report::Run& run : runs.runs())
        for (const Value& one : measures)
            try {
                const report::Run* const chosen[] = {&run};
                report::reduce(runs, chosen, one, Value::object());
            } catch (const Error&) {
            }
    for (const report::Run& run : runs.runs())
        for (const bool smoothed : {true, false})
            for (const char* over : {"round", "work"})
                report::run_curve(runs, run, {"test_error", smoothed, over});
    report::choose_runs(runs, Value::object(), 40, true);
}

/// The file in a folder of its own, as `reboost report` reads it.
class Stored {
  public:
    void read() const { measure(report::read_reference(path().parent_path())); }
    std::filesystem::path path() const { return file_.path(); }

  private:
    ScratchFile file_{std::string(kPaper) + ".h5"};
};

void read_text(Bytes bytes) {
    const std::string text = reference_text(bytes);
    try {
        report::reference_from(config::parse_json(text, "fuzz.json"), "fuzz.json");
    } catch (const Error&) {
    }
    results::ReferenceFile file = sound_file();
    std::size_t end = text.find('\n');
    file.runs[0].document = config::parse_json(text.substr(0, end), "fuzz.json");
    while (end < text.size()) {
        const std::size_t begin = end + 1;
        end = text.find('\n', begin);
        file.runs[0].arrays[text.substr(begin, end - begin)] = {1, 0.5, -3, std::nan("")};
    }
    const Stored stored;
    results::write_reference_file(stored.path().parent_path(), file);
    stored.read();
}

void read_whole(Bytes bytes) {
    const Stored stored;
    results::write_file_atomically(stored.path(), std::as_bytes(bytes));
    stored.read();
}

void read_edited(Bytes bytes) {
    static const results::Hdf5Content sound = [] {
        const Stored stored;
        results::write_reference_file(stored.path().parent_path(), sound_file());
        return results::read_unproven(stored.path(), {true, {}, {"runs", "arrays"}, {}});
    }();
    results::Hdf5Content edited = sound;
    edited.arrays = {};
    const Archive changed = ArchiveEdits(bytes).applied(sound.arrays);
    for (const auto& [name, array] : changed.arrays())
        std::visit([&, &name = name](const auto& values) { edited.arrays.put(name, values); }, array.values);
    std::vector<std::byte> file = results::to_hdf5(edited);
    results::append_seal(file, {"reference", kPaper});
    const Stored stored;
    results::write_file_atomically(stored.path(), file);
    stored.read();
}

}  // namespace

void fuzz_reference(Bytes bytes) {
    if (bytes.empty()) return;
    try {
        if (bytes.front() == '{')
            read_text(bytes);
        else if (std::byte{bytes.front()} == kHdf5)
            read_whole(bytes);
        else
            read_edited(bytes.subspan(1));
    } catch (const Error&) {
    }
}

}  // namespace reboost::fuzz
