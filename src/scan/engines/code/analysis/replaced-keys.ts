import { checkedTaint, type Taint } from '../domain/taint.ts';
import { deepTaint, type Value } from '../domain/value.ts';
import type { Span } from '../ir/ir.ts';
import type { Name } from '../knowledge/rule-set.ts';
import type { Run } from './run.ts';

/** A middleware puts something of its own into the request: `vars["dir"] = …`. What it only changes a little, such as its blanks, stays what was sent. */
export function noteReplaced(run: Run, object: Value, key: string, value: Value, target: Span): void {
  if (!object.name || !object.taint?.some(({ origin }) => origin.k === 'source')) return;
  const sent = new Set(object.taint.map(({ origin }) => origin.id));
  if (deepTaint(value)?.some(({ origin }) => sent.has(origin.id))) return;
  const code = run.file.text.slice(target.start, target.end).replace(/\s+/g, ' ').slice(0, maxCode);
  run.replacedKeys.set(object.name.child(key), { by: run.frame.fn, code: `${code} =` });
}

/** What another function reads under such a key may be what was put there: that counts as a check of which only the name is known. */
export function maybeReplaced(run: Run, name: Name, taint: Taint | undefined): Taint | undefined {
  if (run.replacedKeys.size === 0) return taint;
  const replaced = run.replacedKeys.get(name);
  return replaced && replaced.by !== run.frame.fn ? checkedTaint(taint, replaced.code) : taint;
}

const maxCode = 40;
