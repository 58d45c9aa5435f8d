#pragma once
/// Rows of the shape of KDD Cup 2009's Orange data: very many columns of which few tell anything, numbers
/// with heavy tails and many zeros, nominal columns with up to thousands of levels, about 2% missing values,
/// three unbalanced tasks at the published rates.
///
/// The rule. Row i has 24 hidden normal deviates z. Task t has a utility u_t, a sum of single deviates, a
/// product and a square, and is positive where s = ρ_t u_t + √(1−ρ_t²)·noise is among the largest: exactly
/// the published share of all rows. Column j looks at one deviate with loading c_j: 0 for nine of ten
/// columns, up to 0.3 for most of the others, up to 0.9 for one of two hundred. What it sees is turned into
/// counts, amounts, multiples, decimals, grades or texts. Four of five columns are complete; the others miss
/// a share m_j, mean 10%, in half of them more often where another deviate is high.
///
/// Any block of rows of any column is drawn by itself, so that files are written by rows and bins by columns.
#include "data/dataset.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace reboost::data {

/// In the order of the rows of kdd2009's Table 1, with the share of positives published with the data.
struct OrangeTask {
    std::string_view name;
    double positive_share;
};
inline constexpr std::array<OrangeTask, 3> kOrangeTasks{
    {{"churn", 0.0734}, {"appetency", 0.0178}, {"upselling", 0.0736}}};
/// In place of a task's index: all three at once, as labels of one row.
inline constexpr std::size_t kAllTasks = kOrangeTasks.size();

/// ±1 per row, a vector per task.
using TaskLabels = std::array<std::vector<std::int8_t>, kOrangeTasks.size()>;

struct OrangeShape {
    std::size_t features = 15000;
    std::size_t nominal = 260;  ///< the last ones
    double strong = 0.005;      ///< share of columns with a loading of 0.4 to 0.9
    double weak = 0.095;        ///< share with one of 0.05 to 0.3; the others tell nothing

    /// The same in another number of columns, as many of them nominal in proportion.
    OrangeShape of_width(std::size_t columns) const {
        return {columns, (nominal * columns + features - 1) / features, strong, weak};
    }
};
/// That of the small set; the large set's is the default.
inline constexpr OrangeShape kSmallOrange{.features = 230, .nominal = 40, .strong = 0.1, .weak = 0.3};

class OrangeLike {
  public:
    /// Rows of a block, which is drawn at once.
    static constexpr std::size_t kBlockRows = 1024;

    OrangeLike(const OrangeShape& shape, std::size_t rows, std::uint64_t seed);

    std::size_t rows() const { return rows_; }
    const OrangeShape& shape() const { return shape_; }
    const TaskLabels& labels() const { return labels_; }
    bool nominal(std::size_t column) const { return column + shape_.nominal >= shape_.features; }
    /// "Var1" …
    std::string name(std::size_t column) const;
    /// Text of a level of a nominal column, by its number.
    std::string level(std::size_t column, std::size_t number) const;
    /// Values of the block's rows; NaN: missing; nominal: the level's number.
    void draw(std::size_t column, std::size_t block, std::span<float> values) const;
    /// All rows of a column; levels as a reader of the file would have them.
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

/// Writes files in the format of KDD Cup 2009: `<folder>/orange_<size>_train.data`, where `chunks` > 1 as
/// `….data.chunk1` and so on with a header in the first alone, and `orange_<size>_train_<task>.labels`. Makes
/// the folder, replaces files. Returns the bytes of the matrix. Throws IoError.
std::uint64_t write_orange_files(const OrangeLike& rows, const std::string& folder, const std::string& size,
                                 std::size_t chunks);

}  // namespace reboost::data
