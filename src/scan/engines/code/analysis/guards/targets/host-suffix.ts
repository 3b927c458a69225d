import { textOf } from '../../../domain/constants.ts';
import { addressLabels } from '../../../domain/guarded-labels.ts';
import type { Expr } from '../../../ir/ir.ts';
import type { Run } from '../../run.ts';
import type { Barrier } from '../barriers/barrier.ts';
import { hostIn } from './parsed-address.ts';

/** `url.hostname.endsWith('.example.org')`: a host of that domain. Without its dot, `evilexample.org` ends like that as well. */
export function suffixBarriers(run: Run, test: Expr & { k: 'call' }, method: string): Barrier[] | undefined {
  const { callee, args } = test;
  if (!suffixes.has(method)) return undefined;
  const [first, second] = args.map(({ value }) => value);
  // `strings.HasSuffix(host, suffix)`, or a method of the text.
  const [host, suffix] = second
    ? [first, second]
    : [callee.k === 'member' ? callee.object : undefined, first];
  if (!host || !suffix || !hostIn(run, host)) return undefined;
  const value = run.evaluate(suffix);
  const isOwn = !value.taint?.some(({ origin }) => origin.k === 'source');
  return isOwn && domain.test(textOf(value) ?? '') ? [{ expr: host, clears: addressLabels }] : undefined;
}

/** `strings.HasPrefix(d, ".") && strings.HasSuffix(host, d)`: the dot is asked for, whatever the domain is. */
export function dottedSuffixBarriers(run: Run, { left, right }: Expr & { k: 'logic' }): Barrier[] {
  const [begins, ends] = [left, right].map(askedEnd);
  if (!begins || !ends || !beginnings.has(begins.method) || !suffixes.has(ends.method)) return [];
  const said = (expr: Expr) => run.file.text.slice(expr.start, expr.end);
  if (run.evaluate(begins.end).constant !== '.' || said(begins.text) !== said(ends.end)) return [];
  const { taint } = run.evaluate(ends.end);
  return hostIn(run, ends.text) && !taint?.some(({ origin }) => origin.k === 'source')
    ? [{ expr: ends.text, clears: addressLabels }]
    : [];
}

/** The text, and what it is asked to begin or end with. */
function askedEnd(test: Expr): { method: string; text: Expr; end: Expr } | undefined {
  if (test.k !== 'call') return undefined;
  const { callee, args } = test;
  const method = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  const [first, second] = args.map(({ value }) => value);
  const text = second ? first : callee.k === 'member' ? callee.object : undefined;
  const end = second ?? first;
  return text && end && { method, text, end };
}

/** Not `.com`, under which anybody may have a host. */
const domain = /^\.(?:[^.]+\.[^.]|[^.]*\0)/;
const beginnings = new Set([
  'startsWith',
  'startswith',
  'StartsWith',
  'start_with?',
  'HasPrefix',
  'str_starts_with',
]);
const suffixes = new Set(['endsWith', 'endswith', 'EndsWith', 'end_with?', 'HasSuffix', 'str_ends_with']);
