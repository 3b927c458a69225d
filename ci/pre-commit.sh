#!/bin/sh
# The hook of the pre-commit framework, which runs it in the repository that is committed to. What it needs is installed at the first run, next to
# this file; further arguments (args in .pre-commit-config.yaml) are options of "lorekeep scan".
case "$0" in
  */*) here="$(cd "${0%/*}/.." && pwd)" || exit 3 ;;
  *) here="$(cd .. && pwd)" || exit 3 ;;
esac
# The Node of the dependencies, where they have one, is new enough.
PATH="$here/node_modules/.bin:$PATH"
export PATH
case " $* " in
  *" --fail-on"*) ;;
  *) set -- --fail-on high "$@" ;;
esac
# A hook ends before collecting garbage pays off: a commit of a few files fits in the young generation. Switches that no Node refuses and that V8 compiles the same under.
exec node --max-semi-space-size=64 --min-semi-space-size=64 --single-threaded-gc "$here/scripts/run.mjs" scan --staged "$@"
