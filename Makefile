# The one interface: `make help` lists what there is. Everything happens in a virtual environment
# of its own, which the first target that needs it makes.

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
INSTALLED = $(VENV)/.installed
DOCS_INSTALLED = $(VENV)/.docs-installed
CARGO ?= cargo
FUZZ_SECONDS ?= 60
# The programs of the laboratory, a workspace of its own.
LAB = --manifest-path lab/Cargo.toml --target-dir target/lab --quiet --locked
# The folder of `make rehearse-release`, which must not be there yet.
REHEARSAL ?= target/rehearsal
# What `make deny` checks: all, or without a network `DENY="licenses bans sources"`.
DENY ?=

.DEFAULT_GOAL := help
.PHONY: $(shell sed -nE 's/^([a-z0-9-]+):.*##.*/\1/p' Makefile platforms.mk)

help: ## List the targets
	@awk 'BEGIN {FS = ":.*## "} /^## / {print "\n" substr($$0, 4)} \
		/^[a-z0-9-]+:.*## / {printf "  %-22s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# One build, which `make build` finds done; of the package that is there, pip installs the extra alone.
$(INSTALLED): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check 'maturin>=1.9,<2'
	VIRTUAL_ENV=$(abspath $(VENV)) $(BIN)/maturin develop --release --quiet
	$(BIN)/pip install --quiet --disable-pip-version-check 'iriform[dev]'
	touch $@

## While working

build: $(INSTALLED) ## Build the native module, optimized, into the virtual environment
	VIRTUAL_ENV=$(abspath $(VENV)) $(BIN)/maturin develop --release --quiet

quick: $(INSTALLED) ## Build the native module in seconds after a change, not optimized (on Linux)
	CARGO_PROFILE_DEV_DEBUG=0 PYO3_PYTHON=$(abspath $(BIN))/python $(CARGO) build --quiet --locked --package iriform-python
	cp target/debug/lib_core.so python/iriform/_core.new
	mv python/iriform/_core.new python/iriform/_core$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_config_var("EXT_SUFFIX"))')

format: $(INSTALLED) ## Format all code
	$(CARGO) fmt --all
	$(CARGO) fmt --all --manifest-path lab/Cargo.toml
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

lint: lint-python lint-rust lint-shell lint-workflows lint-spelling ## Check style and the usual mistakes

lint-python: $(INSTALLED)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

lint-rust:
	$(CARGO) fmt --all --check
	$(CARGO) fmt --all --check --manifest-path lab/Cargo.toml
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	$(CARGO) clippy $(LAB) --all-targets -- -D warnings
	$(CARGO) clippy --package iriform --no-default-features -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --package iriform --no-deps --quiet

lint-shell: ## Check the shell scripts (needs shellcheck)
	grep -rlE '^#!.*\b(ba)?sh$$' scripts lab .ci | xargs shellcheck

lint-workflows: $(INSTALLED) ## Check the workflows of a forge
	$(BIN)/zizmor --offline --quiet .github/workflows
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml

lint-spelling: $(INSTALLED) ## Check the spelling of what we wrote
	$(BIN)/codespell

types: types-mypy types-basedpyright types-complete ## Check types, and the stubs against the modules

types-mypy: $(INSTALLED)
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest iriform._core --concise --mypy-config-file pyproject.toml \
		--allowlist tests/typing/stubtest-allowlist.txt
	$(BIN)/python scripts/typed_pages.py

types-basedpyright: $(INSTALLED)
	$(BIN)/basedpyright

# It looks where Python would: packages that are too large to install for it have a stand-in.
types-complete: $(INSTALLED) ## Check that users' type checkers know every type of the package
	cd scripts/typings && PYTHONPATH=$(CURDIR)/scripts/typings PATH="$(abspath $(BIN)):$$PATH" \
		basedpyright --verifytypes iriform --ignoreexternal

ci: ## Run what CI runs: everything that must pass, from nothing
	bash .ci/run

