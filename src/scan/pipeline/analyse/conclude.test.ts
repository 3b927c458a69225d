import { expect, test } from 'vitest';
import { attemptOf } from '../../engines/attempt.ts';
import type { Engine } from '../../engines/engine.ts';
import type { EngineCrash } from '../../model/engine-crash.ts';
import type { EngineFinding } from '../../model/finding.ts';
import { CoverageLog } from '../outcome/coverage-log.ts';
import { type ConclusionContext, conclude } from './conclude.ts';
import { Deadline } from './deadline.ts';
import { createTools } from './load-engines.ts';

function finding(file: string): EngineFinding {
  return {
    ruleId: 'r',
    file,
    severity: 'high',
    confidence: 'high',
    title: 'T',
    description: 'D',
    startLine: 1,
    endLine: 1,
    category: 'c',
    cwe: [],
    identity: { scope: '', tokens: '' },
  };
}

/** Concludes over each file as a part of its own; one of the files breaks it. */
const perFile: Engine = {
  id: 'infrastructure',
  version: '1',
  rules: [],
  wants: () => true,
  analyse: () => ({ findings: [] }),
  conclude: (facts, tools) => ({
    findings: facts.flatMap(({ path }) => {
      const found = attemptOf(tools)({ path, rule: 'r' }, () => {
        if (path === 'broken.tf') throw new RangeError('local.secret = hunter2');
        return finding(path);
      });
      return found ?? [];
    }),
  }),
};

const broken: Engine = {
  ...perFile,
  id: 'code',
  conclude: () => {
    throw new TypeError('nothing works');
  },
};

function filesWithFindings() {
  return ['a.tf', 'broken.tf', 'z.tf'].map((path) => {
    const results = Object.fromEntries(
      ['infrastructure', 'code'].map((id) => [id, JSON.stringify({ findings: [finding(path)], facts: {} })]),
    );
    return { entry: { path, sizeBytes: 1 }, results };
  });
}

async function concluded(engines: Engine[], deadline = new Deadline({ scanMs: 1e9, scanWallMs: 1e9 })) {
  const crashes: EngineCrash[] = [];
  const coverage = new CoverageLog();
  const context: ConclusionContext = {
    engines,
    tools: createTools(new Uint8Array(32)),
    coverage,
    deadline,
    onCrash: (crash) => crashes.push(crash),
  };
  const files = filesWithFindings();
  const scanned = { files, entries: files.map(({ entry }) => entry), isWhole: true };
  const { findings } = await conclude(scanned, context);
  return { findings, crashes, skipped: coverage.list() };
}

test('a part of a conclusion that crashes loses that part; the crash is reported and the coverage lists it', async () => {
  const { findings, crashes, skipped } = await concluded([perFile]);
  expect(new Set(findings.map(({ file }) => file))).toEqual(new Set(['a.tf', 'broken.tf', 'z.tf']));
  expect(crashes).toMatchObject([
    { engine: 'infrastructure', step: 'conclusion', path: 'broken.tf', rule: 'r', error: 'RangeError' },
  ]);
  expect(skipped).toMatchObject([{ path: 'broken.tf', reason: 'engine_error', engine: 'infrastructure' }]);
  expect(JSON.stringify([crashes, skipped])).not.toContain('hunter2');
});

test('an engine whose conclusion crashes as a whole keeps what it found in files, and the other engines are not touched', async () => {
  const { findings, crashes, skipped } = await concluded([broken, perFile]);
  expect(findings.filter(({ engine }) => engine === 'code')).toHaveLength(3);
  expect(findings.filter(({ engine }) => engine === 'infrastructure').length).toBeGreaterThanOrEqual(3);
  expect(crashes.map(({ engine }) => engine)).toEqual(['code', 'infrastructure']);
  expect(skipped.filter(({ engine }) => engine === 'code')).toMatchObject([{ reason: 'engine_error' }]);
});

test('after the last deadline nothing more is concluded, what files said is kept, and the limit is named', async () => {
  const { findings, crashes, skipped } = await concluded(
    [perFile],
    new Deadline({ scanMs: 0, scanWallMs: 0 }),
  );
  expect(findings).toHaveLength(3);
  expect(crashes).toEqual([]);
  expect(skipped).toMatchObject([
    { reason: 'time_limit', message: expect.stringContaining('scan.limits.scanMs') },
  ]);
});

