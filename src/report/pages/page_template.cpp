#include "report/pages/page_template.hpp"

#include "config/json.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "report/measures/escape.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace reboost::report {
namespace {

struct Call {
    std::string name;
    std::vector<std::string> arguments;
};

/// "papers | where:published:true = x"
struct Expression {
    std::string path;
    std::vector<Call> calls;
    std::optional<std::string> equals;
};

struct Part {
    enum Kind { text, value, raw, section, inverted } kind = text;
    std::string literal;
    Expression expression;
    std::vector<Part> parts;
};

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \n"), last = text.find_last_not_of(" \n");
    return first == std::string_view::npos ? "" : std::string(text.substr(first, last - first + 1));
}

Expression expression_of(std::string_view text) {
    Expression expression;
    if (const std::size_t at = text.find(" = "); at != std::string_view::npos) {
        expression.equals = trimmed(text.substr(at + 3));
        text = text.substr(0, at);
    }
    // The mark at the end closes the last part, which may be empty.
    const std::string marked = std::string(text) + "|";
    const std::vector<std::string_view> steps = split(marked, '|');
    expression.path = trimmed(steps.front());
    for (std::size_t i = 1; i < steps.size(); ++i) {
        std::string step(steps[i].substr(std::min(steps[i].size(), steps[i].find_first_not_of(' '))));
        if (i + 1 < steps.size() || expression.equals) step = trimmed(step);  // "join:, " keeps its end
        step += ':';
        const std::vector<std::string_view> words = split(step, ':');
        expression.calls.push_back({trimmed(words.front()), {words.begin() + 1, words.end()}});
    }
    return expression;
}

std::string as_it_is(const std::string& text) {
    return text;
}

using Escape = std::string (*)(const std::string&);

/// What stands outside {{ and }}, escaped.
std::string escaped_outside_tags(std::string_view text, Escape escape) {
    std::string escaped;
    while (!text.empty()) {
        const std::size_t open = std::min(text.find("{{"), text.size());
        escaped += escape(std::string(text.substr(0, open)));
        const std::size_t close = text.find("}}", open);
        const std::size_t end = close == std::string_view::npos ? text.size() : close + 2;
        escaped += text.substr(open, end - open);
        text.remove_prefix(end);
    }
    return escaped;
}

/// The text with its partials, which are named relative to it, in their places. What a partial .txt says is
/// escaped as values are.
std::string with_partials(const std::filesystem::path& file, Escape escape) {
    std::string text = config::read_text_file(file);
    if (file.extension() == ".txt" && escape != as_it_is) text = escaped_outside_tags(text, escape);
    for (std::size_t at = text.find("{{>"); at != std::string::npos; at = text.find("{{>", at)) {
        const std::size_t end = text.find("}}", at);
        if (end == std::string::npos) break;
        const std::string partial =
            with_partials(file.parent_path() / trimmed(text.substr(at + 3, end - at - 3)), escape);
        text.replace(at, end + 2 - at, partial);
        at += partial.size();
    }
    return text;
}

/// A number stands as it is: what begins with "-" is no formula then.
std::string csv_cell(const std::string& text) {
    return parse_whole<double>(text) ? text : csv_field(text);
}

/// By the ending of what the template makes.
Escape escape_of(const std::string& file) {
    return file.ends_with(".html")   ? escape_html
           : file.ends_with(".md")   ? escape_markdown
           : file.ends_with(".tex")  ? escape_latex
           : file.ends_with(".csv")  ? csv_cell
           : file.ends_with(".gp")   ? gnuplot_string
           : file.ends_with(".json") ? script_json
                                     : as_it_is;
}

class Parser {
  public:
    explicit Parser(std::string_view text) : text_(text) {}
    std::vector<Part> parse() { return parse_until(""); }

  private:
    /// Up to {{/path}}; "": to the end.
    std::vector<Part> parse_until(const std::string& path) {
        std::vector<Part> parts;
        while (true) {
            const std::size_t open = text_.find("{{", at_);
            if (open == std::string_view::npos) {
                if (!path.empty()) throw DataError("{{#" + path + "}} is not closed");
                parts.push_back(literal(at_, text_.size()));
                return parts;
            }
            const bool raw = text_.substr(open).starts_with("{{{");
            const std::size_t close = text_.find(raw ? "}}}" : "}}", open);
            if (close == std::string_view::npos) throw DataError("{{ without }}");
            const std::string_view inside = text_.substr(open + (raw ? 3 : 2), close - open - (raw ? 3 : 2));
            std::size_t begin = open, end = close + (raw ? 3 : 2);
            const char kind = raw || inside.empty() ? ' ' : inside.front();
            if (std::string_view("#^/!").find(kind) != std::string_view::npos) take_whole_line(begin, end);
            parts.push_back(literal(at_, begin));
            at_ = end;
            if (kind == '!') continue;
            if (kind == '/') {
                if (trimmed(inside.substr(1)) != path)
                    throw DataError("{{" + std::string(inside) + "}} closes {{#" + path + "}}");
                return parts;
            }
            Part part;
            part.kind = kind == '#'   ? Part::section
                        : kind == '^' ? Part::inverted
                        : raw         ? Part::raw
                                      : Part::value;
            const bool block = kind == '#' || kind == '^';
            part.expression = expression_of(block ? inside.substr(1) : inside);
            if (block) part.parts = parse_until(part.expression.path);
            parts.push_back(std::move(part));
        }
    }
    Part literal(std::size_t begin, std::size_t end) const {
        Part part;
        part.literal = text_.substr(begin, end - begin);
        return part;
    }
    /// Where the tag is alone on its line: with the end of the line, and what stands before it there.
    void take_whole_line(std::size_t& begin, std::size_t& end) const {
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

    std::string_view text_;
    std::size_t at_ = 0;
};

class Filler {
  public:
    Filler(Escape escape, std::string& out) : escape_(escape), out_(out) {}

