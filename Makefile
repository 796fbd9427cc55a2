# The commands of the project; `make` alone prints one line for each.
# Everything is set up inside the project's own folder, once: a stamp, written last, says that a part is set up,
# so an interrupted set-up is done again and a finished one is not.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

node_stamp := node_modules/.set-up
python_stamp := .venv/.set-up
lib_stamp := lib/dist/.compiled
engine := build/bin/ipc-tax-engine
echo_client := build/bin/ipc-tax-echo-client
http_engine := build/bin/ipc-tax-http-engine
codecs := build/bin/ipc-tax-codecs
zeromq_engine := build/bin/ipc-tax-zeromq-engine
grpc_engine := build/bin/ipc-tax-grpc-engine
floors := build/bin/ipc-tax-floors
addon := build/bin/ipc-tax.node
variants := build/bin/variants/.built
programs := $(engine) $(echo_client) $(http_engine) $(codecs) $(zeromq_engine) $(grpc_engine) $(floors) $(addon) $(variants)

venv_python := .venv/bin/python
biome := node_modules/.bin/biome
# By its path: node_modules/.bin/tsc is the older compiler that tslab brings.
tsc := node node_modules/typescript/bin/tsc

# Folders count as sources too: their time changes when a file in them goes.
lib_sources := $(shell find lib/src lib/test) lib/tsconfig.json lib/package.json
engine_sources := $(shell find engine-rs -name target -prune -o -print)

# Where the command was given: a relative BARS starts there, also with `make -C`.
export INVOKED_FROM := $(PWD)

# A command inside the project: its own Python first, its own Jupyter settings, nothing of the user's.
in_project = env PATH="$(CURDIR)/.venv/bin:$$PATH" PYTHONPATH= \
  JUPYTER_PATH="$(CURDIR)/environment/jupyter" JUPYTER_CONFIG_PATH="$(CURDIR)/environment/jupyter" \
  JUPYTER_CONFIG_DIR="$(CURDIR)/build/jupyter/config" JUPYTER_DATA_DIR="$(CURDIR)/build/jupyter/data" \
  JUPYTER_RUNTIME_DIR="$(CURDIR)/build/jupyter/runtime" IPYTHONDIR="$(CURDIR)/build/jupyter/ipython" \
  JUPYTER_PREFER_ENV_PATH=1 JUPYTER_PLATFORM_DIRS=1

# What each command takes, NAME=value. Anything else is refused by name, since make would ignore it.
workload := QUICK BARS CLOSE CSV FEE
options_of_run := $(workload)
options_of_lab := LAB $(workload)
options_of_notebook := N $(workload)
options_of_fuzz := SECONDS_EACH TARGET KEEP
options_of_clean := ALL
taken := $(foreach command,$(MAKECMDGOALS),$(options_of_$(command)))
# Variables of the tools beneath, which make hands on to them.
of_tools := PYTHON% CI NODE NODE_% NPM_% npm_% CARGO% RUST% PIP_% JUPYTER_% IPC_TAX_% NUMBA_% CHROM% \
  CC CFLAGS CPPFLAGS LDFLAGS PATH HOME SHELL TMPDIR TERM LANG LC_% MAKE% BROWSER DISPLAY XDG_% %_proxy %_PROXY
given := $(strip $(foreach name,$(.VARIABLES),$(if $(filter command,$(firstword $(origin $(name)))),$(name))))
unknown := $(filter-out $(taken) $(of_tools),$(given))

# QUICK=0 means no.
quick := $(if $(filter-out 0 no false,$(QUICK)),1)

