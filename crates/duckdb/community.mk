# The targets by which DuckDB's repository of community extensions builds and tests an extension, on each
# of its platforms: `make configure release test_release`, with DUCKDB_PLATFORM in the environment.

EXTENSION_FOLDER = build/release/extension/iriform
EXTENSION_FILE = $(EXTENSION_FOLDER)/iriform.duckdb_extension
TARGET_OF_linux_amd64 = x86_64-unknown-linux-gnu
TARGET_OF_linux_arm64 = aarch64-unknown-linux-gnu
TARGET_OF_linux_amd64_musl = x86_64-unknown-linux-musl
TARGET_OF_linux_arm64_musl = aarch64-unknown-linux-musl
TARGET_OF_osx_amd64 = x86_64-apple-darwin
TARGET_OF_osx_arm64 = aarch64-apple-darwin
TARGET_OF_windows_amd64 = x86_64-pc-windows-msvc
TARGET_OF_windows_arm64 = aarch64-pc-windows-msvc
TARGET_OF_windows_amd64_mingw = x86_64-pc-windows-gnu
TARGET_OF_windows_amd64_rtools = x86_64-pc-windows-gnu
# Of no platform, this machine's.
COMMUNITY_TARGET = $(if $(DUCKDB_PLATFORM),$(or $(TARGET_OF_$(DUCKDB_PLATFORM)),$(error \
	there is no target of Rust for $(DUCKDB_PLATFORM))),$(shell rustc -vV | sed -n 's/^host: //p'))
# What cargo calls the library there.
COMMUNITY_LIBRARY = $(or $(CARGO_TARGET_DIR),target)/$(COMMUNITY_TARGET)/release/$(strip \
	$(if $(findstring windows,$(COMMUNITY_TARGET)),iriform.dll,$(strip \
	$(if $(findstring apple,$(COMMUNITY_TARGET)),libiriform.dylib,libiriform.so))))

.PHONY: configure configure_ci set_duckdb_version set_duckdb_tag release debug test_release test_debug

# Nothing is to be configured, and one file serves all versions of DuckDB.
configure configure_ci set_duckdb_version set_duckdb_tag:

release debug:
	$(CARGO) build --release --quiet --locked --package iriform-duckdb --target $(COMMUNITY_TARGET)
	$(PYTHON) scripts/duckdb-extension $(COMMUNITY_LIBRARY) $(EXTENSION_FILE) $(DUCKDB_PLATFORM)

# Where it can be loaded: in the container of their Linux builds, and for another platform, it cannot.
test_release test_debug:
	if [ "$(LINUX_CI_IN_DOCKER)" = 1 ] || [ "$(SKIP_TESTS)" = 1 ]; then echo "not tested here"; else \
		$(PYTHON) -m venv build/venv && build/venv/bin/pip install --quiet duckdb && \
		build/venv/bin/python scripts/smoke_duckdb.py $(EXTENSION_FILE); fi
