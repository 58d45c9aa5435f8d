#pragma once
/// What the main thread does while tasks compute.
#include "parallel/cores.hpp"
#include "sweep/drain.hpp"
#include "sweep/progress.hpp"

#include <functional>
#include <string>
#include <vector>

namespace reboost::sweep {

/// Keeps house: tells of a signal, touches the claims of this process, repaints the progress, and does what
/// else is due now and then.
class House {
  public:
    /// `on_signal`: told to the user when the first signal has come.
    House(Progress& progress, DrainFlag& drain, std::string on_signal = {});
    /// A chore for every `seconds`, from now on until the house is gone.
    void add(double seconds, std::function<void()> chore);

    /// Returns soon after `done`, which the drain flag's bell announces.
    void keep_until(const std::function<bool()>& done);
    /// The same while a core does the work; rethrows what it throws.
    void keep_during(parallel::Cores& cores, const std::function<void()>& work);

  private:
    struct Chore {
        double seconds, due;
        std::function<void()> work;
    };
    void do_what_is_due();

    DrainFlag& drain_;
    std::vector<Chore> chores_;
};

}  // namespace reboost::sweep
