#!/bin/sh
# The file stash with 100,000 entries: put, list, sweep and miss. Takes from one minute to several, as the disk is, so it is not in the suite.
set -eu
cd "$(dirname "$0")/.."
DIET_NO_BUILD=1 DIET_STASH_ENTRIES="${1:-100000}" npx vitest run src/stash/processes.test.ts -t 'very many entries' --testTimeout 1800000 --hookTimeout 600000
