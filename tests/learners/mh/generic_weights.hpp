#pragma once
/// Weights without structure, so that no two cuts tie but those that part the rows alike.
#include "learners/mh/weights.hpp"
#include "support/reference_search.hpp"

namespace reboost::testing {

/// Random weights that sum to 1 over the labels' signs, the same in the program's floats and in the
/// reference.
struct GenericWeights {
    learners::SignedWeights floats;
    reference::Weights doubles;

    GenericWeights(const data::Labels& labels, std::uint64_t seed)
        : floats(labels, true),
          doubles{labels.rows, labels.classes, std::vector<double>(labels.rows * labels.classes)} {
        Rng rng(seed, "generic weights");
        std::vector<double> raw(doubles.values.size());
        double mass = 0;
        for (double& weight : raw)
            mass += weight = std::exp(2 * rng.normal());
        for (std::size_t i = 0; i < labels.rows; ++i)
            for (std::size_t l = 0; l < labels.classes; ++l) {
                const auto weight = static_cast<float>(raw[i * labels.classes + l] / mass * labels.at(i, l));
                floats.data()[i * floats.stride() + l] = weight;
                doubles.at(i, l) = static_cast<double>(weight);
            }
        floats.refresh();
    }
};

}  // namespace reboost::testing
