#pragma once
/// The part of a saved model common to all boosters: names and cuts of its columns, and its classes.
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
/// Throws DataError if arrays do not fit together, cuts do not ascend, or a split lies beyond the cuts.
ModelHeader load_model_header(const Archive& model);
/// Returns how many of its `rounds` a model predicts with. Throws DataError if best_round > rounds.
std::size_t rounds_used(const Archive& model, std::size_t rounds);

/// Drops the cuts that no split uses and renumbers the thresholds: scores do not change. Data sets have
/// hundreds of thousands of cuts, models some thousand splits. A model without splits stays as it is.
void keep_used_cuts(Archive& model);

}  // namespace reboost::boosting
