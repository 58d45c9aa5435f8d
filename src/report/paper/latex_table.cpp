#include "report/paper/latex_table.hpp"

#include "report/measures/latex_text.hpp"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

namespace reboost::report {
namespace {

/// A size of type, and how wide its text is against 10 pt (cmr9, cmr8, cmr7).
struct Size {
    const char* command;
    double scale;
};
constexpr std::array<Size, 3> kSizes{{{"\\small", 0.925}, {"\\footnotesize", 0.85}, {"\\scriptsize", 0.80}}};
constexpr double kPageWidth = 475;      // points, of A4 with margins of 2 cm, less a reserve
constexpr double kColumnSpace = 8;      // \tabcolsep on both sides
constexpr double kTightSpace = 1.7;     // \,
constexpr double kWidestText = 170;     // points at 10 pt: wider texts are set in lines
constexpr std::size_t kMostLines = 48;  // of a part

/// What is aligned: sign, digits before and after the point. Nothing else is a number.
struct NumberShape {
    bool sign = false;
    std::size_t before = 1, after = 0;
};

/// "−1.50", "+0.03", "17".
bool is_number(const std::string& text) {
    std::string_view rest = text;
    for (const std::string_view sign : {"−", "+", "-"})
        if (rest.starts_with(sign)) rest.remove_prefix(sign.size());
    return !rest.empty() && rest.find_first_not_of("0123456789.") == std::string_view::npos &&
           rest.front() != '.' && std::count(rest.begin(), rest.end(), '.') <= 1;
}

/// As siunitx reads it.
std::string plain_number(std::string text) {
    constexpr std::string_view kMinus = "−";
    if (text.starts_with(kMinus)) text.replace(0, kMinus.size(), "-");
    return text;
}

NumberShape shape_of(const LatexColumn& column) {
    NumberShape shape;
    for (const std::string& cell : column.cells) {
        if (!is_number(cell)) continue;
        std::string text = plain_number(cell);
        if (text.front() == '-' || text.front() == '+') shape.sign = true, text.erase(0, 1);
        const std::size_t point = std::min(text.find('.'), text.size());
        shape.before = std::max(shape.before, point);
        if (point < text.size()) shape.after = std::max(shape.after, text.size() - point - 1);
    }
    return shape;
}

double number_width(const NumberShape& shape) {
    const double digits = 5.0 * static_cast<double>(shape.before + shape.after);
    return digits + (shape.sign ? 7.8 : 0) + (shape.after > 0 ? 2.8 : 0);
}

/// Of the cells, at 10 pt.
double cells_width(const LatexColumn& column) {
    double width = column.numbers ? number_width(shape_of(column)) : 0;
    for (const std::string& cell : column.cells)
        if (!column.numbers || !is_number(cell)) width = std::max(width, latex_width(cell));
    return column.numbers ? width : std::min(width, kWidestText);
}

double column_width(const LatexColumn& column) {
    return std::max(cells_width(column), std::min(latex_width(column.head), kWidestText));
}

/// With the room between columns, which does not shrink with the type.
double group_width(const LatexGroup& group, double scale) {
    double width = 0;
    for (const LatexColumn& column : group.columns)
        width += scale * column_width(column) + (column.tight ? kTightSpace : kColumnSpace);
    return std::max(width, scale * std::min(latex_width(group.head), kWidestText) + kColumnSpace);
}

double stub_width(const LatexTable& table) {
    double width = latex_width(table.stub);
    for (const std::string& row : table.rows)
        width = std::max(width, latex_width(row));
    return std::min(width, kWidestText);
}

/// The groups of one part, and the size that they are set in.
struct Part {
    std::span<const LatexGroup> groups;
    Size size;
};

double part_width(const LatexTable& table, std::span<const LatexGroup> groups, const Size& size) {
    double width = size.scale * stub_width(table) + kColumnSpace;
    for (const LatexGroup& group : groups)
        width += group_width(group, size.scale);
    return width;
}

/// All in one part where a size fits; else as many groups a part as fit in the middle size, about as many in
/// each.
std::vector<Part> column_parts(const LatexTable& table) {
    const std::span<const LatexGroup> all(table.groups);
    for (const Size& size : kSizes)
        if (part_width(table, all, size) <= kPageWidth) return {{all, size}};
    const Size size = kSizes[1];
    std::vector<std::size_t> counts;
    const auto split = [&](double width) {
        counts.assign(1, 0);
        std::size_t begin = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (counts.back() > 0 && part_width(table, all.subspan(begin, i + 1 - begin), size) > width) {
                counts.push_back(0);
                begin = i;
            }
            ++counts.back();
        }
        return counts.size();
    };
    const std::size_t least = split(kPageWidth);
    double width = kPageWidth;
    while (width > 0.5 * kPageWidth && split(width - 10) == least)
        width -= 10;
    split(width);
    std::vector<Part> parts;
    std::size_t begin = 0;
    for (const std::size_t count : counts) {
        const std::span<const LatexGroup> groups = all.subspan(begin, count);
        const bool fits = part_width(table, groups, size) <= kPageWidth;
        parts.push_back({groups, fits ? size : kSizes.back()});
        begin += count;
    }
    return parts;
}

bool starts_block(const LatexTable& table, std::size_t row) {
    return !table.blocks.empty() && !table.blocks[row].empty() &&
           (row == 0 || table.blocks[row] != table.blocks[row - 1]);
}

/// Of a row, with its block's line: wide texts are set in several.
std::size_t lines_of(const LatexTable& table, std::size_t row) {
    double width = latex_width(table.rows[row]);
    for (const LatexGroup& group : table.groups)
        for (const LatexColumn& column : group.columns)
            if (!column.numbers) width = std::max(width, latex_width(column.cells[row]));
    const double reserve = width > kWidestText ? 1.2 : 1;  // lines are not filled to their ends
    return (starts_block(table, row) ? 2 : 1) + static_cast<std::size_t>(reserve * width / (kWidestText + 1));
}

/// Begins of parts, at a block's where one is near; and the end.
std::vector<std::size_t> row_parts(const LatexTable& table) {
    constexpr std::size_t kNear = 8;
    std::vector<std::size_t> begins{0};
    std::size_t lines = 0;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        lines += lines_of(table, i);
        if (lines <= kMostLines || i == begins.back()) continue;
        std::size_t begin = i;
        for (std::size_t k = i; k > begins.back() && i - k < kNear; --k)
            if (starts_block(table, k)) {
                begin = k;
                break;
            }
        begins.push_back(begin);
        lines = 0;
        for (std::size_t k = begin; k <= i; ++k)
            lines += lines_of(table, k);
    }
    begins.push_back(table.rows.size());
    return begins;
}

