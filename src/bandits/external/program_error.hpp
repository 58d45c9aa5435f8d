#pragma once
#include "core/error.hpp"

namespace reboost::bandits {

/// A program that a policy asks did not start, ended, kept silent or answered something else.
class ProgramError : public Error {
  public:
    using Error::Error;
};

/// It kept silent for too long. Nothing is known of the answer that it would have given.
class ProgramTimeout : public ProgramError {
  public:
    using ProgramError::ProgramError;
};

}  // namespace reboost::bandits
