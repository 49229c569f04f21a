# House Rules. `make help` lists what can be done; `make run` and `make test` need no other step.
.DEFAULT_GOAL := help
.PHONY: help setup run test soak kills every fast lint types migrate migration demo bench lock clean
SHELL := /bin/sh
BIN := .venv/bin
# The first of these that runs and is new enough; a name on the path may be an empty shim.
PY ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
INSTALL := $(BIN)/uv pip install -q --require-hashes --python $(BIN)/python
# macOS drops an exported library path in /bin/sh, so it stands on the line that needs it.
MAC := $(if $(filter Darwin,$(shell uname -s)),DYLD_FALLBACK_LIBRARY_PATH=$$(brew --prefix)/lib,)
export PORT ?= 8000
# Compiled files make every start and every test run seconds faster.
unexport PYTHONDONTWRITEBYTECODE

help: ## list every target
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: .venv/.run ## make .venv with everything `make run` needs, compiled
	@$(BIN)/python -m compileall -q app.py flask_commands.py bench game house migrations promotions proof rulebook tournaments
	@$(BIN)/python -W ignore -c 'import app, granian, alembic.command'

run: .venv/.run ## serve the house on http://127.0.0.1:8000 (PORT, DATABASE_URL)
	@$(MAC) exec $(BIN)/flask serve

test: .venv/.dev ## run every test, on SQLite, PostgreSQL and in a real browser
	@$(MAC) $(BIN)/python -m pytest -n 2 --dist loadfile

soak: .venv/.dev ## run the tests that take minutes: thousands of deadlines and rounds under random kills
	@EVERY_DATABASE=1 $(BIN)/python -m pytest -n 2 --dist worksteal -m soak --ignore tests/house/test_serve.py
	@$(MAKE) --no-print-directory kills

kills: .venv/.dev ## kill each process of a served house in turn, twice a minute for ten minutes of play
	@$(BIN)/python -m pytest -n 2 --dist worksteal -m soak tests/house/test_serve.py

every: .venv/.dev ## run all tests on both databases, and tours of all pages in the browser
	@$(MAC) EVERY_DATABASE=1 $(BIN)/python -m pytest -n 2 --dist loadfile -m "not soak"

fast: .venv/.dev ## run the tests of the rules alone
	@$(BIN)/python -m pytest -q -n 2 -m "not exhaustive and not soak" tests/rulebook tests/game tests/tournaments tests/test_architecture.py

lint: .venv/.dev ## check style
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: .venv/.dev ## check types
	@$(BIN)/mypy

migrate: .venv/.run ## bring the database to the version this release needs
	@$(BIN)/flask migrate

migration: .venv/.run ## write a migration for changed models: make migration m="What changes"
	@$(BIN)/python scripts/new_migration.py "$(m)"

demo: .venv/.run ## load the demo house into an empty database
	@$(BIN)/flask migrate && $(BIN)/flask demo load

bench: .venv/.bench ## measure, each figure beside its peer in the same run
	@$(BIN)/flask bench

lock: $(BIN)/uv ## resolve the dependencies again
	@for part in "" dev bench; do \
	  $(BIN)/uv pip compile -q --universal --generate-hashes --no-annotate --no-header \
	    $${part:+--group $$part -c requirements.lock} \
	    -o requirements$${part:+-$$part}.lock pyproject.toml || exit 1; \
	done

clean: ## remove the environment and the demo database
	@rm -rf .venv instance

$(BIN)/uv:
	@sh scripts/system-deps.sh run
	@test -n "$(PY)" || { echo "House Rules needs Python 3.11 or newer and found none. Install it, or set PY=/path/to/python3." >&2; exit 1; }
	@echo "Making the environment …"
	@$(PY) -m venv .venv && $(BIN)/python -m pip install -q --disable-pip-version-check uv==0.13.7

# The house itself is installed in place: `flask` then finds `game` without the app.
.venv/.run: requirements.lock pyproject.toml | $(BIN)/uv
	@$(INSTALL) -r requirements.lock
	@$(BIN)/uv pip install -q --offline --no-deps --python $(BIN)/python -e . && touch $@

.venv/.dev: requirements-dev.lock .venv/.run scripts/system-deps.sh
	@sh scripts/system-deps.sh test
	@$(INSTALL) -r requirements-dev.lock && touch $@

.venv/.bench: requirements-bench.lock .venv/.run
	@$(INSTALL) -r requirements-bench.lock && touch $@
