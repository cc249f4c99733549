# SPDX-License-Identifier: MIT
# The front door. `make demo` and `make test` install the packages they miss (Debian), then work.
.DEFAULT_GOAL := help
SHELL := /bin/bash
JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
BUILD := build/release
SECONDS_EACH ?= 60

# One build folder serves users and tests; tests are switched on when `make test` first runs and stay on.
configure = cmake --preset release $(1) > build/configure.log 2>&1 || { cat build/configure.log; exit 1; }

.PHONY: FORCE help build build-tests bench-program demo test test-slow test-templates asan asan-core tsan bench bench-peers bench-service fuzz lint tidy format install python test-python test-ray wheel dist deb test-dist test-image docs web test-web test-api clean

FORCE:

help: ## show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | awk -F'\t' '{printf "  make %-14s %s\n", $$1, $$2}'

build: ## build the program: build/release/bin/hone
	@tools/packages build
	@mkdir -p build
	@test $(BUILD)/build.ninja -nt CMakePresets.json || { $(call configure,-DHONE_TESTS=OFF); }  # a changed preset counts
	@cmake --build --preset release -j $(JOBS) --target hone penguins

bench-program: build ## build hone-bench, which `hone bench` calls
	@cmake --build --preset release -j $(JOBS) --target hone-bench

demo: build ## tune a real learner: 40 trials, best settings, a plot
	@tools/demo

build-tests: ## build everything that `make test` runs
	@tools/packages build test
	@mkdir -p build
	@$(call configure,-DHONE_TESTS=ON)
	@cmake --build --preset release -j $(JOBS)

test: build-tests ## build and run the tests
	@ctest --preset release -j $(JOBS) -LE slow

bench-service: build ## the service under load, for half an hour, and under abuse, judged by its bounds: docs/results/service-load.md; ARGS="load --write", say
	@tools/packages build test
	@bench/service_all.py $(BUILD)/bin/hone --postgres-server tests/support/postgres-server $(ARGS)

test-slow: build-tests ## the long suites: 1,000 signals, 200 kills of one and of two tuners, 5,000 flipped bytes and every bit of a small store, 1,000 signals of all kinds, 100 kills of services, database and workers, Slurm, a part of bench-service
	@ctest --preset release -L slow -R EveryFlippedBit -j $(JOBS)
	@ctest --preset release -L slow -E EveryFlippedBit

test-templates: build ## run each start of `hone init --for` on small tables; installs its Python packages into .venv
	@tools/test-templates

asan tsan: ## the tests under AddressSanitizer / ThreadSanitizer
	@tools/packages build test
	@cmake --preset $@ > /dev/null
	@cmake --build --preset $@ -j $(JOBS)
	@ctest --preset $@ -j $(JOBS) -LE slow

asan-core: ## the tests of what reads input, runs commands and stores trials, under AddressSanitizer
	@tools/packages build test
	@cmake --preset asan > /dev/null
	@cmake --build --preset asan -j $(JOBS) --target base_tests core_tests encode_tests codec_tests storage_tests \
	  storage_contract_tests runner_tests
	@ctest --preset asan -j $(JOBS) -LE slow -E 'NOT_BUILT|^example_|^docs_blocks$$|^first_hour_|^deploy_'

bench: ## throughput beside Optuna's, and the micro benchmarks
	@tools/packages build bench
	@cmake --preset bench > /dev/null
	@cmake --build --preset bench -j $(JOBS)
	@tools/bench

bench-peers: ## install HEBO, Optuna, BoTorch and, if its source is given, PyUniDOE into .venv-peers*
	@tools/bench-peers

fuzz: ## each fuzz target for a minute (SECONDS_EACH)
	@tools/packages build fuzz
	@cmake --preset fuzz > /dev/null
	@cmake --build --preset fuzz -j $(JOBS) --target study_file_fuzz expression_fuzz stdio_fuzz \
	  output_fuzz result_file_fuzz report_fuzz http_fuzz
	@tools/fuzz $(SECONDS_EACH)

lint: ## formatting, words that do not belong in the project, clang-tidy on the core
	@tools/packages build test lint
	@mkdir -p build
	@$(call configure,-DHONE_TESTS=ON -DHONE_UNITY=OFF -B build/lint)
	@tools/lint
	@tools/tidy src/hone/base src/hone/core src/hone/encode

tidy: ## clang-tidy on everything (about ten minutes)
	@tools/packages build test lint
	@mkdir -p build
	@$(call configure,-DHONE_TESTS=ON -DHONE_UNITY=OFF -B build/lint)
	@tools/tidy

format: ## format the sources in place
	@tools/packages lint
	@git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

install: build ## install under PREFIX (/usr/local): program, headers, libraries, CMake package, pkg-config
	@cmake --build --preset release -j $(JOBS)
	@cmake --install $(BUILD) --prefix $(PREFIX)

python: ## install the Python package into .venv
	@tools/packages build python
	@JOBS=$(JOBS) tools/python install

test-python: python ## and run its tests
	@tools/python test

test-ray: python ## the tests of hone.ray, on clusters of this machine
	@tools/python test-ray

wheel: ## build/wheels/*.whl: the Python package with all it needs, for Linux with glibc 2.28 or newer
	@tools/packages build python
	@JOBS=$(JOBS) tools/python wheel

# Programs for machines that build nothing: docs/decisions/0030-programs-without-a-build.md.
build/dist/bin/hone: FORCE
	@tools/packages build
	@tools/portable
	@cmake --preset dist --fresh > build/configure.log 2>&1 || { cat build/configure.log; exit 1; }
	@cmake --build --preset dist -j $(JOBS) --target hone

dist: build/dist/bin/hone ## build/packages/hone-*.tar.gz: the program for any Linux with glibc 2.27, its manual, completions, licences, SBOM
	@tools/dist tar

deb: build/dist/bin/hone ## build/packages/hone_*.deb: the same as a package of Debian and Ubuntu
	@tools/dist deb

test-dist: dist deb ## and try them in bare Debian and Ubuntu roots (debootstrap; as root)
	@tools/try-dist

test-image: ## replay share/deploy/Dockerfile in bare roots (debootstrap; as root), since it is tested nowhere else
	@tools/try-dockerfile

docs: python ## build/docs/index.html: the reference of the Python package, and every link followed
	@tools/python docs

web: ## the pages of the dashboard and of reports: share/web, which the next build of the program embeds; needs Node.js
	@tools/web build

test-web: ## the tests of the pages: share/web made anew, units, Chromium on every page (HONE_BIN=build/release/bin/hone: with a real program too)
	@tools/web test

test-api: build ## schemathesis on every operation of the service, 50 examples each; installs it into build/
	@tools/api-check

clean: ## remove everything that was built
	@rm -rf build