/// Whether it is set in lines.
bool is_wide(const LatexColumn& column) {
    return !column.numbers && cells_width(column) >= kWidestText;
}

/// How wide texts in lines are: they share what the others leave.
double lines_width(const LatexTable& table, const Part& part) {
    std::size_t wide = stub_width(table) >= kWidestText ? 1 : 0;
    for (const LatexGroup& group : part.groups)
        wide += static_cast<std::size_t>(std::count_if(group.columns.begin(), group.columns.end(), is_wide));
    const double left = kPageWidth - part_width(table, part.groups, part.size);
    return part.size.scale * kWidestText + (wide > 0 && left > 0 ? left / static_cast<double>(wide) : 0);
}

std::string points(double width) {
    return fmt::format("{:.0f}pt", width);
}

/// "l", or lines of a width where a text is wide.
std::string text_column(bool wide, double width) {
    return wide ? ">{\\raggedright\\arraybackslash}p{" + points(width) + "}" : "l";
}

std::string column_types(const LatexTable& table, const Part& part) {
    const double lines = lines_width(table, part);
    std::string types = text_column(stub_width(table) >= kWidestText, lines);
    for (const LatexGroup& group : part.groups)
        for (const LatexColumn& column : group.columns) {
            if (column.tight) types += "@{\\,}";
            if (!column.numbers) {
                types += text_column(is_wide(column), lines);
                continue;
            }
            const NumberShape shape = shape_of(column);
            types += fmt::format("S[table-format={}{}.{}]", shape.sign ? "+" : "", shape.before, shape.after);
        }
    return types;
}

/// Over `span` columns; lines where it is wide.
std::string head_cell(const std::string& text, std::size_t span, double scale) {
    const double width = latex_width(text);
    const std::string type =
        width < kWidestText ? "c" : ">{\\centering\\arraybackslash}p{" + points(scale * kWidestText) + "}";
    return fmt::format("\\multicolumn{{{}}}{{{}}}{{{}}}", span, type, escape_latex(text));
}

