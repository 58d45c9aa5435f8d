/// The compiled half of the Python package: arrays in, arrays out, JSON between. What an option is called,
/// and what it may be, is known to the engine alone.
#include "app/command.hpp"
#include "app/common.hpp"
#include "app/own_model.hpp"
#include "boosting/factory/saved_model.hpp"
#include "boosting/model_header.hpp"
#include "config/json.hpp"
#include "config/run_spec.hpp"
#include "config/schema.hpp"
#include "core/build_info.hpp"
#include "core/checksum.hpp"
#include "core/error.hpp"
#include "data/prepare/bin_stream.hpp"
#include "parallel/cores.hpp"
#include "programs/start.hpp"
#include "results/run_file.hpp"
#include "results/store.hpp"
#include "sweep/runner.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <exception>
#include <future>
#include <mutex>
#include <optional>
#include <sstream>
#include <utility>

#include <pybind11/iostream.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

namespace reboost::python {
namespace {

namespace py = pybind11;
using Names = std::vector<std::string>;
using Levels = std::vector<Names>;

/// n×d of float32 or float64 where they are: rows are not copied, a column is read when it is binned.
class Rows {
  public:
    /// The array must outlive this.
    explicit Rows(const py::array& array) {
        if (array.ndim() != 2) throw UsageError("rows are an array of two dimensions");
        wide_ = py::isinstance<py::array_t<double>>(array);
        if (!wide_ && !py::isinstance<py::array_t<float>>(array))
            throw UsageError("rows are float32 or float64");
        data_ = static_cast<const char*>(array.data());
        rows_ = static_cast<std::size_t>(array.shape(0)), columns_ = static_cast<std::size_t>(array.shape(1));
        row_step_ = array.strides(0), column_step_ = array.strides(1);
    }
    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }

    /// As floats. Throws DataError where a finite value is beyond them.
    data::Column column(std::size_t j, std::string name, Names levels) const {
        std::vector<float> values(rows_);
        const char* at = data_ + static_cast<std::ptrdiff_t>(j) * column_step_;
        for (float& value : values) {
            if (wide_) {
                double wide = 0;
                std::memcpy(&wide, at, sizeof wide);
                value = static_cast<float>(wide);
                if (std::isinf(value) && !std::isinf(wide))
                    throw DataError("column " + std::to_string(j) +
                                    " has a value too large for dtype float32");
            } else {
                std::memcpy(&value, at, sizeof value);
            }
            at += row_step_;
        }
        const auto kind = levels.empty() ? data::ColumnKind::numeric : data::ColumnKind::nominal;
        return {std::move(name), kind, std::move(levels), std::move(values)};
    }

