# A newcomer needs `make demo` and `make test`; the rest is for regular contributors.

SHELL := /bin/bash
PREFIX ?= /usr/local
# Without the index, compiling takes a quarter less processor time; editors make their own index.
SWIFT_FLAGS := --disable-index-store --explicit-target-dependency-import-check error
# All calls use the same flags, because other flags would compile everything again. XCTest would need the index (see Tests/XCTMain.swift).
SWIFT_TEST := swift test --disable-index-store --enable-swift-testing --disable-xctest
# Builds a separate package with the compiled targets in .build.
CHECK_PROGRAM = Scripts/check-program --binaries "$(PROGRAMS)" --scratch-path .build
CORPORA := ../shared/corpora
# `make release` installs the release here. Checks use the programs in GLOSSPORT_PROGRAMS, or else those of a debug build.
RELEASE := $(CURDIR)/.build/installed
BUILD_PROGRAMS = $(if $(GLOSSPORT_PROGRAMS),,swift build $(SWIFT_FLAGS) --product glossport >&2 && swift build $(SWIFT_FLAGS) --product retention-emulator >&2)
PROGRAMS = $(or $(GLOSSPORT_PROGRAMS),$$(swift build --show-bin-path))
SOURCES := Package.swift Sources Tests plugins Fuzz Benchmarks

.PHONY: demo test test-all same build release format lint install uninstall dist dist-check races docs conformance review preview page machines fuzz torture mutants bench prepare prepare-tests help

help:  ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*##/ { printf "%-12s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: prepare  ## Import the samples into a local emulator, twice
	@$(BUILD_PROGRAMS)
	@Scripts/demo "$(PROGRAMS)" samples

test: prepare  ## Run the tests; those that need more programs are skipped and listed
	swift build $(SWIFT_FLAGS) --build-tests
	Scripts/test $(TEST_FLAGS)
	Scripts/test-launcher
	$(CHECK_PROGRAM)

# Skips nothing and simulates more; end-to-end tests and recipes run the release.
test-all: export GLOSSPORT_SKIP_NOTHING := 1
test-all: export GLOSSPORT_SEEDS ?= 1000
test-all: export GLOSSPORT_PROGRAMS := $(RELEASE)/bin
test-all: release prepare-tests  ## Install what those need (Chromium, PostgreSQL, Node ...), and run every test, end-to-end tests on the release
	swift build $(SWIFT_FLAGS) --build-tests
	Scripts/test --skip '^EndToEndTests\.' $(TEST_FLAGS)
	@echo "End-to-end tests on the release in $(GLOSSPORT_PROGRAMS):"
	Scripts/test --filter '^EndToEndTests\.' $(TEST_FLAGS)
	Scripts/test-launcher
	Scripts/check-recipes --binaries "$(GLOSSPORT_PROGRAMS)"
	$(SWIFT_TEST) $(SWIFT_FLAGS) --package-path Tests/ExternalReader --scratch-path .build
	$(CHECK_PROGRAM)
	Scripts/same --part $(or $(SAME_PART),1) --seed $(or $(SAME_SEED),0) "$$(swift build --show-bin-path)" "$(GLOSSPORT_PROGRAMS)"

same: release  ## Read all samples and corpora with the debug build and the release, and compare what they print
	swift build $(SWIFT_FLAGS) --product glossport
	Scripts/same "$$(swift build --show-bin-path)" "$(RELEASE)/bin"

build: prepare  ## Build the release executables
	swift build $(SWIFT_FLAGS) -c release --product glossport
	swift build $(SWIFT_FLAGS) -c release --product retention-emulator

release: prepare  ## Build what is released, and install it below .build/installed
	programs=$$(packaging/build) && rm -rf "$(RELEASE)" && packaging/tree "$$programs" "" "$(RELEASE)"

format: prepare  ## Format the sources in place
	swift format --in-place --recursive $(SOURCES)

lint: prepare  ## Check format, documentation rules, prose, the direction of the core's arrows and what differs on macOS; count code lines
	swift format lint --strict --recursive $(SOURCES)
	Scripts/map
	Scripts/portable
	Scripts/check-prose
	Torture/mutants.py --list >/dev/null
	@! grep -rn --include='*.swift' '\.take()' $(SOURCES) || { echo "Optional.take() can lose in a release what is written back later."; exit 1; }
	@Scripts/size

preview: prepare prepare-tests  ## Open previews in Chromium: barriers, hostile texts, weight and time; SCREENSHOTS=folder
	@$(BUILD_PROGRAMS)
	@Scripts/check-preview --command "$(PROGRAMS)/glossport" $(if $(SCREENSHOTS),--screenshots "$(SCREENSHOTS)")

