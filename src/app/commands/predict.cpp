#include "app/common.hpp"
#include "app/own_model.hpp"
#include "boosting/factory/saved_model.hpp"
#include "boosting/mh/evaluator.hpp"
#include "boosting/model_header.hpp"
#include "data/load/load.hpp"
#include "results/run_file.hpp"

#include <cmath>

#include <boost/algorithm/string/replace.hpp>

namespace reboost::app {
namespace {

std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    return "\"" + boost::replace_all_copy(text, "\"", "\"\"") + "\"";
}

/// The predicted class of a row, of tied classes as in metrics::TieRule::first_maximum; for multi-label data
/// all predicted classes with '|' between them. `always`: the class that a model without splits predicts,
/// otherwise "".
std::string predicted(const boosting::ModelHeader& model, const Matrix<double>& scores, std::size_t row,
                      const std::string& always) {
    if (!always.empty()) return always;
    const std::size_t classes = scores.columns();
    if (classes == 1 && !model.multi_label) return model.class_names.at(scores(row, 0) >= 0 ? 1 : 0);
    std::string text;
    std::size_t best = 0;
    for (std::size_t l = 0; l < classes; ++l) {
        if (scores(row, l) > scores(row, best)) best = l;
        if (scores(row, l) > 0) text += (text.empty() ? "" : "|") + model.class_names.at(l);
    }
    return model.multi_label ? text : model.class_names.at(best);
}

/// Numbers to write after the prediction, a column for each class: as floats, as exact as a sum of votes.
struct Extra {
    std::string name;  ///< "score" or "probability"
    Matrix<double> values;
};

/// `classes`: the model's; a booster that needs one score gives that of the last.
std::string csv(const std::vector<std::string>& predictions, const data::RowsToPredict& rows,
                const std::vector<Extra>& extras, const std::vector<std::string>& classes) {
    std::string text;
    for (std::size_t line = 0; line <= predictions.size(); ++line) {
        const bool head = line == 0;  // as of the copied columns
        text += head ? "row" : std::to_string(line - 1);
        for (const std::vector<std::string>& column : rows.copied)
            text += ',' + csv_cell(column[line]);
        text += ',' + (head ? "prediction" : csv_cell(predictions[line - 1]));
        for (const auto& [name, values] : extras)
            for (std::size_t l = 0, skipped = classes.size() - values.columns(); l < values.columns(); ++l)
                text += ',' + (head ? csv_cell(name + "_" + classes.at(l + skipped))
                                    : fmt::format("{}", static_cast<float>(values(line - 1, l))));
        if (!rows.truth.empty()) text += ',' + (head ? "label" : csv_cell(rows.truth[line - 1]));
        text += '\n';
    }
    return text;
}

/// A row for each label, a column for each prediction. "" if there are too many for a screen.
std::string confusion_matrix(const std::vector<std::string>& predictions,
                             const std::vector<std::string>& truth) {
    constexpr std::size_t kMost = 15;
    std::map<std::string, std::map<std::string, std::size_t>> count;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        ++count[truth[i]][predictions[i]];
        count[predictions[i]];
    }
    if (count.size() > kMost) return "";
    std::vector<std::vector<std::string>> lines{{"label \\ prediction"}};
    std::vector<std::size_t> right;
    for (const auto& [label, row] : count) {
        right.push_back(lines.front().size());
        lines.front().push_back(label);
        lines.push_back({label});
        for (const auto& [prediction, unused] : count)
            lines.back().push_back(std::to_string(row.contains(prediction) ? row.at(prediction) : 0));
    }
    return aligned(lines, right);
}

/// ", AUC 0.93, log loss 0.21", for rows whose labels are all classes of the model.
std::string ranking_text(const Archive& model, const Matrix<double>& scores, const data::Labels& labels) {
    if (labels.y.empty() || labels.multi_label()) return "";
    const Matrix<double> probabilities = boosting::predict_probabilities(model, scores);
    constexpr double kLeast = 1e-15;
    double loss = 0;
    for (std::size_t i = 0; i < labels.rows; ++i)
        loss -=
            std::log(std::max(kLeast, probabilities(i, static_cast<std::size_t>(labels.class_of_row[i]))));
    const double auc = boosting::ranking_losses(scores, labels, boosting::TieRule::error).auc;
    return fmt::format("{}, log loss {:.4f}", std::isfinite(auc) ? fmt::format(", AUC {:.4f}", auc) : "",
                       loss / static_cast<double>(labels.rows));
}

/// Writes to `err` how many rows are wrong, and how many of each class.
void tell_errors(std::ostream& err, const std::vector<std::string>& predictions,
                 const std::vector<std::string>& truth, bool multi_label, const std::string& ranking) {
    std::map<std::string, std::size_t> rows_of;
    std::size_t wrong = 0, most = 0;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        wrong += truth[i] != predictions[i];
        most = std::max(most, ++rows_of[truth[i]]);
    }
    const auto share = [&](std::size_t count) {
        return 100 * static_cast<double>(count) / static_cast<double>(truth.size());
    };
    err << fmt::format("{} rows, {} {:.2f}% (always the most frequent: {:.2f}%){}\n", truth.size(),
                       multi_label ? "a wrong set of labels in" : "error", share(wrong),
                       share(truth.size() - most), ranking);
    err << printable(confusion_matrix(predictions, truth), true);
}

