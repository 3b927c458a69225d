import type { EngineFinding } from '../../../src/scan/model/finding.ts';

export interface CaseResult {
  id: string;
  repo: string;
  language: string;
  class: string;
  heldBack: boolean;
  hits: EngineFinding[];
  toldApart: boolean;
}

interface Figure {
  name: string;
  cases: number;
  found: number;
  toldApart: number;
}

/** Shares by part, language and class, as a table and as data. */
export function reportOf(results: readonly CaseResult[], absent: readonly string[]) {
  const figures: Figure[] = [
    figure('all', results),
    figure(
      'read',
      results.filter(({ heldBack }) => !heldBack),
    ),
    figure(
      'held back',
      results.filter(({ heldBack }) => heldBack),
    ),
  ];
  for (const key of ['language', 'class'] as const)
    for (const value of [...new Set(results.map((result) => result[key]))].sort())
      figures.push(
        figure(
          `${key} ${value}`,
          results.filter((result) => result[key] === value),
        ),
      );
  const rows = figures.map(
    ({ name, cases, found, toldApart }) =>
      `${name.padEnd(30)} ${String(cases).padStart(4)}  found ${share(found, cases)}  told from the fix ${share(toldApart, cases)}`,
  );
  const missing = absent.length > 0 ? [`repositories not there, or not scanned: ${absent.length} cases`] : [];
  return { figures: { figures, absent: absent.length }, text: [...rows, ...missing].join('\n') };
}

function figure(name: string, results: readonly CaseResult[]): Figure {
  return {
    name,
    cases: results.length,
    found: results.filter(({ hits }) => hits.length > 0).length,
    toldApart: results.filter(({ toldApart }) => toldApart).length,
  };
}

function share(part: number, whole: number): string {
  return `${String(part).padStart(3)} = ${((100 * part) / (whole || 1)).toFixed(1).padStart(5)} %`;
}
