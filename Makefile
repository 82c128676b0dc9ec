# MiSI-Web. `make help` lists what there is.
SHELL := /bin/bash
PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
TESTS ?= tests
PYTEST_WORKERS ?= 2
# Tools that read the settings must not leave a data folder behind.
SCRATCH := DATA_DIR=$(CURDIR)/build/scratch

.DEFAULT_GOAL := help
.PHONY: help run test lint soak bench screenshots clean

help:  ## List these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: .venv/site  ## Serve the site with demo content on this machine; PORT=8123 for another port
	@HTTPS=$${HTTPS:-off} exec $(BIN)/python manage.py serve --demo --port $(PORT)

test: .venv/tests lint  ## Run all checks and tests, with private PostgreSQL, Redis and Chromium (TESTS=tests/x.py for some)
	@deploy/debian-packages.sh postgresql redis-server chromium
	@exec $(BIN)/python -m tests.services $(BIN)/python -m pytest -n $(PYTEST_WORKERS) -m "not slow" $(TESTS)

lint: .venv/tests  ## Check style, types and templates
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(SCRATCH) $(BIN)/mypy
	@$(BIN)/djlint --lint --quiet templates

soak: .venv/tests  ## Run the long drills: kills, floods, full-size imports
	@deploy/debian-packages.sh postgresql redis-server chromium
	@exec $(BIN)/python -m tests.services $(BIN)/python -m pytest -m slow $(TESTS)

bench: .venv/tests  ## Measure speed, each figure as a ratio to a floor measured beside it
	@deploy/debian-packages.sh postgresql redis-server
	@exec $(BIN)/python -m tests.services $(BIN)/python -m bench

screenshots: .venv/tests  ## Make the README's pictures anew: a private demo site, seen by Chromium
	@deploy/debian-packages.sh chromium
	@exec $(BIN)/python -m docs.make_screenshots

clean:  ## Remove the virtual environment and caches; the data folder stays
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/site: requirements.txt deploy/python-environment.sh
	@deploy/python-environment.sh $(PYTHON) requirements.txt
	@touch $@

.venv/tests: requirements.txt tests/requirements.txt deploy/python-environment.sh
	@deploy/python-environment.sh $(PYTHON) tests/requirements.txt
	@touch $@ .venv/site
