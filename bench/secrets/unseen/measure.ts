import { createHash } from 'node:crypto';
import { expandTemplate } from '../../../src/scan/engines/secrets/rules/example-template.ts';
import { createSecretsEngine } from '../../../src/scan/engines/secrets/secrets-engine.ts';
import type { EngineFinding } from '../../../src/scan/model/finding.ts';
import { harmless } from './harmless.ts';
import { leaks } from './leaks.ts';
import type { Sample } from './sample.ts';
import { harmlessCode } from './second/harmless-code.ts';
import { harmlessValues } from './second/harmless-values.ts';
import { leaksOfProviders } from './second/leaks-of-providers.ts';
import { leaksOfServices } from './second/leaks-of-services.ts';

export interface Half {
  leaks: number;
  found: number;
  harmless: number;
  alarms: number;
  /** Harmless files with a finding of low severity or for information. */
  quiet: number;
  /** What went wrong, for the half that may be read. */
  notes: string[];
}

/** Each was written before a rule was changed for it; the second a day later than the first. */
const sets = {
  first: { leaks, harmless },
  second: {
    leaks: [...leaksOfProviders, ...leaksOfServices],
    harmless: [...harmlessValues, ...harmlessCode],
  },
};

export type SetName = keyof typeof sets;

const loud: ReadonlySet<string> = new Set(['critical', 'high', 'medium']);

/** A leak is found when a finding of medium severity or worse is on its line; a harmless file is a false alarm when it has any such finding. */
export function measureUnseen(name: SetName = 'first'): { read: Half; heldBack: Half } {
  const { leaks, harmless } = sets[name];
  const prefix = name === 'first' ? '' : `${name} `;
  const engine = createSecretsEngine();
  const analyse = (path: string, text: string) =>
    engine.analyse({ path, bytes: Buffer.from(text), text, tree: undefined }, { hashSecret: () => 'x' })
      .findings;
  const halves = { read: emptyHalf(), heldBack: emptyHalf() };
  for (const [index, sample] of leaks.entries()) {
    const seed = `${prefix}leak ${index}`;
    const half = halves[halfOf(sample[0], seed)];
    countLeaks(sample, seed, analyse(sample[0], fill(sample[1], seed)), half);
  }
  for (const [index, [path, lines]] of harmless.entries()) {
    const seed = `${prefix}harmless ${index}`;
    const half = halves[halfOf(path, seed)];
    const findings = analyse(path, fill(lines, seed));
    const alarm = findings.find(({ severity }) => loud.has(severity));
    half.harmless++;
    if (alarm) half.alarms++;
    else if (findings.length > 0) half.quiet++;
    if (alarm)
      half.notes.push(`alarm ${path}: ${alarm.ruleId}: ${lines[alarm.startLine - 1]?.slice(0, 120)}`);
  }
  return halves;
}

function countLeaks(
  [path, lines]: Sample,
  seed: string,
  findings: readonly EngineFinding[],
  half: Half,
): void {
  const found = findings.filter(({ severity }) => loud.has(severity)).map(({ startLine }) => startLine);
  let line = 1;
  for (const source of lines) {
    const height = fill([source], seed).split('\n').length;
    // The body and the end of a key belong to its first line.
    if (/\{[A-Za-z0-9]+(?::\d+)?\}/.test(source) && !/^(?:\{pem|-----END|b3Blb)/.test(source)) {
      half.leaks++;
      if (found.some((at) => at >= line && at < line + height)) half.found++;
      else half.notes.push(`missed ${path}: ${source.slice(0, 120)}`);
    }
    line += height;
  }
}

function fill(lines: readonly string[], seed: string): string {
  return expandTemplate(lines.join('\n'), `unseen ${seed}`);
}

/** A hash decides which half is held back: its misses are counted and not read, so that rules are not written for it. */
function halfOf(path: string, seed: string): 'read' | 'heldBack' {
  return (createHash('sha256').update(`${path} ${seed}`).digest()[0]! & 1) === 0 ? 'read' : 'heldBack';
}

function emptyHalf(): Half {
  return { leaks: 0, found: 0, harmless: 0, alarms: 0, quiet: 0, notes: [] };
}
