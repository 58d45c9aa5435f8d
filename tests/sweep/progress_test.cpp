#include "sweep/progress.hpp"

#include "support/temporary_folder.hpp"
#include "sweep/fakes.hpp"

#include <cstdlib>
#include <sstream>

#include <catch2/catch.hpp>

using namespace reboost;
using namespace reboost::sweep;

TEST_CASE("durations read as people say them") {
    CHECK(format_duration(0) == "0 s");
    CHECK(format_duration(3.4) == "3 s");
    CHECK(format_duration(59.49) == "59 s");
    CHECK(format_duration(59.5) == "1 min");
    CHECK(format_duration(59.6) == "1 min");
    CHECK(format_duration(3599) == "1 h 00 min");
    CHECK(format_duration(7500) == "2 h 05 min");
    CHECK(format_duration(24 * 3600 - 60) == "23 h 59 min");
    CHECK(format_duration(24 * 3600) == "1 d 0 h");
    CHECK(format_duration(98 * 3600) == "4 d 2 h");
    CHECK(format_duration(100 * 24 * 3600 + 23 * 3600) == "100 d 23 h");
}

TEST_CASE("a log's line names runs, failures, time left and what runs") {
    ProgressSnapshot shot;
    shot.runs = 40;
    shot.ended = 7;
    shot.failed = 1;
    shot.running = {{"pendigits stump full", 45, 100, 3.5, 0.05}, {"letter stump ucb(1)", 3, 100}};
    CHECK(progress_line(shot) == "7/40 runs, 1 failed | pendigits stump full 45% | letter stump ucb(1) 3%");
    shot.seconds_left = 120;
    CHECK_THAT(progress_line(shot), Catch::Contains("1 failed, 2 min left | "));
    shot.failed = 0;
    CHECK_THAT(progress_line(shot), Catch::StartsWith("7/40 runs, 2 min left | "));
}

TEST_CASE("the live view has a line for the sweep and one for each running run, cut to the terminal") {
    ProgressSnapshot shot;
    shot.runs = 40;
    shot.ended = 7;
    shot.failed = 1;
    shot.seconds_left = 120;
    shot.forecast_error = 0.084;
    shot.running = {{"pendigits stump full", 45, 100, 3.5, 0.0523}, {"letter stump ucb(1)", 0, 100}};
    CHECK(progress_view(shot) ==
          std::vector<std::string>{
              "40 runs: 6 done, 2 running, 1 failed, 31 to do, 2 min left (forecast off by 8% so far)",
              "   45%  round 45 of 100, 3.5/s, test error 5.23%  pendigits stump full",
              "    0%  round 0 of 100  letter stump ucb(1)"});
    CHECK(progress_view(shot, 20).front() == "40 runs: 6 done, ...");
    const std::string whole = progress_view(shot).front();
    CHECK(progress_view(shot, whole.size()).front() == whole);
    CHECK(progress_view(shot, 4).front() == "4...");
    CHECK(progress_view(shot, 3).front() == "...");
    ProgressSnapshot umlauts;
    umlauts.running = {{"\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4", 0, 100}};
    CHECK(progress_view(umlauts, 28)[1] == "    0%  round 0 of 100  ...");  // not half a letter
    shot.runs = 1;
    CHECK_THAT(progress_view(shot).front(), Catch::StartsWith("1 run: "));
    shot.running[0].rounds_per_second = 1323;
    CHECK_THAT(progress_view(shot)[1], Catch::Contains(", 1323/s, "));
    shot.running[0].rounds_per_second = 100;
    CHECK_THAT(progress_view(shot)[1], Catch::Contains(", 100/s, "));
    shot.running[0].rounds_per_second = 99.96;
    CHECK_THAT(progress_view(shot)[1], Catch::Contains(", 100/s, "));
    shot.running[0] = {"last", 100, 100};
    CHECK(progress_view(shot)[1] == "  100%  round 100 of 100  last");
    CHECK_THAT(progress_line(shot), Catch::Contains("| last 100% |"));
    shot.forecast_error = 1;
    CHECK_THAT(progress_view(shot).front(), Catch::Contains("(forecast off by 100% so far)"));
    shot.running.resize(16);
    CHECK(progress_view(shot).size() == 17);
    shot.running.resize(20);
    CHECK(progress_view(shot).back() == "  and 4 more");
}

