import { textOf } from '../../../domain/constants.ts';
import type { Expr } from '../../../ir/ir.ts';
import type { Run } from '../../run.ts';
import type { Barrier } from '../barrier.ts';
import { addressLabels } from '../guarded-labels.ts';
import { hostOf } from '../same-value.ts';

/** `url.hostname.endsWith('.example.org')`: a host of that domain. Without its dot, `evilexample.org` ends like that as well. */
export function suffixBarriers(run: Run, test: Expr & { k: 'call' }, method: string): Barrier[] | undefined {
  const { callee, args } = test;
  if (!suffixes.has(method)) return undefined;
  const [first, second] = args.map(({ value }) => value);
  // `strings.HasSuffix(host, suffix)`, or a method of the text.
  const [host, suffix] = second
    ? [first, second]
    : [callee.k === 'member' ? callee.object : undefined, first];
  if (!host || !suffix || !hostOf(host)) return undefined;
  const value = run.evaluate(suffix);
  const isOwn = !value.taint?.some(({ origin }) => origin.k === 'source');
  return isOwn && domain.test(textOf(value) ?? '') ? [{ expr: host, clears: addressLabels }] : undefined;
}

/** Not `.com`, under which anybody may have a host. */
const domain = /^\.(?:[^.]+\.[^.]|[^.]*\0)/;
const suffixes = new Set(['endsWith', 'endswith', 'EndsWith', 'end_with?', 'HasSuffix', 'str_ends_with']);
