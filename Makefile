# SPDX-License-Identifier: MIT
# The only makefile. Lists are written out; nothing is found by wildcard.
#
#   make deps site                  all that building and publishing needs, then the site
#   make deps deps-check check      all that the tests need too, then the tests
#   make check SAN=address,undefined
#   make deps-aarch64 check-aarch64 the measuring core as an aarch64 program, emulated
#   make soak                       campaigns on a disk that fails at every place
#   make lint                       ranks, sizes, banned calls, format
#   make golden-bless               takes today's pages as right; read the diff first
#   make deps-bench bench           how fast and how exact, beside others; wants an idle machine
#   make install DESTDIR= prefix=

VERSION  = 0.2.0
prefix   = /usr/local
bindir   = $(prefix)/bin
datadir  = $(prefix)/share/ngcc
mandir   = $(prefix)/share/man
DESTDIR  =
CC       = cc
CFLAGS   = -O2 -g
SAN      =
comma   := ,
BUILD    = build$(if $(SAN),/$(subst $(comma),-,$(SAN)))

CORE = build buf campaign catalog compare decimal derive detail detail_form err field file finding folder \
       json json_file json_strict katlog mem pack pool profile rank record sha256 stats text utc
REPORT = aggregate candidate candidate_files change chart chart_lengths chart_ratios chart_sizes chart_trials check comparison comparison_judge dataset diff diff_cell diff_json diff_rows \
       diff_options diff_text diff_words difference disclosure environment evidence export export_ranking feed \
       foreign front html intake \
       listener manifest markdown number page pairing pairs publish ranking remember render render_compare render_site resources site \
       sheet source state summary svg table template verify verify_site view_candidate view_compare view_evidence view_home view_method \
       view_performance view_ranking view_sections view_system
# What the driver has of the measuring room, and what both programs have; core/err and
# core/mem are all that the driver has of core.
TRIAL  = drng guard interpose kat_hash kat_public library objects operation \
       operation_hash operation_public own_code part sampling scheme scheme_kem scheme_kex scheme_sign sm3
BOTH   = category clock counter outcome probe report sys usage
MEASURE = attempt attempt_pack build_main check_main child command_main compile elf figures \
       filing filing_lock host host_check journal judge kat kat_main kat_manifest landlock lines namespace note \
       profile_main recipe result result_process run run_build run_command_main run_console_main run_kat run_keep run_main \
       run_measure run_merge run_profile run_publish run_share run_store run_watch sandbox seccomp series shares \
       time_main time_table workshop
# The bundled candidates and their sources.
CANDIDATES = libcrypto-hash libcrypto-kem libcrypto-kex libcrypto-sign sha256 sha3 sha512 sm3
CANDIDATE_SOURCES = libcrypto-hash/hash.c libcrypto-kem/rand.c libcrypto-kem/rsasve.c \
       libcrypto-kex/x25519.c libcrypto-sign/ecdsa.c libcrypto-sign/ed25519.c \
       libcrypto-sign/rand.c sha256/sha256.c sha3/sha3.c sha512/sha512.c sm3/sm3.c
UNIT_MEASURE = candidates child drng guard host journal judge kat libcrypto sampling series
UNIT = aggregate aggregate_text build campaign catalog compare decimal derive detail environment \
       json json_strict katlog manifest markdown mem number pack pool profile rank ranking record \
       record_process site state stats svg template text utc

CORE_OBJ    = $(CORE:%=$(BUILD)/core/%.o)
REPORT_OBJ  = $(REPORT:%=$(BUILD)/report/%.o)
DATASET_OBJ = $(BUILD)/tests/dataset.o $(BUILD)/tests/dataset_plain.o \
              $(BUILD)/tests/dataset_hostile.o
UNIT_OBJ    = $(UNIT:%=$(BUILD)/tests/unit/%.o) \
              $(UNIT_MEASURE:%=$(BUILD)/tests/unit/measure_%.o)
TRIAL_OBJ   = $(TRIAL:%=$(BUILD)/measure/%.o) $(BOTH:%=$(BUILD)/measure/%.o) \
              $(BUILD)/core/err.o $(BUILD)/core/mem.o
MEASURE_OBJ = $(MEASURE:%=$(BUILD)/measure/%.o) $(BOTH:%=$(BUILD)/measure/%.o)
PROGRAMS    = $(BUILD)/ngcc-report $(BUILD)/ngcc-measure $(BUILD)/ngcc-trial \
              $(BUILD)/libngcc-control.so
