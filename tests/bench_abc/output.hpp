#pragma once
#include "bench/machine.hpp"
#include "bench_abc/measure.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace reboost::bench_abc {

/// The table: its head, each line as soon as it is measured, how many targets were reached.
void print_header(std::ostream& out);
void print_cell(std::ostream& out, const Cell& cell);
void print_reached(std::ostream& out, const std::vector<Cell>& cells);
void print_speedups(std::ostream& out, const std::vector<Speedup>& speedups);
/// {"machine": {…}, "metrics": […], "cells": […]}; bench::metrics_from reads it. Throws IoError.
void write_json(const std::string& path, const bench::Machine& machine, const std::vector<Cell>& cells,
                const std::vector<bench::Metric>& metrics);

}  // namespace reboost::bench_abc
