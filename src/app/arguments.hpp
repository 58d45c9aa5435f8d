#pragma once
/// A subcommand's command line: options parsed by Boost.Program_options, messages with the nearest name.
#include "app/command.hpp"
#include "core/error.hpp"
#include "core/value.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/program_options.hpp>
#include <fmt/format.h>

namespace reboost::app {

struct Option {
    enum class Kind { flag, value, flag_or_value, values };
    const char* name;        ///< "profile" or "jobs,j"
    Kind kind;               ///< flag_or_value: "--name" or "--name=VALUE"; values: may be repeated
    const char* value_name;  ///< "N" in "--name N"; "" for flags
    const char* help;
};

/// Options that several subcommands share; they form a group of their own in the help.
struct SharedOptions {
    const char* title;
    std::span<const Option> options;
};
/// All groups of shared options, for docs/commands.md.
std::span<const SharedOptions> shared_options();

inline constexpr const char* kForMaintainers = "For maintainers of the reference results";

/// The options and words of a command line, with its streams.
class Arguments : public Invocation {
  public:
    /// `synopsis`: "run CONFIG [OPTIONS]". `text`: the command's purpose with an example, printed by --help.
    Arguments(const Invocation& invocation, std::string synopsis, std::string text);

    Arguments& add(Option option) {
        added_.push_back({option, title_, false});
        return *this;
    }
    Arguments& flag(const char* name, const char* help) { return add({name, Option::Kind::flag, "", help}); }
    Arguments& value(const char* name, const char* value_name, const char* help) {
        return add({name, Option::Kind::value, value_name, help});
    }
    Arguments& values(const char* name, const char* value_name, const char* help) {
        return add({name, Option::Kind::values, value_name, help});
    }
    /// Adds all options of a shared group, or those with these names.
    Arguments& shared(const SharedOptions& group, std::initializer_list<std::string_view> names = {});

    /// Options added after this call have this title in the help; with nullptr they are accepted without
    /// effect and not shown.
    Arguments& title(const char* title) {
        title_ = title;
        return *this;
    }

    /// Returns false if --help was given and printed. Throws UsageError for an unknown option (with the
    /// nearest one), a missing or bad value, and fewer than `least` or more than `most` positional words.
    bool parse(std::size_t least = 0, std::size_t most = 0);

    /// The command and its verb: the lower-case words at the beginning of the synopsis.
    std::string command() const;
    bool has(const std::string& name) const { return values_.count(name) > 0; }
    std::string text(const std::string& name, const std::string& otherwise = {}) const;
    /// Throws UsageError if the value is not a number, or a whole one if `whole`, from `least` to `most`.
    double number(const std::string& name, double otherwise, double least = -kLargestNumber,
                  double most = kLargestNumber, bool whole = false) const;
    /// The same for whole numbers.
    template <class T = std::int64_t>
    T integer(const std::string& name, double otherwise, double least = 0,
              double most = kLargestNumber) const {
        return static_cast<T>(number(name, otherwise, least, most, true));
    }
    std::vector<std::string> list(const std::string& name) const;
    /// Writes a result as text to `out`; with --json nothing, because `json` does.
    template <class... Values>
    void print(fmt::format_string<Values...> text, Values&&... values) const {
        if (!has("json")) out << fmt::format(text, std::forward<Values>(values)...);
    }
    /// With --json writes a result to `out`.
    void json(const Value& value) const;
    /// Writes a message to `err`.
    template <class... Values>
    void tell(fmt::format_string<Values...> text, Values&&... values) const {
        err << fmt::format(text, std::forward<Values>(values)...);
    }
    /// Throws a UsageError that begins with the command.
    template <class... Values>
    [[noreturn]] void refuse(fmt::format_string<Values...> message, Values&&... values) const {
        throw UsageError(command() + ": " + fmt::format(message, std::forward<Values>(values)...));
    }
    /// Throws UsageError if `name` was given without `other`, which `name` needs.
    void require_beside(const std::string& name, const std::string& other) const;
    /// Throws UsageError if `name` and one of the others were given.
    void refuse_beside(const std::string& name, std::initializer_list<const char*> others) const;
    const std::vector<std::string>& positional() const { return positional_; }

  private:
    static constexpr double kLargestNumber = 1e15;
    struct Added {
        Option option;
        const char* title;  ///< nullptr: the option is hidden
        bool is_shared;
    };
    void print_help() const;
    void print_rows() const;

    std::string synopsis_, text_;
    std::vector<Added> added_;
    const char* title_ = "Options";
    boost::program_options::variables_map values_;
    std::vector<std::string> positional_;
};

void print_json(std::ostream& out, const Value& value);

/// With this option, whose value is the command's summary, a command prints its rows of docs/commands.md.
inline constexpr const char* kRowsOption = "help-as-rows";
/// A row of a Markdown table: "| | `--name VALUE` | help |", with `note` before the help.
std::string table_row(const Option& option, const std::string& note = "");

// Shared options (shared_options.cpp)

/// --results, --json, --quiet, --offline, --allow-external; a command takes those that apply to it.
extern const SharedOptions kCommonOptions;
/// --profile, --set, --oracle-every: which runs a config stands for.
extern const SharedOptions kConfigOptions;
/// --shard, --stand-in, --reference: which runs of a config are computed.
extern const SharedOptions kPlanOptions;
/// --jobs, --memory, ...: how runs are computed.
extern const SharedOptions kSweepOptions;
/// --reference, --no-reference: reference results that reports read besides the runs.
extern const SharedOptions kReferenceOptions;

/// Adds kConfigOptions and --results.
void add_config_options(Arguments& arguments);
/// Adds the options of add_config_options, kPlanOptions and --json.
void add_plan_options(Arguments& arguments);
/// Adds kSweepOptions, --allow-external and --quiet.
void add_sweep_options(Arguments& arguments);

/// The largest value of --jobs, --threads-per-run and --threads.
inline constexpr std::int64_t kMostThreads = 4096;

}  // namespace reboost::app
