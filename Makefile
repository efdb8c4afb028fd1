# The first target that needs Python makes .venv by itself; `make help` says what there is.
PYTHON ?= python3
BIN = .venv/bin
.DEFAULT_GOAL := help
# Prose lint, in the pages of both languages; Node is optional on a person's machine.
NODE_READY = $(if $(shell command -v npm 2>/dev/null),node_modules/.package-lock.json)

help:  ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

# One line for each thing that a machine may lack, before anything is written.
.venv/ready: pyproject.toml constraints.txt
	@command -v '$(PYTHON)' >/dev/null 2>&1 || { \
	  echo "make: $(PYTHON) was not found. Install Python 3.11 or newer, or name it: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "make: $(PYTHON) is $$('$(PYTHON)' -V 2>&1), but Python 3.11 or newer is needed. Name one: make PYTHON=python3.11" >&2; exit 1; }
	@'$(PYTHON)' -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "make: $(PYTHON) has no venv module. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@echo "Setting up .venv (a few minutes the first time)"
	@'$(PYTHON)' -m venv .venv
	@$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt -e '.[test,serve,examples,compare]' || { \
	  echo "make: pip could not install the versions in constraints.txt; its last lines above say why" >&2; exit 1; }
	@touch $@

node_modules/.package-lock.json: package.json package-lock.json
	npm ci --silent --no-audit --no-fund

html: .venv/ready  ## Build both sites to build/html/en and build/html/ja
	@$(BIN)/python tools/build.py html

serve: .venv/ready  ## Show both sites on this machine, rebuilt at each change
	@$(BIN)/python tools/serve.py

test: .venv/ready  ## Run every gate
	@command -v msgfmt >/dev/null || echo "make: msgfmt was not found, so its tests are left out. On Debian and Ubuntu: apt-get install gettext" >&2
	$(BIN)/python -m pytest -q -n 2

doctest: .venv/ready  ## Run the examples of both languages
	@$(BIN)/python tools/build.py doctest

gettext: .venv/ready  ## Extract the messages to build/gettext
	$(BIN)/sphinx-build -c . -b gettext -D language=en docs build/gettext

translate: .venv/ready  ## Update locale/ja and print what is untranslated
	@$(BIN)/python tools/translate.py

check: .venv/ready  ## Check the catalogues (FILES=... for some of them)
	@$(BIN)/python tools/check_catalogues.py $(FILES)

lint: .venv/ready $(NODE_READY)  ## Check the Python code and the prose of both languages
	$(BIN)/ruff check . && $(BIN)/ruff format --check .
	$(BIN)/python tools/lint_prose.py

links: .venv/ready  ## Ask whether the links to other sites still answer
	$(BIN)/sphinx-build -c . -b linkcheck -q -D language=en docs build/linkcheck

bench: .venv/ready  ## Measure the doctest overhead, the build at three sizes, vmap and others
	@$(BIN)/python tools/bench.py
	@$(BIN)/python -W ignore tools/bench_alternatives.py

.PHONY: help html serve test doctest gettext translate check lint links bench
