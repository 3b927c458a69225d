import { macroVectorScores } from './cvss-v4-scores.ts';

type Metrics = ReadonlyMap<string, string>;
type Levels = Record<string, Record<string, number>>;

/** How far each value is from the most severe one of its metric. */
const levels: Levels = {
  AV: { N: 0, A: 1, L: 2, P: 3 },
  PR: { N: 0, L: 1, H: 2 },
  UI: { N: 0, P: 1, A: 2 },
  AC: { L: 0, H: 1 },
  AT: { N: 0, P: 1 },
  VC: { H: 0, L: 1, N: 2 },
  VI: { H: 0, L: 1, N: 2 },
  VA: { H: 0, L: 1, N: 2 },
  SC: { S: 0, H: 1, L: 2, N: 3 },
  SI: { S: 0, H: 1, L: 2, N: 3 },
  SA: { S: 0, H: 1, L: 2, N: 3 },
  CR: { H: 0, M: 1, L: 2 },
  IR: { H: 0, M: 1, L: 2 },
  AR: { H: 0, M: 1, L: 2 },
  E: { A: 0, P: 1, U: 2 },
};

/** The most severe vectors of each equivalence class, and how many steps are between them and the next class. */
const classes = {
  eq1: [
    { steps: 1, tops: ['AV:N/PR:N/UI:N'] },
    { steps: 4, tops: ['AV:A/PR:N/UI:N', 'AV:N/PR:L/UI:N', 'AV:N/PR:N/UI:P'] },
    { steps: 5, tops: ['AV:P/PR:N/UI:N', 'AV:A/PR:L/UI:P'] },
  ],
  eq2: [
    { steps: 1, tops: ['AC:L/AT:N'] },
    { steps: 2, tops: ['AC:H/AT:N', 'AC:L/AT:P'] },
  ],
  eq36: [
    { steps: 7, tops: ['VC:H/VI:H/VA:H/CR:H/IR:H/AR:H'] },
    { steps: 6, tops: ['VC:H/VI:H/VA:L/CR:M/IR:M/AR:H', 'VC:H/VI:H/VA:H/CR:M/IR:M/AR:M'] },
    { steps: 8, tops: ['VC:L/VI:H/VA:H/CR:H/IR:H/AR:H', 'VC:H/VI:L/VA:H/CR:H/IR:H/AR:H'] },
    {
      steps: 8,
      tops: [
        'VC:L/VI:H/VA:L/CR:H/IR:M/AR:H',
        'VC:L/VI:H/VA:H/CR:H/IR:M/AR:M',
        'VC:H/VI:L/VA:H/CR:M/IR:H/AR:M',
        'VC:H/VI:L/VA:L/CR:M/IR:H/AR:H',
        'VC:L/VI:L/VA:H/CR:H/IR:H/AR:M',
      ],
    },
    { steps: 10, tops: ['VC:L/VI:L/VA:L/CR:H/IR:H/AR:H'] },
  ],
  eq4: [
    { steps: 6, tops: ['SC:H/SI:S/SA:S'] },
    { steps: 5, tops: ['SC:H/SI:H/SA:H'] },
    { steps: 4, tops: ['SC:L/SI:L/SA:L'] },
  ],
} as const;

/** The CVSS 4.0 score of a vector's metrics (base, threat and environmental together); undefined where one is missing or unknown. */
export function scoreCvss4(written: Metrics): number | undefined {
  const metrics = effectiveMetrics(written);
  if (!metrics) return undefined;
  const impacts = ['VC', 'VI', 'VA', 'SC', 'SI', 'SA'];
  if (impacts.every((metric) => metrics.get(metric) === 'N')) return 0;
  const { eq1, eq2, eq36, eq4, eq5 } = classify(metrics);
  const score = macroScore(eq1, eq2, eq36, eq4, eq5)!;
  const reductions = [
    reduction(metrics, classes.eq1[eq1]!, score, macroScore(eq1 + 1, eq2, eq36, eq4, eq5)),
    reduction(metrics, classes.eq2[eq2]!, score, macroScore(eq1, eq2 + 1, eq36, eq4, eq5)),
    reduction(metrics, classes.eq36[eq36]!, score, nextImpact(eq1, eq2, eq36, eq4, eq5)),
    reduction(metrics, classes.eq4[eq4]!, score, macroScore(eq1, eq2, eq36, eq4 + 1, eq5)),
    macroScore(eq1, eq2, eq36, eq4, eq5 + 1) === undefined ? undefined : 0,
  ].filter((each) => each !== undefined);
  const mean =
    reductions.length === 0 ? 0 : reductions.reduce((sum, each) => sum + each, 0) / reductions.length;
  return Math.max(0, Math.round((score - mean) * 10) / 10);
}

