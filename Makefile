PYTHON ?= python3
BIN = .venv/bin
.DEFAULT_GOAL = help

help:  ## Show this list
	@grep -hE '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/'

.venv/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11 html")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -q --disable-pip-version-check -c constraints.txt -e '.[test,serve]'
	@touch $@

html: .venv/ready  ## Build both sites to build/html/en and build/html/ja
	$(BIN)/python tools/build.py html

test: .venv/ready  ## Run every gate
	$(BIN)/python -m pytest -q

doctest: .venv/ready  ## Run the examples of both languages
	$(BIN)/python tools/build.py doctest

gettext: .venv/ready  ## Extract the messages to build/gettext
	$(BIN)/sphinx-build -c . -b gettext -D language=en docs build/gettext

translate: .venv/ready  ## Update locale/ja and print what is untranslated
	$(BIN)/python tools/translate.py

lint: .venv/ready  ## Check the Python code and the English prose
	$(BIN)/ruff check . && $(BIN)/codespell docs/*.md docs/*/*.md README.md

serve: .venv/ready  ## Show the English site with live reload (LANG_=ja for Japanese)
	$(BIN)/sphinx-autobuild -c . -D language=$(or $(LANG_),en) docs build/serve

.PHONY: help html test doctest gettext translate lint serve
