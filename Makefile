# Two commands do everything on a fresh Debian-like machine with Python >= 3.11:
#   make demo    sets up and runs the main job offline
#   make test    sets up and passes the tests

PYTHON ?= python3
VENV   ?= .venv
OUT    ?= demo
REFERENCE_VENV ?= $(VENV)/reference
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

.DEFAULT_GOAL := help
.PHONY: help demo test check format bench clean

help:
	@echo "make demo    set up and run the whole job on embedded engines (results in $(OUT)/)"
	@echo "make test    set up and run the tests"
	@echo "make check   lint, types, import rules"
	@echo "make format  apply the formatter and the safe lint fixes"
	@echo "make bench   measure scorer, runner and builder, the scorer against bfcl-eval (fetches about 1 GB, once)"
	@echo "make clean   remove $(VENV)/ and $(OUT)/ (downloaded models stay in the cache)"

demo: $(VENV)/.demo
	$(BIN)/bfcl-audio demo --out $(OUT)

test: $(VENV)/.test
	$(BIN)/python -m pytest

check: $(VENV)/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest --quiet tests/test_imports.py

format: $(VENV)/.test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.test $(REFERENCE_VENV)/.installed
	$(BIN)/python -m tests.bench scorer --reference-python $(REFERENCE_VENV)/bin/python
	$(BIN)/python -m tests.bench runner
	$(BIN)/python -m tests.bench builder

clean:
	rm -rf $(VENV) $(OUT)

$(VENV)/.demo: $(VENV)/.python pyproject.toml constraints.txt
	$(PIP) --editable '.[demo]'
	@touch $@

$(VENV)/.test: $(VENV)/.python pyproject.toml constraints.txt
	$(PIP) --editable '.[test]'
	@touch $@ $(VENV)/.demo

$(REFERENCE_VENV)/.installed: $(VENV)/.python tests/bench/install_reference.py
	$(PYTHON) -m venv $(REFERENCE_VENV)
	$(REFERENCE_VENV)/bin/python tests/bench/install_reference.py
	@touch $@

# Debian ships python3 without ensurepip; its package python3-venv brings it.
$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; name one: make PYTHON=/path/to/python3.11" >&2; exit 2; }
	@$(PYTHON) -m ensurepip --version >/dev/null 2>&1 || \
		if [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq python3-venv; \
		else sudo apt-get update -qq && sudo apt-get install -y -qq python3-venv; fi
	$(PYTHON) -m venv $(VENV)
	@touch $@
