#include "boosting/gradient_forest.hpp"

#include "learners/parallel.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include <tbb/task_arena.h>

namespace reboost::boosting {

namespace {

/// Memory for roots that stand ready at once on several threads; the number changes no bits.
constexpr std::size_t kRootBytes = 64'000'000;

enum class PassState { under_way, done, failed };

/// Tells those who wait how a pass ended, by an exception too.
class Announcement {
  public:
    explicit Announcement(std::atomic<PassState>& state) : state_(state) {}
    ~Announcement() {
        if (state_.load() == PassState::under_way) announce(PassState::failed);
    }
    void well() const { announce(PassState::done); }
    Announcement(const Announcement&) = delete;
    Announcement& operator=(const Announcement&) = delete;

  private:
    void announce(PassState outcome) const {
        state_.store(outcome);
        state_.notify_all();
    }
    std::atomic<PassState>& state_;
};

}  // namespace

/// A thread's own buffers.
struct GradientForest::Worker {
    Worker(const data::BinnedMatrix& matrix, std::span<const data::BinCuts> cuts,
           const learners::GradientLayout& layout, const learners::RegressionTreeOptions& options,
           learners::SplitCriterion criterion, const learners::GradientBundles& bundles)
        : builder(matrix, cuts, layout, options, criterion, &bundles) {}

    learners::RegressionTreeBuilder builder;
    learners::RowRouter router;
    learners::RootScratch scratch;
};

GradientForest::GradientForest(const data::BinnedMatrix& matrix, std::span<const data::BinCuts> cuts,
                               const learners::RegressionTreeOptions& options,
                               learners::SplitCriterion criterion, const learners::LeafRule& rule,
                               int threads)
    : matrix_(matrix), layout_(matrix), bundles_(matrix, layout_), rule_(rule) {
    if (!bundles_.useful()) columns_.emplace(matrix);
    for (int i = 0; i < std::max(threads, 1); ++i)
        workers_.push_back(std::make_unique<Worker>(matrix, cuts, layout_, options, criterion, bundles_));
}

GradientForest::~GradientForest() = default;

std::uint64_t GradientForest::work() const {
    std::uint64_t sum = 0;
    for (const auto& worker : workers_)
        sum += worker->builder.work();
    return sum;
}

double GradientForest::grow(const GradientScores& scores, std::span<TreeJob> jobs,
                            std::span<const std::uint32_t> sample, learners::FeatureSelector* selector) {
    left_out_.clear();
    for (std::uint32_t row = 0, next = 0; sample.size() < matrix_.rows && row < matrix_.rows; ++row) {
        if (next < sample.size() && sample[next] == row)
            ++next;
        else
            left_out_.push_back(row);
    }
    if (selector && !selector->exhaustive()) {  // the selector learns from one tree for the next
        workers_[0]->builder.begin_round();
        roots_.resize(std::max<std::size_t>(roots_.size(), 1));
        for (TreeJob& job : jobs) {
            set_target(scores, job, roots_[0]);
            grow_one(*workers_[0], job, sample, selector, roots_[0]);
        }
        return 0;
    }
    double helpers = 0;
    const std::size_t wave_size = roots_at_once(jobs);
    for (std::size_t begin = 0; begin < jobs.size(); begin += wave_size)
        helpers += grow_wave(scores, jobs.subspan(begin, std::min(wave_size, jobs.size() - begin)), sample);
    return helpers;
}

std::size_t GradientForest::roots_at_once(std::span<const TreeJob> jobs) const {
    const std::size_t least = learners::kRootTrees * workers_.size();
    if (workers_.size() == 1 || jobs.empty()) return least;
    const std::size_t derivatives = jobs.front().base < 0 ? 0 : 2 * sizeof(double) * matrix_.rows;
    const std::size_t bytes = sizeof(learners::GradientPair) * (matrix_.rows + layout_.slots()) + derivatives;
    return std::max(least, kRootBytes / bytes);
}

/// Passes first, then the trees in their order: whoever is free takes the next, and waits where a tree's pass
/// is still under way with another thread.
double GradientForest::grow_wave(const GradientScores& scores, std::span<TreeJob> wave,
                                 std::span<const std::uint32_t> sample) {
    if (roots_.size() < wave.size()) roots_.resize(wave.size());
    const std::size_t passes = (wave.size() + learners::kRootTrees - 1) / learners::kRootTrees;
    std::vector<std::atomic<PassState>> states(passes);
    std::atomic<std::size_t> next{0};
    const int threads = static_cast<int>(workers_.size());
    return learners::parallel_chunks(threads, workers_.size(), [&](std::size_t) {
        for (std::size_t i; (i = next.fetch_add(1)) < passes + wave.size();) {
            if (i < passes) {
                const Announcement done(states[i]);
                prepare_roots(scores, wave, i * learners::kRootTrees, sample);
                done.well();
                continue;
            }
            const std::size_t tree = i - passes;
            std::atomic<PassState>& state = states[tree / learners::kRootTrees];
            state.wait(PassState::under_way);
            if (state.load() == PassState::failed) return;  // the other thread's exception ends the round
            grow_one(worker(), wave[tree], sample, nullptr, roots_[tree]);
        }
    });
}

GradientForest::Worker& GradientForest::worker() {
    const int thread = workers_.size() == 1 ? 0 : tbb::this_task_arena::current_thread_index();
    return *workers_[static_cast<std::size_t>(thread)];
}

void GradientForest::set_target(const GradientScores& scores, const TreeJob& job, Root& root) const {
    if (job.base < 0) {
        root.target = {scores.residual(job.k), scores.curvature(job.k)};
        return;
    }
    root.gradient.resize(scores.rows());
    root.hessian.resize(scores.rows());
    scores.abc_derivatives(job.k, static_cast<std::size_t>(job.base), root.gradient, root.hessian);
    root.target = {root.gradient, root.hessian};
}

void GradientForest::prepare_roots(const GradientScores& scores, std::span<const TreeJob> jobs,
                                   std::size_t first, std::span<const std::uint32_t> sample) {
    Worker& own = worker();
    std::array<learners::TreeRoot*, learners::kRootTrees> roots{};
    const std::size_t count = std::min(learners::kRootTrees, jobs.size() - first);
    for (std::size_t t = 0; t < count; ++t) {
        Root& root = roots_[first + t];
        set_target(scores, jobs[first + t], root);
        own.builder.prepare(root.target, sample, root.on_grid);
        roots[t] = &root.on_grid;
    }
    if (columns_)
        learners::fill_roots(layout_, *columns_, sample, {roots.data(), count}, own.scratch);
    else
        bundles_.fill_roots(sample, {roots.data(), count}, own.scratch);
}

void GradientForest::grow_one(Worker& own, TreeJob& job, std::span<const std::uint32_t> sample,
                              learners::FeatureSelector* selector, Root& root) {
    job.node_of_row.resize((matrix_.rows + 7) / 8 * 8, 0);
    if (selector)
        own.builder.grow(root.target, rule_, sample, selector, job.tree, job.node_of_row);
    else
        own.builder.grow(root.target, rule_, sample, selector, root.on_grid, job.tree, job.node_of_row);
    if (!left_out_.empty()) own.router.find_leaves(job.tree, matrix_, left_out_, job.node_of_row);
    job.explained = own.builder.explained();
}

}  // namespace reboost::boosting