page: prepare prepare-tests  ## Open the emulator's page in Chromium likewise; SCREENSHOTS=folder
	@$(BUILD_PROGRAMS)
	@Scripts/check-page --binaries "$(PROGRAMS)" $(if $(SCREENSHOTS),--screenshots "$(SCREENSHOTS)")

# Passed in the environment, because a folder's name may contain spaces and quotes.
install: export PREFIX := $(PREFIX)
install: export DESTDIR := $(DESTDIR)
install: prepare  ## Install programs, manual and completions below PREFIX (default /usr/local)
	programs=$$(packaging/build) && packaging/tree "$$programs" "$$DESTDIR" "$$PREFIX"
	@echo "Installed glossport and retention-emulator in $$DESTDIR$$PREFIX/bin."

uninstall: export PREFIX := $(PREFIX)
uninstall: export DESTDIR := $(DESTDIR)
uninstall:  ## Remove what install has put below PREFIX; projects, journals and your own lists stay
	packaging/remove "$$DESTDIR" "$$PREFIX"

dist: prepare  ## Make a release in dist/: Debian's package, tarball, SBOM, checksums
	Scripts/prepare binutils dpkg-dev xz-utils
	Scripts/dist

dist-check: dist  ## Install the release in a bare Debian, try it without network, remove it (as root)
	Scripts/prepare debootstrap devscripts python3-venv
	Scripts/check-dist

races: prepare  ## Run the core's tests under ThreadSanitizer
	GLOSSPORT_SANITIZE=thread swift build $(SWIFT_FLAGS) --scratch-path .build/thread --sanitize=thread --build-tests
	GLOSSPORT_SANITIZE=thread $(SWIFT_TEST) --scratch-path .build/thread --sanitize=thread \
		--skip-build --filter '^(GlossportTests|SQLiteJournalTests)\.' --skip Simulation --skip Makespan

docs: prepare  ## Build the documentation; a warning is an error
	@for target in GlossportReading GlossportReadingTesting Glossport; do \
		swift package --disable-index-store generate-documentation --target $$target --warnings-as-errors || exit 1; \
	done

conformance: prepare  ## Compare the readers with files of public projects (../shared/corpora)
	@$(BUILD_PROGRAMS)
	@Benchmarks/conformance.py --command "$(PROGRAMS)/glossport" --corpora "$(CORPORA)"

review: prepare  ## Plant defects in the samples, read public translations, and judge the rules about texts (../shared/corpora)
	@$(BUILD_PROGRAMS)
	@Benchmarks/review.py --command "$(PROGRAMS)/glossport" --corpora "$(CORPORA)"

machines: prepare prepare-tests  ## Send 40 apps to two machines by Slurm, in network namespaces; kill imports, lose a machine, stop the database (as root)
	@Scripts/prepare iproute2 slurm-wlm munge curl
	@$(BUILD_PROGRAMS)
	@Scripts/check-machines --binaries "$(PROGRAMS)"

fuzz: prepare  ## Fuzz readers, pictures, archives and what plugins write for SECONDS (default 60), or only READERS="xliff png"
	@Fuzz/run $(or $(SECONDS),60) $(READERS)

torture: build  ## Kill imports at every step and at random, judge each; 100,000 simulated seeds (an hour or two)
	@swift build $(SWIFT_FLAGS) --build-tests >&2
	GLOSSPORT_SEEDS=$(or $(SEEDS),100000) $(SWIFT_TEST) --skip-build --filter UploadSimulationTests --filter LifeSimulationTests
	Torture/check.py --self-test
	Torture/torture.py $(or $(PARTS),all) --binaries "$$(swift build -c release --show-bin-path)" $(TORTURE_FLAGS)

mutants: prepare  ## Break the product on purpose, a hundred times; a test must notice each (an hour)
	Torture/mutants.py

bench: build  ## Time readers and uploads beside other tools; SIZE=20 for inputs of 20 MB
	@swift build $(SWIFT_FLAGS) -c release --product upload-benchmark >&2
	@Benchmarks/bench.py --command "$$(swift build -c release --show-bin-path)/glossport" $(if $(SIZE),--size $(SIZE))
	@Benchmarks/uploads.py --binaries "$$(swift build -c release --show-bin-path)"
	@Benchmarks/life.py --binaries "$$(swift build -c release --show-bin-path)"
	@Benchmarks/usual.py --binaries "$$(swift build -c release --show-bin-path)"
	@Benchmarks/rules.py --command "$$(swift build -c release --show-bin-path)/glossport"
	@swift build $(SWIFT_FLAGS) --build-tests >&2
	@echo "Makespan beside the optimum, on a virtual clock" && $(SWIFT_TEST) --skip-build --filter MakespanTests | grep "at best"

prepare:
	@Scripts/prepare

prepare-tests:
	@Scripts/prepare-tests
