import { atMost } from '../../../../model/finding.ts';
import type { RunView } from '../../analysis/events.ts';
import type { TaintEntry } from '../../domain/taint.ts';
import type { Value } from '../../domain/value.ts';
import { callSegment } from '../../knowledge/qualified-name.ts';
import type { OpenPlace, Sink } from '../../knowledge/rule-types.ts';

/**
 * How severe a place without a source is where all of what arrives is up to whoever calls the function or fills the object, and the function is about
 * something whose addresses people give to a program: webhooks, feeds, pictures. The services of a program itself are named by its settings.
 */
export function severityWhereGiven(
  run: RunView,
  { rule: { open }, severity }: Sink,
  value: Value,
  able: readonly TaintEntry[] | undefined,
): OpenPlace['severity'] | undefined {
  if (!open || value.text !== undefined || value.shape || value.closures || !able || !isGiven(able))
    return undefined;
  const names = value.name?.segments().filter((segment) => segment !== callSegment) ?? fieldsOf(able);
  const isAddress = names.some((name) => wordsOf(name).some((word) => addresses.has(word)));
  if (!isAddress || names.some((name) => setting.test(name))) return undefined;
  const isServer = open.imports.length === 0 || run.file.imports(open.imports);
  // What only looks a name up is no worse than where the name is known to be sent.
  return isServer && isAbout(run, open.naming) ? atMost(open.severity, severity) : undefined;
}

/** Somebody else gives it, and nothing has looked at it here. */
function isGiven(able: readonly TaintEntry[]): boolean {
  const given = able.filter(({ origin }) => origin.k === 'parameter');
  return given.length > 0 && given.every(({ check }) => check === undefined);
}

/** Of an object of this file only the field has a name. */
function fieldsOf(able: readonly TaintEntry[]): string[] {
  return able.flatMap(({ origin }) => (origin.k === 'parameter' && origin.field ? [origin.field] : []));
}

/** The function, its class or its file is named after one of these. */
function isAbout({ file, frame }: RunView, words: readonly string[]): boolean {
  for (let inner: typeof frame | undefined = frame; inner; inner = inner.outer)
    if (file.passages.functionNames(inner.fn, words)) return true;
  const named = new Set(wordsOf(`${file.path} ${frame.fn?.className ?? ''}`));
  return words.some((word) => named.has(word) || named.has(`${word}s`));
}

function wordsOf(text: string): string[] {
  return [...text.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)].map(([word]) => word.toLowerCase());
}

/** What an address is called, and what one is called that the program has of its settings. */
const addresses = new Set('url uri link href src source address location target remote'.split(' '));
const setting = /conf|cfg|setting|option|default|env(?![a-z])|base|api|endpoint|server|service/i;
