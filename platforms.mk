# The laboratories of platforms: other interpreters, processors and C libraries than this machine's.

# For `make test-pythons`: the versions, where the system is made that has those which this machine
# lacks, and what pytest is to run.
PYTHONS ?= 3.10 3.11 3.12 3.13 3.14 3.15
FREE_THREADED ?= 3.13
SYSROOT ?= /tmp/iriform-sysroot
# For `make test-aarch64`.
AARCH64_PYTHON ?= 3.14
# For `make test-musl`; the machine `aarch64` is qemu's.
MUSL_PYTHON ?= 3.13
MUSL_MACHINE ?= x86_64
# For `make wheels` and `make wheels-linux`; `make pgo` puts a profile into the folder, by which all
# wheels for this machine are optimized from then on.
PROFILES ?= target/profiles
WHEEL_PYTHONS ?= 3.10 3.11 3.12 3.13 3.14 3.15
WHEEL_TARGETS ?= x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu \
	x86_64-unknown-linux-musl aarch64-unknown-linux-musl
TESTS ?= tests/test_threads.py tests/types/test_soundness.py tests/types/test_subclasses.py tests/types/test_references.py \
	tests/types/test_components.py tests/types/test_str.py tests/test_errors.py tests/test_pictures.py \
	tests/test_masks.py tests/test_bad_input.py tests/types/test_mutable.py tests/types/test_interop.py \
	tests/test_exit.py tests/test_import.py \
	tests/columns tests/cli tests/audit

## Platforms

# Runs a command for each of some versions, `$$version` in it, and names at the end those that failed.
for_each_python = failed=; for version in $(1); do \
	bash scripts/on-python $$version $(SYSROOT) $(2) || failed="$$failed $$version"; \
	done; test -z "$$failed" || { echo "failed on$$failed" >&2; exit 1; }

test-pythons: ## Run the tests on each CPython (needs root for those that this machine lacks)
	$(call for_each_python,$(PYTHONS),g++ -- bash scripts/test-python python$$version $(TESTS))

test-free-threaded: ## Run them on a CPython without the GIL, made from source (needs root)
	bash scripts/sysroot $(SYSROOT) gcc libc6-dev make dpkg-dev libssl-dev zlib1g-dev libffi-dev \
		libsqlite3-dev libbz2-dev liblzma-dev libzstd-dev -- \
		bash scripts/test-free-threaded $(FREE_THREADED) $(TESTS)

test-thread-sanitizer: ## Run the tests of Rust in a build in which a data race fails (needs a nightly Rust and its source)
	RUSTFLAGS=-Zsanitizer=thread $(CARGO) +nightly test --quiet -Zbuild-std --tests --profile quick \
		--target $$(rustc -vV | sed -n 's/^host: //p') --target-dir target/thread-sanitizer \
		--package iriform --package iriform-columns

# Rust's compiler comes from that system too: it has the library for ARM, and the source of the others.
IN_SYSROOT = bash scripts/sysroot $(SYSROOT) python3.14-venv gcc libc6-dev rustc cargo rust-src
WITH_ITS_RUST = -- env PATH=/usr/sbin:/usr/bin:/sbin:/bin PYTHON=python3.14

wheels: ## Build the sdist and the wheels for this machine and its Pythons, check and test them
	$(eval here := $(shell for each in $(WHEEL_PYTHONS); do \
		python$$each -c 'import ensurepip' 2>/dev/null && echo $$each; done))
	PROFILES=$(PROFILES) PYTHON=$(PYTHON) bash scripts/wheels target/wheels "$$(rustc -vV | sed -n 's/^host: //p')" "$(here)"
	for each in $(here); do bash scripts/test-wheel python$$each target/wheels/*.whl || exit 1; done
	bash scripts/test-wheel $(PYTHON) target/wheels/*.tar.gz

pgo: $(INSTALLED) ## Make the profile of this machine, as a release does, and `make wheels` with it
	PATH="$(abspath $(BIN)):$$PATH" PYTHON=python bash scripts/profile $(PROFILES)
	$(MAKE) wheels

wheels-linux: ## Build and check the wheels for each Linux and the sdist, test what runs here (needs root)
	$(IN_SYSROOT) libstd-rust-dev:arm64 $(WITH_ITS_RUST) \
		bash scripts/wheels target/wheels "$(WHEEL_TARGETS)" "$(WHEEL_PYTHONS)"
	bash scripts/test-wheel $(PYTHON) target/wheels/*.tar.gz target/wheels/*.whl
	$(call for_each_python,$(WHEEL_PYTHONS),-- bash scripts/test-wheel python$$version target/wheels/*.whl)

# rustc's LLVM reads what a build that counts has written.
rehearse-release-linux: ## `make rehearse-release` where there are the CPythons that this machine lacks (needs root)
	bash scripts/sysroot $(SYSROOT) $(foreach each,3.14 3.15,python$(each)-venv python$(each)-dev) gcc libc6-dev make git jq \
		llvm-$(shell rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p') -- \
		bash scripts/rehearse-release $(REHEARSAL) $(REHEARSAL_PYTHONS)

test-aarch64: ## Run the tests of Rust, and of the wheel of `make wheels-linux`, on ARM by qemu (needs root)
	$(IN_SYSROOT) libstd-rust-dev:arm64 gcc-aarch64-linux-gnu libc6-dev-arm64-cross libc6:arm64 \
		qemu-user $(WITH_ITS_RUST) bash scripts/test-aarch64 python$(AARCH64_PYTHON) \
		target/wheels/iriform-*-cp$(subst .,,$(AARCH64_PYTHON))-*-manylinux*_aarch64.whl $(TESTS)

test-musl: ## Run tests of a musllinux wheel of `make wheels-linux` on a CPython with musl, made from source (needs root)
	bash scripts/sysroot $(SYSROOT) python3.14-venv python$(MUSL_PYTHON) gcc libc6-dev make dpkg-dev musl-dev \
		gcc-aarch64-linux-gnu musl-dev:arm64 qemu-user -- env PYTHON=python3.14 \
		bash scripts/test-musl $(MUSL_PYTHON) \
		target/wheels/iriform-*-cp$(subst .,,$(MUSL_PYTHON))-*-musllinux*_$(MUSL_MACHINE).whl $(TESTS)
