#include "app/arguments.hpp"

#include "core/error.hpp"
#include "core/names.hpp"

#include <cmath>
#include <iomanip>
#include <ostream>
#include <sstream>

namespace reboost::app {
namespace po = boost::program_options;
namespace {

constexpr unsigned kLineLength = 80;

std::string command_of(const std::string& synopsis) {
    return synopsis.substr(0, synopsis.find(' '));
}

/// Paragraphs filled to the length of a line; indented lines (examples) as they are.
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

}  // namespace

Arguments::Arguments(std::string synopsis, std::string text)
    : synopsis_(std::move(synopsis)),
      text_(std::move(text)),
      options_("Options", kLineLength, kLineLength / 2) {}

Arguments& Arguments::flag(const std::string& name, const std::string& help) {
    group().add_options()(name.c_str(), help.c_str());
    return *this;
}

Arguments& Arguments::add(const std::string& name, const po::value_semantic* value, const std::string& help) {
    group().add_options()(name.c_str(), value, help.c_str());
    return *this;
}

Arguments& Arguments::value(const std::string& name, const std::string& value_name, const std::string& help) {
    return add(name, po::value<std::string>()->value_name(value_name), help);
}

Arguments& Arguments::number(const std::string& name, const std::string& value_name,
                             const std::string& help) {
    return add(name, po::value<double>()->value_name(value_name), help);
}

Arguments& Arguments::flag_or_value(const std::string& name, const std::string& value_name,
                                    const std::string& help) {
    return add(name, po::value<std::string>()->implicit_value("")->value_name(value_name), help);
}

Arguments& Arguments::values(const std::string& name, const std::string& value_name,
                             const std::string& help) {
    return add(name, po::value<std::vector<std::string>>()->value_name(value_name)->composing(), help);
}

std::vector<std::string> Arguments::option_names() const {
    std::vector<std::string> names;
    for (const auto& option : options_.options())
        names.push_back("--" + option->long_name());
    return names;
}

bool Arguments::parse(const Invocation& invocation, std::size_t least, std::size_t most) {
    const std::string command = command_of(synopsis_);
    options_.add_options()("help,h", "this text");
    po::options_description all;
    all.add(options_).add(hidden_);
    all.add_options()("positional", po::value<std::vector<std::string>>());
    po::positional_options_description positions;
    positions.add("positional", -1);
    namespace style = po::command_line_style;
    const int kStyle = style::allow_long | style::long_allow_adjacent | style::long_allow_next |
                       style::allow_short | style::allow_dash_for_short | style::short_allow_next |
                       style::short_allow_adjacent;
    try {
        po::store(po::command_line_parser(invocation.arguments)
                      .options(all)
                      .positional(positions)
                      .style(kStyle)
                      .run(),
                  values_);
        po::notify(values_);
    } catch (const po::unknown_option& error) {
        throw UsageError(command + ": " +
                         unknown_name_message("option", error.get_option_name(), option_names()));
    } catch (const po::error& error) {
        throw UsageError(command + ": " + error.what());
    }
    if (has("help")) {
        std::ostringstream options;
        options << options_;
        invocation.out << "Usage: reboost " << synopsis_ << "\n\n" << filled(text_) << "\n" << options.str();
        return false;
    }
    positional_ = list("positional");
    if (positional_.size() < least)
        throw UsageError(command + ": too few words; usage: reboost " + synopsis_);
    if (positional_.size() > most)
        throw UsageError(command + ": unexpected '" + positional_[most] + "'; usage: reboost " + synopsis_);
    return true;
}

bool Arguments::has_number(const std::string& name) const {
    return has(name) && values_[name].value().type() == typeid(double);
}

std::string Arguments::text(const std::string& name, const std::string& otherwise) const {
    return has(name) ? values_[name].as<std::string>() : otherwise;
}

void Arguments::require_beside(const std::string& name, const std::string& other) const {
    if (has(name) && !has(other))
        throw UsageError(command_of(synopsis_) + ": --" + name + " serves --" + other +
                         ", which is not given");
}

void Arguments::refuse_both(const std::string& name, const std::string& other) const {
    if (has(name) && has(other))
        throw UsageError(command_of(synopsis_) + ": --" + name + " and --" + other + " exclude each other");
}

double Arguments::number(const std::string& name, double otherwise, double least, double most) const {
    if (!has(name)) return otherwise;
    const double value = values_[name].as<double>();
    if (value >= least && value <= most) return value;  // false for NaN
    std::ostringstream message;
    message << command_of(synopsis_) << ": --" << name << " is " << value << ", expected a number";
    if (least > -kLargestNumber) message << " from " << least << " to " << most;
    throw UsageError(message.str());
}

std::int64_t Arguments::integer(const std::string& name, std::int64_t otherwise, std::int64_t least,
                                std::int64_t most) const {
    if (!has(name)) return otherwise;
    const double value = values_[name].as<double>();
    const bool whole = value == std::floor(value);  // false for NaN
    if (!whole || value < static_cast<double>(least) || value > static_cast<double>(most)) {
        std::ostringstream message;
        message << std::setprecision(17) << command_of(synopsis_) << ": --" << name << " is " << value
                << ", expected a whole number from " << least << " to " << most;
        throw UsageError(message.str());
    }
    return static_cast<std::int64_t>(value);
}

std::vector<std::string> Arguments::list(const std::string& name) const {
    return has(name) ? values_[name].as<std::vector<std::string>>() : std::vector<std::string>{};
}

}  // namespace reboost::app
