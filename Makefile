# `make` alone lists the targets. GNU make 3.81 or later, GNU or BSD tools.

VENV ?= .venv
PORT ?= 8000
EDITION ?= open
TORCH ?= auto
export VENV PYTHON EDITION TORCH ALL SEEDS
# Where this is set, every process would compile all our code again.
unexport PYTHONDONTWRITEBYTECODE

BIN := $(VENV)/bin
SLUGS := $(notdir $(wildcard solutions/*))
LEFT_OUT = import lernformer as x; print(*{*x.CHAPTERS} - {*x.COURSE})
TRANSLATOR := _build/translator/checkpoint.json

.DEFAULT_GOAL := help
.PHONY: help book html slides translator serve test test-all test-fast test-slow lab exercises task students release ready lint lock \
	check mutants experiments bench lighthouse clean distclean setup browser sandbox validator biome

help:
	@echo "Usage: make TARGET"
	@echo
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1|\2/p' Makefile | \
	    awk -F '|' '{ printf "%-12s %s\n", $$1, $$2 }'
	@echo
	@echo "EDITION=class builds a book, or a zip, that holds no answers to graded tasks."
	@echo "PYTHON=/path/to/python chooses what .venv is made from; TORCH=cpu or cuda"
	@echo "which torch it gets, else CUDA comes where nvidia-smi lists a GPU; PORT=8000"
	@echo "where \`serve\` listens. Each target sets up what it needs."

# What stands after `task` is its chapter and its name, and no target.
ifeq (task,$(firstword $(MAKECMDGOALS)))
NEW := $(wordlist 2,9,$(MAKECMDGOALS))
$(eval $(or $(NEW),task-without-a-name):;@:)
endif

# --- the book

book: html  ## build the book and say how to open it
	@echo
	@echo "The book is ready. Open $(CURDIR)/_build/html/index.html"
	@echo "or run \`make serve\`."

html: setup $(TRANSLATOR)  ## build the book, quietly
	@mkdir -p _build
	@echo "Building the book (the log is _build/book.log)"
	@"$(BIN)/jupyter-book" build book --config _config.yml --path-output . \
	    -W -n --keep-going >_build/book.log 2>&1 </dev/null || { \
	    cat _build/book.log; \
	    echo; echo "The book has errors or warnings:"; \
	    grep -E 'WARNING:|ERROR|Error' _build/book.log; \
	    exit 1; }
	@"$(BIN)/python" -m deploy.students _build/html/lernformer-students.zip >/dev/null
	@"$(BIN)/python" -m deploy.slides >/dev/null

slides: browser html  ## print the lecture slides, one PDF per chapter
	@"$(BIN)/python" -m deploy.slides --pdf

# Copied beside its place: there it is whole or not at all.
$(TRANSLATOR):
	@mkdir -p _build && new=$$(mktemp -d _build/translator.XXXXXX) && \
	cp src/lernformer/translator/toy/* "$$new" && chmod 755 "$$new" && \
	mv "$$new" $(@D)

translator: setup  ## train the everyday translator anew, a quarter of an hour or more
	"$(BIN)/lernformer" train --preset everyday --folder _build/everyday --overwrite
	@echo "\`python -m benchmarks everyday FILE --folder _build/everyday --keep\`"
	@echo "measures it and makes it the package's own."

serve: setup  ## show the built book on http://127.0.0.1:8000
	@test -f _build/html/index.html || $(MAKE) html
	@echo "http://127.0.0.1:$(PORT) shows the book; Ctrl-C ends it."
	@"$(BIN)/python" -m http.server --bind 127.0.0.1 --directory _build/html $(PORT)

# --- tests and lint

# One worker a core, of the slow ones three more, and one thread a worker. Files first, in
# their order: left to itself xdist begins with what has the most tests and ends with the
# slowest, one worker idle. What only test-all asks is marked by tests/extent.py.
PYTEST = OPENBLAS_NUM_THREADS=1 "$(BIN)/python" -m pytest -q -n auto --dist loadgroup \
	--no-loadscope-reorder --durations=25

# The book is built during the fast tests, because either leaves a core idle for a while.
test: browser sandbox validator  ## run what guards each promise
	@$(MAKE) -j2 test-fast html
	@$(MAKE) test-slow

test-all: export ALL = 1
test-all: test  ## run everything: all seeds, all attacks, hours

test-fast: setup
	$(PYTEST) -m "not slow"

test-slow: browser sandbox validator html
	CHROMIUM="$$(cat "$(VENV)/.browser" 2>/dev/null)" \
	    $(PYTEST) -m slow

mutants: setup  ## judge the checks by wrong and right answers, over SEEDS=200 seeds
	SEEDS=$${SEEDS:-200} $(PYTEST) -p tests.answers.table tests/test_checks.py

lint: setup biome  ## check style, types, spelling and whitespace
	"$(BIN)/ruff" check .
	"$(BIN)/ruff" format --check .
	"$(BIN)/codespell" *.md book src solutions tests
	"$(BIN)/mypy"
	@for biome in "$(VENV)"/npm/node_modules/@biomejs/cli-*/biome; do \
	    [ ! -x "$$biome" ] || "$$biome" check --error-on-warnings || exit 1; \
	done
	@if git rev-parse --git-dir >/dev/null 2>&1; then \
	    SKIP=ruff,ruff-format,codespell "$(BIN)/pre-commit" run --all-files; \
	fi

# --- exercises

# All at once where none is left out: nbgrader takes seconds to start.
generate = left_out=" $$("$$bin/python" -c "$(LEFT_OUT)") " && \
	case $$left_out in *[a-z]*) slugs="$(SLUGS)" ;; *) slugs='*' ;; esac && \
	set -f && for slug in $$slugs; do \
	case $$left_out in *" $$slug "*) rm -rf exercises/$$slug; continue ;; esac; \
	"$$bin/nbgrader" generate_assignment --force --no-db --log-level=WARN "$$slug" \
	    || exit 1; done

