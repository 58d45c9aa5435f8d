#include "boosting/gradient_forest.hpp"

#include "learners/parallel.hpp"

#include <algorithm>
#include <array>

#include <tbb/task_arena.h>

namespace reboost::boosting {

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
    const int threads = static_cast<int>(workers_.size());
    // Root histograms that stand ready at once, a pass a thread: bounds memory, changes no bits.
    const std::size_t wave_size = learners::kRootTrees * workers_.size();
    for (std::size_t begin = 0; begin < jobs.size(); begin += wave_size) {
        const std::span<TreeJob> wave = jobs.subspan(begin, std::min(wave_size, jobs.size() - begin));
        roots_.resize(std::max(roots_.size(), wave.size()));
        const std::size_t passes = (wave.size() + learners::kRootTrees - 1) / learners::kRootTrees;
        helpers += learners::parallel_chunks(threads, passes, [&](std::size_t pass) {
            prepare_roots(scores, wave, pass * learners::kRootTrees, sample);
        });
        helpers += learners::parallel_chunks(threads, wave.size(), [&](std::size_t i) {
            grow_one(worker(), wave[i], sample, nullptr, roots_[i]);
        });
    }
    return helpers;
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
