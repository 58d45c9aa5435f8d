#include "report/pages/page_template.hpp"

#include "config/json.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "report/measures/escape.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>

namespace reboost::report {
namespace {

struct Call {
    std::string name;
    std::vector<std::string> arguments;
};

/// An expression such as "papers | where:published:true | size".
struct Expression {
    std::string path;
    std::vector<Call> calls;
};

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \n"), last = text.find_last_not_of(" \n");
    return first == std::string_view::npos ? "" : std::string(text.substr(first, last - first + 1));
}

Expression expression_of(std::string_view text) {
    if (const std::size_t at = text.find(" = "); at != std::string_view::npos) {
        Expression compared = expression_of(text.substr(0, at));
        compared.calls.push_back({"is", {trimmed(text.substr(at + 3))}});
        return compared;
    }
    Expression expression;
    // The mark added at the end makes split return the last part, even if it is empty.
    const std::string marked = std::string(text) + "|";
    const std::vector<std::string_view> steps = split(marked, '|');
    expression.path = trimmed(steps.front());
    for (std::size_t i = 1; i < steps.size(); ++i) {
        std::string step(steps[i].substr(std::min(steps[i].size(), steps[i].find_first_not_of(' '))));
        if (i + 1 < steps.size()) step = trimmed(step);  // "join:, " keeps its last " "
        step += ':';
        const std::vector<std::string_view> words = split(step, ':');
        expression.calls.push_back({trimmed(words.front()), {words.begin() + 1, words.end()}});
    }
    return expression;
}

std::string as_it_is(const std::string& text) {
    return text;
}

/// Does not quote numbers, so that a negative number does not get an apostrophe as if it were a formula.
std::string csv_cell(const std::string& text) {
    return parse_whole<double>(text) ? text : csv_field(text);
}

using Escape = std::string (*)(const std::string&);

/// Chooses the escape function by the ending of the template.
Escape escape_of(const std::filesystem::path& file) {
    static const std::map<std::string, Escape> kEscapes{{".html", escape_html},  {".md", escape_markdown},
                                                        {".tex", escape_latex},  {".csv", csv_cell},
                                                        {".gp", gnuplot_string}, {".json", script_json}};
    const auto found = kEscapes.find(file.extension().string());
    return found == kEscapes.end() ? as_it_is : found->second;
}

struct Part {
    enum Kind { text, value, section, inverted } kind = text;
    std::string literal{};
    Expression expression{};
    Escape escape = as_it_is;
    std::vector<Part> parts{};
};

/// Parses a file and its partials, whose names are relative to it. The text of a .txt is escaped as values
/// are.
class Parser {
  public:
    Parser(const std::filesystem::path& file, Escape escape)
        : folder_(file.parent_path()),
          text_(config::read_text_file(file)),
          escape_(escape),
          escape_text_(file.extension() == ".txt" ? escape : as_it_is) {}

    /// Parses up to {{/path}}; "": to the end.
    std::vector<Part> parse(const std::string& path = "") {
        std::vector<Part> parts;
        while (true) {
            const std::size_t open = text_.find("{{", at_);
            if (open == std::string::npos) {
                if (!path.empty()) throw DataError("{{#" + path + "}} is not closed");
                parts.push_back({Part::text, escape_text_(text_.substr(at_))});
                return parts;
            }
            const bool raw = text_.compare(open, 3, "{{{") == 0;
            const std::size_t braces = raw ? 3 : 2, close = text_.find(raw ? "}}}" : "}}", open);
            if (close == std::string::npos) throw DataError("{{ without }}");
            std::string inside = text_.substr(open + braces, close - open - braces);
            std::size_t begin = open, end = close + braces;
            const char mark = raw || inside.empty() ? ' ' : inside.front();
            if (std::string_view("#^/>").find(mark) != std::string_view::npos) inside.erase(0, 1);
            if (std::string_view("#^/").find(mark) != std::string_view::npos) take_whole_line(begin, end);
            parts.push_back({Part::text, escape_text_(text_.substr(at_, begin - at_))});
            at_ = end;
            if (mark == '/') {
                if (trimmed(inside) == path) return parts;
                throw DataError("{{/" + inside + "}} closes {{#" + path + "}}");
            }
            if (mark == '>') {
                std::ranges::move(Parser(folder_ / trimmed(inside), escape_).parse(),
                                  std::back_inserter(parts));
                continue;
            }
            Part& part =
                parts.emplace_back(Part{Part::value, "", expression_of(inside), raw ? as_it_is : escape_});
            if (mark != '#' && mark != '^') continue;
            part.kind = mark == '#' ? Part::section : Part::inverted;
            part.parts = parse(part.expression.path);
        }
    }

