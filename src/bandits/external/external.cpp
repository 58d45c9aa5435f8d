/// The policy that asks a program for its arms, and the checksum and script of a command.
#include "bandits/external/program.hpp"
#include "bandits/policy.hpp"
#include "core/checksum.hpp"
#include "core/text.hpp"
#include "core/value.hpp"
#include "programs/line_process.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>

namespace reboost::bandits {

using programs::excerpt;

std::string script_files_sha256(const std::vector<std::string>& command) {
    std::string sums;
    for (const std::string& word : command) {
        std::error_code unknown;
        if (std::filesystem::is_regular_file(word, unknown))
            sums += std::to_string(word.size()) + " " + word + " " + sha256_of_file(word) + "\n";
    }
    return sums.empty() ? sums : sha256_hex(sums);
}

std::vector<std::string>::const_iterator find_script(const std::vector<std::string>& command) {
    const auto has_ending = [](const std::string& word) {
        const std::string ending = std::filesystem::path(word).extension();
        return ending.size() > 1 && std::isalpha(static_cast<unsigned char>(ending[1])) != 0 &&
               word.front() != '-' && word.find_first_of(" \t\n") == std::string::npos;
    };
    const auto script = std::ranges::find_if(command, has_ending);
    if (script != command.end() || command.empty()) return script;
    return command.size() == 1 || command.front().find('/') != std::string::npos ? command.begin()
                                                                                 : command.end();
}

namespace {

constexpr int kProtocol = 1;

/// Reads the arms of an answer into `chosen`. Returns "" if the answer is valid, else what the program did
/// instead, as words that follow its name in a message.
std::string read_answer(const std::string& line, std::size_t arms, std::span<std::uint32_t> chosen) {
    Value answer;
    std::string why;
    try {
        answer = value_from_json(line, "it");
    } catch (const DataError& error) {
        if (line.starts_with('{')) why = " (" + excerpt(error.what()) + ")";  // probably meant as an answer
    }
    const Value* found = answer.find("arms");
    if (found == nullptr || !found->is_list())
        return "wrote to its standard output a line that is no answer: '" + excerpt(line) + "'" + why +
               "; only {\"arms\": [...]} belongs there, all else to its standard error";
    const std::string answered = "answered '" + excerpt(line) + "': ";
    const Value::List& list = found->as_list();
    if (list.size() != chosen.size())
        return answered + counted(list.size(), "arm") + " instead of " + std::to_string(chosen.size());
    std::vector<bool> seen(arms);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const Value& arm = list[i];
        if (!arm.is_integer() || std::cmp_less(arm.as_integer(), 0) ||
            std::cmp_greater_equal(arm.as_integer(), arms))
            return answered + excerpt(to_json(arm)) + " is no arm; arms are numbered from 0 to " +
                   std::to_string(arms - 1);
        chosen[i] = static_cast<std::uint32_t>(arm.as_integer());
        if (seen[chosen[i]]) return answered + "arm " + std::to_string(chosen[i]) + " comes twice";
        seen[chosen[i]] = true;
    }
    return {};
}

/// All questions, rewards and answers so far; a new process that is told them reaches the same state.
struct History {
    struct Question {
        std::uint64_t time;
        std::uint64_t rewards_before;  ///< number of rewards told up to this question
        std::uint64_t answers_end;     ///< end of its answer in `answers`
    };
    std::vector<Question> questions;
    std::vector<std::uint32_t> answers;
    // One element per reward, including rewards not told yet:
    std::vector<std::uint32_t> arm;
    std::vector<double> reward;

    void ask(std::size_t i, Responder& responder, std::span<std::uint32_t> out) const {
        const std::size_t first = i == 0 ? 0 : questions[i - 1].rewards_before;
        const std::size_t count = questions[i].rewards_before - first;
        responder.select(questions[i].time, std::span(arm).subspan(first, count),
                         std::span(reward).subspan(first, count), out);
    }
};

/// Answers by a program that is asked over its standard streams.
class Program final : public Responder {
  public:
    explicit Program(const ExternalProgram& program)
        : process_(program.command),
          timeout_(program.timeout_seconds),
          first_timeout_(std::max(program.start_seconds, program.timeout_seconds)) {}