LIBRARIES   = $(CANDIDATES:%=$(BUILD)/candidates/%.made)
OBJ = $(CORE_OBJ) $(REPORT_OBJ) $(MEASURE_OBJ) $(TRIAL_OBJ) $(BUILD)/report/main.o \
      $(BUILD)/measure/main.o $(BUILD)/measure/trial_main.o $(DATASET_OBJ) $(UNIT_OBJ)

# Expanded when used, so that "make deps site" finds what deps has just installed.
PKGS       = libcjson libcmark libxml-2.0 libcrypto
PKG_CFLAGS = $(shell pkg-config --cflags $(PKGS))
PKG_LIBS   = $(shell pkg-config --libs $(PKGS))

# Ours stand beside the user's CFLAGS and are never replaced by them.
SANFLAGS     = $(if $(SAN),-fsanitize=$(SAN) -fno-omit-frame-pointer -fno-sanitize-recover=all)
ALL_CPPFLAGS = -D_GNU_SOURCE -DVERSION='"$(VERSION)"' -Isrc -Iinclude $(PKG_CFLAGS) $(CPPFLAGS)
ALL_CFLAGS   = -std=c17 -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes \
               -Wmissing-prototypes -Wwrite-strings -Wvla -pthread $(SANFLAGS) $(CFLAGS)
ALL_LDLIBS   = $(PKG_LIBS) -lm $(LDLIBS)
MEASURE_LDLIBS = $(shell pkg-config --libs libcjson libcrypto) -lm $(LDLIBS)

all: $(PROGRAMS)

# With "make -j deps …" the packages still come first.
$(OBJ): | $(filter deps deps-check,$(MAKECMDGOALS))

$(BUILD)/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/ngcc-report: $(BUILD)/report/main.o $(REPORT_OBJ) $(CORE_OBJ)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(ALL_LDLIBS)

$(BUILD)/ngcc-measure: $(BUILD)/measure/main.o $(MEASURE_OBJ) $(CORE_OBJ)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(MEASURE_LDLIBS)

# libc alone: what it links would stand in the memory figures. It exports the DRNG, and
# nothing else that could stand before a candidate's own.
EXPORTS = drng_algorithm init_random_number get_random_number
$(BUILD)/ngcc-trial: $(BUILD)/measure/trial_main.o $(TRIAL_OBJ)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) $(EXPORTS:%=-Wl,--export-dynamic-symbol=%) -o $@ $^ -ldl -lm

# What a campaign times again and again to see what the host does.
$(BUILD)/libngcc-control.so: src/measure/control.c include/niccs.h
	@mkdir -p $(@D)
	$(CC) $(ALL_CPPFLAGS) -std=c17 -O2 -fPIC -shared -s -o $@ $<

# The bundled candidates, as ngcc-measure build makes them.
$(LIBRARIES): $(BUILD)/candidates/%.made: candidates/%/candidate.json \
    $(CANDIDATE_SOURCES:%=candidates/%) $(BUILD)/ngcc-measure
	$(BUILD)/ngcc-measure build --out $(BUILD)/candidates candidates/$*
	@touch $@

$(BUILD)/dataset: $(DATASET_OBJ)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ -lcrypto -lm

$(UNIT:%=$(BUILD)/tests/unit/%): %: %.o $(REPORT_OBJ) $(CORE_OBJ)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ -lcmocka $(ALL_LDLIBS)

$(UNIT_MEASURE:%=$(BUILD)/tests/unit/measure_%): %: %.o $(MEASURE_OBJ) $(TRIAL_OBJ) $(CORE_OBJ)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -rdynamic -o $@ $(sort $^) -lcmocka -ldl $(MEASURE_LDLIBS)

# The site of this machine: its bundled candidates, measured once for each version, and
# the datasets in data/. A run that says 1 had operations that failed or were unstable: the
# pages show them.
site: all
	@grep -qs '"version":.*"$(VERSION)"' data/local/campaign.json || $(MAKE) remeasure
	$(BUILD)/ngcc-report build --data data --out site
	@echo "$(CURDIR)/site/index.html"

remeasure: all
	$(BUILD)/ngcc-measure plan --system local --quick | tail -n 1
	$(BUILD)/ngcc-measure run --system local --quick --allow-unfixed-host || [ $$? = 1 ]

check: all $(BUILD)/dataset $(LIBRARIES) $(UNIT:%=$(BUILD)/tests/unit/%) \
    $(UNIT_MEASURE:%=$(BUILD)/tests/unit/measure_%)
	BUILD=$(BUILD) UNIT='$(UNIT) $(UNIT_MEASURE:%=measure_%)' sh tests/check.sh