test('a conclusion that finds no end is stopped when the time is over, also where others had the processor, and nothing else is lost', async () => {
  let started = 0;
  const endless: Engine = {
    ...broken,
    conclude: () => {
      started++;
      for (;;);
    },
  };
  // What is on this clock is CPU time alone: at first nothing seems to be used.
  const time = { cpuMs: () => (started < 2 ? 0 : 1_000), wallMs: () => 0 };
  const deadline = new Deadline({ scanMs: 50, scanWallMs: 1e9 }, { time });
  const { findings, crashes, skipped } = await concluded([perFile, endless], deadline);
  expect(started).toBe(2);
  expect(findings.map(({ engine }) => engine).sort()).toEqual([
    ...Array(3).fill('code'),
    ...Array(3).fill('infrastructure'),
  ]);
  expect(crashes.map(({ engine }) => engine)).toEqual(['infrastructure']);
  expect(skipped.filter(({ engine }) => engine === 'code')).toMatchObject([
    { reason: 'time_limit', message: expect.stringContaining('scan.limits.scanMs') },
  ]);
});

test('a conclusion that starts again is told all that files said, as the first time', async () => {
  const told: number[] = [];
  const interrupted: Engine = {
    ...perFile,
    conclude: (facts, tools, tables) => {
      told.push(facts.length);
      if (told.length === 1) for (;;);
      return perFile.conclude!(facts, tools, tables);
    },
  };
  const deadline = new Deadline(
    { scanMs: 50, scanWallMs: 1e9 },
    { time: { cpuMs: () => 0, wallMs: () => 0 } },
  );
  const { findings } = await concluded([interrupted], deadline);
  expect(told[0]).toBeGreaterThan(0);
  expect(new Set(told).size).toBe(1);
  expect(findings.filter(({ engine }) => engine === 'infrastructure').length).toBeGreaterThanOrEqual(3);
});

test('a part that crashes in a conclusion which starts again is one crash', async () => {
  let started = 0;
  const interrupted: Engine = {
    ...perFile,
    conclude: (facts, tools, tables) => {
      const conclusion = perFile.conclude!(facts, tools, tables);
      if (started++ === 0) for (;;);
      return conclusion;
    },
  };
  const deadline = new Deadline(
    { scanMs: 50, scanWallMs: 1e9 },
    { time: { cpuMs: () => 0, wallMs: () => 0 } },
  );
  const { crashes, skipped } = await concluded([interrupted], deadline);
  expect(started).toBeGreaterThanOrEqual(2);
  expect(crashes.map(({ path }) => path)).toEqual(['broken.tf']);
  expect(skipped.map(({ path }) => path)).toEqual(['broken.tf']);
});

test('where two engines mean the same hard-coded secret one finding is kept, unless the other engine rates it higher', async () => {
  const secret = (severity: EngineFinding['severity'], cwe: string[]): EngineFinding => ({
    ...finding('a.js'),
    severity,
    cwe,
  });
  const merged = async (secrets: EngineFinding[], code: EngineFinding[]) => {
    const results = {
      secrets: JSON.stringify({ findings: secrets }),
      code: JSON.stringify({ findings: code }),
    };
    const engines: Engine[] = (['secrets', 'code'] as const).map((id) => ({
      ...{ id, version: '1', rules: [], wants: () => true },
      analyse: () => ({ findings: [] }),
    }));
    const context: ConclusionContext = {
      engines,
      tools: createTools(new Uint8Array(32)),
      coverage: new CoverageLog(),
      deadline: new Deadline({ scanMs: 1e9, scanWallMs: 1e9 }),
      onCrash: () => {},
    };
    const entry = { path: 'a.js', sizeBytes: 1 };
    const scanned = { files: [{ entry, results }], entries: [entry], isWhole: true };
    return (await conclude(scanned, context)).findings.map(({ engine, severity }) => `${engine} ${severity}`);
  };
  const hardCoded = ['CWE-798'];
  expect(await merged([secret('high', hardCoded)], [secret('high', hardCoded)])).toEqual(['secrets high']);
  expect(await merged([secret('high', hardCoded)], [secret('low', hardCoded)])).toEqual(['secrets high']);
  expect(await merged([secret('low', hardCoded)], [secret('high', hardCoded)])).toHaveLength(2);
  expect(await merged([secret('high', hardCoded)], [secret('high', ['CWE-89'])])).toHaveLength(2);
  const two = [secret('low', hardCoded), { ...secret('high', hardCoded), ruleId: 'other' }];
  expect(await merged(two, [secret('medium', hardCoded)])).toHaveLength(2);
});