  private:
    bool wide_ = false;
    const char* data_ = nullptr;
    std::size_t rows_ = 0, columns_ = 0;
    std::ptrdiff_t row_step_ = 0, column_step_ = 0;
};

/// What an estimator is fitted on.
struct TrainingSet {
    Rows rows;
    std::span<const std::int32_t> class_of_row;  ///< indices into `classes`
    Names classes, features;
    Levels levels;  ///< of each column; empty: numeric
};

/// Returns the columns of a training set, one a call, so that no more of the rows is ever copied. `sum`
/// receives labels and columns. `set` and `sum` must outlive the stream.
data::ColumnStream stream_of(const TrainingSet& set, Sha256& sum) {
    data::StreamHead head;
    head.name = "rows in memory";
    head.features = set.rows.columns();
    head.train = data::Labels::from_classes({set.class_of_row.begin(), set.class_of_row.end()}, set.classes);
    head.test = data::Labels::from_classes({}, set.classes);
    head.provenance.source = "memory";
    sum.update(head.train.class_of_row.data(), head.train.rows * sizeof(std::int32_t));
    const auto next = [&set, &sum, at = std::size_t{0}](std::size_t) mutable {
        std::vector<data::ColumnParts> block;
        if (at == set.rows.columns()) return block;
        data::Column column = set.rows.column(at, set.features[at], set.levels[at]);
        ++at;
        const auto& values = std::get<std::vector<float>>(column.values);
        sum.update(values.data(), values.size() * sizeof(float));
        pack_bytes(column);
        block.push_back({std::move(column), {}, {}});
        return block;
    };
    return {std::move(head), next};
}

/// Does `work` in a thread of its own, so that this one hears Ctrl-C, which requests the drain and is raised
/// at the end. Called without the GIL.
template <class Work>
auto attended(sweep::DrainFlag& drain, Work work) {
    std::exception_ptr interrupted;
    auto outcome = std::async(std::launch::async, std::move(work));
    while (outcome.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
        const py::gil_scoped_acquire gil;
        if (interrupted || PyErr_CheckSignals() == 0) continue;
        interrupted = std::make_exception_ptr(py::error_already_set());
        drain.request();
    }
    if (interrupted) std::rethrow_exception(interrupted);
    return outcome.get();
}

/// oneTBB takes the lowest of several limits, so there is one pool at a time.
std::mutex& one_pool() {
    static std::mutex mutex;
    return mutex;
}

results::RunRecord train(config::PlannedRun run, const TrainingSet& set, int threads,
                         const sweep::DrainFlag& drain) {
    Sha256 sum;
    data::BinnedSplit binned =
        bin_stream(stream_of(set, sum), run.spec.dataset, boosting::binning_of(run.spec.learner));
    binned.provenance.sha256 = sum.hex();
    const auto data = std::make_shared<const data::BinnedSplit>(std::move(binned));
    const sweep::PlanEntry entry = sweep::entry_on(std::move(run), *data);
    const sweep::Environment environment;
    std::optional<parallel::Cores> cores;
    std::unique_lock pool(one_pool(), std::defer_lock);
    sweep::RunContext context;
    context.environment = &environment;
    if (threads > 1) {
        pool.lock();
        cores.emplace(threads);
        context.team = std::make_shared<parallel::Team>(*cores, threads);
    }
    context.thread_mode = "single run, Python";
    context.drain = &drain;
    results::RunRecord record =
        *sweep::execute_run(entry, data, std::nullopt, context, *sweep::live_run_of(entry));
    app::settle_empty(record, *data);
    return record;
}

py::array to_numpy(const Archive::Array& array) {
    return std::visit(
        [&](const auto& values) -> py::array {
            using T = typename std::decay_t<decltype(values)>::value_type;
            if constexpr (std::is_same_v<T, std::string>)
                return py::array(py::cast(values));
            else
                return py::array_t<T>(static_cast<py::ssize_t>(values.size()), values.data());
        },
        array.values);
}

py::dict to_dict(const Archive& archive) {
    py::dict arrays;
    for (const auto& [name, array] : archive.arrays())
        arrays[py::str(name)] = to_numpy(array);
    return arrays;
}

/// A trained model: what a file of `reboost train --no-state` holds.
class Model {
  public:
    explicit Model(results::RunRecord record)
        : record_(std::move(record)), header_(boosting::load_model_header(record_.model)) {}

    static Model fit(const std::string& spec, const py::array& rows,
                     const py::array_t<std::int32_t, py::array::c_style>& class_of_row, const Names& classes,
                     const Names& features, const Levels& levels, int threads) {
        const TrainingSet set{Rows(rows),
                              {class_of_row.data(), static_cast<std::size_t>(class_of_row.size())},
                              classes,
                              features,
                              levels};
        const py::gil_scoped_release no_gil;
        config::PlannedRun run = app::run_of_options(config::parse_json(spec, "fit"), "fit");
        const int used = threads > 0 ? threads : parallel::usable_cpus();
        sweep::DrainFlag drain;
        return Model(attended(drain, [&] { return train(std::move(run), set, used, drain); }));
    }
    /// Throws UsageError where it is of rows that a table of numbers does not tell, DataError as always.
    static Model read(const std::filesystem::path& path) {
        Model model(results::read_record_file(path).record);
        app::refuse_prepared(config::read_run_spec(model.record_.spec).dataset, path.string());
        if (model.header_.multi_label)
            throw UsageError(path.string() + ": its rows have several labels each");
        return model;
    }
    static Model from_bytes(const std::string& bytes) {
        return Model(
            results::record_file_of(std::as_bytes(std::span(bytes.data(), bytes.size())), "the pickle")
                .record);
    }
    void write(const std::filesystem::path& path) const { results::write_record_file(path, record_); }
    py::bytes bytes() const {
        const std::vector<std::byte> all = results::to_run_file(results::to_stored(record_));
        return {reinterpret_cast<const char*>(all.data()), all.size()};
    }

