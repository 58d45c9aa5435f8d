#include "boosting/gradient/model.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace reboost::boosting {

void GradientModel::begin_round(std::int32_t base_class) {
    first_tree_.push_back(trees_.size());
    base_classes_.push_back(base_class);
}

void GradientModel::add(std::size_t k, learners::RegressionTree tree) {
    class_of_tree_.push_back(static_cast<std::uint32_t>(k));
    trees_.push_back(std::move(tree));
}

void GradientModel::add_scores(const data::BinnedMatrix& rows, std::size_t begin, std::size_t end,
                               learners::RowRouter& router, ClassMajor& scores) const {
    for (std::size_t round = begin; round < end; ++round) {
        const std::size_t stop = round + 1 < first_tree_.size() ? first_tree_[round + 1] : trees_.size();
        if (follows_plain(round)) subtract_means(scores, 0, scores.rows());
        for (std::size_t t = first_tree_[round]; t < stop; ++t)
            router.add_values(trees_[t], rows, 1, scores.of_class(class_of_tree_[t]));
        if (base_classes_[round] >= 0)
            close_sum_to_zero(scores, static_cast<std::size_t>(base_classes_[round]), 0, scores.rows());
    }
}

void GradientModel::save(Archive& archive) const {
    archive.put_scalar("classes", classes_);
    archive.put("class_of_tree", class_of_tree_, "", "the class whose score a tree adds to");
    archive.put("first_tree", first_tree_, "", "the first tree of each round");
    archive.put("base_class", base_classes_, "", "the base class of each round; -1: none");
    Archive trees;
    learners::save_trees(trees_, trees);
    archive.put_all("trees", trees);
}

GradientModel GradientModel::load(const Archive& archive) {
    GradientModel model(archive.get_scalar<std::uint64_t>("classes"));
    constexpr std::size_t kMostClasses = std::size_t{1} << 24;
    if (model.classes_ < 2 || model.classes_ > kMostClasses)
        throw DataError("model: no such number of classes");
    model.trees_ = learners::load_trees(archive.sub("trees"));
    model.class_of_tree_ = archive.get<std::uint32_t>("class_of_tree");
    model.first_tree_ = archive.get<std::uint64_t>("first_tree");
    model.base_classes_ = archive.get<std::int32_t>("base_class");
    const auto& first = model.first_tree_;
    const auto classes = static_cast<std::int64_t>(model.classes_);
    if (model.class_of_tree_.size() != model.trees_.size() || first.size() != model.base_classes_.size() ||
        !std::is_sorted(first.begin(), first.end()) || (!first.empty() && first.back() > model.trees_.size()))
        throw DataError("model: rounds, trees and classes do not agree");
    for (const std::uint32_t k : model.class_of_tree_)
        if (k >= classes)
            throw DataError("model: a tree of class " + std::to_string(k) + ", which does not exist");
    for (const std::int32_t base : model.base_classes_)
        if (base < -1 || base >= classes)
            throw DataError("model: base class " + std::to_string(base) + " does not exist");
    return model;
}

void GradientModel::check_columns(std::size_t columns) const {
    for (const learners::RegressionTree& tree : trees_)
        for (const learners::RegressionNode& node : tree.nodes)
            if (!node.is_leaf() && static_cast<std::size_t>(node.feature) >= columns)
                throw DataError("model: split on column " + std::to_string(node.feature) +
                                ", but the data has " + std::to_string(columns));
}

Matrix<double> predict_gradient_scores(const Archive& archive, const data::BinnedMatrix& rows) {
    const GradientModel model = GradientModel::load(archive.sub("ensemble"));
    model.check_columns(rows.features());
    const std::size_t rounds =
        std::min<std::size_t>(model.rounds(), archive.get_scalar<std::uint64_t>("best_round"));
    ClassMajor scores(rows.rows, model.classes());
    learners::RowRouter router;
    model.add_scores(rows, 0, rounds, router, scores);
    const bool binary = model.classes() == 2;
    Matrix<double> result(rows.rows, binary ? 1 : model.classes());
    for (std::size_t i = 0; i < rows.rows; ++i) {
        if (binary) {
            result(i, 0) = scores.of_class(1)[i] - scores.of_class(0)[i];
            continue;
        }
        for (std::size_t k = 0; k < model.classes(); ++k)
            result(i, k) = scores.of_class(k)[i];
    }
    return result;
}

}  // namespace reboost::boosting
