#include "boosting/factory/saved_model.hpp"
#include "boosting/model_header.hpp"
#include "core/error.hpp"
#include "fuzz/archive_edits.hpp"
#include "fuzz/targets.hpp"
#include "fuzz/trained.hpp"

namespace reboost::fuzz {

void fuzz_model(Bytes bytes) {
    if (bytes.empty()) return;
    const Trained& base = trained()[bytes.front() % trained().size()];
    if (!base.model.contains("booster")) return;  // a bandit problem learns no model
    const Archive model = ArchiveEdits(bytes.subspan(1)).applied(base.model);
    try {
        boosting::load_model_header(model);
        boosting::predict_scores(model, base.data->test);
    } catch (const Error&) {
    }
}

}  // namespace reboost::fuzz
