/// Prints how fast a file in the Orange format of about 1 GB is read and binned: test_data "[.slow]".
#include "core/clock.hpp"
#include "data/binning.hpp"
#include "data/data_files.hpp"
#include "data/generators/orange_like.hpp"
#include "data/readers/orange.hpp"

#include <iostream>

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace reboost;
using namespace reboost::data;

TEST_CASE("speed of reading and binning 1 GB in the Orange format", "[.slow]") {
    const TemporaryFolder folder;
    const OrangeLike rows({}, 18000, 1);
    const double bytes = static_cast<double>(write_orange_files(rows, folder.path("orange"), "large", 1));
    const Clock& clock = system_clock();
    const double cpu = clock.thread_cpu_seconds(), wall = clock.wall_seconds();
    OrangeTable table({folder.path("orange/orange_large_train.data")}, 260);
    const double scanned = clock.thread_cpu_seconds();
    BinnedSplit split;
    split.train.rows = table.rows();
    double read = scanned - cpu;
    for (;;) {
        const double before = clock.thread_cpu_seconds();
        std::vector<Column> block = table.next(1024);
        read += clock.thread_cpu_seconds() - before;
        if (block.empty()) break;
        for (Column& column : block)
            append_column({std::move(column), {}, {}}, {}, split);
    }
    const double all = clock.thread_cpu_seconds() - cpu;
    CHECK(split.train.features() == 15000);
    std::cout << fmt::format(
        "{:.0f} MB: read {:.1f} s, binned {:.1f} s, {:.0f} MB/s of CPU time; {:.1f} s of wall time\n",
        bytes / 1e6, read, all - read, bytes / 1e6 / all, clock.wall_seconds() - wall);
}