lab: setup  ## open the exercises in JupyterLab
	@"$(BIN)/python" -m lernformer lab

exercises: setup  ## write the students' notebooks anew from solutions/
	@bin=$$(cd "$(BIN)" && pwd) && $(generate)
	@"$(BIN)/python" -m deploy.citation

task: setup  ## write the files of a new task: make task attention entropy
	@"$(BIN)/python" -m lernformer task $(NEW)

students: setup  ## pack the notebooks and all that they need into one zip
	@"$(BIN)/python" -m deploy.students

release: html  ## gather what a release attaches into _build/release, and check it
	@"$(BIN)/python" -m deploy.release

ready: browser html  ## say, point by point, whether this copy can be published
	@"$(BIN)/python" -m deploy.release || echo
	@"$(BIN)/python" -m deploy.ready

check: setup  ## see that the generated files are fresh
	@bin=$$(cd "$(BIN)" && pwd) && new=$$(mktemp -d) && trap 'rm -rf "$$new"' EXIT && \
	cp -R solutions nbgrader_config.py "$$new" && rm -f "$$new"/solutions/*/*.ipynb && \
	(cd "$$new" && $(generate)) && \
	if ! diff -rq -x .ipynb_checkpoints exercises "$$new/exercises"; then \
	    echo "exercises/ is not what solutions/ generates."; \
	    echo "Run \`make exercises\` and commit the result."; \
	    exit 1; \
	fi && \
	echo "exercises/ is fresh."

# --- versions

lock:  ## write requirements.lock, with all that requirements.txt brings along
	@test -x "$(BIN)/uv" || $(MAKE) setup  # which refuses what the old lock forbids
	"$(BIN)/uv" pip compile requirements.txt --universal --python-version 3.11 \
	    --generate-hashes --custom-compile-command "make lock" --quiet \
	    --output-file requirements.lock

# --- what is too long for a build

experiments: setup  ## train what the book compares and a build has no time for
	"$(BIN)/python" -m benchmarks.experiments
	"$(BIN)/python" -m benchmarks.longer
	"$(BIN)/python" -m benchmarks.heads

# --- speed

bench: setup sandbox  ## measure speed beside others; the table is benchmarks/README.md
	"$(BIN)/python" -m benchmarks

lighthouse: browser html  ## measure how fast the pages show; wants a quiet machine
	@sh .ci/setup lighthouse
	CHROME_PATH="$$(cat "$(VENV)/.browser" 2>/dev/null)" \
	    "$(BIN)/python" -m benchmarks.lighthouse

# --- what make itself needs and leaves

clean:  ## remove builds and caches, never a class's work
	rm -rf _build build .pytest_cache .ruff_cache .mypy_cache .hypothesis
	for script in solutions/*/*.py; do rm -f "$${script%.py}.ipynb"; done
	rm -f solutions/*/.*.made
	find src tests book solutions -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean  ## remove .venv as well
	rm -rf src/*.egg-info
	@sh .ci/setup remove

setup:
	@sh .ci/setup

browser: setup
	@sh .ci/setup browser

sandbox: setup
	@sh .ci/setup sandbox

validator: setup
	@sh .ci/setup validator

biome: setup
	@sh .ci/setup biome
