import { type ExampleChange, exampleChanges } from './example-change.ts';
import { withoutExampleLabels } from './example-names.ts';
import { writtenChange } from './write-value.ts';

interface Suggested {
  title: string;
  category: string;
  suggestion: string;
  on: readonly string[];
  when?: string;
  bad: readonly string[];
  good: readonly string[];
}

const maxChanges = 2;
const maxCharacters = 160;

/** Whether a suggestion says what to write: code with a value, a command, or what to remove. */
export function saysWhatToWrite(suggestion: string): boolean {
  const spans = suggestion.split('`').filter((_, index) => index % 2 === 1);
  return (
    spans.some((span) => /[=:]\s*[^\s=:]|\S\s+\S|;$|^[[$]/.test(span)) ||
    /\bto (?:at (?:least|most) |more than |less than )?(?:`|\d)/.test(suggestion) ||
    /\b(?:[Rr]emove|[Tt]ake|[Dd]elete|[Uu]se|[Pp]ut|in place of|[Ii]nstead of|[Aa]dd an entry|[Ll]ist at (?:least|most) \d+) (?:to |in )?`/.test(
      suggestion,
    )
  );
}

/** How a secret is referred to in the place of its text. */
const secretReferences: Record<string, string> = {
  ansible: '"{{ vault_password }}"',
  arm: "[parameters('password')]` with a parameter of type `securestring",
  'azure-pipelines': '$(PASSWORD)',
  circleci: '$PASSWORD` of a context, not `PASSWORD: …',
  cloudformation: '"{{resolve:secretsmanager:<secret>:SecretString:password}}"',
  compose: 'PASSWORD: ${PASSWORD}',
  dependabot: 'password: ${{secrets.PASSWORD}}',
  dockerfile: 'RUN --mount=type=secret,id=password',
  'gitlab-ci': '$PASSWORD` of a masked variable, not `PASSWORD: …',
  jenkins: "credentials('password')",
  kubernetes: 'valueFrom: { secretKeyRef: { name: "<name>", key: "<key>" } }',
  workflow: '${{ secrets.PASSWORD }}',
};

/** A suggestion that names only a setting gets the value that the rule's good example has. */
export function suggestionWithValue(pack: string, rule: Suggested): string {
  return withoutExampleLabels(withValue(pack, rule));
}

function withValue(pack: string, rule: Suggested): string {
  const { suggestion } = rule;
  if (saysWhatToWrite(suggestion)) return suggestion;
  if (
    rule.category === 'secret' &&
    (rule.when === undefined ||
      /\b(?:literalSecret|secretEntry|lastingSecret|secretPair|secretData)\(/.test(rule.when))
  ) {
    const reference = secretReferences[pack] ?? 'var.password` of a variable with `sensitive = true';
    return `${suggestion} Write \`${reference}\`.`;
  }
  const written = describeChanges(pack, rule, exampleChanges(pack, rule));
  if (written === undefined) return suggestion;
  return isNeedless(rule) ? written : `${suggestion} ${written}`;
}

/** "Set `x`." says nothing that the value does not; words of a whole group of rules may not be about this one. */
function isNeedless({ suggestion, title }: Suggested): boolean {
  if (
    /^(?:Add|Set|Give|Remove|Change|Turn on|Close it with) `[^`]+`(?: another value.*)?\.$/.test(suggestion)
  )
    return true;
  const words = (text: string) => new Set(text.toLowerCase().match(/[a-z]{4,}/g) ?? []);
  const own = words(title);
  return suggestion.split(' ').length <= 14 && ![...words(suggestion)].some((word) => own.has(word));
}

function describeChanges(
  pack: string,
  { when = '' }: Suggested,
  changes: readonly ExampleChange[],
): string | undefined {
  const named = changes.filter(({ path }) => {
    const name = path.findLast((key) => typeof key === 'string');
    return name === undefined || when.includes(name);
  });
  const fitting = named.length > 0 ? named : changes;
  // Where something is missing, what else the good example does without need not go.
  const missing = fitting.filter(
    ({ path, value }) =>
      value !== undefined &&
      isMissing(
        when,
        path.findLast((key) => typeof key === 'string'),
      ),
  );
  const chosen = (missing.length > 0 ? missing : fitting).slice(0, maxChanges);
  const clauses = chosen
    .map((change) => describeChange(pack, change))
    .filter((clause) => clause.length <= maxCharacters + 40);
  if (clauses.length === 0) return undefined;
  const sentence = clauses.join(', and ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

function isMissing(when: string, name: string | undefined): boolean {
  return name !== undefined && new RegExp(`missing (?:[\\w.]+\\.)?${name}\\b`).test(when);
}

function describeChange(pack: string, change: ExampleChange): string {
  const { code, inside } = writtenChange(pack, change);
  const where = inside === '' ? '' : ` in \`${inside}\``;
  if (change.value === undefined) return `remove \`${code}\`${where}`;
  const isEmpty = Array.isArray(change.value) && change.value.length === 0;
  return `${isEmpty ? 'empty it: write' : 'write'} \`${code}\`${where}`;
}
