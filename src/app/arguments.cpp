#include "app/arguments.hpp"

#include "core/error.hpp"
#include "core/names.hpp"
#include "core/text.hpp"

#include <cmath>
#include <ostream>
#include <sstream>
#include <utility>

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

namespace reboost::app {
namespace po = boost::program_options;
namespace {

constexpr unsigned kLineLength = 80;
constexpr const char* kHelpTitle = "Help";

/// The text with its paragraphs wrapped to the line length; indented lines (examples) stay as they are.
std::string filled(const std::string& text) {
    std::istringstream lines(text);
    std::string result;
    std::size_t column = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line.front() == ' ') {
            result += (column > 0 ? "\n" : "") + line + "\n";
            column = 0;
            continue;
        }
        std::istringstream words(line);
        for (std::string word; words >> word;) {
            const bool fits = column > 0 && column + 1 + word.size() <= kLineLength;
            if (column > 0) result += fits ? ' ' : '\n';
            column = word.size() + (fits ? column + 1 : 0);
            result += word;
        }
    }
    return result;
}

std::string long_name(const Option& option) {
    const std::string_view name = option.name;
    return std::string(name.substr(0, name.find(',')));
}

const po::value_semantic* semantic_of(const Option& option) {
    switch (option.kind) {
        case Option::Kind::flag:
            return new po::untyped_value(true);
        case Option::Kind::value:
            return po::value<std::string>()->value_name(option.value_name);
        case Option::Kind::flag_or_value:
            return po::value<std::string>()->implicit_value("")->value_name(option.value_name);
        default:
            return po::value<std::vector<std::string>>()->value_name(option.value_name)->composing();
    }
}

void add_to(po::options_description& description, const Option& option) {
    description.add_options()(option.name, semantic_of(option), option.help);  // Boost owns the semantic
}

/// Escapes a text for a cell of a Markdown table.
std::string cell(const std::string& text) {
    return boost::replace_all_copy(text, "|", "\\|");
}

}  // namespace

std::string table_row(const Option& option, const std::string& note) {
    std::string shown = "--" + long_name(option), value = option.value_name;
    const bool may_lack = option.kind == Option::Kind::flag_or_value;
    if (!value.empty()) shown += may_lack ? "[=" + value + "]" : " " + value;
    return "| | `" + cell(shown) + "` | " + note + cell(option.help) + " |\n";
}

Arguments::Arguments(const Invocation& invocation, std::string synopsis, std::string text)
    : Invocation(invocation), synopsis_(std::move(synopsis)), text_(std::move(text)) {}

Arguments& Arguments::shared(const SharedOptions& group, std::initializer_list<std::string_view> names) {
    const char* const title = title_ == nullptr ? nullptr : group.title;
    for (const std::string_view name : names)
        added_.push_back({find_named(group.options, name, "shared option", long_name), title, true});
    if (names.size() > 0) return *this;
    for (const Option& option : group.options)
        added_.push_back({option, title, true});
    return *this;
}

void Arguments::print_help() const {
    out << "Usage: reboost " << synopsis_ << "\n\n" << filled(text_);
    std::vector<const char*> titles{"Options", kForMaintainers};
    for (const SharedOptions& group : shared_options())
        titles.push_back(group.title);
    titles.push_back(kHelpTitle);
    for (const char* title : titles) {
        po::options_description group(title, kLineLength, kLineLength / 2);
        for (const Added& one : added_)
            if (one.title != nullptr && std::string_view(one.title) == title) add_to(group, one.option);
        if (!group.options().empty()) out << '\n' << group;
    }
}

void Arguments::print_rows() const {
    std::vector<std::string> elsewhere;
    for (const Added& one : added_) {
        if (one.title == nullptr || one.title == kHelpTitle) continue;
        if (one.is_shared)
            elsewhere.push_back("`--" + long_name(one.option) + "`");
        else
            out << table_row(one.option, one.title == kForMaintainers ? "(maintainers) " : "");
    }
    if (!elsewhere.empty())
        out << fmt::format("| | {} | [shared](#shared-options) |\n", fmt::join(elsewhere, ", "));
}

