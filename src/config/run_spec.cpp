#include "config/run_spec.hpp"

namespace reboost::config {

void describe(Fields& field, RunSpec& o) {
    field("dataset", o.dataset, {"what is learned"});
    field("learner", o.learner, {"the base learner"});
    field("selector", o.selector, {"what chooses where to search"});
    field("booster", o.booster, {"the boosting algorithm"});
    field("evaluation", o.evaluation, {"when losses are measured"});
    field("seed", o.seed,
          {"seed of what training draws: selectors, samples of rows, the validation part", 0, 9e15});
    field("timing", o.timing, {"throughput: all cores; timing: one run at a time, pinned"});
}

}  // namespace reboost::config
