# Two commands do everything on a fresh machine with python3, python3-venv and make:
#   make print   Honshu, in your language, A4, into output/
#   make test    the tests, the same every day; what needs a program that is not here is skipped, and said
# And for a phone alone: make pocket builds the table as files for any web host, into output/pocket/
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadgroup --no-loadscope-reorder --max-worker-restart=0
ifndef SEED
SEED := $(shell $(PYTHON) -c 'import random; print(random.randrange(1, 1000000))')
endif

.PHONY: constraints print pocket test test-all lint bench release commands gallery web-pictures phones photo-picture clean

print: $(VENV)/installed
	@$(BIN)/companion print honshu --paper a4
	@echo "$(BIN)/companion --help"

pocket: $(VENV)/installed
	@$(BIN)/companion pocket build output/pocket

test: $(VENV)/installed-test
	@$(BIN)/python -m tests.web.pocket.hosts
	@PYTHONHASHSEED=0 $(PYTEST) -m "not deep" $(ARGS)

# Everything: each page in each language, all engines, and chance; SEED=N gives the same chance again
test-all: $(VENV)/installed-test
	@$(BIN)/python -m tests.web.pocket.hosts
	@COMPANION_TEST_SEED=$(SEED) PYTHONHASHSEED=$(SEED) $(PYTEST) --hypothesis-seed=$(SEED) $(ARGS)

lint: $(VENV)/installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file= --ignore-missing-imports $(addprefix --disable-error-code=,arg-type assignment call-arg index misc operator) .ci/*.py

bench: $(VENV)/installed-test
	$(BIN)/python -m tests.bench

# The newest versions of everything, taken into an environment of their own, are those of the tests from now on.
constraints:
	@$(PYTHON) -m venv --clear $(VENV)-newest
	@$(BIN:$(VENV)/%=$(VENV)-newest/%)/pip install --quiet --disable-pip-version-check -e '.[test]'
	@$(BIN:$(VENV)/%=$(VENV)-newest/%)/pip freeze --exclude-editable > $(VENV)-newest/constraints
	@{ sed -n '/^#/p' .ci/constraints.txt; cat $(VENV)-newest/constraints; } > $(VENV)-newest/whole
	@mv $(VENV)-newest/whole .ci/constraints.txt

# What is published of a version, into dist/: package, ready sheets, the site, checksums, notes
release: $(VENV)/installed-test
	@$(BIN)/python .ci/release.py

commands: $(VENV)/installed-test
	$(BIN)/python .ci/manual.py
	$(BIN)/python .ci/stems.py
	$(BIN)/python .ci/measures.py

gallery: $(VENV)/installed-test
	$(BIN)/python .ci/pictures.py
	$(BIN)/python .ci/gallery.py
	$(BIN)/python .ci/joints.py
	$(BIN)/python .ci/own_decks.py
	$(BIN)/python .ci/scenes.py

phones: $(VENV)/installed-test
	$(BIN)/python .ci/phones.py

photo-picture: $(VENV)/installed-test
	$(BIN)/python .ci/photo.py

web-pictures: $(VENV)/installed-test
	$(BIN)/python .ci/web_pictures.py
	$(BIN)/python .ci/page_letters.py

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "python3 is missing; on Debian: sudo apt install python3 python3-venv"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; this is $$($(PYTHON) --version)."; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { echo "python3-venv is missing; on Debian: sudo apt install python3-venv"; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml | $(BIN)/python
	@echo "Setting up (once, about a minute) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/installed-test: pyproject.toml .ci/constraints.txt | $(BIN)/python
	@echo "Setting up for tests (once, about two minutes) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check -e '.[test]' -c .ci/constraints.txt
	@touch $@ $(VENV)/installed

clean:
	rm -rf $(VENV) $(VENV)-* build dist .pytest_cache .hypothesis .mypy_cache .ruff_cache
