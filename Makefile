# `make run` plays and `make test` tests; both set up all they need, once, in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --editable

.PHONY: run test clean

run: $(VENV)/installed
	@$(BIN)/plyground play

test: $(VENV)/developing
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest --numprocesses auto --maxprocesses 8

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/made:
	@for python in "$(PYTHON)" python3.13 python3.12 python3.11 python3.14 python; do \
		if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			"$$python" -m venv $(VENV) && touch $@; exit; \
		fi; \
	done; \
	echo "Plyground needs Python 3.11 or newer; install it, or say where it is: make PYTHON=/path/to/python" >&2; \
	exit 1

$(VENV)/installed: $(VENV)/made pyproject.toml
	@echo "Installing Plyground into $(VENV) ..."
	@$(PIP) .
	@touch $@

$(VENV)/developing: $(VENV)/made pyproject.toml
	@echo "Installing Plyground and what its tests need into $(VENV) ..."
	@$(PIP) '.[dev]'
	@touch $(VENV)/installed $@
