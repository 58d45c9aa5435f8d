#include "boosting/gradient/kernels/softmax.hpp"

#include "boosting/gradient/kernels/exp_log.hpp"

namespace reboost::learners {

namespace {

template <class V>
[[gnu::always_inline]] inline void probabilities_body(const ClassRows& rows, const double* scores,
                                                      const ClassProbabilities& out, double* loss_by_class) {
    using Double = typename V::Double;
    using Int = typename V::Int;
    using LooseNarrow = typename V::LooseNarrow;
    const std::size_t step = rows.stride / V::kLanes;
    for (std::size_t row = rows.begin; row < rows.end; row += V::kLanes) {
        const auto* f = reinterpret_cast<const Double*>(scores + row);
        auto* p = reinterpret_cast<Double*>(out.probability + row);
        Double largest, rest{}, own{};
        Int at, truth;
        load_classes<V>(rows.true_class, row, truth);
        find_largest<V>(f, step, rows.classes, largest, at);
        const Double zero{};
        for (std::size_t k = 0; k < rows.classes; ++k) {
            const Int kth = Int{} + static_cast<std::int64_t>(k);
            Double e;
            exponential_below<V>(f[k * step], largest, e);
            p[k * step] = e;
            rest += at == kth ? zero : e;
            own = truth == kth ? f[k * step] : own;
        }
        const Double scale = 1.0 / (1.0 + rest);
        for (std::size_t k = 0; k < rows.classes; ++k)
            p[k * step] *= scale;
        *reinterpret_cast<Double*>(out.rest + row) = rest * scale;
        *reinterpret_cast<LooseNarrow*>(out.likeliest + row) = __builtin_convertvector(at, LooseNarrow);
        Double loss;
        log1p_of<V>(rest, loss);
        loss += largest - own;
        for (std::size_t lane = 0; lane < V::kLanes && row + lane < rows.end; ++lane)
            loss_by_class[truth[lane]] += loss[lane];
    }
}

/// Rows ahead whose values are fetched: who asks for a tile of rows asks for the next one soon, and in
/// between for other classes.
constexpr std::size_t kAhead = 128;

template <class V>
[[gnu::always_inline]] inline void class_body(const ClassRows& rows, const KnownProbabilities& known,
                                              std::size_t k, double* residual, double* curvature) {
    using Double = typename V::Double;
    using Int = typename V::Int;
    const Int kth = Int{} + static_cast<std::int64_t>(k);
    const double* const probability = known.probability + k * rows.stride;
    const double* const rest = known.rest;
    const std::int32_t *const likeliest = known.likeliest, *const true_class = rows.true_class;
    const std::size_t begin = rows.begin, end = rows.end;
    for (std::size_t row = begin; row < end; row += V::kLanes) {
        __builtin_prefetch(probability + row + kAhead);
        __builtin_prefetch(rest + row + kAhead);
        Int at, truth;
        load_classes<V>(likeliest, row, at);
        load_classes<V>(true_class, row, truth);
        const Double p = *reinterpret_cast<const Double*>(probability + row);
        const Double of_likeliest = *reinterpret_cast<const Double*>(rest + row);
        const Double of_other = 1.0 - p, wrong = -p;
        const Double complement = at == kth ? of_likeliest : of_other;
        *reinterpret_cast<Double*>(residual + row - begin) = truth == kth ? complement : wrong;
        *reinterpret_cast<Double*>(curvature + row - begin) = p * complement;
    }
}

template <class V>
[[gnu::always_inline]] inline void pair_body(std::size_t count, const ClassTile& of_class,
                                             const ClassTile& of_base, double* gradient, double* hessian) {
    using Double = typename V::Double;
    const auto at = [](const double* values, std::size_t i) {
        return reinterpret_cast<const Double*>(values + i);
    };
    for (std::size_t i = 0; i < count; i += V::kLanes) {
        const Double product = *at(of_base.probability, i) * *at(of_class.probability, i);
        *reinterpret_cast<Double*>(gradient + i) = *at(of_class.residual, i) - *at(of_base.residual, i);
        *reinterpret_cast<Double*>(hessian + i) =
            (*at(of_base.curvature, i) + *at(of_class.curvature, i)) + 2 * product;
    }
}

[[gnu::target("avx512f,avx512dq,avx512vl")]] void probabilities_avx512(const ClassRows& rows,
                                                                       const double* scores,
                                                                       const ClassProbabilities& out,
                                                                       double* loss) {
    probabilities_body<Eight>(rows, scores, out, loss);
}
[[gnu::target("avx2")]] void probabilities_avx2(const ClassRows& rows, const double* scores,
                                                const ClassProbabilities& out, double* loss) {
    probabilities_body<Four>(rows, scores, out, loss);
}

[[gnu::target("avx512f,avx512dq,avx512vl")]] void class_avx512(const ClassRows& rows,
                                                               const KnownProbabilities& known, std::size_t k,
                                                               double* residual, double* curvature) {
    class_body<Eight>(rows, known, k, residual, curvature);
}
[[gnu::target("avx2")]] void class_avx2(const ClassRows& rows, const KnownProbabilities& known, std::size_t k,
                                        double* residual, double* curvature) {
    class_body<Four>(rows, known, k, residual, curvature);
}

[[gnu::target("avx512f,avx512dq,avx512vl")]] void pair_avx512(std::size_t count, const ClassTile& of_class,
                                                              const ClassTile& of_base, double* gradient,
                                                              double* hessian) {
    pair_body<Eight>(count, of_class, of_base, gradient, hessian);
}
[[gnu::target("avx2")]] void pair_avx2(std::size_t count, const ClassTile& of_class, const ClassTile& of_base,
                                       double* gradient, double* hessian) {
    pair_body<Four>(count, of_class, of_base, gradient, hessian);
}

}  // namespace

void class_probabilities(const ClassRows& rows, const double* scores, const ClassProbabilities& out,
                         std::span<double> loss_by_class) {
    switch (best_isa()) {
        case Isa::avx512:
            return probabilities_avx512(rows, scores, out, loss_by_class.data());
        case Isa::avx2:
            return probabilities_avx2(rows, scores, out, loss_by_class.data());
        case Isa::portable:
            return probabilities_body<Two>(rows, scores, out, loss_by_class.data());
    }
}

void class_derivatives(const ClassRows& rows, const KnownProbabilities& known, std::size_t k,
                       double* residual, double* curvature) {
    switch (best_isa()) {
        case Isa::avx512:
            return class_avx512(rows, known, k, residual, curvature);
        case Isa::avx2:
            return class_avx2(rows, known, k, residual, curvature);
        case Isa::portable:
            return class_body<Two>(rows, known, k, residual, curvature);
    }
}

void pair_derivatives(std::size_t count, const ClassTile& of_class, const ClassTile& of_base,
                      double* gradient, double* hessian) {
    switch (best_isa()) {
        case Isa::avx512:
            return pair_avx512(count, of_class, of_base, gradient, hessian);
        case Isa::avx2:
            return pair_avx2(count, of_class, of_base, gradient, hessian);
        case Isa::portable:
            return pair_body<Two>(count, of_class, of_base, gradient, hessian);
    }
}

}  // namespace reboost::learners
