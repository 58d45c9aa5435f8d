#pragma once
/// All that is wrong with a config, not the first fault only.
#include "core/error.hpp"

#include <cstddef>
#include <string>
#include <unordered_set>
#include <vector>

namespace reboost::config {

/// Collects messages, each once, one line each, in the order found.
class ErrorList {
  public:
    void add(const std::string& message);
    /// What `step` throws as a UsageError is collected.
    template <class Step>
    void collect(Step step) {
        try {
            step();
        } catch (const UsageError& error) {
            add(error.what());
        }
    }
    bool empty() const { return lines_.empty(); }
    /// Throws UsageError with the lines; of very many the first ones.
    void throw_if_any() const;

  private:
    std::vector<std::string> lines_;  ///< those that are shown
    std::unordered_set<std::string> seen_;
    std::size_t more_ = 0;
};

}  // namespace reboost::config