TEST_CASE("a snapshot survives its file") {
    ProgressSnapshot shot;
    shot.runs = 3;
    shot.seconds_left = 5;
    shot.running = {{"letter", 1, 2, 0.5, boosting::kNotMeasured}};
    CHECK(progress_view(snapshot_from(to_value(shot))) == progress_view(shot));
    CHECK_FALSE(snapshot_from(to_value(shot)).forecast_error);
    shot.forecast_error = 0.25;
    CHECK(snapshot_from(to_value(shot)).forecast_error == 0.25);
}

TEST_CASE("a log gets a plain line per run and no control characters; quiet gets nothing") {
    LiveRun run;
    run.label = "pendigits stump full";
    for (const ProgressMode mode : {ProgressMode::plain, ProgressMode::quiet}) {
        std::ostringstream out;
        {
            Progress progress(out, mode, system_clock());
            progress.begin(2, 1);
            progress.run_ended(run, "done in 3 s", false);
            progress.run_ended(run, "FAILED: no space", true);
            progress.end();
        }
        CHECK(out.str() == (mode == ProgressMode::quiet ? ""
                                                        : "[1/2] pendigits stump full: done in 3 s\n"
                                                          "[2/2] pendigits stump full: FAILED: no space\n"));
    }
}

TEST_CASE("a run that another process ended counts, and is no longer expected") {
    const reboost::test::TemporaryFolder folder;
    const reboost::test::StepClock clock;
    std::ostringstream out;
    {
        Progress progress(out, ProgressMode::plain, clock);
        const auto run = std::make_shared<LiveRun>();
        run->label = "pendigits stump full";
        run->kind = "stump";
        run->estimated_seconds = 10;
        for (int i = 0; i < 3; ++i)
            progress.expect(run->kind, run->estimated_seconds);
        progress.begin(3, 1, folder.path());
        const auto published = [&] {
            progress.repaint();
            return live_sweeps(folder.path()).at(0).snapshot;
        };
        progress.run_started(run);
        progress.run_ended(*run, "done", false);
        progress.run_ended(*run, "computed by another process", false);
        CHECK(published().seconds_left > 0.0);
        progress.run_ended(*run, "failed in another process", true);
        const ProgressSnapshot shot = published();
        CHECK(shot.ended == 3);
        CHECK(shot.failed == 1);
        CHECK(shot.seconds_left == 0.0);
    }
    CHECK_THAT(out.str(), Catch::Contains("[2/3] pendigits stump full: computed by another process\n"));
}

