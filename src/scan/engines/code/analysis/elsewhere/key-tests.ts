import { type AwaitedCheck, keyTestAwaited, keyTestKey } from '../../domain/awaited-check.ts';
import type { Expr } from '../../ir/ir.ts';
import type { Run } from '../run.ts';
import { segmentsElsewhere } from './awaited-names.ts';

/** The questions whether what was asked about a key, in other files, refuses the names that lead to what all objects share. */
export function awaitedKeyTests(run: Run, asks: readonly Expr[]): AwaitedCheck[] {
  const found = new Set<AwaitedCheck>();
  for (const asked of asks) {
    const segments = segmentsElsewhere(run, nameOf(run, asked));
    if (segments) found.add(keyTestAwaited(segments));
    if (found.size >= maxAsked) break;
  }
  return [...found];
}

function nameOf(run: Run, asked: Expr) {
  if (asked.k === 'name') return run.lookup(asked.name).name;
  if (asked.k !== 'member' || asked.object.k !== 'name') return undefined;
  return run.lookup(asked.object.name).name?.child(asked.property);
}

/** Tells other files which functions and collections of this one test keys, by the names that they know them by. */
export function tellKeyTests(run: Run, tests: readonly string[]): void {
  const told = new Set(tests);
  for (const [name, fn] of run.exports.functions) if (told.has(run.topLevel.get(fn) ?? '')) told.add(name);
  run.facts.collections([...told].map(keyTestKey));
}

const maxAsked = 8;
