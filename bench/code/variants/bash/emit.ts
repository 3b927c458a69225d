import { type Emitter, indent } from '../emitter.ts';
import { readForms } from '../forms.ts';

/** Shell scripts. Data is followed inside a file. */
export const bashEmitter: Emitter = {
  language: 'bash',
  quote: (text) => `"${text.replace(/["\\$`]/g, '\\$&')}"`,
  sources: readForms(`
== argument
§out="$1"
== read
read -r §out
== query
§out="$QUERY_STRING"
== all arguments
§out="$*"
== downloaded
§out=$(curl -s https://example.com/value)
== default
§out="\${1:-none}"
`),
  builds: readForms(`
== interpolated
§out="§rawbefore$§in§rawafter"
== braces
§out="§rawbefore\${§in}§rawafter"
== appended
§out="§rawbefore"
§out+="$§in"
§out+="§rawafter"
== printf
printf -v §out '%s' "§rawbefore$§in§rawafter"
`),
  flows: readForms(`
== local
§value="$§in"
§out="$§value"
== lower
§out="\${§in,,}"
== cut
§out="\${§in%%.*}"
== substitution
§out=$(echo "$§in" | tr 'a' 'b')
== array
§list=("first" "$§in")
§out="\${§list[1]}"
== condition
§out="none"
if [ -n "$HOME" ]; then
  §out="$§in"
fi
== loop
for each in x "$§in"; do
  §out="$each"
done
== function
§function() {
  echo "$1"
}
§out=$(§function "$§in")
== exported
export §out="$§in"
`),
  safeFlows: readForms(`
== constant
§value="$§in"
§out="fixed"
== overwritten
§out="$§in"
§out="fixed"
== case to constants
case "$§in" in
  a) §out="first" ;;
  *) §out="second" ;;
esac
== length
§out="\${#§in}"
== count
§out=$(echo "$§in" | wc -l)
== allow list
if [[ "$§in" != "red" && "$§in" != "blue" ]]; then
  exit 1
fi
§out="$§in"
== pattern
if [[ ! "$§in" =~ ^[a-z0-9]+$ ]]; then
  exit 1
fi
§out="$§in"
`),
  fillers: readForms(`
== count
§filler=$((1 + 2))
== message
echo "working"
`),
  helper: (name, parameter, body) => [`${name}() {\n  local ${parameter}="$1"\n${indent(body, '  ')}\n}`],
  callHelper: (name, value) => [`${name} "$${value}"`],
  assemble: ({ body, members, other }) => {
    const parts = [...other, ...members].map((part) => `${part}\n\n`).join('');
    return [{ name: 'run.sh', text: `#!/bin/bash\n\n${parts}${body.join('\n')}\n` }];
  },
  classes: {
    'command-injection': {
      sinks: readForms(`
== eval
eval "$§in"
-- text ls -l |
== shell
bash -c "$§in"
-- text du -sh |
== eval of words
eval ls "$§in"
== ssh
ssh host.internal "$§in"
-- text cat /srv/|
`),
      safe: readForms(`
== quoted argument
ls -- "$§in"
== positional
bash -c 'ls -- "$1"' _ "$§in"
== escaped
eval "ls $(printf '%q' "$§in")"
`),
    },
  },
};
