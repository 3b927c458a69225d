import { type AwaitedCheck, passedByBoth, questionsIn } from '../../domain/awaited-check.ts';
import type { HeldFinding } from '../../domain/facts.ts';
import type { Taint } from '../../domain/taint.ts';

/** What other files are asked about a finding: whether one of these tests makes the data harmless for the label. */
export type Asked = Omit<HeldFinding, 'finding'>;

/** What all that does harm has passed. */
export function askedOf(taint: Taint | undefined, label: number): Asked | undefined {
  const harmful = (taint ?? []).filter(({ mask }) => mask & label);
  const [first, ...others] = harmful;
  const awaits = others.reduce((shared, entry) => passedByBoth(shared, entry.awaits), first?.awaits);
  const asked = questionsIn(awaits);
  return asked && { label, awaits: asked };
}

/** What arrives on two ways is harmless only where both are: by a test that both have passed, or each by its own. */
export function askedOnBoth(a: Asked | undefined, b: Asked | undefined): Asked | undefined {
  if (!a || !b || a.label !== b.label) return undefined;
  const shared = a.others || b.others ? undefined : passedByBoth(a.awaits, b.awaits);
  if (shared) return { label: a.label, awaits: shared };
  const others = distinct([...(a.others ?? []), b.awaits, ...(b.others ?? [])], a.awaits);
  return others.length > maxWays ? undefined : { ...a, ...(others.length > 0 && { others }) };
}

function distinct(lists: ReadonlyArray<readonly AwaitedCheck[]>, known: readonly AwaitedCheck[]) {
  const seen = new Set([known.join()]);
  return lists.filter((list) => !seen.has(list.join()) && seen.add(list.join()));
}

const maxWays = 6;
