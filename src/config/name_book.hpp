#pragma once
/// Who is called what in a config (internal to config/).
#include "config/errors.hpp"
#include "config/node.hpp"
#include "config/run_spec.hpp"
#include "core/value.hpp"

#include <map>
#include <string>

namespace reboost::config {

/// Refuses one label for two different parts: their runs would be one row of a table.
class NameBook {
  public:
    /// `point`: the run as written; `complete`, `canonical`: its specification.
    void note(const Node& point, const RunSpec& spec, const Value& complete, const Value& canonical,
              ErrorList& errors);

  private:
    struct Bearer {
        std::string part;  ///< canonical
        bool given;        ///< whether the name was written, not made of the options
    };
    void note(const std::string& key, const Bearer& bearer, const Node& at, const std::string& message,
              ErrorList& errors);

    std::map<std::string, Bearer> bearers_;
};

}  // namespace reboost::config
