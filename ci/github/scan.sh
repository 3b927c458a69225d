#!/usr/bin/env bash
# The scan of the action: inputs arrive by environment, reports go to $REPORTS, the log is for people.
set -o pipefail

workspace="$GITHUB_WORKSPACE"
# What an earlier step of the job has left there must not pass for the result of this one.
rm -rf "$REPORTS"
mkdir -p "$REPORTS"
# The folder that the action keeps between builds, on every system.
export XDG_CACHE_HOME="$HOME/.cache"
arguments=("$workspace/$SCAN_PATH" --report "$FORMAT=$workspace/$OUTPUT")
arguments+=(--report "json=$REPORTS/scan.json" --report "markdown=$REPORTS/summary.md" --report "github=$REPORTS/annotations.txt")
[ -z "$FAIL_ON" ] || arguments+=(--fail-on "$FAIL_ON")
[ -z "$MIN_SEVERITY" ] || arguments+=(--min-severity "$MIN_SEVERITY")
[ -z "$ENGINES" ] || arguments+=(--engines "$ENGINES")
[ -z "$INCLUDE" ] || arguments+=(--include "$INCLUDE")
[ -z "$EXCLUDE" ] || arguments+=(--exclude "$EXCLUDE")
[ -z "$ADVISORIES" ] || arguments+=(--advisories "$ADVISORIES")
[ "$HISTORY" != true ] || arguments+=(--history)
[ "$ALLOW_INCOMPLETE" != true ] || arguments+=(--allow-incomplete)
[ "$IGNORE_CONFIG" != auto ] || IGNORE_CONFIG="$FROM_FORK"
[ "$IGNORE_CONFIG" != true ] || arguments+=(--ignore-config)

# What a pull request from a fork left in the cache may be anything: neither results nor advisories are taken from there.
[ "$CACHE" != true ] || [ "$FROM_FORK" = true ] || arguments+=(--cache "$XDG_CACHE_HOME/lorekeep/results")
case "$SYNC" in
  true) arguments+=(--sync) ;;
  false | '') ;;
  *) arguments+=(--sync-from "$SYNC") ;;
esac

# In a pull request only what it adds counts.
[ "$BASELINE_REF" != auto ] || BASELINE_REF="$BASE_COMMIT"
if [ -n "$BASELINE" ]; then
  arguments+=(--baseline "$workspace/$BASELINE")
elif [ -n "$BASELINE_REF" ]; then
  # A checkout has one commit unless it was asked for more.
  git -C "$workspace/$SCAN_PATH" cat-file -e "$BASELINE_REF^{commit}" 2>/dev/null ||
    git -C "$workspace/$SCAN_PATH" fetch --quiet --no-tags --depth=1 origin -- "$BASELINE_REF" 2>/dev/null
  if git -C "$workspace/$SCAN_PATH" cat-file -e "$BASELINE_REF^{commit}" 2>/dev/null; then
    arguments+=(--baseline-ref "$BASELINE_REF")
  else
    echo "::warning title=Lorekeep::The commit to compare with is not in the checkout; everything counts. Check out with fetch-depth: 0."
  fi
fi

# Text of a repository must not be taken for a command of the runner.
token="$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
echo "::stop-commands::$token"
# Not in the workspace: npm reads .npmrc of the folder that it runs in.
cd "$GITHUB_ACTION_PATH" || exit 3
COLUMNS=120 npm run --silent lorekeep -- scan "${arguments[@]}"
status=$?
echo "::$token::"

node ci/github/publish.mjs || echo "::warning title=Lorekeep::The results could not be published."
exit $status
