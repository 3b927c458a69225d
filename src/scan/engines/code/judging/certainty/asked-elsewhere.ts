import { passedByBoth, questionsIn } from '../../domain/awaited-check.ts';
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
