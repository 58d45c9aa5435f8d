#include "learners/mh/learner.hpp"

#include "core/error.hpp"
#include "learners/mh/product.hpp"
#include "learners/mh/stump.hpp"
#include "learners/mh/tree.hpp"

namespace reboost::learners {

std::unique_ptr<Learner> make_learner(const LearnerOptions& options, const ScanColumns& columns,
                                      std::size_t classes, parallel::Team& team) {
    struct Maker {
        const ScanColumns& columns;
        std::size_t classes;
        parallel::Team& team;
        std::unique_ptr<Learner> operator()(const StumpOptions&) const {
            return std::make_unique<StumpLearner>(columns, classes, team);
        }
        std::unique_ptr<Learner> operator()(const ProductOptions& o) const {
            return std::make_unique<ProductLearner>(o, columns, classes, team);
        }
        std::unique_ptr<Learner> operator()(const TreeOptions& o) const {
            return std::make_unique<TreeLearner>(o, columns, classes, team);
        }
        std::unique_ptr<Learner> operator()(const RegressionTreeOptions&) const {
            throw UsageError(
                "learner 'regression_tree' belongs to mart, logitboost and their abc forms; adaboost_mh "
                "takes stump, product or tree");
        }
    };
    return std::visit(Maker{columns, classes, team}, options);
}

}  // namespace reboost::learners
