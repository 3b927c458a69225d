import type { FunctionIr, ModuleIr, Span } from '../../ir/ir.ts';
import type { CheckWords } from '../../knowledge/words/check-words.ts';
import { openAddresses } from './address-patterns.ts';
import { sitesByBeginning } from './addresses/site-beginnings.ts';
import { checkedBeforeDecoding } from './decoded-later.ts';
import { FileView } from './file-view.ts';
import { hasWords } from './file-words.ts';
import { comparedHosts } from './known-hosts.ts';
import { forgottenLineEnds } from './line-ends.ts';
import { refusedLocalNames } from './local-names.ts';
import { halfLocalTargets } from './local-targets.ts';
import { decodesTwice, escapesWithoutQuotes } from './markup-escapes.ts';
import { linePatterns, openPatterns } from './open-patterns.ts';
import { unescapedBackslashes } from './quoted-texts.ts';
import { refusedCalls } from './refused-calls.ts';
import { classesByBeginning, refusedClasses, refusedExtensions } from './refused-kinds.ts';
import { refusedWords } from './refused-words.ts';
import { type Replacement, replacementsIn } from './replacements.ts';
import { refusedSchemes } from './schemes.ts';
import { halfRefusedKeys, keysOfAnyType } from './shared-keys.ts';
import { removedTags } from './tag-filters.ts';
import { type Unit, unitsOf } from './units.ts';
import { removedWaysUp } from './ways-up.ts';

/** A check, or an escape, that lets through a part of what it is there for. */
export interface IncompleteCheck {
  readonly kind: string;
  readonly place: Span;
  readonly fn: FunctionIr | undefined;
}

/**
 * Looks in each function of a file for checks and escapes that do a part of their work, wherever the data comes from and goes to: whoever calls them takes what comes back for harmless.
 * `kinds` are those that rules ask for; of some they say the name of the function that is meant.
 */
export function findIncompleteChecks(
  module: ModuleIr,
  text: string,
  words: CheckWords,
  kinds: readonly string[],
): IncompleteCheck[] {
  const wanted = kinds.map(parted).filter(({ kind, name }) => hasWords(kind, name, text, words));
  if (wanted.length === 0) return [];
  const units = unitsOf(module, words);
  const view = new FileView(text, words, units[0]!);
  return units.flatMap((unit) => {
    const replacements = replacementsIn(unit, view);
    return wanted.flatMap(({ asked, kind, name }) =>
      (readers[kind]?.(unit, replacements, view, units, name) ?? []).map((place) => ({
        kind: asked,
        place,
        fn: unit.fn,
      })),
    );
  });
}

/** `called:IsPrivate` is a kind, and the name of the function that it is about. */
function parted(asked: string): { asked: string; kind: string; name: string | undefined } {
  const [kind = '', name] = asked.split(':');
  return { asked, kind, name };
}

type Reader = (
  unit: Unit,
  replacements: readonly Replacement[],
  view: FileView,
  units: readonly Unit[],
  name: string | undefined,
) => Span[];

const readers: Record<string, Reader> = {
  'address-pattern': (unit, _, view) => openAddresses(unit, view),
  'any-key': (unit, _, view) => keysOfAnyType(unit, view),
  backslash: unescapedBackslashes,
  called: (unit, _replacements, _view, _units, name) => refusedCalls(unit, name),
  'class-beginning': (unit, _replacements, view, _units, name) =>
    isNamed(unit, name) ? classesByBeginning(unit, view) : [],
  'class-list': (unit, _replacements, view, _units, name) =>
    isNamed(unit, name) ? refusedClasses(unit, view) : [],
  'decoded-later': checkedBeforeDecoding,
  decoding: (_, replacements) => decodesTwice(replacements),
  defined: (unit, _replacements, _view, _units, name) =>
    isNamed(unit, name) && unit.fn?.className ? [unit.fn.heading] : [],
  extension: (unit, _, view) => refusedExtensions(unit, view),
  host: (unit, _, view) => comparedHosts(unit, view),
  line: (unit, _, view) => linePatterns(unit, view),
  'line-end': forgottenLineEnds,
  'local-name': (unit, _, view) => refusedLocalNames(unit, view),
  'local-target': (unit, _replacements, view, units) => halfLocalTargets(unit, units, view),
  markup: escapesWithoutQuotes,
  'open-pattern': (unit, _, view) => openPatterns(unit, view),
  prototype: halfRefusedKeys,
  scheme: refusedSchemes,
  'site-beginning': (unit, _, view) => sitesByBeginning(unit, view),
  tag: (_, replacements) => removedTags(replacements),
  'way-up': removedWaysUp,
  word: (unit, _, view) => refusedWords(unit, view),
};

function isNamed({ fn }: Unit, name: string | undefined): boolean {
  return fn !== undefined && fn.name === name;
}
