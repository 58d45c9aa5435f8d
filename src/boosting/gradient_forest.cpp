#include "boosting/gradient_forest.hpp"

#include "learners/parallel.hpp"

#include <algorithm>

#include <tbb/task_arena.h>

namespace reboost::boosting {

/// A thread's own buffers.
struct GradientForest::Worker {
    Worker(const data::BinnedMatrix& matrix, std::span<const data::BinCuts> cuts,
           const learners::GradientLayout& layout, const learners::RegressionTreeOptions& options,
           learners::SplitCriterion criterion)
        : builder(matrix, cuts, layout, options, criterion) {}

    learners::RegressionTreeBuilder builder;
    learners::RowRouter router;
    AlignedVector<double> gradient, hessian;  ///< abc only
};

GradientForest::GradientForest(const data::BinnedMatrix& matrix, std::span<const data::BinCuts> cuts,
                               const learners::RegressionTreeOptions& options,
                               learners::SplitCriterion criterion, const learners::LeafRule& rule,
                               int threads)
    : matrix_(matrix), layout_(matrix), rule_(rule) {
    for (int i = 0; i < std::max(threads, 1); ++i)
        workers_.push_back(std::make_unique<Worker>(matrix, cuts, layout_, options, criterion));
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
        for (TreeJob& job : jobs)
            grow_one(*workers_[0], scores, job, sample, selector);
        return 0;
    }
    return learners::parallel_chunks(static_cast<int>(workers_.size()), jobs.size(), [&](std::size_t i) {
        const int thread = workers_.size() == 1 ? 0 : tbb::this_task_arena::current_thread_index();
        grow_one(*workers_[static_cast<std::size_t>(thread)], scores, jobs[i], sample, nullptr);
    });
}

void GradientForest::grow_one(Worker& worker, const GradientScores& scores, TreeJob& job,
                              std::span<const std::uint32_t> sample, learners::FeatureSelector* selector) {
    job.node_of_row.resize(scores.scores().stride(), 0);
    learners::TreeTarget target{scores.residual(job.k), scores.curvature(job.k)};
    if (job.base >= 0) {
        worker.gradient.resize(scores.rows());
        worker.hessian.resize(scores.rows());
        scores.abc_derivatives(job.k, static_cast<std::size_t>(job.base), worker.gradient, worker.hessian);
        target = {worker.gradient, worker.hessian};
    }
    worker.builder.grow(target, rule_, sample, selector, job.tree, job.node_of_row);
    if (!left_out_.empty()) worker.router.find_leaves(job.tree, matrix_, left_out_, job.node_of_row);
    job.explained = worker.builder.explained();
}

}  // namespace reboost::boosting
