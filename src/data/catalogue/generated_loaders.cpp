/// Loaders of generated sets.
#include "data/catalogue/loaders.hpp"
#include "data/generators/generators.hpp"
#include "data/prepare/splits.hpp"

#include <algorithm>

namespace reboost::data {
namespace {

/// A rule that draws independent rows.
template <Dataset (*kDraw)(std::size_t rows, Rng& rng)>
void drawn(CatalogueEntry& entry, Fields&, const Sets&) {
    entry.load = two_streams([](const Draw& draw) { return kDraw(draw.rows, draw.rng); });
}

/// A rule that lists a whole data set.
template <Dataset (*kList)()>
void listed(CatalogueEntry& entry, Fields&, const Sets&) {
    entry.load = [](const LoadRequest& request) {
        return two_parts(kList(), request.entry.shape.train_rows, request);
    };
}

/// Sizes default to UCI's. The first 25,010 hands are drawn as its training file, others as its test file.
Split deal_poker(const LoadRequest& request) {
    constexpr std::size_t kTrainingFile = 25010;
    const std::uint64_t seed = request.seed();
    const std::size_t rows = chosen(request.spec.rows, request.entry.shape.train_rows);
    const std::size_t first = std::min(rows, kTrainingFile);
    Rng training(seed, "data:poker:training file"), test(seed, "data:poker:test file");
    Dataset train = draw_poker_hands(first, training, true, true);
    if (rows > first) train = joined(std::move(train), draw_poker_hands(rows - first, training, true));
    const std::size_t test_rows = chosen(request.spec.test_rows, request.entry.shape.test_rows);
    return {std::move(train), draw_poker_hands(test_rows, test, true)};
}

constexpr NamedLoader kGeneratedTable[]{
    {"parity", drawn<draw_parity>},
    {"twonorm", drawn<draw_twonorm>},
    {"threenorm", drawn<draw_threenorm>},
    {"ringnorm", drawn<draw_ringnorm>},
    {"waveform", drawn<draw_waveform>},
    {"tic-tac-toe", listed<list_tic_tac_toe>},
    {"balance-scale", listed<list_balance_scale>},
    {"monks",
     [](CatalogueEntry& entry, Fields& option, const Sets&) {
         const int problem = static_cast<int>(stated(option, "problem", std::int64_t{1}));
         // Numbers of the robots in the published training file
         const auto training = stated<std::vector<double>>(option, "training"),
                    flipped = stated<std::vector<double>>(option, "flipped");
         entry.load = [problem, training, flipped](const LoadRequest&) {
             return Split{list_monks(problem, training, flipped), list_monks(problem)};
         };
     }},
    {"poker_hands",
     [](CatalogueEntry& entry, Fields& option, const Sets&) {
         const bool one_hot = stated(option, "one_hot", false);
         entry.load = two_streams([one_hot](const Draw& draw) {
             return draw_poker_hands(draw.rows, draw.rng, one_hot, draw.training);
         });
     }},
    {"poker_dealt", [](CatalogueEntry& entry, Fields&, const Sets&) { entry.load = deal_poker; }},
    {"two_rows",  // for boosters that do not learn from data
     [](CatalogueEntry& entry, Fields&, const Sets&) {
         entry.load = [](const LoadRequest&) {
             const auto fill = [](std::size_t row, std::span<double> x) {
                 x[0] = static_cast<double>(row);
                 return static_cast<std::int32_t>(row);
             };
             const Dataset rows = float_table(2, {"x1"}, {"0", "1"}, fill);
             return Split{rows, rows};
         };
     }},
    {"mixture",
     [](CatalogueEntry& entry, Fields& option, const Sets&) {
         MixtureShape shape;
         option("low", shape.low);
         option("high", shape.high);
         option("step", shape.step);
         option("zero_share", shape.zero_share);
         option("factors", shape.factors);
         option("spread", shape.spread);
         entry.load = two_streams([shape](const Draw& draw) {
             MixtureShape wanted = shape;
             wanted.features = draw.features;
             wanted.classes = static_cast<std::size_t>(draw.request.entry.shape.classes);
             return draw_mixture(wanted, draw.rows, draw.request.seed(), draw.rng);
         });
     }},
    {"webscope",
     [](CatalogueEntry& entry, Fields&, const Sets&) {
         entry.load = two_streams(
             [](const Draw& draw) { return draw_webscope(draw.rows, draw.request.seed(), draw.rng); });
     }},
};

}  // namespace

constinit const std::span<const NamedLoader> kGeneratedLoaders(kGeneratedTable);

}  // namespace reboost::data
