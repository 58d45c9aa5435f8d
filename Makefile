# A thin front to CMake: `make help` lists the targets.
BUILD   ?= build
PREFIX  ?= /usr/local
PROFILE ?= quick
PAPER   ?= all
RESULTS ?= results
JOBS    ?= $(shell nproc)
CMAKE_FLAGS ?=
BENCH_FLAGS ?=
MUTANTS ?=

generator := $(if $(shell command -v ninja 2>/dev/null),-G Ninja,)
reboost   := $(BUILD)/reboost

.PHONY: all configure deps test test-asan test-slurm python test-python dist test-dist reproduce bench mutants clean install help
.DEFAULT_GOAL := all

all: configure ## build everything (release, in build/)
	@cmake --build $(BUILD) --parallel $(JOBS)

configure: ## run CMake only
	@command -v cmake >/dev/null || { echo "cmake is missing: run 'make deps' first" >&2; exit 1; }
	@cmake -S . -B $(BUILD) $(if $(wildcard $(BUILD)/CMakeCache.txt),,$(generator)) -DCMAKE_BUILD_TYPE=Release $(CMAKE_FLAGS)

deps: ## install the Debian packages that are missing (root or sudo)
	@sh cmake/install_packages.sh

test: all ## build and run all tests
	@ctest --test-dir $(BUILD) --output-on-failure --parallel $(JOBS)

reproduce: deps ## run the papers' experiments: PROFILE=smoke|quick|paper, PAPER=opt2009 or all
	@$(MAKE) --no-print-directory configure
	@cmake --build $(BUILD) --parallel $(JOBS) --target reboost
	@$(reboost) reproduce --profile $(PROFILE) --paper $(PAPER) --results $(RESULTS)

bench: configure ## measure the kernels: BENCH_FLAGS="--compare old.json"
	@cmake --build $(BUILD) --parallel $(JOBS) --target reboost_bench
	@$(BUILD)/tests/reboost_bench $(BENCH_FLAGS)

test-asan: ## build and run the core rooms' tests under the address and undefined-behaviour sanitizers
	@sh tests/sanitized.sh

test-slurm: all ## carry a small sweep through Slurm on this machine (root; Debian's slurmctld, slurmd, munge)
	@sh cmake/install_packages.sh cmake/packages-slurm.txt
	@tests/slurm/run.sh $(reboost) || [ $$? -eq 77 ]  # left out: it says why

python: ## build the Python package, in build/python (Debian's pybind11-dev, python3-dev)
	@$(MAKE) --no-print-directory configure CMAKE_FLAGS="-DREBOOST_PYTHON=ON $(CMAKE_FLAGS)"
	@cmake --build $(BUILD) --parallel $(JOBS) --target reboost_python reboost

test-python: python ## and test it
	@ctest --test-dir $(BUILD) --output-on-failure -R '^python$$'

dist: all ## a tar of the program with its shared libraries, for machines where nobody may install
	@sh cmake/dist.sh $(BUILD)

test-dist: dist ## try that tar in a bare Debian 12 root (root; debootstrap)
	@tests/dist/run.sh "$$(ls -t $(BUILD)/reboost-*-linux-x86_64.tar.gz | head -n 1)" || [ $$? -eq 77 ]

mutants: ## put random faults into the sources and count those that the tests notice; hours: MUTANTS="--count 20"
	@tests/mutants/mutants.py $(MUTANTS)

install: all ## install into PREFIX (default /usr/local)
	@cmake --install $(BUILD) --prefix $(PREFIX)

clean: ## remove the build folder; results stay
	@cmake -E rm -rf $(BUILD)

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' Makefile
