#!/bin/sh
# Runs the tests of the rooms that compute and store under the address and undefined-behaviour sanitizers:
# `make test-asan`. Continuous integration runs this script at night; build and tests take some 15 minutes on
# two cores.
#
#     tests/sanitized.sh [FOLDER [ROOM...]]        where to build (build-asan), whose tests to run
set -eu
cd "$(dirname "$0")/.."
build="${1:-build-asan}"
[ $# -eq 0 ] || shift
rooms="${*:-core bandits learners selectors boosting data results}"

generator=""
[ -e "$build/CMakeCache.txt" ] || ! command -v ninja >/dev/null || generator="-G Ninja"
# -O1, because sanitized code is slow to compile, too; -g1, because a report needs only line numbers.
cmake -S . -B "$build" $generator -DCMAKE_BUILD_TYPE=RelWithDebInfo "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -g1" \
    "-DREBOOST_SANITIZE=address;undefined" >/dev/null
jobs="$(nproc)"
cmake --build "$build" --parallel "$jobs" --target $(printf 'test_%s ' $rooms)
# The sanitizer fills all allocated memory: HDF5 writes some bytes that it never set, and a test compares
# files byte for byte.
ASAN_OPTIONS=detect_stack_use_after_return=1:max_malloc_fill_size=1000000000 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
    ctest --test-dir "$build" --output-on-failure --no-tests=error --parallel "$jobs" -LE reproduction \
    -R "^($(echo $rooms | tr ' ' '|')): "