/// A head of its own stands over a column and the tight ones behind it.
std::string column_heads(const LatexGroup& group, double scale) {
    std::string text;
    for (std::size_t j = 0; j < group.columns.size();) {
        std::size_t end = j + 1;
        while (end < group.columns.size() && group.columns[end].tight)
            ++end;
        text += " & " + (group.columns[j].head.empty() && end - j == 1
                             ? std::string()
                             : head_cell(group.columns[j].head, end - j, scale));
        j = end;
    }
    return text;
}

std::string head(const LatexTable& table, const Part& part) {
    std::string groups, rules, columns;
    bool sub_heads = false;
    std::size_t at = 2;
    for (const LatexGroup& group : part.groups) {
        const std::size_t span = group.columns.size();
        groups += " & " + head_cell(group.head, span, part.size.scale);
        rules += fmt::format("\\cmidrule(lr){{{}-{}}}", at, at + span - 1);
        columns += column_heads(group, part.size.scale);
        at += span;
        for (const LatexColumn& column : group.columns)
            sub_heads = sub_heads || !column.head.empty();
    }
    const std::string stub = escape_latex(table.stub);
    if (!sub_heads) return stub + groups + " \\\\\n";
    return groups + " \\\\\n" + rules + "\n" + stub + columns + " \\\\\n";
}

std::string cell_text(const LatexColumn& column, const std::string& cell) {
    if (!column.numbers) return escape_latex(cell);
    return is_number(cell) ? plain_number(cell) : "{" + escape_latex(cell) + "}";
}

std::string body(const LatexTable& table, const Part& part, std::size_t begin, std::size_t end) {
    std::size_t columns = 1;
    for (const LatexGroup& group : part.groups)
        columns += group.columns.size();
    std::string text;
    for (std::size_t i = begin; i < end; ++i) {
        if (i == begin || starts_block(table, i)) text += "\\midrule\n";
        if (starts_block(table, i) || (i == begin && !table.blocks.empty() && !table.blocks[i].empty()))
            text += fmt::format("\\multicolumn{{{}}}{{p{{{}}}}}{{\\textit{{{}}}}} \\\\\n", columns,
                                points(part_width(table, part.groups, part.size) - kColumnSpace),
                                escape_latex(table.blocks[i]));
        text += escape_latex(table.rows[i]);
        for (const LatexGroup& group : part.groups)
            for (const LatexColumn& column : group.columns)
                text += " & " + cell_text(column, column.cells[i]);
        text += " \\\\\n";
    }
    return text;
}

std::string notes_text(const LatexTable& table) {
    std::string text;
    for (const std::string& note : table.notes)
        text += "\\par\\smallskip{\\footnotesize\\raggedright " + escape_latex(note) + "\\par}\n";
    return text;
}

}  // namespace

std::string latex_table(const LatexTable& table) {
    std::string text = "% needs \\usepackage{array,booktabs,adjustbox} and \\usepackage{siunitx}\n";
    const std::vector<Part> parts = column_parts(table);
    const std::vector<std::size_t> begins = row_parts(table);
    const std::size_t pieces = parts.size() * (begins.size() - 1);
    std::size_t piece = 0;
    for (std::size_t k = 0; k + 1 < begins.size(); ++k)
        for (const Part& part : parts) {
            ++piece;
            const std::string of = pieces > 1 ? fmt::format(" ({} of {})", piece, pieces) : "";
            text += "\\begin{table}\n\\centering\n\\caption{" + escape_latex(table.title + of + ". ");
            if (piece == 1) text += escape_latex(table.caption);
            text += "}\n";
            if (piece == 1) text += "\\label{" + table.name + "}\n";
            text += std::string(part.size.command) +
                    "\\setlength{\\tabcolsep}{4pt}\\sisetup{group-digits=none,retain-explicit-plus}\n"
                    "\\begin{adjustbox}{max width=\\linewidth}\n\\begin{tabular}{" +
                    column_types(table, part) + "}\n\\toprule\n" + head(table, part) +
                    body(table, part, begins[k], begins[k + 1]) +
                    "\\bottomrule\n\\end{tabular}\n\\end{adjustbox}\n";
            if (piece == pieces) text += notes_text(table);
            text += "\\end{table}\n";
        }
    return text;
}

}  // namespace reboost::report
