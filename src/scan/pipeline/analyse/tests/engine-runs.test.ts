import { expect, test } from 'vitest';
import type { Engine } from '../../../engines/engine.ts';
import type { EngineCrash } from '../../../model/engine-crash.ts';
import type { Parser } from '../../../syntax/parser.ts';
import { type PreparedFile, runEngines } from '../engine-runs.ts';
import { GuardedRun } from '../guarded-run.ts';
import { LazyFile } from '../lazy-file.ts';

const tools = { hashSecret: () => '' };
const told = (text: string) => ({ findings: [], facts: text }) as never;

interface Given {
  /** What each engine does with the file: says a text, throws, or notes something beforehand. */
  engines: Array<string | Error | 'noted'>;
  parser?: Partial<Pick<Parser, 'isReady' | 'isFresh'>>;
}

function prepared(path: string, { engines, parser }: Given, crashes: EngineCrash[] = []): PreparedFile {
  const runs = engines.map((does, at) => {
    const guarded = new GuardedRun(at === 0 ? 'code' : 'secrets', 'file', (crash) => crashes.push(crash));
    if (does === 'noted') guarded.notes.push({ path, reason: 'not_text', message: 'No text.' });
    const engine = {
      id: at === 0 ? 'code' : 'secrets',
      analyse: () => {
        if (does instanceof Error) throw does;
        return told(`${does} of ${path}`);
      },
    } as unknown as Engine;
    return { engine, guarded };
  });
  const file = new LazyFile(
    path,
    Buffer.from('x'),
    parser && ({ isReady: true, isFresh: true, abandon: () => {}, ...parser } as Parser),
  );
  return { file, runs, cpuMs: 1_000 };
}
/** `path-less` results: facts, or the reasons of notes. */
const shown = (results: Partial<Record<string, string>>) =>
  Object.values(results).map((each) => {
    const { facts, notes = [] } = JSON.parse(each!) as { facts?: string; notes?: Array<{ reason: string }> };
    return facts ?? notes.map(({ reason }) => reason).join(' ');
  });

test('each engine looks at each file, in order', () => {
  const { files, wasInterrupted, used } = runEngines(
    [
      prepared('a', { engines: ['one', 'two'] }),
      prepared('b', { engines: ['three'] }),
      prepared('c', { engines: [] }),
    ],
    tools,
    60_000,
  );
  expect(files.map(({ outcome }) => shown(outcome.results))).toEqual([
    ['one of a', 'two of a'],
    ['three of b'],
    [],
  ]);
  expect(files.map(({ wasStarved, hadFreshParser }) => [wasStarved, hadFreshParser])).toEqual(
    Array(3).fill([false, true]),
  );
  expect(wasInterrupted).toBe(false);
  expect(used.cpuMs).toBeGreaterThanOrEqual(0);
  expect(used.wallMs).toBeGreaterThanOrEqual(0);
  expect(used.wallMs).toBeLessThan(60_000);
});

test('an engine that was not ready or that throws loses its part alone', () => {
  const crashes: EngineCrash[] = [];
  const { files } = runEngines(
    [
      prepared('a', { engines: ['noted', 'two'] }),
      prepared('b', { engines: [new Error('x'), 'two'] }, crashes),
    ],
    tools,
    60_000,
  );
  expect(files.map(({ outcome }) => shown(outcome.results))).toEqual([
    ['not_text', 'two of a'],
    ['engine_error', 'two of b'],
  ]);
  expect(crashes).toMatchObject([{ engine: 'code', path: 'b' }]);
  expect(files.map(({ outcome }) => outcome.passing)).toEqual([[], ['code']]);
});

test('what finds the parser in need of repair is left for later, except for the first', () => {
  const unready = { engines: ['one'], parser: { isReady: false } };
  expect(runEngines([prepared('a', unready)], tools, 60_000).files).toHaveLength(1);
  expect(
    runEngines(
      [prepared('a', { engines: ['one'] }), prepared('b', unready), prepared('c', { engines: ['one'] })],
      tools,
      60_000,
    ).files,
  ).toHaveLength(1);
});

test('it is told whether a file had a parser that was fresh', () => {
  const { files } = runEngines(
    [
      prepared('a', { engines: ['one'], parser: { isFresh: true } }),
      prepared('b', { engines: ['one'], parser: { isFresh: false } }),
    ],
    tools,
    60_000,
  );
  expect(files.map(({ hadFreshParser }) => hadFreshParser)).toEqual([true, false]);
});

test('notes that are made on the way are kept beside what was found', () => {
  const { file, runs, cpuMs } = prepared('a', { engines: ['one'] });
  const [{ guarded }] = runs as [(typeof runs)[number]];
  const engine = {
    id: 'code',
    analyse: () => {
      guarded.notes.push({ path: 'a', reason: 'engine_error', message: 'A rule crashed.' });
      return { findings: [], facts: 'one', notes: [{ path: 'a', reason: 'not_parsed', message: 'x' }] };
    },
  } as unknown as Engine;
  const { files } = runEngines([{ file, runs: [{ engine, guarded }], cpuMs }], tools, 60_000);
  const { facts, notes } = JSON.parse(files[0]!.outcome.results.code!) as {
    facts: string;
    notes: Array<{ reason: string }>;
  };
  expect([facts, notes.map(({ reason }) => reason)]).toEqual(['one', ['not_parsed', 'engine_error']]);
});
