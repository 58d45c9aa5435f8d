#pragma once
/// The part of a saved model that every booster shares: what a row must look like, and what its scores mean.
#include "core/archive.hpp"
#include "data/binning.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::boosting {

struct ModelHeader {
    std::string booster;
    std::vector<std::string> feature_names, class_names;
    std::vector<data::BinCuts> cuts;
    std::vector<std::vector<std::string>> levels;  ///< nominal columns: level index -> text
    bool multi_label = false;
};

void save_model_header(const data::BinnedSplit& data, std::string_view booster, Archive& archive);
/// Throws DataError where arrays do not fit together, cuts do not ascend, or a split lies beyond them.
ModelHeader load_model_header(const Archive& model);
/// How many of its `rounds` a model predicts with. Throws DataError where its best round is none of them.
std::size_t rounds_used(const Archive& model, std::size_t rounds);

/// Drops the cuts that no split of the model asks, and numbers the thresholds anew: scores stay what they
/// are. A data set has hundreds of thousands of cuts, a model some thousand splits; one without any stays.
void keep_used_cuts(Archive& model);

}  // namespace reboost::boosting
