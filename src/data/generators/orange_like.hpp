#pragma once
/// Generates data like KDD Cup 2009's Orange data: very many columns, most of them uninformative; numbers
/// with heavy tails and many zeros; nominal columns with up to thousands of levels; about 2% missing values;
/// three unbalanced tasks with the published shares of positives.
///
/// The rule. Row i has 24 hidden normal deviates z. Task t has a utility u_t: a sum of single deviates, a
/// product and a square. Its positive rows are those with the largest s = ρ_t u_t + √(1−ρ_t²)·noise, exactly
/// the published share of all rows. Column j depends on one deviate with loading c_j: 0 for nine of ten
/// columns, up to 0.3 for most others, up to 0.9 for one of two hundred. The result becomes a count, amount,
/// multiple, decimal, grade or text. Four of five columns are complete; the others miss a share m_j of
/// values, 10% on average; in half of them values are missing more often if another deviate is high.
///
/// Any block of rows of any column can be drawn alone, so files are written by rows, bins made by columns.
#include "data/dataset.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::data {

/// A task, in the order of kdd2009's Table 1, with the published share of positive rows.
struct OrangeTask {
    std::string_view name;
    double positive_share;
};
inline constexpr std::array<OrangeTask, 3> kOrangeTasks{
    {{"churn", 0.0734}, {"appetency", 0.0178}, {"upselling", 0.0736}}};
/// Takes the place of a task's index: all three tasks at once, as multi-label rows.
inline constexpr std::size_t kAllTasks = kOrangeTasks.size();

/// Labels ±1 per row, one vector per task.
using TaskLabels = std::array<std::vector<std::int8_t>, kOrangeTasks.size()>;

struct OrangeShape {
    std::size_t features = 15000;
    std::size_t nominal = 260;  ///< number of nominal columns, which are the last ones
    double strong = 0.005;      ///< share of columns with a loading of 0.4 to 0.9
    double weak = 0.095;        ///< share with a loading of 0.05 to 0.3; other loadings are 0

    /// Returns the shape with another number of columns, and the same share of nominal ones.
    OrangeShape of_width(std::size_t columns) const {
        return {columns, (nominal * columns + features - 1) / features, strong, weak};
    }
};
/// Shape of the small set; the default values are those of the large set.
inline constexpr OrangeShape kSmallOrange{.features = 230, .nominal = 40, .strong = 0.1, .weak = 0.3};

class OrangeLike {
  public:
    /// Number of rows in a block, the unit in which rows are drawn.
    static constexpr std::size_t kBlockRows = 1024;

    OrangeLike(const OrangeShape& shape, std::size_t rows, std::uint64_t seed);

    std::size_t rows() const { return rows_; }
    const OrangeShape& shape() const { return shape_; }
    const TaskLabels& labels() const { return labels_; }
    bool nominal(std::size_t column) const { return column + shape_.nominal >= shape_.features; }
    /// Name of a column: "Var1", "Var2", ….
    std::string name(std::size_t column) const;
    /// Text of level `number` of a nominal column.
    std::string level(std::size_t column, std::size_t number) const;
    /// Draws the block's values of a column; NaN: missing; nominal: the level's number.
    void draw(std::size_t column, std::size_t block, std::span<float> values) const;
    /// Draws all rows of a column; the levels are those that a reader of the written file would find.
    Column column(std::size_t column) const;

  private:
    enum class Kind : std::uint8_t { counts, amounts, multiples, decimals, grades, constant, texts };
    struct Rule {
        Kind kind;
        std::uint8_t deviate, missing_deviate;
        float loading, level, width, missing;
    };
    Rule draw_rule(std::size_t column) const;
    void draw_labels();
    float value_of(const Rule& rule, double seen) const;

    OrangeShape shape_;
    std::size_t rows_;
    std::uint64_t seed_;
    std::vector<float> hidden_;  ///< rows × deviates
    std::vector<Rule> rules_;
    TaskLabels labels_;
};

/// Writes files in the format of KDD Cup 2009: `<folder>/orange_<size>_train.data` (if `chunks` > 1,
/// `….data.chunk1` and so on, with a header in the first only), and `orange_<size>_train_<task>.labels`.
/// Creates the folder, replaces files. Returns the size of the data files in bytes. Throws IoError.
std::uint64_t write_orange_files(const OrangeLike& rows, const std::string& folder, const std::string& size,
                                 std::size_t chunks);

}  // namespace reboost::data