# What to sweep, in shell variables: the user's price file as an absolute path, and how it is read; all may be empty.
find_bars = bars=$${BARS:-$${IPC_TAX_BARS:-}}; close=$${CLOSE:-$${IPC_TAX_CLOSE:-}}; \
  csv=$${CSV:-$${IPC_TAX_CSV:-}}; fee=$${FEE:-$${IPC_TAX_FEE:-}}; \
  case "$$bars" in ''|/*) ;; *) if [ -e "$$INVOKED_FROM/$$bars" ]; then bars=$$INVOKED_FROM/$$bars; else bars=$$PWD/$$bars; fi ;; esac

# What the notebooks are told of the command. Commands end in `exec`, so that a signal to make reaches them.
run_options = IPC_TAX_QUICK=$(if $(QUICK),$(quick),"$${IPC_TAX_QUICK:-}") IPC_TAX_BARS="$$bars" IPC_TAX_CLOSE="$$close" \
  IPC_TAX_CSV="$$csv" IPC_TAX_FEE="$$fee"

# JupyterLab asks for this where there is no other user, as in a container.
as_root = $$([ "$$(id -u)" != 0 ] || echo --allow-root)

.PHONY: help
help:
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

.PHONY: run
run: options setup ## the experiment, end to end, into build/report [QUICK=1] [BARS=prices.csv CLOSE=column CSV=options] [FEE=0.002]
	@$(find_bars); exec $(in_project) $(run_options) node lib/dist/src/report/run.js

.PHONY: test
test: options ## all tests; the last line is `N passed, N failed`
	@environment/doctor/doctor.sh --quiet || { echo '0 passed, 1 failed'; exit 1; }
	@$(in_project) "$$(environment/doctor/find-python.sh)" .ci/run_tests.py

.PHONY: lab
lab: options setup ## JupyterLab on the notebooks, the kernel ready [QUICK=1] [BARS=... CLOSE=...] [LAB="--no-browser --port=8889"]
	@$(find_bars); exec $(in_project) $(run_options) $(venv_python) -m jupyterlab --ServerApp.root_dir="$(CURDIR)/notebooks" \
	  --MultiKernelManager.default_kernel_name=ipc-tax $(as_root) $(LAB)

.PHONY: notebook
notebook: options setup ## one notebook, run headless into build/notebook: N=03 [QUICK=1] [BARS=... CLOSE=... CSV=...] [FEE=...]
	@set -- $(if $(filter 0 1 2 3 4 5 6 7 8 9,$(N)),notebooks/0$(N)*.ipynb,notebooks/$(N)*.ipynb); \
	  if [ -z "$(N)" ] || [ $$# -ne 1 ] || [ ! -f "$$1" ]; then \
	    echo "N='$(N)': expected the number of one of:"; ls notebooks/*.ipynb; exit 1; \
	  fi; \
	  $(find_bars); exec $(in_project) $(run_options) \
	    $(venv_python) environment/jupyter/execute.py --out build/notebook "$$1"

.PHONY: bench
bench: options setup ## the measured comparisons with peers
	@exec $(in_project) node lib/dist/src/report/bench.js

.PHONY: fuzz
fuzz: options toolchains ## search for input that breaks the engine [SECONDS_EACH=60] [TARGET=session/turns] [KEEP=1]
	@engine-rs/crates/fuzz/fuzz.sh

.PHONY: sanitize
sanitize: options toolchains ## the kernels under the address sanitizer, with Rust's nightly toolchain
	@cd engine-rs && ASAN_OPTIONS=allocator_may_return_null=1 RUSTFLAGS=-Zsanitizer=address \
	  CARGO_TARGET_DIR=target/sanitizer cargo +nightly test --locked -p ipc-tax-kernel \
	  --target "$$(rustc -vV | sed -n 's/^host: //p')" --lib --test golden --test sweep --test equality

.PHONY: wasm
wasm: options $(lib_stamp) ## the WebAssembly module again, after a change of the kernels in Rust
	@$(in_project) node lib/dist/test/kernel/write-wasm.js

.PHONY: setup
setup: options $(node_stamp) $(python_stamp) $(lib_stamp) $(programs) ## set up all of it, once; the other commands do it by themselves
	@mkdir -p build/jupyter

.PHONY: watch
watch: options $(lib_stamp) ## compile lib again at every change
	@$(tsc) -p lib --watch --preserveWatchOutput

.PHONY: lint
lint: options $(node_stamp) $(python_stamp) ## biome, ruff, rustfmt and clippy
	@$(biome) check
	@$(venv_python) -m ruff check --quiet . .ci && $(venv_python) -m ruff format --check --quiet . .ci
	@cd engine-rs && cargo fmt --check && cargo clippy --quiet --locked --workspace --all-targets -- -D warnings

.PHONY: fmt
fmt: options $(node_stamp) $(python_stamp) ## write all files in the project's format
	@$(biome) check --write
	@$(venv_python) -m ruff check --quiet --fix . .ci; $(venv_python) -m ruff format --quiet . .ci
	@cd engine-rs && cargo fmt

.PHONY: lock
lock: options toolchains ## make the Python lock file again from environment/python/requirements.in
	@environment/python/lock.sh "$$(environment/doctor/find-python.sh)"

.PHONY: clean
clean: options ## remove what was built; ALL=1 removes the installed packages too
	@rm -rf build lib/dist engine-rs/target $(if $(ALL),node_modules .venv)

.PHONY: doctor
doctor: options ## what is missing on this machine, and how to get it
	@environment/doctor/doctor.sh

.PHONY: toolchains
toolchains:
	@environment/doctor/doctor.sh --quiet

# Faults in the options are told before a set-up of minutes.
.PHONY: options
options:
	@$(foreach name,$(unknown),echo "$(name)='$$$(name)': make $(MAKECMDGOALS) has no such option; it takes $(or $(taken),none). For a tool beneath it, put it first: $(name)=... make $(MAKECMDGOALS)" >&2;) \
	  $(if $(unknown),exit 1)
	@$(if $(filter BARS,$(taken)),$(find_bars); environment/doctor/workload.sh "$$bars" "$$close" "$$csv" "$$fee")

# No package's install script is run: zeromq, the one that matters, ships its binaries.
$(node_stamp): package-lock.json | toolchains
	@echo 'Setting up the npm packages in node_modules'
	@npm ci --ignore-scripts --include=dev --include=optional --loglevel=error
	@touch $@

# A virtual environment holds absolute paths: one whose project was moved, or whose Python has gone, is made anew.
ifneq ($(shell [ "$$(cat $(python_stamp) 2>&1)" = "$(CURDIR)" ] && $(venv_python) -c 'print("runs")' 2>&1),runs)
.PHONY: $(python_stamp)
endif

# Hashes for every file, wheels only, nothing that is not in the lock: no code of a package runs at install.
$(python_stamp): environment/python/requirements.txt | toolchains
	@echo 'Setting up the Python packages in .venv'
	@"$$(environment/doctor/find-python.sh)" -m venv --clear .venv
	@$(venv_python) -m pip install --quiet --disable-pip-version-check --no-input \
	  --require-hashes --no-deps --only-binary :all: --requirement $<
	@$(venv_python) -m pip check --quiet --disable-pip-version-check
	@echo "$(CURDIR)" > $@

# What was compiled from a source that has gone goes too; a test of it would still run.
$(lib_stamp): $(lib_sources) $(node_stamp)
	@echo 'Compiling lib'
	@find lib/dist -name '*.js' 2>&- | while read -r compiled; do \
	  source=lib/$${compiled#lib/dist/}; \
	  [ -e "$${source%.js}.ts" ] || rm -f "$${compiled%.js}".*; \
	done
	@$(tsc) -p lib
	@touch $@

# Copied beside and renamed: a program that runs keeps its file. $(1): what was built, in engine-rs/target.
define put_in_place
@mkdir -p $(@D) && cp engine-rs/target/$(1) $@.new && mv $@.new $@ && touch $@
endef

cargo := cd engine-rs && CARGO_TERM_QUIET=true cargo

$(engine): $(engine_sources) | toolchains
	@echo 'Building the engine'
	@$(cargo) engine
	$(call put_in_place,release/$(@F))

$(echo_client): $(engine_sources) | toolchains
	@echo 'Building the native echo client'
	@$(cargo) build --release --locked -p ipc-tax-echo-client
	$(call put_in_place,release/$(@F))

$(http_engine): $(engine_sources) | toolchains
	@echo 'Building the engine behind HTTP'
	@$(cargo) http-engine
	$(call put_in_place,release/$(@F))

$(codecs): $(engine_sources) | toolchains
	@echo 'Building the codecs on the server side'
	@$(cargo) codecs
	$(call put_in_place,codecs/$(@F))

$(zeromq_engine): $(engine_sources) | toolchains
	@echo 'Building the engine behind ZeroMQ'
	@$(cargo) zeromq-engine
	$(call put_in_place,release/$(@F))

$(grpc_engine): $(engine_sources) | toolchains
	@echo 'Building the engine behind gRPC'
	@$(cargo) grpc-engine
	$(call put_in_place,release/$(@F))

$(floors): $(engine_sources) | toolchains
	@echo 'Building the native floors'
	@$(cargo) build --release --locked -p ipc-tax-floors
	$(call put_in_place,release/$(@F))

# The addon is a shared library that Node loads under this name.
$(addon): $(engine_sources) | toolchains
	@echo 'Building the Node addon'
	@$(cargo) build --release --locked -p ipc-tax-node
	$(call put_in_place,release/libipc_tax_node.$(if $(filter Darwin,$(shell uname)),dylib,so))

$(variants): $(engine_sources) | toolchains
	@echo 'Building the loops, several ways'
	@engine-rs/crates/variants/build-all.sh "$(CURDIR)/$(@D)"
	@touch $@
