/// Collections, read and measured as a report does reference results. The first byte says what the others
/// are: the header of one run and, line by line, names of its arrays, in a collection that is otherwise sound
/// and sealed ('{'); an HDF5 file (0x89), sealed here; or changes of a sound collection's arrays.
#include "config/json.hpp"
#include "core/error.hpp"
#include "files/atomic_file.hpp"
#include "fuzz/archive_edits.hpp"
#include "fuzz/scratch_file.hpp"
#include "fuzz/targets.hpp"
#include "hdf5/file.hpp"
#include "report/measures/measures.hpp"
#include "report/measures/reference.hpp"
#include "report/measures/run_curve.hpp"
#include "results/seal.hpp"

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
constexpr const char* kMeasured =
    R"({"spec": {"selector": {"name": "full"}, "booster": {"rounds": 40}, "seed": 1},
    "attributes": {"rows": 60, "test_rows": 40, "classes": 3}})";

/// Every array that a measure or a curve reads, 40 rounds long.
std::map<std::string, std::vector<double>> arrays_of_measures() {
    std::map<std::string, std::vector<double>> arrays;
    for (int round = 1; round <= 40; ++round) {
        for (const char* name : {"curves/round", "curves/train/round", "summary/edges/round",
                                 "curves/regret/samples", "curves/trials/budget"})
            arrays[name].push_back(round);
        for (const char* name :
             {"curves/test_error", "curves/train_error", "curves/train/error", "curves/smoothed/test_error",
              "curves/validation_error", "curves/edge", "summary/edges/minimum", "curves/trials/test_error"})
            arrays[name].push_back((41 - round) / 60.0);
        for (const char* name :
             {"curves/work", "curves/spent", "curves/train_cpu_seconds", "curves/regret/expected",
              "curves/regret/chosen_total", "curves/trials/final_error"})
            arrays[name].push_back(round * 1.5);
        arrays["curves/log_exponential_loss"].push_back(-std::sqrt(round));
    }
    arrays["summary/test_error"] = {0.5, 0.1, 0.25};
    arrays["summary/edges/log_sum"] = {-3.5};
    arrays["summary/feature_counts/feature"] = arrays["summary/feature_counts/count"] = {0, 3};
    arrays["curves/regret/last_arm_totals"] = {16, 24};
    for (const char* part : {"curves/roc/validation/", "curves/roc/test/"}) {
        arrays[std::string(part) + "false_positive_rate"] = {0, 0.5, 1};
        arrays[std::string(part) + "true_positive_rate"] = {0, 0.75, 1};
        arrays[std::string(part) + "threshold"] = {std::numeric_limits<double>::infinity(), 0.5, -1};
    }
    return arrays;
}

std::vector<results::StoredRun> sound_runs() {
    results::StoredRun whole{"a", kBandit, report::as_stored(arrays_of_measures()), {}};
    std::map<std::string, std::vector<double>> kept{{"curves/round", {1, 2, 40}},
                                                    {"curves/test_error", {0.5, std::nan(""), 0.25}}};
    for (const char* name : {"curve_at", "trial_number"})
        kept["summary/" + report::kept_measure(Value::object().set("name", name), report::kNoValue)] = {0.25,
                                                                                                        0.5};
    const results::StoredRun measured{"b", kMeasured, report::as_stored(kept), {}};
    return {whole, measured};
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
                report::run_curves(runs, run, "test_error", smoothed, {over});
    report::choose_runs(runs, Value::object(), 40, true);
}

/// In a folder of its own, as `reboost report` reads it.
void read(std::span<const std::byte> file) {
    const ScratchFile scratch(std::string(kPaper) + ".h5");
    files::write_file_atomically(scratch.path(), file, files::Durability::not_synced);
    const report::ReferenceResults found =
        report::read_reference(std::filesystem::path(scratch.path()).parent_path());
    measure(found);
    for (const auto& collection : found.files)
        for (const std::string& id : collection->list())
            try {
                static_cast<void>(collection->stored(id));
            } catch (const Error&) {
            }
}

void read_sealed(std::vector<std::byte> image) {
    results::append_seal(image, {"collection", kPaper});
    read(image);
}

void read_text(Bytes bytes) {
    const std::string text = reference_text(bytes);
    std::vector<results::StoredRun> runs = sound_runs();
    std::size_t end = text.find('\n');
    runs[0].header = text.substr(0, end);
    while (end < text.size()) {
        const std::size_t begin = end + 1;
        end = text.find('\n', begin);
        runs[0].arrays.put(text.substr(begin, end - begin), std::vector<float>{1, 0.5F, -3, std::nanf("")});
    }
    std::vector<std::size_t> left_out;
    read(results::to_collection(runs, kPaper, &left_out));
}

void read_whole(Bytes bytes) {
    const auto image = std::as_bytes(bytes);
    read_sealed({image.begin(), image.end()});
}

void read_edited(Bytes bytes) {
    static const Archive sound = [] {
        const std::vector<std::byte> file = results::to_collection(sound_runs(), kPaper);
        const hdf5::File image(results::open_seal(file, kPaper).content, kPaper);
        return image.read(image.names());
    }();
    Archive edited;
    const Archive changed = ArchiveEdits(bytes).applied(sound);
    for (const auto& [name, array] : changed.arrays())
        std::visit([&, &name = name](const auto& values) { edited.put(name, values); }, array.values);
    read_sealed(hdf5::to_image(edited));
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
