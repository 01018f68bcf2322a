# The front door. Each target is a thin layer over Meson; `make help` lists them.
#   make play ARGS="--seats human,greedy,greedy,random"      make fuzz SECONDS=600      make install PREFIX=$HOME/.local

ARGS    ?=
SECONDS ?= 60
PREFIX  ?=

MAKEFLAGS += --no-builtin-rules --no-print-directory
.DEFAULT_GOAL := all
.PHONY: all play test bench fuzz lint golden signature mutate format install clean help need-build need-test

all: build/build.ninja ## build the optimised program, build/alea (so does `make` alone)
	@ninja --quiet -C build alea

play: all ## play SPQRisiko in the terminal; ARGS="..." goes to `alea play spqrisiko`
	@build/alea play spqrisiko $(ARGS) || [ $$? -eq 3 ] # 3: left unfinished, and saved

test: need-test ## everything that continuous integration runs; the last line counts
	@tools/test.sh

bench: all ## speed of each game: ns a step, and its ratio to copying the position and drawing a number
	@build/alea bench $(ARGS)

fuzz: need-test ## throw rubbish at all that reads bytes from outside, SECONDS=60 each
	@tools/fuzz.sh $(SECONDS)

lint: need-test ## style, clang-tidy, and the house rules: who may include and call what
	@tools/lint.sh

golden: all ## write the golden transcripts anew and show, for each, the first ply that differs
	@tools/golden.sh --write

signature: all ## write tests/signature.txt anew: one hash a game over 200 seeded games
	@tools/signature.sh --write

mutate: need-test ## break each rule on purpose; a breakage that no case notices is printed
	@tools/mutate.py $(ARGS)

format: need-test ## lay out all C files as .clang-format says
	@tools/lint.sh --format

install: all ## install the program and its data (PREFIX=/usr/local, DESTDIR=)
	@$(if $(PREFIX),meson configure build --prefix $(PREFIX))
	@meson install -C build --quiet

clean: ## remove everything that was built
	@rm -rf build build-*

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

build/build.ninja: | need-build
	@tools/configure.sh gcc

need-build:
	@tools/bootstrap.sh build

need-test:
	@tools/bootstrap.sh build test
