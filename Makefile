# The front door. Each target is a thin layer over Meson; `make help` lists them.
#   make play ARGS="--listen 0.0.0.0:8080"      make fuzz SECONDS=600      make install PREFIX=$HOME/.local

ARGS    ?=
SECONDS ?= 60
PREFIX  ?=

MAKEFLAGS += --no-builtin-rules --no-print-directory
.DEFAULT_GOAL := all

# What a file includes is what the compiler says that it has read: with an empty cache ccache would else start it twice, once to preprocess alone,
# and of clang's time on a file of ours a third is its start.
export CCACHE_DEPEND := 1

.PHONY: all play play-terminal page wasm site bench-wasm test check soak bench bench-odds bench-serve fuzz lint golden signature mutate mutate-data format install clean help need-build need-page need-wasm need-test

all: page build/build.ninja ## build the optimised program with its page, build/alea (so does `make` alone)
	@ninja --quiet -C build programs

play: all ## serve tables on this machine and print the address of the page; ARGS="..." goes to `alea serve`
	@build/alea serve $(ARGS)

play-terminal: all ## play SPQRisiko in the terminal; ARGS="..." goes to `alea play spqrisiko`
	@build/alea play spqrisiko $(ARGS) || [ $$? -eq 3 ] # 3: left unfinished, and saved

page: need-page ## build the page, build-page, if anything in web/ or data/ has changed
	@tools/page.sh

wasm: need-wasm ## build the engine for browsers, build-wasm/alea.wasm
	@tools/wasm/libs.sh
	@tools/configure.sh wasm
	@ninja --quiet -C build-wasm alea.wasm

site: need-page wasm ## write build-site, a folder for any file server: learn, play alone, verify, rules, without a server
	@tools/page.sh site
	@echo 'build-site is ready: copy it to any file server, into any folder (docs/hosting.md)'

test: need-test wasm page ## everything that continuous integration runs; the last line counts
	@tools/test.sh

check: need-test page ## the short form, for the loop of a developer: the tests of what has changed since it was green, laws over few games, style
	@tools/test.sh changed style rule_ids $$(git diff --quiet HEAD -- web || echo page)

soak: need-test page ## what takes too long for every `make test`: long runs, many kills, much damage
	@tools/test.sh soak

bench: all ## speed of each game: ns a step, and its ratio to copying the position and drawing a number
	@build/alea bench $(ARGS)

bench-wasm: all wasm ## speed of each game in the browser's engine beside the program's own, in one run; ARGS="polis" for one of them
	@cd web && ALEA=$(CURDIR)/build/alea node test/bench.mjs $(ARGS)

bench-odds: all ## what exact odds cost, and whether dice agree with them
	@ninja --quiet -C build bench/bench_odds
	@build/bench/bench_odds

bench-serve: all ## speed of the server: 500 tables of SPQRisiko, a client per seat; ARGS="--rate 10000 --seconds 20"
	@ninja --quiet -C build bench/bench_serve
	@build/bench/bench_serve --game spqrisiko $(ARGS)

fuzz: need-test page ## throw rubbish at all that reads bytes from outside, SECONDS=60 each
	@tools/fuzz.sh $(SECONDS)

lint: need-test page ## style, clang-tidy, and the house rules: who may include and call what
	@tools/lint.sh

golden: all ## write the golden transcripts anew and show, for each, the first ply that differs
	@tools/golden.sh --write

signature: all ## write tests/signature.txt anew: one hash a game over 200 seeded games
	@tools/signature.sh --write

mutate: need-test page ## break each rule on purpose; a breakage that no case notices is printed
	@tools/mutate.py $(ARGS)

mutate-data: need-test page ## change each cell of the games' data on purpose; one that no test notices is printed
	@tools/mutate_data.py $(ARGS)

format: need-test ## lay out all C files as .clang-format says
	@tools/lint.sh --format

install: all ## install the program and its data (PREFIX=/usr/local, DESTDIR=)
	@$(if $(PREFIX),meson configure build --prefix $(PREFIX))
	@meson install -C build --quiet

clean: ## remove everything that was built
	@rm -rf build build-* web/node_modules

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

build/build.ninja: | need-build
	@tools/configure.sh gcc

need-build:
	@tools/bootstrap.sh build

need-page:
	@tools/bootstrap.sh build page

need-wasm:
	@tools/bootstrap.sh build wasm

need-test:
	@tools/bootstrap.sh build page wasm test