    /// Rows in the model's own bins.
    data::BinnedMatrix bin(const py::array& array) const {
        const Rows rows(array);
        if (rows.columns() != header_.cuts.size()) throw UsageError("another number of columns");
        const py::gil_scoped_release no_gil;
        data::BinnedMatrix binned{{}, rows.rows()};
        for (std::size_t j = 0; j < header_.cuts.size(); ++j) {
            data::Column column = rows.column(j, "", header_.levels[j]);
            pack_bytes(column);
            binned.columns.push_back(data::apply_cuts(column, header_.cuts[j]));
        }
        return binned;
    }
    /// n×K, n×1 of two classes; of the first `rounds` only, where it is not 0.
    Matrix<double> scores(const data::BinnedMatrix& rows, std::uint64_t rounds) const {
        if (rounds == 0) return boosting::predict_scores(record_.model, rows);
        Archive model = record_.model;
        model.put_scalar("best_round", rounds);
        return boosting::predict_scores(model, rows);
    }
    /// n×K in [0, 1].
    Matrix<double> probabilities(const data::BinnedMatrix& rows) const {
        return boosting::predict_probabilities(record_.model, scores(rows, 0));
    }
    py::array importances() const {
        py::array_t<double> shares(static_cast<py::ssize_t>(header_.feature_names.size()));
        std::fill_n(shares.mutable_data(), shares.size(), 0.0);
        for (const boosting::Importance& one : boosting::feature_importances(record_.model))
            shares.mutable_at(one.feature) = one.share;
        return shares;
    }
    const boosting::ModelHeader& header() const { return header_; }
    std::uint64_t rounds_used() const { return record_.model.get_scalar<std::uint64_t>("best_round"); }
    std::string spec() const { return to_json(record_.spec); }
    std::string attributes() const { return to_json(record_.attributes); }
    py::dict curves() const { return to_dict(record_.curves); }
    py::dict arrays() const { return to_dict(record_.model); }

  private:
    results::RunRecord record_;
    boosting::ModelHeader header_;
};

/// What `work`, done without the GIL, gives.
template <class Work>
py::array_t<double> array_of(Work work) {
    Matrix<double> matrix;
    {
        const py::gil_scoped_release no_gil;
        matrix = work();
    }
    py::array_t<double> array({matrix.rows(), matrix.columns()});
    for (std::size_t i = 0; i < matrix.rows(); ++i)
        std::ranges::copy(matrix.row(i), array.mutable_data(static_cast<py::ssize_t>(i), 0));
    return array;
}

/// Released under the GIL; any thread may copy it.
using Shared = std::shared_ptr<py::object>;
Shared shared(py::object object) {
    return {new py::object(std::move(object)), [](py::object* held) {
                const py::gil_scoped_acquire gil;
                delete held;
            }};
}

/// Python makes its state of a foreign thread at each call, and takes 10 µs for it, unless the thread has
/// one. It is the interpreter's to free: the thread may outlive it.
void keep_thread_state() {
    if (PyGILState_GetThisThreadState() != nullptr) return;
    PyGILState_Ensure();
    PyEval_SaveThread();
}

/// A policy written in Python, a copy for each run.
class PythonPolicy final : public bandits::Responder {
  public:
    explicit PythonPolicy(const Shared& prototype) {
        keep_thread_state();
        const py::gil_scoped_acquire gil;
        told([&] {
            policy_ = shared(py::module_::import("copy").attr("deepcopy")(*prototype));
            name_ = py::type::of(*policy_).attr("__name__").cast<std::string>();
        });
    }
    void reset(std::size_t arms, std::uint64_t horizon, std::uint64_t seed) override {
        const py::gil_scoped_acquire gil;
        told([&] {
            policy_->attr("reset")(arms, horizon, seed);
            select_ = shared(policy_->attr("select"));
            reward_ = shared(policy_->attr("reward"));
        });
    }
    void select(std::uint64_t /*time*/, std::span<const std::uint32_t> arms, std::span<const double> rewards,
                std::span<std::uint32_t> out) override {
        const py::gil_scoped_acquire gil;
        told([&] {
            for (std::size_t i = 0; i < arms.size(); ++i)
                (*reward_)(arms[i], rewards[i]);
            const py::object chosen = (*select_)(out.size());
            if (out.size() == 1 && py::isinstance<py::int_>(chosen)) {
                out[0] = chosen.cast<std::uint32_t>();
                return;
            }
            std::size_t i = 0;
            for (const py::handle arm : chosen) {
                if (i < out.size()) out[i] = arm.cast<std::uint32_t>();
                ++i;
            }
            if (i != out.size()) fail("gave " + std::to_string(i) + " arms of " + std::to_string(out.size()));
        });
    }
    [[noreturn]] void fail(const std::string& what) override {
        throw programs::ProgramError("the policy " + name_ + " " + what);
    }

