import type { Expr } from '../../../ir/ir.ts';
import type { Run } from '../../run.ts';
import { testOf } from '../flags.ts';
import { hostOf, innermost } from '../same-value.ts';
import { noBackslash } from './local-target.ts';

/** The URL that an expression gives the host of, also where a variable holds the host: `h = urlparse(to).hostname or ''`. */
export function hostIn(run: Run, expr: Expr): Expr | undefined {
  const host = hostOf(expr);
  if (host || expr.k !== 'name') return host;
  const held = testOf(run, expr.name);
  return held && hostOf(innermost(held)) ? expr : undefined;
}

/** The parsed URL that an expression gives the protocol of. */
export function schemeOf(expr: Expr): Expr | undefined {
  return partOf(expr, schemeProperty);
}

/** The parsed URL that an expression gives the path of. */
export function pathOf(expr: Expr): Expr | undefined {
  return partOf(expr, pathProperty);
}

function partOf(expr: Expr, property: RegExp): Expr | undefined {
  const read = expr.k === 'call' && expr.args.length === 0 ? expr.callee : expr;
  if (read.k === 'index')
    return read.index.k === 'const' && property.test(String(read.index.value)) ? read.object : undefined;
  return read.k === 'member' && property.test(read.property) ? read.object : undefined;
}

/** What is known of the text that a URL was parsed from, besides what is asked of the URL. */
export function parsedText(run: Run, url: Expr): number {
  if (run.traits.addressesAreStrict) return noBackslash;
  const call = url.k === 'name' ? testOf(run, url.name) : url;
  const text = call?.k === 'call' ? call.args[0]?.value : undefined;
  return text && isWithoutBackslash(run, text) ? noBackslash : 0;
}

/** `to.replace('\\', '/')`: a text in which no backslash is left; or a variable that was set from one. */
export function isWithoutBackslash(run: Run, expr: Expr): boolean {
  const call = expr.k === 'name' ? testOf(run, expr.name) : expr;
  if (call?.k !== 'call') return false;
  const method =
    call.callee.k === 'member' ? call.callee.property : call.callee.k === 'name' ? call.callee.name : '';
  if (!replacing.has(method)) return false;
  // `strings.ReplaceAll(to, old, new)`, `str_replace(old, new, $to)`, or a method of the text.
  const texts = call.args
    .map(({ value }) => run.evaluate(value))
    .map(({ constant, text }) => constant ?? text);
  const at = texts.findIndex((text) => typeof text === 'string' && onlyBackslash.test(text));
  const by = texts[at + 1];
  if (at < 0 || typeof by !== 'string' || by.includes('\\')) return false;
  // A plain text is replaced once in some languages, an expression everywhere with its flag.
  return (
    method !== 'replace' || !run.traits.functionsAreObjects || /\/[a-z]*g[a-z]*$/.test(String(texts[at]))
  );
}

const schemeProperty = /^(?:get)?(?:scheme|protocol)$/i;
const pathProperty = /^(?:get_?|escaped)?path(?:name)?$/i;
const replacing = new Set(['replace', 'replaceAll', 'ReplaceAll', 'Replace', 'gsub', 'tr', 'str_replace']);
const onlyBackslash = /^\/?(?:\\{1,2}|\[\\{1,2}\])\+?(?:\/[a-z]*)?$/;
