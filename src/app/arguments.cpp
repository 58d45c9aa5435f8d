#include "app/arguments.hpp"

#include "core/error.hpp"
#include "core/names.hpp"
#include "core/text.hpp"

#include <algorithm>
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

std::string table_row(const Option& option) {
    const std::string name = long_name(option), value = option.value_name;
    const bool may_lack = option.kind == Option::Kind::flag_or_value;
    const std::string shown = "--" + name +
                              (value.empty() ? ""
                               : may_lack    ? "[=" + value + "]"
                                             : " " + value);
    return "| | `" + cell(shown) + "` | " + cell(option.help) + " |\n";
}

Arguments::Arguments(const Invocation& invocation, std::string synopsis, std::string text)
    : Invocation(invocation), synopsis_(std::move(synopsis)), text_(std::move(text)) {}

Arguments& Arguments::shared(const SharedOptions& group, std::initializer_list<std::string_view> names) {
    const auto add_one = [&](const Option& option) {
        added_.push_back({option, title_ == nullptr ? nullptr : group.title, true});
    };
    if (names.size() == 0) std::ranges::for_each(group.options, add_one);
    for (const std::string_view name : names)
        add_one(find_named(group.options, name, "shared option", long_name));
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
    std::string elsewhere;
    for (const bool maintains : {false, true})
        for (const Added& one : added_) {
            if (one.title == nullptr || one.is_shared) continue;
            if ((std::string_view(one.title) == kForMaintainers) != maintains) continue;
            Option option = one.option;
            const std::string help = std::string(maintains ? "(maintainers) " : "") + option.help;
            option.help = help.c_str();
            out << table_row(option);
        }
    for (const Added& one : added_)
        if (one.title != nullptr && one.is_shared && one.title != kHelpTitle)
            elsewhere += (elsewhere.empty() ? "`--" : ", `--") + long_name(one.option) + "`";
    if (!elsewhere.empty()) out << "| | " << elsewhere << " | [shared](#shared-options) |\n";
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
    const std::string name = command();
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
    const int kStyle = style::allow_long | style::long_allow_adjacent | style::long_allow_next |
                       style::allow_short | style::allow_dash_for_short | style::short_allow_next |
                       style::short_allow_adjacent;
    try {
        po::store(po::command_line_parser(words).options(all).positional(positions).style(kStyle).run(),
                  values_);
        po::notify(values_);
    } catch (const po::unknown_option& error) {
        throw UsageError(name + ": " + unknown_name_message("option", error.get_option_name(), shown));
    } catch (const po::error& error) {
        throw UsageError(name + ": " + error.what());
    }
    if (has("help")) print_help();
    if (has(kRowsOption)) {
        out << "| **`" << cell(synopsis_) << "`** | | " << cell(text(kRowsOption)) << " |\n";
        print_rows();
    }
    if (has("help") || has(kRowsOption)) return false;
    positional_ = list("positional");
    if (positional_.size() < least) throw UsageError(name + ": too few words; usage: reboost " + synopsis_);
    if (positional_.size() > most)
        throw UsageError(name + ": unexpected '" + positional_[most] + "'; usage: reboost " + synopsis_);
    return true;
}

std::string Arguments::text(const std::string& name, const std::string& otherwise) const {
    return has(name) ? values_[name].as<std::string>() : otherwise;
}

void Arguments::require_beside(const std::string& name, const std::string& other) const {
    if (has(name) && !has(other))
        throw UsageError(command() + ": --" + name + " serves --" + other + ", which is not given");
}

void Arguments::refuse_beside(const std::string& name, std::initializer_list<const char*> others) const {
    for (const char* other : others)
        if (has(name) && has(other))
            throw UsageError(fmt::format("{}: --{} and --{} exclude each other", command(), name, other));
}

double Arguments::number(const std::string& name, double otherwise, double least, double most) const {
    if (!has(name)) return otherwise;
    const double value = parse_whole<double>(text(name)).value_or(std::nan(""));
    if (value >= least && value <= most) return value;  // false for NaN
    throw UsageError(
        fmt::format("{}: --{} is {}, expected a number{}", command(), name, text(name),
                    least > -kLargestNumber ? fmt::format(" from {:g} to {:g}", least, most) : ""));
}

std::int64_t Arguments::integer(const std::string& name, std::int64_t otherwise, std::int64_t least,
                                std::int64_t most) const {
    if (!has(name)) return otherwise;
    const double value = parse_whole<double>(text(name)).value_or(std::nan(""));
    const bool whole = value == std::floor(value);  // false for NaN
    if (!whole || value < static_cast<double>(least) || value > static_cast<double>(most))
        throw UsageError(fmt::format("{}: --{} is {}, expected a whole number from {} to {}", command(), name,
                                     text(name), least, most));
    return static_cast<std::int64_t>(value);
}

std::vector<std::string> Arguments::list(const std::string& name) const {
    return has(name) ? values_[name].as<std::vector<std::string>>() : std::vector<std::string>{};
}

}  // namespace reboost::app
