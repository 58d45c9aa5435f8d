#include "sweep/progress.hpp"

#include <sstream>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::sweep;

TEST_CASE("durations read as people say them") {
    CHECK(format_duration(0) == "0 s");
    CHECK(format_duration(3.4) == "3 s");
    CHECK(format_duration(59.6) == "1 min");
    CHECK(format_duration(3599) == "1 h 00 min");
    CHECK(format_duration(7500) == "2 h 05 min");
    CHECK(format_duration(98 * 3600) == "4 d 2 h");
}

TEST_CASE("the time left is the estimate corrected by the pace so far") {
    ProgressSnapshot shot;
    shot.runs = 4;
    shot.estimated_seconds = 100;
    shot.jobs = 2;
    CHECK(remaining_seconds(shot) < 0);  // nothing known yet
    shot.elapsed_seconds = 10;
    CHECK(remaining_seconds(shot) == 50);  // two at once
    shot.estimated_seconds_done = 25;
    shot.elapsed_seconds = 50;  // half the speed foreseen
    CHECK(remaining_seconds(shot) == 150);
}

TEST_CASE("a progress line names runs, failures, time left and what runs, and is cut to the terminal") {
    ProgressSnapshot shot;
    shot.runs = 40;
    shot.ended = 7;
    shot.failed = 1;
    shot.estimated_seconds = 100;
    shot.estimated_seconds_done = 50;
    shot.elapsed_seconds = 120;
    shot.running = {"pendigits stump full 45%", "letter stump ucb(1) 3%"};
    CHECK(progress_line(shot) ==
          "7/40 runs, 1 failed, 2 min left | pendigits stump full 45% | letter stump ucb(1) 3%");
    CHECK(progress_line(shot, 30) == "7/40 runs, 1 failed, 2 min ...");
}

TEST_CASE("a log gets a plain line a run and no control characters; quiet gets nothing") {
    LiveRun run;
    run.label = "pendigits stump full";
    for (const ProgressMode mode : {ProgressMode::plain, ProgressMode::quiet}) {
        std::ostringstream out;
        {
            Progress progress(out, mode, system_clock());
            progress.begin(2, 1.0, 1);
            progress.run_ended(run, "done in 3 s", false);
            progress.run_ended(run, "FAILED: no space", true);
            progress.end();
        }
        CHECK(out.str() == (mode == ProgressMode::quiet ? ""
                                                        : "[1/2] pendigits stump full: done in 3 s\n"
                                                          "[2/2] pendigits stump full: FAILED: no space\n"));
    }
}