# The measuring core built for aarch64 and run under qemu-user: what runs, not how fast.
ARM = $(BUILD)/aarch64
check-aarch64: all
	$(MAKE) BUILD=$(ARM) CC=aarch64-linux-gnu-gcc $(ARM)/ngcc-measure $(ARM)/ngcc-trial \
	    $(UNIT_MEASURE:%=$(ARM)/tests/unit/measure_%)
	BUILD=$(BUILD) ARM=$(ARM) MEASURE_UNIT='$(UNIT_MEASURE:%=measure_%)' sh tests/aarch64.sh

# What make check tries at some places, at all of them.
soak: all
	BUILD=$(BUILD) sh tests/measure/campaign.sh soak

# How fast, beside others in the same run. Never a test: a machine has its moods.
bench: all
	python3 tests/bench.py $(BUILD)/ngcc-report ../shared --large
	python3 tests/bench_measure.py $(BUILD)

golden-bless: all $(BUILD)/dataset
	BUILD=$(BUILD) sh tests/golden.sh bless

# libFuzzer is clang's. 10 s from the seeds; FUZZ_SECONDS=600 for longer.
FUZZ_SECONDS = 10
fuzz: $(BUILD)/dataset
	@mkdir -p $(BUILD)/fuzz/found
	clang $(ALL_CPPFLAGS) -std=c17 -g -O1 -pthread -fsanitize=fuzzer,address,undefined \
	    -fno-sanitize-recover=all -o $(BUILD)/fuzz/record tests/fuzz/record.c \
	    $(CORE:%=src/core/%.c) $(ALL_LDLIBS)
	sh tests/fuzz/seeds.sh $(BUILD)/dataset $(BUILD)/fuzz/seeds
	$(BUILD)/fuzz/record -max_total_time=$(FUZZ_SECONDS) -max_len=20000 -verbosity=0 \
	    -print_final_stats=1 $(BUILD)/fuzz/found $(BUILD)/fuzz/seeds

lint:
	sh tests/lint.sh

install: all
	install -d $(DESTDIR)$(bindir) $(DESTDIR)$(prefix)/include $(DESTDIR)$(datadir)/templates \
	    $(DESTDIR)$(datadir)/docs $(DESTDIR)$(mandir)/man1 $(DESTDIR)$(mandir)/man5
	install -m 755 $(PROGRAMS) $(DESTDIR)$(bindir)
	install -m 644 templates/alone.html templates/bare.html templates/page.html templates/picture.css templates/style.css \
	    templates/table.js \
	    $(DESTDIR)$(datadir)/templates
	install -m 644 docs/method.md docs/record.schema.json docs/diff.schema.json docs/ranking.schema.json $(DESTDIR)$(datadir)/docs
	install -m 644 include/niccs.h $(DESTDIR)$(prefix)/include
	install -m 644 docs/ngcc-report.1 docs/ngcc-measure.1 $(DESTDIR)$(mandir)/man1
	install -m 644 docs/ngcc-record.5 $(DESTDIR)$(mandir)/man5

uninstall:
	rm -f $(PROGRAMS:$(BUILD)/%=$(DESTDIR)$(bindir)/%) \
	    $(DESTDIR)$(mandir)/man1/ngcc-report.1 $(DESTDIR)$(mandir)/man1/ngcc-measure.1 \
	    $(DESTDIR)$(mandir)/man5/ngcc-record.5 $(DESTDIR)$(prefix)/include/niccs.h
	rm -rf $(DESTDIR)$(datadir)

DEPS = gcc libc6-dev pkg-config libcjson-dev libcmark-dev libxml2-dev libssl-dev
DEPS_CHECK = libcmocka-dev chromium default-jre-headless libxml2-utils mandoc python3 \
       python3-jsonschema \
       clang clang-format libclang-rt-dev valgrind
# Debian serves the libraries of other architectures beside its own.
DEPS_AARCH64 = gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user libcjson-dev:arm64 \
       libssl-dev:arm64 libcmocka-dev:arm64

# Installs what is missing; without the right to, prints the command and fails.
deps:
	@sh tests/packages.sh $(DEPS)

deps-check:
	@sh tests/packages.sh $(DEPS_CHECK)
	@command -v npm >/dev/null || sh tests/packages.sh nodejs npm
	cd tests/browser && npm ci --no-audit --no-fund --silent

# What the programs are compared with.
DEPS_BENCH = g++ hugo libbenchmark-dev openssl
deps-bench:
	@sh tests/packages.sh $(DEPS_BENCH)

deps-aarch64:
	@sh tests/packages.sh $(DEPS_AARCH64)

clean:
	rm -rf build

-include $(OBJ:.o=.d)

.PHONY: remeasure all bench check check-aarch64 clean deps deps-aarch64 deps-bench deps-check \
        fuzz golden-bless install lint site soak uninstall
