import { ownValue } from '../../../../kernel/own-value.ts';
import type { Condition, Path } from '../conditions/condition.ts';
import { parseCondition } from '../conditions/parse-condition.ts';

/** Says how to change a setting so that a condition no longer holds; undefined where the condition does not tell, and a person has to. */
export function suggestChange(when: string): string | undefined {
  const change = toEnd(parseCondition(when));
  return change && `${change.charAt(0).toUpperCase()}${change.slice(1)}.`;
}

/** What ends the condition. */
function toEnd(condition: Condition): string | undefined {
  switch (condition.kind) {
    case 'not':
      return toReach(condition.part);
    case 'and':
      return toEndOneOf(condition.parts);
    case 'or':
      return joined(withoutNeedless(condition.parts).map(toEnd), ', and ', 'all');
    case 'any':
      return inEntries(condition.path, condition.part);
    case 'missing':
      return about(condition.path, (name) => `add ${name}`);
    case 'exists':
      return about(condition.path, (name) => `remove ${name}`);
    case 'truth':
      return about(condition.path, (name) => `set ${name} to \`${!condition.wanted}\``);
    case 'equals':
      return about(condition.path, (name) => toLeave(name, condition.values));
    case 'contains':
      return about(condition.path, (name) => `take \`${condition.text}\` out of ${name}`);
    case 'compare':
      return bounded(condition, opposites[condition.operator]);
    case 'test':
      return toEndTest(condition);
    default:
      return undefined;
  }
}

/** What makes the condition hold. */
function toReach(condition: Condition): string | undefined {
  switch (condition.kind) {
    case 'not':
      return toEnd(condition.part);
    case 'and':
      return joined(condition.parts.map(toReach), ', and ', 'all');
    case 'or':
      return joined(condition.parts.map(toReach), ', or ', 'some');
    case 'any':
      return entryWith(condition.path, condition.part);
    case 'exists':
      return about(condition.path, (name) => `add ${name}`);
    case 'missing':
      return about(condition.path, (name) => `remove ${name}`);
    case 'truth':
      return about(condition.path, (name) => `set ${name} to \`${condition.wanted}\``);
    case 'equals':
      return about(condition.path, (name) => `set ${name} to ${listed(condition.values)}`);
    case 'contains':
      return about(condition.path, (name) => `put \`${condition.text}\` into ${name}`);
    case 'compare':
      return bounded(condition, condition.operator);
    default:
      return undefined;
  }
}

/** Ending one part is enough: the one that is most likely what is wrong, and not the kind of thing that the rule is about. */
function toEndOneOf(parts: readonly Condition[]): string | undefined {
  for (const isCandidate of [isLack, isOtherValue, isTurnedOn]) {
    const change = joined(parts.filter(isCandidate).map(toEnd), ', or ', 'some');
    if (change !== undefined) return change;
  }
  return undefined;
}

function isLack(condition: Condition): boolean {
  if (condition.kind === 'truth') return !condition.wanted;
  if (condition.kind === 'not') return !isOtherValue(condition);
  return ['missing', 'compare', 'any', 'or'].includes(condition.kind);
}

function isOtherValue(condition: Condition): boolean {
  return condition.kind === 'not' && ['equals', 'contains', 'matches'].includes(condition.part.kind);
}

function isTurnedOn({ kind }: Condition): boolean {
  return kind === 'truth' || kind === 'test';
}

/** Whoever gives a setting another value need not be told to add it first. */
function withoutNeedless(parts: readonly Condition[]): Condition[] {
  const valued = new Set(parts.flatMap((part) => (part.kind === 'equals' ? [part.path.keys.join('.')] : [])));
  return parts.filter((part) => part.kind !== 'missing' || !valued.has(part.path.keys.join('.')));
}

/** What takes the place of values that are never meant; for others there are too many to choose from. */
const replacements: Record<string, string> = {
  Allow: 'Deny',
  Detection: 'Prevention',
  Enabled: 'Disabled',
  enable: 'disable',
  TLS1_0: 'TLS1_2',
  '1.0': '1.2',
};

const maxValues = 4;

function toLeave(name: string, values: readonly string[]): string {
  const replacement = ownValue(replacements, values[0]!);
  if (replacement !== undefined) return `set ${name} to \`${replacement}\``;
  const few = values.length <= maxValues ? ` than ${listed(values)}` : '';
  return `give ${name} another value${few}`;
}

/** A list that lacks an entry: its fields and their values. */
function entryWith(path: Path, part: Condition): string | undefined {
  const fields = part.kind === 'and' ? part.parts : [part];
  const described = joined(fields.map(fieldWithValue), ' and ', 'all');
  return described && about(path, (name) => `add an entry to ${name} with ${described}`);
}

function fieldWithValue(condition: Condition): string | undefined {
  if (condition.kind === 'equals')
    return about(condition.path, (name) => `${name} ${listed(condition.values)}`);
  if (condition.kind === 'truth') return about(condition.path, (name) => `${name} \`${condition.wanted}\``);
  return undefined;
}

function toEndTest({ name, args }: Extract<Condition, { kind: 'test' }>): string | undefined {
  if (name === 'literalSecret' || name === 'secretEntry' || name === 'lastingSecret')
    return 'take the secret from a secret store, and change it now';
  const [first] = args;
  if (first === undefined || 'literal' in first) return undefined;
  if (name === 'world') return about(first, (path) => `name the address ranges that need it in ${path}`);
  return undefined;
}

const opposites = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const;
const bounds = { '<': 'less than', '<=': 'at most', '>': 'more than', '>=': 'at least' };

function bounded(
  { path, counted, number }: Extract<Condition, { kind: 'compare' }>,
  operator: keyof typeof bounds,
): string | undefined {
  const bound = `${bounds[operator]} ${number}`;
  return about(path, (name) => (counted ? `list ${bound} in ${name}` : `set ${name} to ${bound}`));
}

const maxClauses = 3;

function joined(
  clauses: ReadonlyArray<string | undefined>,
  word: string,
  needed: 'all' | 'some',
): string | undefined {
  if (needed === 'all' && clauses.includes(undefined)) return undefined;
  // Names of settings that differ in their case alone are one setting.
  const known = [
    ...new Map(
      clauses.flatMap((clause) => (clause === undefined ? [] : [[clause.toLowerCase(), clause]])),
    ).values(),
  ];
  return known.length === 0 || known.length > maxClauses ? undefined : known.join(word);
}

/** A change of the entries of a list, and of which: those that the condition names. */
function inEntries(path: Path, part: Condition): string | undefined {
  const change = toEnd(part);
  const fields = part.kind === 'and' ? part.parts.filter(({ kind }) => kind === 'equals') : [];
  const named = joined(fields.map(fieldWithValue), ' and ', 'some');
  const which = named === undefined ? 'in every entry of' : 'in entries of';
  return change && about(path, (name) => `${which} ${name}${named ? ` with ${named}` : ''}, ${change}`);
}

/** Keys under which we keep what has none in its file. */
const ourKeys = new Set(['text', 'args', '_label']);

/** What is outside of the document, or is no key of it, cannot be named. */
function about(path: Path, say: (name: string) => string): string | undefined {
  if (path.root !== undefined || path.keys.length === 0 || path.keys.some((key) => ourKeys.has(key)))
    return undefined;
  return say(`\`${path.keys.join('.')}\``);
}

function listed(values: readonly string[]): string {
  return values.map((value) => `\`${value}\``).join(' or ');
}
