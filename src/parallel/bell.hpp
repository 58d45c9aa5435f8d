#pragma once
#include <chrono>

namespace reboost::parallel {

/// Wakes the thread that waits for it. Its file descriptor may be written to in a signal handler.
class Bell {
  public:
    Bell();
    ~Bell();
    Bell(const Bell&) = delete;
    Bell& operator=(const Bell&) = delete;

    void ring() noexcept;
    /// Until it rings, or the time is over.
    void wait(std::chrono::milliseconds time) noexcept;

  private:
    int descriptor_;  ///< −1 where the system gives none: it then waits for the time
};

}  // namespace reboost::parallel
