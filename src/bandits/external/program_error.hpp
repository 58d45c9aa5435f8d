#pragma once
#include "core/error.hpp"

namespace reboost::bandits {

/// A program that a policy asks did not start, ended, kept silent or answered something else.
class ProgramError : public Error {
  public:
    using Error::Error;
};

}  // namespace reboost::bandits