/// The model's header. Throws DataError unless each class of the ensemble has a name.
boosting::ModelHeader header_of(const Archive& model) {
    boosting::ModelHeader header = boosting::load_model_header(model);
    const auto classes = model.get_scalar<std::uint64_t>("ensemble/classes");
    const std::size_t names = header.class_names.size();
    if (classes != names && !(classes == 1 && names == 2 && !header.multi_label))
        throw DataError(fmt::format("model: {} classes, but {} names of classes", classes, names));
    return header;
}

/// The format of the model's training file, or the one that the options give. `name`: the model's file.
data::DatasetSpec dataset_of(const Value& spec, const std::string& name, const Arguments& arguments) {
    config::RunSpec run = naming(name, [&] { return config::read_run_spec(spec); });
    refuse_prepared(run.dataset, name);
    run.dataset.test_label = arguments.text("labels", "");
    run.dataset.drop_unlabelled = false;  // unlabelled rows get predictions, too
    if (!arguments.has("format")) return run.dataset;
    Value complete = config::complete_value(run);
    complete.find("dataset")->set("format", arguments.text("format"));
    return config::read_run_spec(complete).dataset;
}

void add_predict_options(Arguments& arguments) {
    arguments.value("output", "FILE.csv", "where predictions go (default: standard output)")
        .flag("scores", "the score of each class too")
        .flag("probabilities",
              "the probability of each class too: the softmax of scores; of AdaBoost.MH 1/(1+exp(-2 score)), "
              "sum 1, which many rounds drive to 0 and 1")
        .flag(
            "labelled",
            "the file has the label column as well: it is not a feature, but written in the last column; "
            "error, confusion matrix, AUC and log loss are printed (of tied classes one is predicted; training "
            "counts ties as errors: evaluation.ties)")
        .value("copy", "COLUMNS",
               "of a table: columns written beside the predictions, such as an identifier; names or 0-based "
               "indices, ',' between them")
        .value("labels", "FILE", "with --labelled, of an IDX file: the file of its labels")
        .value("format", "F",
               "auto, table, arff, libsvm, idx (default: as trained, else what the file holds)");
}

}  // namespace

int run_predict(const Invocation& invocation) {
    Arguments arguments(
        invocation, "predict MODEL FILE [OPTIONS]",
        "Applies a model that `reboost train` saved to a file with the same columns and prints CSV: row "
        "(from 0), prediction and, with --scores or --probabilities, one value per class. Columns that have "
        "names may stand in any order, and those that the model does not know are left out. A finished "
        "run's file serves as a model too.\n\n"
        "Example:\n"
        "  reboost predict iris.h5 new.csv --scores --copy id --output predictions.csv\n");
    add_predict_options(arguments);
    if (!arguments.parse(2, 2)) return kAllWell;
    arguments.require_beside("labels", "labelled");

    const std::string& name = arguments.positional()[0];
    if (arguments.has("output")) require_not_an_input(arguments, "output", arguments.text("output"));
    const results::RecordFile file = results::read_record_file(name);
    if (file.record.model.empty()) throw DataError(name, 0, 0, "has no model");
    const boosting::ModelHeader model = naming(name, [&] { return header_of(file.record.model); });
    const data::DatasetSpec spec = dataset_of(file.record.spec, name, arguments);
    const bool labelled = arguments.has("labelled");
    const data::RowsToPredict rows =
        data::load_for_prediction(arguments.positional()[1], spec,
                                  {model.feature_names, model.levels, model.class_names,
                                   text_at(file.record.attributes, "dataset_label")},
                                  labelled, arguments.text("copy"));
    for (const std::string& note : rows.notes)
        arguments.err << "note: " << printable(note) << '\n';
    const Matrix<double> scores = naming(name, [&] {
        return boosting::predict_scores(file.record.model, data::bin_with(rows.data, model.cuts));
    });
    const std::string always = naming(name, [&] { return majority_of_empty(file.record); });
    std::vector<std::string> predictions;
    for (std::size_t i = 0; i < scores.rows(); ++i)
        predictions.push_back(predicted(model, scores, i, always));
    std::vector<Extra> extras;
    if (arguments.has("scores")) extras.push_back({"score", scores});
    if (arguments.has("probabilities"))
        extras.push_back({"probability", boosting::predict_probabilities(file.record.model, scores)});
    const std::string text = csv(predictions, rows, extras, model.class_names);
    if (arguments.has("output")) {
        const std::string output = arguments.text("output");
        if (fs::is_regular_file(output)) arguments.err << output << " was there before: it is replaced\n";
        files::write_file_atomically(output, text);
    } else {
        arguments.out << (isatty(STDOUT_FILENO) == 1 ? printable(text, true) : text);
    }
    if (!rows.truth.empty())
        tell_errors(arguments.err, predictions, rows.truth, model.multi_label,
                    ranking_text(file.record.model, scores, rows.data.labels));
    return kAllWell;
}

}  // namespace reboost::app