std::string Arguments::command() const {
    std::istringstream synopsis(synopsis_);
    std::string command;
    for (std::string word;
         synopsis >> word && word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == word.npos;)
        command += (command.empty() ? "" : " ") + word;
    return command;
}

bool Arguments::parse(std::size_t least, std::size_t most) {
    added_.push_back({{"help,h", Option::Kind::flag, "", "this text"}, kHelpTitle, true});
    po::options_description all;
    std::vector<std::string> shown;
    for (const Added& one : added_) {
        add_to(all, one.option);
        if (one.title != nullptr) shown.push_back("--" + long_name(one.option));
    }
    all.add_options()("positional", po::value<std::vector<std::string>>())(kRowsOption,
                                                                           po::value<std::string>());
    po::positional_options_description positions;
    positions.add("positional", -1);
    namespace style = po::command_line_style;
    const int kStyle = style::unix_style & ~(style::allow_guessing | style::allow_sticky);
    try {
        po::store(po::command_line_parser(words).options(all).positional(positions).style(kStyle).run(),
                  values_);
        po::notify(values_);
    } catch (const po::unknown_option& error) {
        refuse("{}", unknown_name_message("option", error.get_option_name(), shown));
    } catch (const po::error& error) {
        refuse("{}", error.what());
    }
    if (has("help")) print_help();
    if (has(kRowsOption)) {
        out << "| **`" << cell(synopsis_) << "`** | | " << cell(text(kRowsOption)) << " |\n";
        print_rows();
    }
    if (has("help") || has(kRowsOption)) return false;
    positional_ = list("positional");
    if (positional_.size() < least) refuse("too few words; usage: reboost {}", synopsis_);
    if (positional_.size() > most) refuse("unexpected '{}'; usage: reboost {}", positional_[most], synopsis_);
    return true;
}

std::string Arguments::text(const std::string& name, const std::string& otherwise) const {
    return has(name) ? values_[name].as<std::string>() : otherwise;
}

void Arguments::require_beside(const std::string& name, const std::string& other) const {
    if (has(name) && !has(other)) refuse("--{} serves --{}, which is not given", name, other);
}

void Arguments::refuse_beside(const std::string& name, std::initializer_list<const char*> others) const {
    for (const char* other : others)
        if (has(name) && has(other)) refuse("--{} and --{} exclude each other", name, other);
}

double Arguments::number(const std::string& name, double otherwise, double least, double most,
                         bool whole) const {
    if (!has(name)) return otherwise;
    const double value = parse_whole<double>(text(name)).value_or(std::nan(""));
    const bool right = value >= least && value <= most;  // false for NaN
    if (right && (!whole || value == std::floor(value))) return value;
    std::string bounds;
    if (whole)
        bounds = fmt::format(" from {:.0f} to {:.0f}", least, most);
    else if (least > -kLargestNumber)
        bounds = fmt::format(" from {:g} to {:g}", least, most);
    refuse("--{} is {}, expected a {}number{}", name, text(name), whole ? "whole " : "", bounds);
}

void Arguments::json(const Value& value) const {
    if (has("json")) print_json(out, value);
}

std::vector<std::string> Arguments::list(const std::string& name) const {
    return has(name) ? values_[name].as<std::vector<std::string>>() : std::vector<std::string>{};
}

void print_json(std::ostream& out, const Value& value) {
    std::string escaped;  // JSON need not escape DEL and U+0080 to U+009F, but terminals obey them
    for (const char c : to_json(value, 2)) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_c1 = !escaped.empty() && escaped.back() == '\xC2' && byte >= 0x80 && byte < 0xA0;
        if (is_c1) escaped.pop_back();
        if (is_c1 || byte == 0x7F)
            escaped += fmt::format("\\u{:04x}", byte);
        else
            escaped += c;
    }
    out << printable(escaped, true) << '\n';  // file names may not be UTF-8
}

}  // namespace reboost::app