    void reset(std::size_t arms, std::uint64_t horizon, std::uint64_t seed) override {
        arms_ = arms;
        greeting_ = to_json(Value::object()
                                .set("type", "reset")
                                .set("protocol", kProtocol)
                                .set("arms", arms)
                                .set("horizon", horizon)
                                .set("seed", seed)) +
                    '\n';
    }
    void select(std::uint64_t time, std::span<const std::uint32_t> arms, std::span<const double> rewards,
                std::span<std::uint32_t> out) override {
        Value told = Value::list();
        for (std::size_t r = 0; r < arms.size(); ++r)
            told.push(Value::List{arms[r], rewards[r]});
        const Value question = Value::object()
                                   .set("type", "select")
                                   .set("time", time)
                                   .set("count", static_cast<std::uint64_t>(out.size()))
                                   .set("rewards", std::move(told));
        const std::string line =
            process_.ask(greeting_ + to_json(question), process_.answered() ? timeout_ : first_timeout_);
        greeting_.clear();
        if (const std::string fault = read_answer(line, arms_, out); !fault.empty()) fail(fault);
    }
    [[noreturn]] void fail(const std::string& what) override { process_.fail(what); }

  private:
    programs::LineProcess process_;
    double timeout_, first_timeout_;
    std::size_t arms_ = 0;
    std::string greeting_;  ///< sent with the first question
};

/// Asks a responder, mostly a program (docs/external_policies.md). ReBoost cannot save a responder's state: a
/// checkpoint keeps the history, and a new responder is told all of the history first.
class External final : public Policy {
  public:
    External() = default;
    /// Copies the options only; `reset` the copy before use.
    External(const External& other) : Policy(other), program_(other.program_) {}

    void fields(Fields& field) override {
        field("command", program_.command,
              {"program and arguments; files among them belong to the identity by checksum"});
        field("timeout_seconds", program_.timeout_seconds,
              {"the longest wait for an answer; the first may take a minute", 0.001, 86'400});
    }
    bool needs_horizon() const override { return true; }  // the program is told the horizon
    ExternalProgram* program() override { return &program_; }

    void select(std::span<std::uint32_t> out, Rng& rng) override {
        if (history_.questions.empty()) seed_ = rng.next() >> 11U;  // 53 bits are exact in a double
        if (!responder_) start();
        history_.questions.push_back({time(), history_.arm.size(), history_.answers.size() + out.size()});
        history_.ask(history_.questions.size() - 1, *responder_, out);
        history_.answers.insert(history_.answers.end(), out.begin(), out.end());
    }

  private:
    void restart() override {
        responder_.reset();
        history_ = {};
        seed_ = 0;
    }
    void learn(std::uint32_t arm, double reward) override {
        history_.arm.push_back(arm);
        history_.reward.push_back(reward);
    }
    void keep(StateIO& io) override {
        io("seed", seed_);
        io.first_column("question_time", history_.questions, &History::Question::time);
        io.column("question_rewards", history_.questions, &History::Question::rewards_before);
        io.column("question_answers", history_.questions, &History::Question::answers_end);
        io.any_size("answers", history_.answers);
        io.any_size("told_arm", history_.arm);
        io("told_reward", history_.reward, history_.arm.size());
        if (!io.loading()) return;
        if (!ascends_to(&History::Question::answers_end, history_.answers.size()) ||
            !ascends_to(&History::Question::rewards_before, history_.arm.size()))
            throw DataError("the history of an external policy does not fit together");
    }
    bool ascends_to(std::uint64_t History::Question::*end, std::size_t size) const {
        const auto& all = history_.questions;
        return std::ranges::is_sorted(all, {}, end) && (all.empty() || all.back().*end <= size);
    }

    std::unique_ptr<Responder> make_responder() const {
        if (program_.in_process) return program_.in_process();
        if (program_.command.empty()) throw UsageError("the policy 'external' needs a command");
        if (!program_.allowed)
            throw UsageError("the program '" + excerpt(program_.command.front()) +
                             "' is run only with --allow-external");
        if (!program_.files_sha256.empty() && script_files_sha256(program_.command) != program_.files_sha256)
            throw DataError("a file of the command '" + excerpt(program_.command.front()) +
                            " ...' changed since the run was planned");
        return std::make_unique<Program>(program_);
    }

    /// Makes a new responder and tells it the history so far.
    void start() {
        responder_ = make_responder();
        responder_->reset(arms(), static_cast<std::uint64_t>(planned()), seed_);
        std::size_t begin = 0;
        for (std::size_t i = 0; i < history_.questions.size(); ++i) {
            const std::size_t end = history_.questions[i].answers_end;
            std::vector<std::uint32_t> again(end - begin);
            history_.ask(i, *responder_, again);
            if (!std::ranges::equal(again, std::span(history_.answers).subspan(begin, end - begin)))
                responder_->fail(
                    "is not deterministic: it answers otherwise than before the run was interrupted "
                    "(decision " +
                    std::to_string(i + 1) + ")");
            begin = end;
        }
    }

    ExternalProgram program_;
    std::uint64_t seed_ = 0;
    History history_;
    std::unique_ptr<Responder> responder_;
};

}  // namespace

extern const PolicyEntry external = entry<External>(
    "external", "a program of one's own, asked over JSON lines; runs only with --allow-external",
    {.named_by = "command"});

}  // namespace reboost::bandits
