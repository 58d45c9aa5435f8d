#include "boosting/gradient/forest.hpp"

#include "core/order.hpp"

#include <algorithm>
#include <array>
#include <atomic>

namespace reboost::boosting {

void run_wave(parallel::Team& team, std::size_t trees_per_pass, std::span<const std::size_t> order,
              const parallel::Team::Body& prepare, const parallel::Team::Body& grow) {
    enum class PassState { under_way, done, failed };
    const std::size_t passes = (order.size() + trees_per_pass - 1) / trees_per_pass;
    std::vector<std::atomic<PassState>> states(passes);
    // Chunks begin in the order of their numbers, so that a chunk waits only for a pass that is running.
    team.for_chunks(passes + order.size(), [&](std::size_t chunk, std::size_t seat) {
        if (chunk < passes) {
            const auto announce = [&state = states[chunk]](PassState outcome) {
                state.store(outcome);
                state.notify_all();
            };
            try {
                prepare(chunk, seat);
            } catch (...) {
                announce(PassState::failed);
                throw;
            }
            return announce(PassState::done);
        }
        const std::size_t tree = order[chunk - passes];
        std::atomic<PassState>& state = states[tree / trees_per_pass];
        state.wait(PassState::under_way);
        if (state.load() == PassState::failed) return;  // the pass's exception ends the wave
        grow(tree, seat);
    });
}

namespace {

/// Memory in bytes for the prepared roots of all threads; it does not change results.
constexpr std::size_t kRootBytes = 64'000'000;

std::vector<ClassPair> pairs_of(std::span<const TreeJob> jobs) {
    return {jobs.begin(), jobs.end()};
}

}  // namespace

GradientForest::GradientForest(const data::BinnedMatrix& matrix, std::span<const data::BinCuts> cuts,
                               const learners::RegressionTreeOptions& options, const TreeRule& rule,
                               parallel::Team& team)
    : matrix_(matrix),
      options_(options),
      layout_(matrix),
      bundles_(matrix, layout_),
      data_{matrix, cuts, layout_, &bundles_},
      rule_(rule),
      team_(team),
      workers_(team.most()) {
    if (!bundles_.useful()) entries_.emplace(matrix, layout_);
}

std::uint64_t GradientForest::work() const {
    std::uint64_t sum = 0;
    for (const auto& worker : workers_)
        if (worker) sum += worker->builder.work();
    return sum;
}

void GradientForest::grow(const GradientScores& scores, std::span<TreeJob> jobs, const RowSample& sample,
                          learners::FeatureSelector* selector) {
    search_scale_ = {sample.multipliers, rule_.criterion == learners::SplitCriterion::mart};
    left_out_.clear();
    const std::span<const std::uint32_t> rows = sample.rows;
    for (std::uint32_t row = 0, next = 0; rows.size() < matrix_.rows && row < matrix_.rows; ++row) {
        if (next < rows.size() && rows[next] == row)
            ++next;
        else
            left_out_.push_back(row);
    }
    for (TreeJob& job : jobs)
        job.node_of_row.resize((matrix_.rows + 7) / 8 * 8, 0);
    if (selector && !selector->exhaustive()) return grow_selected(scores, jobs, sample, *selector);
    extents_.resize(jobs.size());
    for_each_portion(jobs.size(), [&](Worker& own, std::size_t first, std::size_t count) {
        const ClassTargets targets(scores, pairs_of(jobs.subspan(first, count)), search_scale_);
        std::ranges::copy(own.builder.measure(targets, rows),
                          extents_.begin() + static_cast<std::ptrdiff_t>(first));
    });
    // Number of trees whose roots are prepared together: one pass per thread, or as memory allows.
    const std::size_t bytes = sizeof(learners::GradientHessian) * (matrix_.rows + layout_.slots());
    const std::size_t wave =
        std::max(learners::kRootTrees * team_.width(), team_.width() == 1 ? 0 : kRootBytes / bytes);
    for (std::size_t first = 0; first < jobs.size(); first += wave)
        grow_wave(scores, jobs, first, std::min(wave, jobs.size() - first), sample);
    for_each_portion(jobs.size(), [&](Worker& own, std::size_t first, std::size_t count) {
        set_values(scores, jobs.subspan(first, count), sample, own);
    });
}

void GradientForest::set_values(const GradientScores& scores, std::span<TreeJob> jobs,
                                const RowSample& sample, Worker& own) {
    std::vector<learners::GrownTree> trees;
    for (TreeJob& job : jobs)
        trees.push_back({&job.tree, job.node_of_row.data()});
    const ClassTargets targets(scores, pairs_of(jobs), {sample.multipliers});
    learners::set_leaf_values(targets, rule_.leaf, sample.rows, matrix_.rows, trees, own.tile);
    for (TreeJob& job : jobs) {
        job.values.clear();
        for (const learners::RegressionNode& node : job.tree.nodes)
            job.values.push_back(node.value);
    }
}

void GradientForest::for_each_portion(std::size_t jobs,
                                      const std::function<void(Worker&, std::size_t, std::size_t)>& use) {
    const std::size_t portions = std::min(team_.width(), jobs);
    team_.for_chunks(portions, [&](std::size_t i, std::size_t seat) {
        const std::size_t first = i * jobs / portions, end = (i + 1) * jobs / portions;
        use(worker(seat), first, end - first);
    });
}

/// Grows one tree after the other, since the selector learns from each tree.
void GradientForest::grow_selected(const GradientScores& scores, std::span<TreeJob> jobs,
                                   const RowSample& sample, learners::FeatureSelector& selector) {
    Worker& own = worker(0);
    own.builder.begin_round();
    roots_.resize(1);
    for (TreeJob& job : jobs) {
        const ClassTargets target(scores, pairs_of({&job, 1}), search_scale_);
        learners::TreeRoot* const root = &roots_[0];
        own.builder.prepare(target, own.builder.measure(target, sample.rows), sample.rows, {&root, 1});
        own.builder.grow(sample.rows, &selector, *root, job.tree, job.node_of_row);
        set_values(scores, {&job, 1}, sample, own);
        own.router.find_leaves(job.tree, matrix_, left_out_, job.node_of_row);
        job.explained = own.builder.explained();
    }
}

void GradientForest::grow_wave(const GradientScores& scores, std::span<TreeJob> jobs, std::size_t first,
                               std::size_t count, const RowSample& sample) {
    const std::span<TreeJob> wave = jobs.subspan(first, count);
    if (roots_.size() < count) roots_.resize(count);
    // Trees share a pass over the matrix only if every thread has a pass.
    const std::size_t width = team_.width(), together = std::clamp<std::size_t>((count + width - 1) / width,
                                                                                1, learners::kRootTrees);
    const auto prepare = [&](std::size_t pass, std::size_t seat) {
        const std::size_t begin = pass * together;
        const std::size_t trees = std::min(together, count - begin);
        std::array<learners::TreeRoot*, learners::kRootTrees> all{};
        for (std::size_t t = 0; t < trees; ++t)
            all[t] = &roots_[begin + t];
        const std::span<learners::TreeRoot* const> roots(all.data(), trees);
        const ClassTargets targets(scores, pairs_of(wave.subspan(begin, trees)), search_scale_);
        Worker& own = worker(seat);
        own.builder.prepare(targets, std::span(extents_).subspan(first + begin, trees), sample.rows, roots);
        if (entries_)
            learners::fill_roots(layout_, *entries_, sample.rows, roots, own.scratch);
        else
            bundles_.fill_roots(sample.rows, roots, own.scratch);
    };
    const auto grow = [&](std::size_t tree, std::size_t seat) {
        Worker& own = worker(seat);
        TreeJob& job = wave[tree];
        const std::uint64_t before = own.builder.work();
        own.builder.grow(sample.rows, nullptr, roots_[tree], job.tree, job.node_of_row);
        own.router.find_leaves(job.tree, matrix_, left_out_, job.node_of_row);
        job.work = own.builder.work() - before;
        job.explained = own.builder.explained();
    };
    // The trees that took most work in the last round come first, so that threads finish together.
    const auto work_of = [&](std::size_t tree) { return wave[tree].work; };
    run_wave(team_, together, order_by(count, work_of, std::greater{}), prepare, grow);
}

GradientForest::Worker& GradientForest::worker(std::size_t seat) {
    // With multipliers a row's weight 1 becomes its multiplier, so that sums of weights no longer count rows.
    const learners::SplitCriterion criterion =
        rule_.multiplied ? learners::SplitCriterion::logit : rule_.criterion;
    std::unique_ptr<Worker>& own = workers_[seat];
    if (!own) own.reset(new Worker{{data_, options_, criterion}});
    return *own;
}

}  // namespace reboost::boosting
