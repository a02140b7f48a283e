#!/bin/sh
# The file stash with 100,000 entries: put, list, sweep and miss. Takes about a minute, so it is not in the suite.
set -eu
cd "$(dirname "$0")/.."
DIET_NO_BUILD=1 DIET_STASH_ENTRIES="${1:-100000}" npx vitest run src/stash/processes.test.ts -t 'very many entries'
