# `make run` serves the web app, `make docs` the documentation, and `make test` tests; they set up all
# they need, once, in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet \
	--constraint constraints.txt --editable
# What is installed and in which version; the version of Plyground stands in its package.
DISTRIBUTION := pyproject.toml constraints.txt src/plyground/__init__.py
# One process more than there are cores: tests wait for browsers, servers and clocks. Work is stolen,
# because the pages of the documentation come together and take long.
PROCESSES := $(shell expr $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 1)
PYTEST := $(BIN)/pytest --numprocesses $(PROCESSES) --maxprocesses 8 --dist worksteal

CHROMIUM := $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)
NPM := $(shell command -v npm)
BWRAP := $(shell command -v bwrap)
POSTGRES := $(wildcard /usr/lib/postgresql/*/bin/initdb)

DOCS_PORT ?= 8001

.PHONY: run docs test lint coverage browser postgres sandbox typescript dist clean

run: $(VENV)/installed
	@$(BIN)/plyground serve

# The documentation site, built and served.
docs: $(VENV)/documenting
	$(BIN)/python docs/site/build.py
	@echo "The documentation is at http://127.0.0.1:$(DOCS_PORT)/ (Ctrl-C ends it)."
	@$(BIN)/python -m http.server --bind 127.0.0.1 --directory build/docs/site $(DOCS_PORT) >/dev/null 2>&1

test: lint browser postgres sandbox typescript
	$(PYTEST)

lint: $(VENV)/developing
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

# The tests again, with the share of the lines that they run; it must not fall.
coverage: $(VENV)/developing browser postgres sandbox typescript
	$(PYTEST) --cov

# $(call debian,FOR,PACKAGES): installs Debian's packages for some tests, where that can be done.
# Without them the tests are skipped, or do without, and say so.
define debian
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing $(2) for $(1) ..."; \
		{ apt-get update && apt-get install --yes --no-install-recommends $(2); } >/dev/null 2>&1 \
			|| echo "$(2) could not be installed; $(1) are skipped." >&2; \
	else \
		echo "Skipped: $(1); on Debian: sudo apt-get install $(2)" >&2; \
	fi
endef

browser:
ifeq ($(CHROMIUM),)
	$(call debian,the tests in a browser,chromium fonts-noto-cjk)
endif

postgres:
ifeq ($(POSTGRES),)
	$(call debian,the tests with PostgreSQL,postgresql)
endif

sandbox:
ifeq ($(BWRAP),)
	$(call debian,the tests with a sandbox for agents,bubblewrap)
endif

# The types of the scripts are checked by the TypeScript of package-lock.json; without npm they are
# not, and the test says so.
ifeq ($(NPM),)
typescript:
	@echo "The types of the scripts are not checked without npm; on Debian: sudo apt-get install npm" >&2
else
typescript: node_modules/.package-lock.json
endif

node_modules/.package-lock.json: package-lock.json
	@echo "Installing TypeScript into node_modules ..."
	@npm ci --no-audit --no-fund --loglevel=error >/dev/null && touch $@ || \
		echo "TypeScript could not be installed; the types of the scripts cannot be checked." >&2

# A pure wheel with the source distribution, and a wheel of this platform with native code in it.
dist: $(VENV)/installed
	@$(BIN)/python -m pip --disable-pip-version-check install --quiet build
	$(BIN)/python packaging/build_native.py build/native
	$(BIN)/python -m build --outdir dist
	PLYGROUND_NATIVE=build/native $(BIN)/python -m build --wheel --outdir dist

clean:
	rm -rf build dist $(VENV) node_modules .mypy_cache .ruff_cache .pytest_cache .coverage .hypothesis .import_linter_cache

$(VENV)/made:
	@for python in "$(PYTHON)" python3.13 python3.12 python3.11 python3.14 python; do \
		if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			"$$python" -m venv $(VENV) && touch $@; exit; \
		fi; \
	done; \
	echo "Plyground needs Python 3.11 or newer; install it, or say where it is: make PYTHON=/path/to/python" >&2; \
	exit 1

$(VENV)/installed: $(VENV)/made $(DISTRIBUTION)
	@echo "Installing Plyground into $(VENV) ..."
	@$(PIP) .
	@touch $@

$(VENV)/developing: $(VENV)/made $(DISTRIBUTION)
	@echo "Installing Plyground and what its tests need into $(VENV) ..."
	@$(PIP) '.[dev]'
	@touch $(VENV)/installed $(VENV)/documenting $@

$(VENV)/documenting: $(VENV)/made $(DISTRIBUTION)
	@echo "Installing Plyground and what its documentation needs into $(VENV) ..."
	@$(PIP) '.[docs]'
	@touch $(VENV)/installed $@
