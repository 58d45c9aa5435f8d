#include "app/common.hpp"
#include "app/own_model.hpp"
#include "boosting/factory/saved_model.hpp"
#include "report/measures/run_set.hpp"
#include "results/run_file.hpp"

namespace reboost::app {
namespace {

/// The one run whose id starts with `prefix`.
std::string resolve(const results::Store& store, const std::string& prefix) {
    std::vector<std::string> ids = store.list();
    std::erase_if(ids, [&](const std::string& id) { return !id.starts_with(prefix); });
    if (ids.size() == 1) return ids.front();
    if (ids.empty())
        throw UsageError(
            fmt::format("there is no file '{1}', and no finished run in {0} has an id that starts so; "
                        "`reboost plan CONFIG` shows ids",
                        store.folder().string(), prefix));
    std::string some;
    for (std::size_t i = 0; i < ids.size() && i < 5; ++i)
        some += "\n    " + ids[i];
    throw UsageError(fmt::format("'{}' is the start of {} ids; type more digits:{}{}", prefix, ids.size(),
                                 some, ids.size() > 5 ? "\n    ..." : ""));
}

/// The array as doubles; empty for texts.
std::vector<double> as_doubles(const Archive::Array& array) {
    return report::holds_texts(array) ? std::vector<double>{} : report::to_doubles(array);
}

Value last_values(const Archive& curves) {
    Value last = Value::object();
    for (const auto& [name, array] : curves.arrays())
        if (const std::vector<double> values = as_doubles(array); !values.empty())
            last.set(name, values.back());
    return last;
}

/// First what it is and how good, last how it was made.
void print_run(std::ostream& out, const results::RunRecord& run, const std::string& file) {
    const Value attributes = shown_attributes(run);
    const auto number = [&](const char* key) { return attributes.at(key).as_integer(); };
    const std::uint64_t used = rounds_used(run);
    const std::string errors = losses_text(errors_at(run.curves, used), {});
    out << config::run_label(run.spec)
        << fmt::format("\n  trained  {}, {}", counted(static_cast<std::size_t>(number("rounds")), "round"),
                       boosting::ending_text(attributes.at("stop_reason").as_string()))
        << (errors.empty() ? "" : fmt::format("\n  errors   after {}{}", counted(used, "round"), errors))
        << fmt::format("\n  data     {} training rows, {} test rows, {} columns, classes: {}", number("rows"),
                       number("test_rows"), number("features"), number("classes"))
        << "\n  file     " << printable(file);
    if (fs::is_regular_file(file))
        out << fmt::format(", {:.1f} KB", static_cast<double>(fs::file_size(file)) / 1e3);
    if (!run.id.empty()) out << "\n  id       " << run.id;  // a model has none
    out << "\n\nLast value of each curve\n";
    for (const auto& [name, array] : run.curves.arrays())
        if (const std::vector<double> values = as_doubles(array); !values.empty())
            out << fmt::format("  {:<22} {:<14.6g} {}\n", printable(name), values.back(),
                               printable(array.long_name));
    out << "\nSpecification\n" << printable(to_json(run.spec, 2), true) << "\n\nMade by\n";
    const bool asks_program = report::asks_program(run.spec);
    for (const auto& [key, value] : attributes.as_object())
        out << fmt::format("  {:<20} {}{}\n", printable(key), printable(plain_text(value)),
                           asks_program && key.ends_with("cpu_seconds") ? "*" : "");
    if (asks_program) out << fmt::format("  * {}\n", report::kWithoutProgram);
}

void print_importances(const Arguments& arguments, const Archive& model) {
    const std::vector<boosting::Importance> importances = boosting::feature_importances(model);
    const std::map<std::uint32_t, double> rises = permutations_of(model);
    Value all = Value::list();
    std::vector<std::vector<std::string>> lines{{"column", "name", "splits", "share %"}};
    if (!rises.empty()) lines.front().emplace_back("shuffled: test error +%");
    for (const boosting::Importance& one : importances) {
        const auto rise = rises.find(one.feature);
        const bool shuffled = rise != rises.end();
        Value value = object_of(key("feature", one.feature), key("name", one.name), key("splits", one.splits),
                                key("share", one.share));
        if (shuffled) value.set("test_error_rise", rise->second);
        all.push(std::move(value));
        lines.push_back({std::to_string(one.feature), one.name, std::to_string(one.splits),
                         fmt::format("{:.2f}", 100 * one.share)});
        if (!rises.empty())
            lines.back().push_back(shuffled ? fmt::format("{:+.2f}", 100 * rise->second) : "");
    }
    if (arguments.has("json")) return print_json(arguments.out, all);
    arguments.out << aligned(lines, {0, 2, 3, 4});
}

/// Prints two columns separated by tabs: the axis of the curve's table, and the values.
void print_curve(const Arguments& arguments, const Archive& curves) {
    const std::string name = arguments.text("curve");
    if (!curves.contains(name)) {
        const auto known = mapped(curves.arrays(), [](const auto& curve) { return curve.first; });
        arguments.refuse("the run has no curve '{}'; it has: {}", name, fmt::join(known, ", "));
    }
    const std::size_t slash = name.rfind('/');
    const std::string axis = slash == std::string::npos ? "round" : name.substr(0, slash) + "/round";
    const std::vector<double> rounds = as_doubles(curves.find(axis)), values = as_doubles(curves.find(name));
    for (std::size_t i = 0; i < values.size(); ++i)
        arguments.print("{}\t{}\n", i < rounds.size() ? rounds[i] : std::nan(""), values[i]);
}

void show(const results::RunRecord& run, const std::string& file, const Arguments& arguments) {
    if (arguments.has("importances")) {
        if (run.model.empty()) arguments.refuse("{} has no model", file);
        print_importances(arguments, run.model);
    } else if (arguments.has("curve")) {
        print_curve(arguments, run.curves);
    } else if (arguments.has("json")) {
        Value value =
            object_of(key("id", run.id), key("file", file), key("attributes", shown_attributes(run)),
                      key("last", last_values(run.curves)), key("spec", run.spec));
        if (run.model.contains("best_round"))
            value.set("rounds_used", run.model.get_scalar<std::uint64_t>("best_round"));
        print_json(arguments.out, value);
    } else {
        print_run(arguments.out, run, file);
    }
}

}  // namespace

int run_runs_show(const Invocation& invocation) {
    Arguments arguments(
        invocation, "runs show RUN|FILE [OPTIONS]",
        "Shows a finished run or a model: what it is and its errors, where its curves ended, its full "
        "specification, how it was made.\nRUN is an id or its first digits, FILE what `reboost train` saved or a "
        "run file.\n\nExamples:\n  reboost runs show 3fa9c1 --curve test_error\n"
        "  reboost runs show model.h5 --importances\n");
    arguments.value("curve", "NAME", "print one curve as two columns")
        .flag(
            "importances",
            "print the columns that the model splits on: how often, and their share of the rounds' "
            "coefficients (of regression trees: of the splits); of a model that `train` tested also how much the "
            "test error rises when the column is shuffled, which is about 0 of noise")
        .shared(kCommonOptions, {"results", "json"});
    if (!arguments.parse(1, 1)) return kAllWell;
    arguments.refuse_beside("curve", {"importances", "json"});
    results::RunRecord run;
    std::string file = arguments.positional().front();
    if (fs::is_regular_file(file) || file.ends_with(".h5")) {
        run = results::read_record_file(file).record;
    } else {
        const results::Store store(existing_results(arguments), results::OpenMode::read_only);
        const std::string id = resolve(store, file);
        run = store.read(id);
        file = store.run_path(id).string();
    }
    naming(file, [&] { show(run, file, arguments); });
    return kAllWell;
}

}  // namespace reboost::app