/** Environmental metrics replace base ones; what is not defined counts as the worst. */
function effectiveMetrics(written: Metrics): Map<string, string> | undefined {
  const metrics = new Map<string, string>();
  for (const metric of Object.keys(levels)) {
    const modified = written.get(`M${metric}`);
    let value = modified && modified !== 'X' ? modified : written.get(metric);
    if (/^(CR|IR|AR)$/.test(metric) && (value === undefined || value === 'X')) value = 'H';
    if (metric === 'E' && (value === undefined || value === 'X')) value = 'A';
    if (!Object.hasOwn(levels[metric]!, String(value))) return undefined;
    metrics.set(metric, value!);
  }
  return metrics;
}

function classify(metrics: Metrics) {
  const is = (metric: string, value: string): boolean => metrics.get(metric) === value;
  const free = [is('AV', 'N'), is('PR', 'N'), is('UI', 'N')];
  const eq1 = free.every(Boolean) ? 0 : free.some(Boolean) && !is('AV', 'P') ? 1 : 2;
  const eq2 = is('AC', 'L') && is('AT', 'N') ? 0 : 1;
  const eq3 = is('VC', 'H') && is('VI', 'H') ? 0 : is('VC', 'H') || is('VI', 'H') || is('VA', 'H') ? 1 : 2;
  const eq4 = is('SI', 'S') || is('SA', 'S') ? 0 : is('SC', 'H') || is('SI', 'H') || is('SA', 'H') ? 1 : 2;
  const eq5 = is('E', 'A') ? 0 : is('E', 'P') ? 1 : 2;
  const wanted = [
    ['CR', 'VC'],
    ['IR', 'VI'],
    ['AR', 'VA'],
  ] as const;
  const eq6 = wanted.some(([need, impact]) => is(need, 'H') && is(impact, 'H')) ? 0 : 1;
  // EQ3 and EQ6 depend on one another and have five common classes: 00 01 10 11 21.
  return { eq1, eq2, eq36: eq3 === 2 ? 4 : eq3 * 2 + eq6, eq4, eq5 };
}

function macroScore(eq1: number, eq2: number, eq36: number, eq4: number, eq5: number): number | undefined {
  if (eq1 > 2 || eq2 > 1 || eq4 > 2 || eq5 > 2) return undefined;
  return macroVectorScores[(((eq1 * 2 + eq2) * 5 + eq36) * 3 + eq4) * 3 + eq5]! / 10;
}

/** The class below 00 is 01 or 10, whichever scores higher; below 01 and 10 it is 11, below 11 it is 21. */
function nextImpact(eq1: number, eq2: number, eq36: number, eq4: number, eq5: number): number | undefined {
  const next = [[1, 2], [3], [3], [4], []][eq36]!;
  const scores = next.map((each) => macroScore(eq1, eq2, each, eq4, eq5)!);
  return scores.length === 0 ? undefined : Math.max(...scores);
}

/** The part of the way to the next class that the vector's own distance from the top of its class is. */
function reduction(
  metrics: Metrics,
  { steps, tops }: { steps: number; tops: readonly string[] },
  score: number,
  next: number | undefined,
): number | undefined {
  if (next === undefined) return undefined;
  const ways = tops.map((top) =>
    top.split('/').map((part) => {
      const [metric, value] = part.split(':') as [string, string];
      return levels[metric]![metrics.get(metric)!]! - levels[metric]![value]!;
    }),
  );
  // A vector is below one of the tops of its class, or is one.
  const distances = ways.find((each) => each.every((distance) => distance >= 0))!;
  const distance = distances.reduce((sum, each) => sum + each, 0);
  return (score - next) * (distance / steps);
}
