import { ExactNumber } from './json/exact-number.ts';

/** What a schema found wrong, as far as a sentence needs it. */
interface Issue {
  code?: string | undefined;
  input?: unknown;
  expected?: unknown;
  origin?: unknown;
  format?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  inclusive?: unknown;
  values?: readonly unknown[];
}

export const isRequired = 'Is required.';

/** Says what is wrong with a value in words that a person can act on; undefined where the schema's own words are all there is. */
export function issueSentence(issue: Issue): string | undefined {
  if (
    issue.input === undefined &&
    ['invalid_type', 'invalid_value', 'invalid_union'].includes(issue.code ?? '')
  )
    return isRequired;
  switch (issue.code) {
    case 'invalid_type':
      // NaN is what a query makes of a text that is no number.
      if (typeof issue.input === 'number' && (issue.expected === 'int' || Number.isNaN(issue.input)))
        return 'Must be a whole number.';
      return `Must be ${named(issue.expected)}, not ${kindOf(issue.input)}.`;
    case 'invalid_value':
      return `Must be ${(issue.values ?? []).map((value) => JSON.stringify(value)).join(', ')}.`.replace(
        /, ("[^"]*"\.)$/,
        ' or $1',
      );
    case 'too_small':
      return `Must ${amount(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)}.`;
    case 'too_big':
      return `Must ${amount(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)}.`;
    case 'invalid_format':
      return issue.format === 'datetime' ? 'Must be a time such as 2027-01-31T12:00:00Z.' : undefined;
    case 'invalid_key':
      return 'Has a name that is not allowed.';
    default:
      return undefined;
  }
}

const units: Record<string, string> = { string: 'character', array: 'item', set: 'item' };

function amount(origin: unknown, comparison: string, bound: unknown): string {
  const unit = units[String(origin)];
  return unit === undefined
    ? `be ${comparison} ${bound}`
    : `have ${comparison} ${bound} ${unit}${Number(bound) === 1 ? '' : 's'}`;
}

const articles: Record<string, string> = {
  array: 'an array',
  object: 'an object',
  record: 'an object',
  int: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  undefined: 'missing',
};

function named(kind: unknown): string {
  return articles[String(kind)] ?? `a ${kind}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (value instanceof ExactNumber) return 'a number';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'boolean' ? String(value) : `a ${typeof value}`;
}
