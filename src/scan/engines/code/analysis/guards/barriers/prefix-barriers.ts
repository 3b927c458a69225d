import { textOf } from '../../../domain/constants.ts';
import { addressLabels, optionLabels, pathLabels } from '../../../domain/guarded-labels.ts';
import type { Value } from '../../../domain/value.ts';
import type { Expr } from '../../../ir/ir.ts';
import type { Guard } from '../../../knowledge/rule-types.ts';
import type { Run } from '../../run.ts';
import { formOf, givenInside } from '../normal-paths.ts';
import { beginsWithSlash, noBackslash, noSecondSlash } from '../targets/local-target.ts';
import type { Barrier } from './barrier.ts';

/**
 * What the beginning of a text establishes. A path is inside a folder where it was normalised before and the folder is compared with its separator; a URL leads
 * to a host where the host is compared with the slash behind it; a target without a host begins with one slash and neither with two nor with a backslash.
 */
export function prefixBarriers(
  run: Run,
  compared: Expr,
  prefix: Expr,
  guard: Guard,
  positive: boolean,
): Barrier[] {
  // Where a text begins with none of several, it does not begin with each of them.
  if (prefix.k === 'list')
    return positive
      ? []
      : prefix.items.flatMap(({ value }) => prefixBarriers(run, compared, value, guard, positive));
  const about = withoutSeparator(run, compared);
  const text = textOf(run.evaluate(prefix));
  const form = formOf(run, about);
  if (!positive) return absentPrefix(about, text, form);
  if (text !== undefined && schemeOnly.test(text)) return [{ expr: about, clears: optionLabels }];
  if (text === '/' && form === undefined)
    return [{ expr: about, clears: optionLabels, target: beginsWithSlash }];
  const barriers: Barrier[] =
    form === undefined && text && /^[^\0-]/.test(text) ? [{ expr: about, clears: optionLabels }] : [];
  if (leadsToHost(text) || isOwnAddress(prefix)) barriers.push({ expr: about, clears: addressLabels });
  const given = about === compared ? guard : { ...guard, partial: false };
  if (form !== undefined) barriers.push(insideFolder(run, about, prefix, text, given));
  else if (isWhole(text, given) || given.partial) barriers.push(...givenInside(run, about));
  return barriers;
}

/** `(path + os.sep).startswith(root)`: with the separator the folder itself counts as inside. */
function withoutSeparator(run: Run, expr: Expr): Expr {
  if (expr.k !== 'binary' || expr.op !== '+') return expr;
  const { constant } = run.evaluate(expr.right);
  return constant === '/' || constant === '\\' ? expr.left : expr;
}

/** Without the separator `/srv/data-old` begins like `/srv/data`; a rule of its own says so where the language has one. */
function insideFolder(run: Run, about: Expr, prefix: Expr, text: string | undefined, guard: Guard): Barrier {
  if (isWhole(text, guard) || guard.partial) return { expr: about, clears: pathLabels };
  return { expr: about, clears: 0, check: run.file.text.slice(prefix.start, prefix.end).slice(0, 60) };
}

function isWhole(text: string | undefined, { segments }: Guard): boolean {
  return segments || (text !== undefined && /[/\\]$/.test(text));
}

/** `https://host/`, or whatever is before a slash that is not the first of two. */
export function leadsToHost(text: string | undefined): boolean {
  return text !== undefined && /^(?:https?:\/\/[^/?#\\@]+\/|\/[^/\\]|\0[^/]*\/)/.test(text);
}

/** The address of this site with the slash behind its host, as frameworks give it. */
function isOwnAddress(expr: Expr): boolean {
  const name = expr.k === 'member' ? expr.property : expr.k === 'name' ? expr.name : '';
  return ownAddresses.has(name);
}

function absentPrefix(about: Expr, text: string | undefined, form: Value['form']): Barrier[] {
  if (text === '-') return [{ expr: about, clears: optionLabels }];
  if (text === '//') return [{ expr: about, clears: 0, target: noSecondSlash }];
  if (text === '/\\' || text === '\\') return [{ expr: about, clears: 0, target: noBackslash }];
  // A path that was normalised and does not begin with the way up does not climb.
  return text?.startsWith('..') && form !== undefined ? [{ expr: about, clears: pathLabels }] : [];
}

/** Flask and Werkzeug; Rails. */
const ownAddresses = new Set(['host_url', 'url_root', 'root_url']);
const schemeOnly = /^https?(?::\/{0,2})?$/;
