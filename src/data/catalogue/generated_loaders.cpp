/// Loaders of generated sets.
#include "core/names.hpp"
#include "data/catalogue/loaders.hpp"
#include "data/generators/breiman.hpp"
#include "data/generators/enumerable.hpp"
#include "data/generators/float_table.hpp"
#include "data/generators/poker.hpp"
#include "data/generators/webscope.hpp"

#include <utility>

namespace reboost::data {
namespace {

struct DrawnRule {
    std::string_view name;
    Dataset (*draw)(std::size_t rows, Rng& rng);
};
constexpr DrawnRule kDrawnRules[]{
    {"parity", draw_parity},     {"twonorm", draw_twonorm},   {"threenorm", draw_threenorm},
    {"ringnorm", draw_ringnorm}, {"waveform", draw_waveform},
};

struct ListedRule {
    std::string_view name;
    Dataset (*list)();
};
constexpr ListedRule kListedRules[]{{"tic-tac-toe", list_tic_tac_toe}, {"balance-scale", list_balance_scale}};

std::uint64_t problem_of(const Draw& draw) {
    return static_cast<std::uint64_t>(draw.request.spec.seed);
}

Dataset two_rows() {
    FloatTable table(2, 1);
    table.set(1, 0, 1);
    return std::move(table).finish({0, 1}, {"0", "1"});
}

}  // namespace

Loader drawn_loader(std::string_view rule) {
    const auto draw = find_named(kDrawnRules, rule, "rule", &DrawnRule::name, "the catalogue").draw;
    return two_streams([draw](const Draw& wanted) { return draw(wanted.rows, wanted.rng); });
}

Loader listed_loader(std::string_view rule) {
    const auto list = find_named(kListedRules, rule, "rule", &ListedRule::name, "the catalogue").list;
    return from_rule([list](const LoadRequest& request) {
        return two_parts(list(), request.entry.shape.train_rows, request);
    });
}

Loader monks_loader(int problem) {
    return from_rule([problem](const LoadRequest&) {
        return Split{list_monks_training(problem), list_monks(problem), {}};
    });
}

Loader poker_hands_loader(bool one_hot) {
    return two_streams([one_hot](const Draw& draw) {
        return draw.training ? draw_poker_training(draw.rows, draw.rng, one_hot)
                             : draw_poker_hands(draw.rows, draw.rng, one_hot);
    });
}

Loader two_rows_loader() {
    return from_rule([](const LoadRequest&) { return Split{two_rows(), two_rows(), {}}; });
}

Loader mixture_loader(const MixtureShape& shape) {
    return two_streams([shape](const Draw& draw) {
        MixtureShape wanted = shape;
        wanted.features = draw.features;
        wanted.classes = static_cast<std::size_t>(draw.request.entry.shape.classes);
        return draw_mixture(wanted, draw.rows, problem_of(draw), draw.rng);
    });
}

Loader webscope_loader() {
    return two_streams([](const Draw& draw) { return draw_webscope(draw.rows, problem_of(draw), draw.rng); });
}

}  // namespace reboost::data
