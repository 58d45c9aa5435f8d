#include "core/error.hpp"
#include "fuzz/archive_edits.hpp"
#include "fuzz/targets.hpp"
#include "fuzz/trained.hpp"

namespace reboost::fuzz {

void fuzz_checkpoint(Bytes bytes) {
    if (bytes.empty()) return;
    const Trained& base = trained()[bytes.front() % trained().size()];
    const Archive state = ArchiveEdits(bytes.subspan(1)).applied(base.state);
    try {
        const auto booster = testing::make(base.recipe, base.data);
        booster->load(state);
        testing::Recording until;
        until.stop_after = 4;
        booster->train(until);
        Archive model, again;
        booster->save_model(model);
        booster->save(again);
    } catch (const Error&) {
    }
}

}  // namespace reboost::fuzz
