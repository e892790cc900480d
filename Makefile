# `make run` plays, `make test` checks everything. Python and make are enough for the first.

PYTHON ?= python3
VENV ?= .venv
HOST ?= 127.0.0.1
PORT ?= 8000
DATA ?= data
# How many random cases `make oracle` compares; what `make bench` and the test run are to add.
N ?= 2000
# How often `make drill` kills the server for each variant on each database.
KILLS ?= 200
ARGS ?=

BIN := $(VENV)/bin
RUN_STAMP := $(VENV)/.installed
TEST_STAMP := $(VENV)/.installed-test
NODE_STAMP := node_modules/.installed

.DEFAULT_GOAL := help
.PHONY: help run test lint format types imports js pytest oracle drill bench lock browser postgres references clean

help:
	@echo "make run      serve on http://$(HOST):$(PORT), data in $(DATA)/ (HOST=, PORT=, DATA= change them)"
	@echo "make test     set up and run every check and test"
	@echo "make lint     ruff, mypy, import-linter        make format   ruff's fixes and formatting"
	@echo "make oracle   compare N=$(N) random cases with other programs"
	@echo "make drill    kill the server KILLS=$(KILLS) times a variant and database, and look for losses"
	@echo "make references    remake the pictures that the pages are compared with"
	@echo "make bench    measure (ARGS= are passed on)    make clean    remove what these commands made"

run: $(RUN_STAMP)
	@exec $(BIN)/mahjong-club serve --host $(HOST) --port $(PORT) --data "$(DATA)"

# The first stage that fails stops the run, and pytest's closing line stays the last of the output.
test: $(TEST_STAMP)
	@tools/stage "browser" tools/install-browser
	@tools/stage "database" tools/start-postgres
	@$(MAKE) --no-print-directory -j2 lint js
	@$(MAKE) --no-print-directory pytest

lint: $(TEST_STAMP)
	@tools/stage "ruff check" $(BIN)/ruff check .
	@tools/stage "ruff format" $(BIN)/ruff format --check .
	@$(MAKE) --no-print-directory types imports

types: $(TEST_STAMP)
	@tools/stage "mypy --strict" $(BIN)/mypy --strict

imports: $(TEST_STAMP)
	@tools/stage "import-linter" $(BIN)/lint-imports

ifneq ($(shell command -v npm 2>/dev/null),)
js: $(NODE_STAMP)
	@tools/stage "tsc --checkJs" npm run --silent check
	@tools/stage "node --test" npm run --silent test
else
js:
	@echo "NOTE: node and npm are missing: tsc --checkJs and node --test are left out" >&2
	@test "$$CI" != true || { echo "CI=true forbids that" >&2; exit 1; }
endif

# Two workers, each with a browser of its own while it comes to need one.
pytest: $(TEST_STAMP)
	@tools/stage "pytest" $(BIN)/pytest -n 2 --dist loadgroup $(ARGS)

oracle: $(TEST_STAMP) $(NODE_STAMP)
	@$(BIN)/python -m tests.oracles.majiang_live $(N)
	@MAHJONG_CLUB_ORACLE_N=$(N) $(BIN)/pytest -n 2 --timeout 0 tests/oracles --deselect tests/oracles/test_majiang_live.py::test_fresh_matches_equal_the_engine $(ARGS)

# Stops at the first run in which anything was lost or told twice.
drill: $(TEST_STAMP)
	@tools/start-postgres
	@for store in sqlite postgres; do for variant in hong_kong taiwanese riichi; do \
	  echo "==> $$variant on $$store, $(KILLS) kills"; \
	  MAHJONG_CLUB_DRILL_KILLS=$(KILLS) MAHJONG_CLUB_DRILL_VARIANT=$$variant $(BIN)/pytest -q -s --timeout 0 \
	    "tests/system/test_kill_drill.py::test_no_kill_loses_or_repeats_anything[$$store]" || exit 1; \
	done; done

# The pictures that the pages are compared with: look at each before you commit it.
references: $(TEST_STAMP)
	@tools/stage "browser" tools/install-browser
	@MAHJONG_CLUB_REMAKE_REFERENCES=1 $(BIN)/pytest -q tests/browser/test_references.py $(ARGS)

bench: $(TEST_STAMP)
	@$(BIN)/mahjong-club bench $(ARGS)

format: $(TEST_STAMP)
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

lock: $(TEST_STAMP)
	@$(BIN)/python tools/lock.py

browser:
	@tools/install-browser

postgres:
	@tools/start-postgres

# The data folder is not touched: it holds people's matches.
clean:
	rm -rf $(VENV) node_modules dist build .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests tools migrations -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@echo "==> virtual environment in $(VENV)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; name it with PYTHON=" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(RUN_STAMP): pyproject.toml requirements.lock | $(BIN)/python
	@echo "==> packages"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -c requirements.lock -e .
	@touch $@

$(TEST_STAMP): pyproject.toml requirements.lock | $(BIN)/python
	@echo "==> packages for the tests"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check -c requirements.lock -e '.[test]'
	@touch $(RUN_STAMP) $@

$(NODE_STAMP): package.json package-lock.json
	@echo "==> node packages"
	@npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@
