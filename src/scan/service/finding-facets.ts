import { compareTexts } from '../../kernel/compare-texts.ts';
import type { FindingFacets } from '../model/finding-row.ts';
import type { RowCount, RowFilter } from './finding-list-store.ts';

/** The commonest rules are counted; a list of thousands helps nobody to choose. */
const mostRules = 100;

type Dimension = 'severity' | 'engine' | 'status' | 'ruleId';

export function countMatching(counts: readonly RowCount[], filter: RowFilter): number {
  return sum(counts.filter((count) => dimensions.every((name) => isChosen(count, filter, name))));
}

/** For each thing to choose by: how many there would be of each value, with all other choices as they are. */
export function countFacets(counts: readonly RowCount[], filter: RowFilter): FindingFacets {
  const facet = (name: Dimension): Array<[string, number]> => {
    const others = dimensions.filter((other) => other !== name);
    const totals = new Map<string, number>();
    for (const count of counts) {
      if (!others.every((other) => isChosen(count, filter, other))) continue;
      totals.set(count[name], (totals.get(count[name]) ?? 0) + count.count);
    }
    return [...totals].sort(([a, n], [b, m]) => m - n || compareTexts(a, b));
  };
  return {
    severity: Object.fromEntries(facet('severity')),
    engine: Object.fromEntries(facet('engine')),
    status: Object.fromEntries(facet('status')),
    rule: Object.fromEntries(facet('ruleId').slice(0, mostRules)),
  };
}

const dimensions: readonly Dimension[] = ['severity', 'engine', 'status', 'ruleId'];

function isChosen(count: RowCount, filter: RowFilter, name: Dimension): boolean {
  if (name === 'ruleId') return filter.ruleId === undefined || filter.ruleId === count.ruleId;
  const wanted: readonly string[] | undefined = filter[name];
  return wanted === undefined || wanted.includes(count[name]);
}

function sum(counts: readonly RowCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
