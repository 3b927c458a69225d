import { scoreCvss4 } from './cvss-v4.ts';

type Metrics = ReadonlyMap<string, string>;

/** The score from 0 to 10 of a CVSS 2.0, 3.0, 3.1 or 4.0 vector (2 and 3: its base part); undefined where the text is none. */
export function scoreCvss(vector: string): number | undefined {
  if (vector.length > 512) return undefined;
  const parts = vector.replace(/^\(|\)$/g, '').split('/');
  const metrics = new Map(parts.map((part) => part.split(':') as [string, string]));
  const version = metrics.get('CVSS');
  if (version === '4.0') return scoreCvss4(metrics);
  if (version === '3.0' || version === '3.1') return scoreCvss3(metrics);
  return version === undefined ? scoreCvss2(metrics) : undefined;
}

const weights3 = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
};

function scoreCvss3(metrics: Metrics): number | undefined {
  const scope = metrics.get('S');
  if (scope !== 'U' && scope !== 'C') return undefined;
  const privileges = scope === 'C' ? { N: 0.85, L: 0.68, H: 0.5 } : { N: 0.85, L: 0.62, H: 0.27 };
  const values = pick(metrics, { ...weights3, PR: privileges });
  if (!values) return undefined;
  const { AV, AC, PR, UI, C, I, A } = values;
  const loss = 1 - (1 - C!) * (1 - I!) * (1 - A!);
  const impact = scope === 'U' ? 6.42 * loss : 7.52 * (loss - 0.029) - 3.25 * (loss - 0.02) ** 15;
  if (loss === 0) return 0;
  const exploitability = 8.22 * AV! * AC! * PR! * UI!;
  return roundUp(Math.min((scope === 'C' ? 1.08 : 1) * (impact + exploitability), 10));
}

/** The specification's own rounding, which is safe from the last bits of floating point numbers. */
function roundUp(score: number): number {
  const scaled = Math.round(score * 100_000);
  return scaled % 10_000 === 0 ? scaled / 100_000 : (Math.floor(scaled / 10_000) + 1) / 10;
}

const weights2 = {
  AV: { L: 0.395, A: 0.646, N: 1 },
  AC: { H: 0.35, M: 0.61, L: 0.71 },
  Au: { M: 0.45, S: 0.56, N: 0.704 },
  C: { N: 0, P: 0.275, C: 0.66 },
  I: { N: 0, P: 0.275, C: 0.66 },
  A: { N: 0, P: 0.275, C: 0.66 },
};

function scoreCvss2(metrics: Metrics): number | undefined {
  const values = pick(metrics, weights2);
  if (!values) return undefined;
  const { AV, AC, Au, C, I, A } = values;
  const impact = 10.41 * (1 - (1 - C!) * (1 - I!) * (1 - A!));
  const exploitability = 20 * AV! * AC! * Au!;
  const score = (0.6 * impact + 0.4 * exploitability - 1.5) * (impact === 0 ? 0 : 1.176);
  return Math.round(Math.max(0, score) * 10) / 10;
}

function pick(
  metrics: Metrics,
  weights: Record<string, Record<string, number>>,
): Record<string, number> | undefined {
  const values: Record<string, number> = {};
  for (const [metric, table] of Object.entries(weights)) {
    const value = metrics.get(metric);
    if (!Object.hasOwn(table, String(value))) return undefined;
    values[metric] = table[value!]!;
  }
  return values;
}
