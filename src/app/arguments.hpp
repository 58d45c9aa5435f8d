#pragma once
/// A subcommand's command line: options by Boost.Program_options, messages with the nearest name.
#include "app/command.hpp"

#include <string>
#include <vector>

#include <boost/program_options.hpp>

namespace reboost::app {

class Arguments {
  public:
    /// `synopsis`: "run CONFIG [OPTIONS]". `text`: what it does, with an example; printed by --help.
    Arguments(std::string synopsis, std::string text);

    /// Name ("profile" or "jobs,j"), value name ("N"), help. A flag has no value.
    Arguments& flag(const std::string& name, const std::string& help);
    Arguments& value(const std::string& name, const std::string& value_name, const std::string& help);
    Arguments& number(const std::string& name, const std::string& value_name, const std::string& help);
    /// "--name" or "--name=VALUE"; without a value its text is empty.
    Arguments& flag_or_value(const std::string& name, const std::string& value_name, const std::string& help);
    /// May be given several times.
    Arguments& values(const std::string& name, const std::string& value_name, const std::string& help);

    /// Options added from now on are accepted and not shown by --help: they say nothing here.
    Arguments& hidden() {
        hides_ = true;
        return *this;
    }

    /// False where --help was asked for and printed. Throws UsageError: an unknown option (with the nearest
    /// one), a missing or bad value, fewer than `least` or more than `most` positional words.
    bool parse(const Invocation& invocation, std::size_t least = 0, std::size_t most = 0);

    bool has(const std::string& name) const { return values_.count(name) > 0; }
    /// Whether a value was given, and is a number's.
    bool has_number(const std::string& name) const;
    std::string text(const std::string& name, const std::string& otherwise = {}) const;
    /// Throws UsageError where it is not a number from `least` to `most`.
    double number(const std::string& name, double otherwise, double least = -kLargestNumber,
                  double most = kLargestNumber) const;
    /// Throws UsageError where it is not a whole number from `least` to `most`.
    std::int64_t integer(const std::string& name, std::int64_t otherwise, std::int64_t least = 0,
                         std::int64_t most = 1'000'000'000'000'000) const;
    std::vector<std::string> list(const std::string& name) const;
    /// Throws UsageError where `name` was given without `other`, which it serves.
    void require_beside(const std::string& name, const std::string& other) const;
    /// Throws UsageError where both were given.
    void refuse_both(const std::string& name, const std::string& other) const;
    const std::vector<std::string>& positional() const { return positional_; }

  private:
    static constexpr double kLargestNumber = 1e15;
    Arguments& add(const std::string& name, const boost::program_options::value_semantic* value,
                   const std::string& help);
    std::vector<std::string> option_names() const;
    /// Where options are added.
    boost::program_options::options_description& group() { return hides_ ? hidden_ : options_; }

    std::string synopsis_, text_;
    boost::program_options::options_description options_, hidden_;
    bool hides_ = false;
    boost::program_options::variables_map values_;
    std::vector<std::string> positional_;
};

}  // namespace reboost::app