    void fill(const std::vector<Part>& parts) {
        for (const Part& part : parts)
            fill(part);
    }
    void around(std::vector<const Value*> values, const std::vector<Part>& parts) {
        around_ = std::move(values);
        fill(parts);
    }

  private:
    void inside(const Value& value, const std::vector<Part>& parts) {
        around_.push_back(&value);
        fill(parts);
        around_.pop_back();
    }
    void fill(const Part& part) {
        if (part.kind == Part::text) {
            out_ += part.literal;
            return;
        }
        Value made;
        const Value& value = value_of(part.expression, made);
        if (part.kind == Part::value || part.kind == Part::raw) {
            if (value.is_null()) return;
            out_ += part.kind == Part::raw ? plain_text(value) : escape_(plain_text(value));
        } else if (is_true(value) != (part.kind == Part::section)) {
            return;
        } else if (part.kind == Part::inverted || !(value.is_list() || value.is_object())) {
            fill(part.parts);
        } else if (value.is_object()) {
            inside(value, part.parts);
        } else {
            const auto place = place_;
            const std::size_t size = value.as_list().size();
            for (std::size_t i = 0; i < size; ++i) {
                place_ = {i + 1, i + 1 == size};
                inside(value.as_list()[i], part.parts);
            }
            place_ = place;
        }
    }
    const Value& value_of(const Expression& expression, Value& made) const {
        const Value* value = &found(expression.path, made);
        for (const Call& call : expression.calls) {
            std::vector<Value> arguments;
            for (const std::string& argument : call.arguments) {
                Value own;
                arguments.push_back(argument.starts_with('$') ? found(argument.substr(1), own)
                                                              : Value(argument));
            }
            made = filtered(*value, call.name, arguments);
            value = &made;
        }
        if (!expression.equals) return *value;
        made = (value->is_null() ? "" : plain_text(*value)) == *expression.equals;
        return made;
    }
    const Value& found(const std::string& path, Value& made, std::ptrdiff_t out = 0) const {
        if (path == ".") return *around_[around_.size() - 1 - static_cast<std::size_t>(out)];
        if (path == "@last") return made = place_.last;
        if (path == "@index") return made = static_cast<std::int64_t>(place_.index);
        if (path.starts_with("./")) {
            const Value* value = find_path(*around_.back(), path.substr(2));
            return value != nullptr ? *value : made;
        }
        if (path.starts_with("../")) return found(path.substr(3), made, out + 1);
        const std::string first = path.substr(0, path.find('.'));
        for (auto object = around_.rbegin() + out; object < around_.rend(); ++object)
            if ((*object)->find(first) != nullptr) {
                const Value* value = find_path(**object, path);
                return value != nullptr ? *value : made;
            }
        if (path.starts_with("has_")) made = is_true(found(path.substr(4), made, out));
        return made;
    }

    struct Place {
        std::size_t index = 0;
        bool last = false;
    } place_;
    Escape escape_;
    std::string& out_;
    std::vector<const Value*> around_;
};

}  // namespace

struct PageTemplate::Parsed {
    std::string file;
    Escape escape = nullptr;
    std::vector<Part> parts;
};

PageTemplate::PageTemplate(const std::filesystem::path& folder, const std::string& file)
    : parsed_(std::make_unique<Parsed>()) {
    parsed_->file = (folder / file).string();
    parsed_->escape = escape_of(file);
    try {
        parsed_->parts = Parser(with_partials(folder / file, parsed_->escape)).parse();
    } catch (DataError& error) {
        error.add_context(parsed_->file);
        throw;
    }
}

PageTemplate::~PageTemplate() = default;

std::string PageTemplate::fill(const Value& data, const Value& around) const try {
    std::string out;
    Filler filler(parsed_->escape, out);
    filler.around({&around, &data}, parsed_->parts);
    return out;
} catch (DataError& error) {
    error.add_context(parsed_->file);
    throw;
}

}  // namespace reboost::report