  private:
    /// If the tag is alone on its line, extends it by the blanks before it and the end of the line. Text that
    /// is escaped has no lines.
    void take_whole_line(std::size_t& begin, std::size_t& end) const {
        if (escape_text_ != as_it_is) return;
        std::size_t first = begin, last = end;
        while (first > at_ && text_[first - 1] == ' ')
            --first;
        while (last < text_.size() && text_[last] == ' ')
            ++last;
        const bool starts = first == 0 || text_[first - 1] == '\n';
        if (!starts || (last < text_.size() && text_[last] != '\n')) return;
        begin = first;
        end = std::min(last + 1, text_.size());
    }

    std::filesystem::path folder_;
    std::string text_;
    Escape escape_, escape_text_;
    std::size_t at_ = 0;
};

/// Appends the filled parts to `out`. `around`: the objects in which names are looked up, the innermost last.
class Filler {
  public:
    Filler(std::vector<const Value*> around, std::string& out) : around_(std::move(around)), out_(out) {}

    void fill(const std::vector<Part>& parts) {
        for (const Part& part : parts)
            fill(part);
    }

  private:
    void fill(const Part& part) {
        if (part.kind == Part::text) {
            out_ += part.literal;
            return;
        }
        Value made;
        const Value& value = value_of(part.expression, made);
        if (part.kind == Part::value) {
            if (!value.is_null()) out_ += part.escape(plain_text(value));
        } else if (is_true(value) != (part.kind == Part::section)) {
            return;
        } else if (part.kind == Part::inverted || !(value.is_list() || value.is_object())) {
            fill(part.parts);
        } else if (value.is_object()) {
            fill_inside(value, part.parts);
        } else {
            const auto place = place_;
            const std::size_t size = value.as_list().size();
            for (std::size_t i = 0; i < size; ++i) {
                place_ = {i + 1, i + 1 == size};
                fill_inside(value.as_list()[i], part.parts);
            }
            place_ = place;
        }
    }
    void fill_inside(const Value& value, const std::vector<Part>& parts) {
        around_.push_back(&value);
        fill(parts);
        around_.pop_back();
    }
    const Value& value_of(const Expression& expression, Value& made) const {
        const Value* value = &found(expression.path, made);
        for (const Call& call : expression.calls) {
            std::vector<Value> arguments;
            for (const std::string& argument : call.arguments) {
                Value own;
                const bool named = argument.starts_with('$');
                arguments.push_back(named ? found(argument.substr(1), own) : Value(argument));
            }
            made = filtered(*value, call.name, arguments);
            value = &made;
        }
        return *value;
    }
    /// Returns the value of a name, or `made` if no object has it.
    const Value& found(std::string_view path, Value& made) const {
        if (path == "@last") return made = place_.last;
        if (path == "@index") return made = static_cast<std::int64_t>(place_.index);
        auto object = around_.rbegin();
        for (; path.starts_with("../"); path.remove_prefix(3))
            ++object;
        if (path == ".") return **object;
        const bool only_here = path.starts_with("./");
        if (only_here) path.remove_prefix(2);
        const std::string_view first = path.substr(0, path.find('.'));
        for (; object < around_.rend(); ++object)
            if (only_here || (*object)->find(first) != nullptr) {
                const Value* value = find_path(**object, path);
                return value != nullptr ? *value : made;
            }
        return made;
    }

    struct Place {
        std::size_t index = 0;
        bool last = false;
    } place_;
    std::vector<const Value*> around_;
    std::string& out_;
};

}  // namespace

struct PageTemplate::Parsed {
    std::string file;
    std::vector<Part> parts;
};

PageTemplate::PageTemplate(const std::filesystem::path& file) try
    : parsed_(std::make_shared<const Parsed>(Parsed{file.string(), Parser(file, escape_of(file)).parse()})) {
} catch (DataError& error) {
    error.add_context(file.string());
    throw;
}

std::string PageTemplate::fill(const Value& data, const Value& around) const try {
    std::string out;
    Filler({&around, &data}, out).fill(parsed_->parts);
    return out;
} catch (DataError& error) {
    error.add_context(parsed_->file);
    throw;
}

}  // namespace reboost::report