clean: ## Remove what was built
	rm -rf target $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find python tests benchmarks lab -name __pycache__ -prune -exec rm -rf {} +
	rm -f python/iriform/*.so

## Tests

test: build ## Run the tests of Rust and of Python
	$(CARGO) test --workspace --exclude iriform-python --quiet
	$(BIN)/python -m pytest

test-all: build test-debug test-huge ## Run all tests, Hypothesis trying much
	$(CARGO) test --workspace --exclude iriform-python --release --quiet
	$(BIN)/python -m pytest --hypothesis-profile=deep --slow=all

test-debug: $(INSTALLED) ## Run the tests with the debug assertions of Rust, then build as before
	VIRTUAL_ENV=$(abspath $(VENV)) $(BIN)/maturin develop --quiet
	PYTHONMALLOC=debug $(BIN)/python -X dev -m pytest -k "not huge and not linear and not fast"
	$(MAKE) build

test-huge: build ## Run the tests of huge input with a gigabyte (needs 12 GB of memory)
	IRIFORM_HUGE=1 $(BIN)/python -m pytest tests/test_bad_input.py -k huge

test-signals: build ## Send signals at 200 random moments to each verb that writes or reads files
	$(BIN)/python -m tests.audit.moments 200

test-repairs: build ## Mend 10 000 random files of each format, and hold each copy against how the file was written
	$(BIN)/python -m tests.audit.repairs 10000

durations: build ## Record the processor time of the slowest tests, on a quiet machine
	$(BIN)/python -m pytest --durations-record

## Tests with what else there is

test-engines: build duckdb-extension ## Run the tests of adapters with old versions of their engines
	bash scripts/test-engines $(PYTHON) $(abspath $(VENV))

test-duckdb-extension: build duckdb-extension ## Run the tests of DuckDB's functions on the extension
	IRIFORM_DUCKDB_EXTENSION=$(abspath target/duckdb/iriform.duckdb_extension) $(BIN)/python -m pytest \
		tests/adapters/test_duckdb.py tests/adapters/optional_duckdb_extension.py

test-integrations: $(INSTALLED) ## Run the recipes for what is heavy (Django, linkml …), servers and clients, and the patch of python-jsonschema
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[integrations]'
	$(MAKE) build
	$(BIN)/python -m pytest tests/optional_integrations.py tests/optional_crawlers.py
	# In a process of their own, since Django can be configured once.
	$(BIN)/python -m pytest tests/served/optional_*.py

test-extras: $(INSTALLED) ## Install each extra alone, at its lowest and newest versions, and run the pages that need it
	rm -rf target/extras
	VIRTUAL_ENV=$(abspath $(VENV)) $(BIN)/maturin build --profile quick --quiet --out target/extras
	$(BIN)/python scripts/test_extras.py target/extras/*.whl $(EXTRAS)

test-spark: build ## Run the tests of Spark, which are 450 MB to download and need Java 17
	$(BIN)/pip install --quiet --disable-pip-version-check 'pyspark[connect]>=4.1'
	$(BIN)/python -m pytest tests/adapters/optional_spark.py tests/audit/optional_spark.py
	$(BIN)/python -m pytest -n 0 tests/audit/optional_connect.py

test-cluster: build ## Run an audit on a standalone cluster of Spark, each worker with its own disk (needs root, Java 17)
	$(BIN)/pip install --quiet --disable-pip-version-check 'pyspark>=4.1'
	$(BIN)/python -m pytest -n 0 tests/cluster/optional_standalone.py

readers: build ## Measure which key each reader of iriform.storage opens: installs 20 pinned packages (1 GB) in a folder that ends with it
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; $(BIN)/python -m venv "$$folder" && \
		"$$folder/bin/pip" install --quiet --disable-pip-version-check -r benchmarks/readers.txt && \
		PYTHONPATH=python "$$folder/bin/python" -m benchmarks.readers && \
		PYTHONPATH=python "$$folder/bin/python" -m benchmarks.partitions

autolinks: build ## Compare the links that other libraries find in text: the table of docs/other-software.md
	bash scripts/installed asciidoctor
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; $(BIN)/python -m venv "$$folder" && \
		"$$folder/bin/pip" install --quiet --disable-pip-version-check -r benchmarks/autolinks.txt && \
		PYTHONPATH=python "$$folder/bin/python" -m benchmarks.autolinks

surprises: ## Run the scripts of findings/, which install pinned packages, and print what has changed in outside software
	@status=0; for script in findings/*.sh; do bash $$script || status=1; done; exit $$status

test-browser: explorer ## Look at the audit's report and the explorer in Chromium, which apt-get installs if need be
	bash scripts/installed chromium chromium-browser
	IRIFORM_BROWSER=1 $(BIN)/python -m pytest --slow=all tests/audit/test_report_in_browser.py \
		tests/explorer/optional_answers.py tests/explorer/optional_page.py

## Proof

prove: build ## Ask the parser billions of texts, judged by automata made of the ABNF
	$(BIN)/python -m tests.proof.export target/machines
	$(CARGO) run --release --quiet --locked --package iriform-proof target/machines

prove-laws: build ## Prove laws of splitting, composing and normalizing for all texts, and that the proof finds mistakes
	$(BIN)/python -m pytest --slow=all tests/proof/laws

prove-kernel: build ## Prove the steps of the columns' kernel for all inputs, by two solvers, and that the proof finds mistakes
	$(BIN)/pip install --quiet --disable-pip-version-check --requirement tests/proof/kernel/requirements.txt
	$(CARGO) test --quiet --package iriform-kernel --lib record
	$(BIN)/python -m pytest --slow=all tests/proof/kernel/test_kernel.py tests/proof/kernel/optional_theorems.py

prove-grammar: build ## Check by Coq that each automaton of the proof has the language of its production
	bash scripts/installed coq coqc
	$(BIN)/python -m pytest tests/proof/coq/optional_coq.py
	$(BIN)/python -m tests.proof.coq.export

fuzz: build ## Search for counterexamples to the laws: Rust for FUZZ_SECONDS a target, Hypothesis
	bash lab/fuzz/run $(FUZZ_SECONDS)
	IRIFORM_ROUNDS=2000 $(CARGO) test --release --quiet --package iriform-kernel --test columns
	$(BIN)/python -m pytest --hypothesis-profile=deep --hypothesis-seed=random \
		tests/test_laws.py tests/test_errors.py tests/test_pictures.py tests/test_masks.py \
		tests/test_bad_input.py tests/test_percent.py

mutants: ## Change the core in a thousand ways and see that a test fails each time (hours)
	$(CARGO) install --quiet --locked --root target/tools cargo-mutants
	PATH="$(abspath target/tools/bin):$$PATH" $(CARGO) mutants --package iriform --package iriform-kernel --build-timeout 120 --output target \
		$(if $(MUTANTS_SHARE),--shard $(MUTANTS_SHARE))

differential: build ## Ask other libraries what iriform is asked, and sort the differences
	$(BIN)/pip install --quiet --requirement lab/differential/requirements.txt
	$(CARGO) build --release $(LAB) --package iriform-differential
	$(BIN)/python -m lab.differential target/lab/release/iriform-differential

## Speed

bench: build duckdb-extension ## Measure: Python beside its other libraries, core beside other crates
	$(BIN)/pip install --quiet --disable-pip-version-check -r benchmarks/python/requirements.txt
	$(BIN)/python -m benchmarks.python
	$(BIN)/pip install --quiet --disable-pip-version-check -r benchmarks/columns/requirements.txt
	$(BIN)/python -m benchmarks.columns
	$(BIN)/python -m benchmarks.audit
	$(CARGO) run --profile speed $(LAB) --package iriform-speed --bin core
	$(CARGO) run --profile speed $(LAB) --package iriform-speed --bin kernel

instructions: $(INSTALLED) ## Count the instructions of the core's operations, and compare (needs valgrind)
	$(BIN)/python -m benchmarks.count_instructions

instructions-record: $(INSTALLED) ## Record them, for a commit that changes them on purpose
	$(BIN)/python -m benchmarks.count_instructions --record

## Pages and other products

$(DOCS_INSTALLED): docs/requirements.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --requirement docs/requirements.txt
	touch $@

docs: $(DOCS_INSTALLED) ## Build the site into target/site, with the explorer if it is built; follow its links, ask what users search for, and check its spelling
	rm -rf target/site
	$(BIN)/python -m sphinx --builder html --doctree-dir target/site-doctrees --fresh-env --jobs auto --quiet --fail-on-warning --keep-going docs target/site
	if [ -f target/explorer/index.html ]; then cp -r target/explorer target/site/explorer; fi
	$(BIN)/python scripts/check_site.py target/site
	$(BIN)/python scripts/search_site.py target/site
	$(BIN)/codespell

docs-serve: docs ## Show the site at http://127.0.0.1:8000/
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory target/site 8000

docs-check: build ## Run every example of the documentation
	$(BIN)/python -m pytest tests/test_docs.py

explorer: build ## Build the explorer, one page, into target/explorer (needs Rust's wasm32 target, or root)
	bash scripts/explorer-module $(SYSROOT)
	$(BIN)/python -m scripts.explorer target/wasm/wasm32-unknown-unknown/explorer/iriform_explorer.wasm target/explorer/index.html

duckdb-extension: ## Build the extension of DuckDB, which needs no Python
	$(CARGO) build --release --quiet --package iriform-duckdb
	$(PYTHON) scripts/duckdb-extension $(or $(CARGO_TARGET_DIR),target)/release/libiriform.so target/duckdb/iriform.duckdb_extension

semver: ## Compare the crate's interface with that of the revision or version SINCE, by cargo-semver-checks
	command -v cargo-semver-checks || $(CARGO) install --quiet --locked --root target/tools cargo-semver-checks
	PATH="$(abspath target/tools/bin):$$PATH" $(CARGO) semver-checks --package iriform \
		$(if $(SINCE),--baseline-rev $(SINCE))

rehearse-release: ## Rehearse a release in REHEARSAL: the workflow's scripts, the files, installed from there
	bash scripts/rehearse-release $(REHEARSAL) $(REHEARSAL_PYTHONS)

deny: ## Check the licences, advisories and duplicates of the crates
	command -v cargo-deny || $(CARGO) install --quiet --locked --root target/tools cargo-deny
	PATH="$(abspath target/tools/bin):$$PATH" $(CARGO) deny check $(DENY)

include platforms.mk
include crates/duckdb/community.mk
