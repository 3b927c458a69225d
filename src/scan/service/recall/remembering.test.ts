import { expect, test } from 'vitest';
import { sampleFinding } from '../../../../test/support/sample-scan.ts';
import type { JobClaim } from '../../../jobs/job-queue.ts';
import type { Finding, Severity } from '../../model/finding.ts';
import { Remembering, type RememberingOptions } from './remembering.ts';

const repoUrl = 'https://git.example.com/a';
const one = (id: string, severity: Severity = 'high', change: Partial<Finding> = {}) =>
  sampleFinding({ id, severity, ...change });

interface World {
  findings?: Finding[];
  suppressed?: Finding[];
  /** Findings that memory keeps already, with their texts. */
  known?: Record<string, string>;
  /** Decisions by the finding, with the time at which they end. */
  decisions?: Record<string, { expiresAt?: number; repoUrl?: string }>;
  enabled?: boolean;
  newest?: string | undefined;
  /** The scan that saw the findings of a decision. */
  seenIn?: string;
}

/** What a run asks of memory and of the store of decisions, in order. */
async function asked(world: World, payload: object): Promise<string[]> {
  const {
    findings = [],
    suppressed = [],
    known = {},
    decisions = {},
    enabled = true,
    seenIn = 'scan_1',
  } = world;
  const newest = 'newest' in world ? world.newest : 'scan_1';
  const log: string[] = [];
  const ids = (list: readonly { findingId: string }[]) => list.map(({ findingId }) => findingId).join(' ');
  const options = {
    queue: { finish: async () => void log.push('finished') },
    triage: {
      decisions: async () => Object.keys(decisions).map((findingId) => ({ findingId })),
      findFindings: async (_: string, wanted: string[]) =>
        [...findings, ...suppressed]
          .filter(({ id }) => wanted.includes(id))
          .map((finding) => ({ finding, repoUrl, scanId: seenIn })),
      decisionsOf: async (_: string, wanted: string[]) =>
        new Map(
          Object.entries(decisions)
            .filter(([id]) => wanted.includes(id))
            .map(([id, decision]) => [id, { reason: 'because', ...decision }]),
        ),
      noteRepository: async (_: string, id: string, url: string) => void log.push(`note ${id} ${url}`),
    },
    scans: { findings: async () => ({ findings, suppressedFindings: suppressed }) },
    lists: { newestScans: async () => (newest === undefined ? [] : [{ scanId: newest }]) },
    decisions: {
      keep: async (_: string, kept: Array<{ findingId: string }>) =>
        void log.push(`keep decisions ${ids(kept)}`),
      forget: async (_: string, gone: string[]) => void log.push(`forget decisions ${gone.join(' ')}`),
    },
    findings: {
      enabled,
      ofRepository: async () => new Map(Object.entries(known)),
      keep: async (_: string, kept: Array<{ findingId: string }>) => void log.push(`keep ${ids(kept)}`),
      forget: async (_: string, gone: string[]) => void log.push(`forget ${gone.join(' ')}`),
    },
    mask: (text: string) => text.replaceAll('SQL', '***'),
    clock: { now: () => 1000 },
    onGivenUp: () => void log.push('given up'),
  } as unknown as RememberingOptions;
  expect(
    await new Remembering(options).run(
      { tenantId: 't', payload } as unknown as JobClaim,
      new AbortController().signal,
    ),
  ).toBe('done');
  return log;
}

// biome-ignore format: one line for each row
test.each([
  ['open findings of medium severity and above', { findings: [one('a', 'critical'), one('b', 'medium'), one('c', 'low'), one('d', 'info')] }, ['forget ', 'keep a b']], ['the worst first', { findings: [one('a', 'medium'), one('b', 'critical'), one('c', 'high')] }, ['forget ', 'keep b c a']],
  ['what a decision of before closed, and not what is suppressed', { suppressed: [one('a', 'high', { status: 'false_positive' }), one('b', 'high', { status: 'suppressed' })] }, ['forget ', 'keep a']], ['nothing that is decided', { findings: [one('a'), one('b')], decisions: { a: {} } }, ['forget ', 'keep b']],
  ['nothing without a scan', { findings: [one('a')], newest: undefined, known: { a: 'x' } }, ['forget a']], ['nothing where findings are not kept', { findings: [one('a')], enabled: false, known: { a: 'x' } }, ['forget a']], ['what is new, and forgets what is gone', { findings: [one('a')], known: { b: 'x' } }, ['forget b', 'keep a']], ['what changed', { findings: [one('a')], known: { a: 'x' } }, ['forget ', 'keep a']],
] as Array<[string, World, string[]]>)('of a repository it keeps %s', async (_, world, expected) => {
  expect(await asked(world, { repoUrl })).toEqual(expected);
});