TEST_CASE("a sweep is published from its beginning, and one of no time leaves no file") {
    struct StoppedClock final : Clock {
        double thread_cpu_seconds() const override { return 0; }
        double wall_seconds() const override { return 1; }
        double utc_seconds() const override { return 1'800'000'000; }
    };
    const reboost::test::TemporaryFolder folder;
    const StoppedClock clock;
    std::ostringstream out;
    Progress progress(out, ProgressMode::quiet, clock);
    progress.begin(2, 1, folder.path());
    REQUIRE(live_sweeps(folder.path()).size() == 1);
    CHECK(live_sweeps(folder.path()).front().running);
    CHECK(live_sweeps(folder.path()).front().snapshot.runs == 2);
    progress.end();
    CHECK(live_sweeps(folder.path()).empty());
}

TEST_CASE("what is left to do is forecast from the runs that were expected") {
    const reboost::test::TemporaryFolder folder;
    const reboost::test::StepClock clock;
    std::ostringstream out;
    ::setenv("SLURM_JOB_ID", "1", 1);  // a task's state is published from its beginning
    {
        Progress progress(out, ProgressMode::quiet, clock);
        for (int i = 0; i < 2; ++i)
            progress.expect("stump", 10);
        progress.begin(2, 1, folder.path());
        const auto run = std::make_shared<LiveRun>();
        run->kind = "stump";
        run->estimated_seconds = 10;
        progress.run_started(run);
        progress.run_ended(*run, "done", false);
        progress.end();
    }
    ::unsetenv("SLURM_JOB_ID");
    const LiveSweep sweep = live_sweeps(folder.path()).at(0);
    CHECK(sweep.task == "1");
    CHECK(sweep.snapshot.ended == 1);
    REQUIRE(sweep.snapshot.seconds_left);
    CHECK(*sweep.snapshot.seconds_left > 0);
}

TEST_CASE("a run's pace is that of its rounds in this process; lines and files come at their times") {
    const reboost::test::TemporaryFolder folder;
    test::SetClock clock;
    std::ostringstream out;
    Progress progress(out, ProgressMode::plain, clock);
    const auto run = std::make_shared<LiveRun>();
    run->kind = "stump";
    run->estimated_seconds = 10;
    run->first_round = 50;
    run->round = 75;
    run->rounds = 100;
    for (int i = 0; i < 2; ++i)
        progress.expect(run->kind, 10);
    progress.begin(2, 1, folder.path());
    progress.run_started(run);
    const auto published = [&] {
        progress.repaint();
        return live_sweeps(folder.path()).at(0).snapshot;
    };
    clock.now += 1.9;
    CHECK(published().elapsed_seconds == 0);
    clock.now = 102;
    const auto fresh = std::make_shared<LiveRun>();
    fresh->rounds = 10;
    progress.run_started(fresh);
    const ProgressSnapshot shot = published();
    CHECK(shot.elapsed_seconds == 2);
    CHECK(shot.running.at(1).rounds_per_second == 0);
    progress.run_left(*fresh);
    clock.now = 110;
    const ProgressSnapshot half = published();
    CHECK(half.running.at(0).rounds_per_second == 2.5);
    CHECK(half.seconds_left == Approx(10 + 20));  // this one's other half, and another whole one
    clock.now = 159.5;
    progress.repaint();
    CHECK(out.str().empty());
    clock.now = 160;
    progress.repaint();
    CHECK_FALSE(out.str().empty());
    progress.run_ended(*run, "done", false);  // half of the estimated 10 s took 60, of 62
    clock.now = 162;
    CHECK(published().seconds_left == Approx(124));
}

TEST_CASE("a forecast knows how many runs may go at once, and is judged while it lasts") {
    const reboost::test::TemporaryFolder folder;
    test::SetClock clock;
    std::ostringstream out;
    const auto run = std::make_shared<LiveRun>(), beside = std::make_shared<LiveRun>();
    for (const auto& one : {run, beside}) {
        one->kind = "stump";
        one->estimated_seconds = 10;
        one->rounds = 100;
    }
    {
        Progress progress(out, ProgressMode::terminal, clock);
        for (int i = 0; i < 6; ++i)
            progress.expect("stump", 10);
        progress.begin(6, 2, folder.path());
        progress.run_started(run);
        progress.run_started(beside);
        const auto published = [&](double elapsed, std::uint64_t rounds) {
            clock.now = 100 + elapsed;
            run->round = beside->round = rounds;
            progress.repaint();
            return live_sweeps(folder.path()).at(0).snapshot;
        };
        CHECK(published(10, 50).seconds_left == Approx((2 * 10 + 4 * 20) / 2));
        CHECK(published(20, 80).seconds_left == Approx((2 * 5 + 4 * 25) / 2));
        CHECK(published(20, 80).forecast_error == Approx((75.0 - 60) / 75));
        const ProgressSnapshot over = published(30, 110);  // no run does more than all of its rounds
        CHECK(over.running.at(0).round == 110);
        CHECK(over.seconds_left == Approx(4 * 30 / 2));
        progress.note("a note clears the view");
        CHECK_THAT(out.str(), Catch::Contains("\n\033[3A\r\033[Ja note"));
        progress.repaint();
    }  // ends it
    CHECK_THAT(out.str(), Catch::EndsWith("\033[3A\r\033[J"));
    std::size_t cleared = 0;  // before all views but the first, the note and at the end
    for (std::size_t at = out.str().find("\033[3A"); at != std::string::npos;
         at = out.str().find("\033[3A", at + 1))
        ++cleared;
    CHECK(cleared == 5);
    CHECK_FALSE(live_sweeps(folder.path()).at(0).running);
}

TEST_CASE("a terminal's lines are cut to 80 characters where its width is not known") {
    std::ostringstream out;
    Progress progress(out, ProgressMode::terminal, system_clock());
    const auto run = std::make_shared<LiveRun>();
    run->label = std::string(100, 'x');
    progress.begin(1, 1);
    progress.run_started(run);
    progress.repaint();
    const std::string text = out.str();
    CHECK_THAT(text, Catch::Contains("xxx...\n"));
    CHECK(text.size() - 1 - text.rfind('\n', text.size() - 2) == 81);  // and the line's end
}
