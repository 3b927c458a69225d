#!/bin/sh
# The hook of the pre-commit framework, which runs it in the repository that is committed to. What it needs is installed at the first run, next to
# this file; further arguments (args in .pre-commit-config.yaml) are options of "lorekeep scan".
here="$(cd "$(dirname "$0")/.." && pwd)" || exit 3
# The Node of the dependencies, where they have one, is new enough.
PATH="$here/node_modules/.bin:$PATH"
export PATH
case " $* " in
  *" --fail-on"*) ;;
  *) set -- --fail-on high "$@" ;;
esac
exec node "$here/scripts/run.mjs" scan --staged "$@"