test('texts are kept without what is masked, and one that is kept already is not kept again', async () => {
  let text = '';
  const options = (known: Map<string, string>) =>
    ({
      triage: { decisions: async () => [] },
      scans: { findings: async () => ({ findings: [one('a')], suppressedFindings: [] }) },
      lists: { newestScans: async () => [{ scanId: 's' }] },
      findings: {
        enabled: true,
        ofRepository: async () => known,
        forget: async () => undefined,
        keep: async (_: string, kept: Array<{ text: string }>) => {
          text = kept[0]!.text;
        },
      },
      mask: (words: string) => words.replaceAll('SQL', '***'),
      clock: { now: () => 0 },
    }) as unknown as RememberingOptions;
  const run = (known: Map<string, string>) =>
    new Remembering(options(known)).run(
      { tenantId: 't', payload: { repoUrl } } as unknown as JobClaim,
      new AbortController().signal,
    );
  await run(new Map());
  expect(text).toContain('***');
  expect(text).not.toContain('SQL');
  const kept = text;
  text = '';
  await run(new Map([['a', kept]]));
  expect(text).toBe('');
});

test('a thousand findings of a repository are kept, 32 at a time', async () => {
  const log = await asked({ findings: Array.from({ length: 1001 }, (_, at) => one(`f${at}`)) }, { repoUrl });
  const sizes = log.slice(1).map((line) => line.split(' ').length - 1);
  expect([sizes.length, sizes[0], sizes.at(-1), sizes.reduce((sum, size) => sum + size, 0)]).toEqual([
    32, 32, 8, 1000,
  ]);
});

// biome-ignore format: one line for each row
test.each([
  ['is kept, and the finding forgotten', { findings: [one('a')], decisions: { a: { repoUrl } } }, ['keep decisions a', 'forget decisions ', 'forget a']], ['whose repository is not known is noted', { findings: [one('a')], decisions: { a: {} } }, [`note a ${repoUrl}`, 'keep decisions a', 'forget decisions ', 'forget a']], ['that ends later is kept', { findings: [one('a')], decisions: { a: { repoUrl, expiresAt: 1001 } } }, ['keep decisions a', 'forget decisions ', 'forget a']],
  ['that has ended is forgotten, and the finding kept', { findings: [one('a')], decisions: { a: { repoUrl, expiresAt: 1000 } } }, ['forget decisions a', 'forget ', 'keep a']], ['that is gone is forgotten, and the finding kept', { findings: [one('a')] }, ['forget decisions a', 'forget ', 'keep a']], ['about a finding of an older scan keeps nothing', { findings: [one('a')], seenIn: 'scan_0' }, ['forget decisions a', 'forget a']], ['about a finding of low severity keeps nothing', { findings: [one('a', 'low')] }, ['forget decisions a', 'forget a']], ['about a finding that is gone is forgotten', { decisions: { a: { repoUrl } } }, ['forget decisions ', 'forget a']], ['keeps no finding where they are not kept', { findings: [one('a')], enabled: false }, ['forget decisions a', 'forget a']],
] as Array<[string, World, string[]]>)('a decision %s', async (_, world, expected) => {
  expect(await asked(world, { findingIds: ['a'] })).toEqual(expected);
});

test('decisions are looked at 32 at a time', async () => {
  const ids = Array.from({ length: 33 }, (_, at) => `f${at}`);
  const log = await asked({}, { findingIds: ids });
  expect(log.map((line) => line.split(' ').length)).toEqual([34, 33, 3, 2]);
});

test('a job that is given up is finished, and that is told', async () => {
  const log: string[] = [];
  const options = {
    onGivenUp: () => void log.push('given up'),
    queue: { finish: async () => void log.push('finished') },
  } as unknown as RememberingOptions;
  await new Remembering(options).giveUp({} as JobClaim, 'attempts' as never);
  expect(log).toEqual(['given up', 'finished']);
});
