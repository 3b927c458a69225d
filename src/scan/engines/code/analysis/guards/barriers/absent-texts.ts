import { ldapLabels, pathLabels, quoteLabels } from '../../../domain/guarded-labels.ts';
import type { Expr } from '../../../ir/ir.ts';
import { harmlessWith } from '../../../knowledge/label-needs.ts';
import { calleeName } from '../../conditions/called-by.ts';
import type { Run } from '../../run.ts';
import { segmentedPaths } from '../elements/path-segments.ts';
import { noBackslash, noScheme } from '../targets/local-target.ts';
import type { Barrier } from './barrier.ts';

/** What it says of a text that another one does not occur in it; undefined where that is nothing. */
export function absentText(run: Run, about: Expr, absent: string): Barrier[] | undefined {
  if (absent === ':') return [{ expr: about, clears: 0, target: noScheme }];
  if (absent.includes('(') && absent.includes('*')) return [{ expr: about, clears: ldapLabels }];
  // A value in which the way up does not occur cannot climb.
  if (absent.includes('..') && !isBetweenSlashes(absent))
    return segmentedPaths(run, about).map((expr) => ({ expr, clears: pathLabels }));
  if (absent === '/') return [{ expr: about, clears: pathLabels }];
  if (absent === '\r' || absent === '\n') return [{ expr: about, clears: 0, lacks: absent }];
  // Between its own quotes a text without another one is a plain literal.
  return absent === "'" || absent === '"' ? [{ expr: about, clears: quoteLabels }] : undefined;
}

/** A way up with a slash on both sides: a path that begins with one has none before it. */
export function isBetweenSlashes(text: string): boolean {
  return /^[\\/]\.\.[\\/]$/.test(text);
}

/** A text that holds none of these characters. */
export function absentCharacters(expr: Expr, characters: string): Barrier[] {
  const left = new Uint8Array(129).fill(1);
  for (const character of characters) left[Math.min(character.charCodeAt(0), 128)] = 0;
  // All others count as one.
  left[128] = 1;
  const clears = harmlessWith(left) | (characters.includes('/') ? pathLabels : 0);
  const target = (characters.includes('\\') ? noBackslash : 0) | (characters.includes(':') ? noScheme : 0);
  return clears || target ? [{ expr, clears, ...(target && { target }) }] : [];
}

/** The characters of a list, of a text that is taken apart, or of what a library gives; undefined where they are not known. */
export function charactersIn(run: Run, expr: Expr): string | undefined {
  if (expr.k === 'list') return joined(expr.items.map(({ value }) => singleIn(value)));
  if (expr.k === 'const') return typeof expr.value === 'string' ? expr.value : undefined;
  if (expr.k === 'call') {
    const { callee, args } = expr;
    // What no name of a file has: on every system that is the slash.
    if (calleeName(run, expr)?.segments().at(-1) === 'GetInvalidFileNameChars') return '/';
    if (callee.k !== 'member' || !sameOrMore.has(callee.property)) return undefined;
    const more = callee.property === 'ToArray' ? undefined : args[0]?.value;
    return joined([charactersIn(run, callee.object), more ? (charactersIn(run, more) ?? '') : '']);
  }
  if (expr.k !== 'name' && expr.k !== 'member') return undefined;
  const { name, shape, constant } = run.evaluate(expr);
  if (typeof constant === 'string') return constant;
  if (name?.segments().at(-2) === 'GetInvalidFileNameChars') return '/';
  // A field of which the type is written: what it begins with says more.
  const owner = expr.k === 'member' && !shape ? run.evaluate(expr.object).instance : undefined;
  const begun =
    owner && expr.k === 'member' ? run.classes.declaration(owner, expr.property)?.value : undefined;
  if (begun?.k === 'call' || begun?.k === 'list') return charactersIn(run, begun);
  if (shape?.kind !== 'list' || shape.length === undefined) return undefined;
  return joined(
    [...shape.fields.values()].map((item) =>
      typeof item.constant === 'string' && item.constant.length === 1 ? item.constant : undefined,
    ),
  );
}

function singleIn(expr: Expr): string | undefined {
  return expr.k === 'const' && typeof expr.value === 'string' && expr.value.length === 1
    ? expr.value
    : undefined;
}

function joined(parts: ReadonlyArray<string | undefined>): string | undefined {
  return parts.length > 0 && parts.every((part) => part !== undefined) ? parts.join('') : undefined;
}

const sameOrMore = new Set(['ToArray', 'Concat', 'Union', 'ToCharArray', 'toCharArray']);