  private:
    template <class Work>
    void told(Work work) {
        try {
            work();
        } catch (const py::builtin_exception& error) {
            fail(std::string("gave no arms: ") + error.what());
        } catch (const py::error_already_set& error) {
            fail(std::string("raised ") + error.what());
        }
    }
    Shared policy_, select_, reward_;
    std::string name_ = "in Python";
};

/// `reboost ARGUMENTS` in this process: its exit status, and what it prints. `err`: a text file of Python's
/// for progress and messages. `policy`: answers in place of external policies' programs; None: they are run.
std::pair<int, std::string> command(std::vector<std::string> arguments, py::object err, py::object policy) {
    std::ostringstream out;
    py::detail::pythonbuf to_python(err);
    std::ostream messages(&to_python);
    bandits::MakeResponder in_process;
    if (!policy.is_none())
        in_process = [prototype = shared(std::move(policy))] {
            return std::make_unique<PythonPolicy>(prototype);
        };
    int status = 0;
    {
        const py::gil_scoped_release no_gil;
        const std::lock_guard pool(one_pool());
        status = app::run_command_line({std::move(arguments), out, messages, std::move(in_process)});
        messages.flush();
    }
    return {status, out.str()};
}

void translate(std::exception_ptr error) {
    try {
        if (error) std::rethrow_exception(error);
    } catch (const IoError& e) {
        PyErr_SetString(PyExc_OSError, e.what());
    } catch (const TrainingError& e) {
        PyErr_SetString(PyExc_RuntimeError, e.what());
    } catch (const Error& e) {  // options or data
        PyErr_SetString(PyExc_ValueError, e.what());
    }
}

}  // namespace
}  // namespace reboost::python

PYBIND11_MODULE(_engine, m) {
    using namespace reboost;
    using namespace reboost::python;
    namespace py = pybind11;
    py::register_exception_translator(&translate);
    m.attr("__version__") = std::string(build_info().version);
    m.def("set_shipped_folder", &app::set_shipped_folder);
    m.def("options", [] { return to_json(config::docs_as_value(config::run_docs())); });
    m.def("command", &command);
    m.def("arrays", [](const std::filesystem::path& folder, const std::string& id, const Names& wanted) {
        Archive arrays;
        {
            const py::gil_scoped_release no_gil;
            arrays = results::Store(folder, results::OpenMode::read_only).arrays(id, wanted);
        }
        return to_dict(arrays);
    });
    py::class_<data::BinnedMatrix>(m, "Rows");
    const auto header = [](auto member) {
        return [member](const Model& model) { return model.header().*member; };
    };
    py::class_<Model>(m, "Model")
        .def_static("fit", &Model::fit)
        .def_static("read", &Model::read)
        .def("write", &Model::write)
        .def("bin", &Model::bin)
        .def("scores",
             [](const Model& model, const data::BinnedMatrix& rows, std::uint64_t rounds) {
                 return array_of([&] { return model.scores(rows, rounds); });
             })
        .def("probabilities",
             [](const Model& model, const data::BinnedMatrix& rows) {
                 return array_of([&] { return model.probabilities(rows); });
             })
        .def_property_readonly("importances", &Model::importances)
        .def_property_readonly("class_names", header(&boosting::ModelHeader::class_names))
        .def_property_readonly("feature_names", header(&boosting::ModelHeader::feature_names))
        .def_property_readonly("levels", header(&boosting::ModelHeader::levels))
        .def_property_readonly("rounds_used", &Model::rounds_used)
        .def_property_readonly("spec", &Model::spec)
        .def_property_readonly("attributes", &Model::attributes)
        .def_property_readonly("curves", &Model::curves)
        .def_property_readonly("arrays", &Model::arrays)
        .def(py::pickle([](const Model& model) { return model.bytes(); },
                        [](const py::bytes& bytes) { return Model::from_bytes(bytes); }));
}
