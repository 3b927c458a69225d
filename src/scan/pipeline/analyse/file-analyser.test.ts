import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { attemptOf } from '../../engines/attempt.ts';
import type { Engine } from '../../engines/engine.ts';
import type { EngineCrash } from '../../model/engine-crash.ts';
import type { EngineFinding, EngineId } from '../../model/finding.ts';
import { FileAnalyser } from './file-analyser.ts';
import { nothing } from './file-outcome.ts';
import { createTools, loadEngines } from './load-engines.ts';

const engines = await loadEngines(['secrets', 'dependencies', 'supply-chain'], {});
const analyser = new FileAnalyser(engines, createTools(new Uint8Array(32)), { onCrash: () => {} });
const program = Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1'), Buffer.alloc(120)]);

test('what is no text goes to the engines that asked for it; of another that wants the file, the coverage says so', async () => {
  const { results: found } = await analyser.analyse('bin/tool.so', program, ['secrets', 'supply-chain']);
  expect(found.secrets).toBe(nothing);
  expect(found['supply-chain']).toContain('supply-chain.committed-binary');
  const text = Buffer.concat([Buffer.from('{ "a": '), program]);
  const { results, passing } = await analyser.analyse('package.json', text, ['dependencies']);
  expect(results.dependencies).toContain('not_text');
  expect(passing).toEqual([]);
});

test('what no interpreter can begin to read is of another format, whatever its name says', async () => {
  const code = await loadEngines(['code'], {});
  const reader = new FileAnalyser(code, createTools(new Uint8Array(32)), { onCrash: () => {} });
  const reasonOf = async (path: string, bytes: Buffer) =>
    /"reason":"(\w+)"/.exec((await reader.analyse(path, bytes, ['code'])).results.code!)?.[1];
  const keyStore = Buffer.concat([Buffer.from([0xfe, 0xed, 0xfe, 0xed]), Buffer.alloc(90)]);
  const film = Buffer.concat([Buffer.from('G@\0\x10'), Buffer.alloc(184)]);
  for (const bytes of [keyStore, film]) expect(await reasonOf('a.ts', bytes)).toBe('format_not_read');
  expect(await reasonOf('a.php', keyStore)).toBe('not_text');
  expect(await reasonOf('a.ts', Buffer.concat([Buffer.from('//'), keyStore]))).toBe('not_text');
});

test('files that are prepared side by side share one parser', async () => {
  const { Module } = WebAssembly;
  const core = statSync(createRequire(import.meta.url).resolve('web-tree-sitter/web-tree-sitter.wasm')).size;
  let parsers = 0;
  WebAssembly.Module = new Proxy(Module, {
    construct(target, [bytes, ...rest]: [Uint8Array]) {
      if (bytes.length === core) parsers++;
      return Reflect.construct(target, [bytes, ...rest]) as object;
    },
  });
  try {
    const code = await loadEngines(['code'], {});
    const reader = new FileAnalyser(code, createTools(new Uint8Array(32)), { onCrash: () => {} });
    const files = Array.from({ length: 6 }, (_, i) => ({
      path: `${i}.js`,
      bytes: Buffer.from('f()\n'),
      engineIds: ['code'] as EngineId[],
    }));
    expect(await reader.analyseMany(files)).toHaveLength(6);
    expect(parsers).toBe(1);
  } finally {
    WebAssembly.Module = Module;
  }
});

test('a zero in a text does not hide it', async () => {
  const manifest = Buffer.from('{"dependencies":{"left":"1.0.0"}}\0');
  const { results } = await analyser.analyse('package.json', manifest, ['dependencies']);
  expect(results.dependencies).toContain('left');
});

test('a file of any size gets a limit that the clock can count', async () => {
  for (const size of [0, 1, 262_145, 300_001]) {
    const { results } = await analyser.analyse('a.txt', Buffer.alloc(size, 'a '), ['secrets']);
    expect(results.secrets).toBe(nothing);
  }
});

test('a binary lockfile is said not to be read', async () => {
  const { results } = await analyser.analyse('bun.lockb', program, ['dependencies']);
  expect(results.dependencies).toContain('format_not_read');
});

/** An engine that breaks its promise on some files. */
function brokenEngine(analyse: Engine['analyse']): Engine {
  return { id: 'code', version: '1', rules: [], wants: () => true, analyse };
}

test('a crash is reported with engine, rule, path and frames of our code, and with nothing that the file holds', async () => {
  const crashes: EngineCrash[] = [];
  const engine = brokenEngine((file, tools) => {
    const kept = attemptOf(tools)({ path: file.path, rule: 'kept' }, () => finding('kept', file.path));
    attemptOf(tools)({ path: file.path, rule: 'broken' }, () => JSON.parse(file.text));
    return { findings: kept ? [kept] : [] };
  });
  const broken = new FileAnalyser([engine], createTools(new Uint8Array(32)), {
    onCrash: (crash) => crashes.push(crash),
  });
  const text = '{"password": hunter2-hunter2\n    at stolen (frame.ts:1:1)}';
  const { results, passing } = await broken.analyse('src/a.js', Buffer.from(text), ['code']);
  const { findings, notes } = JSON.parse(results.code!);
  expect(findings).toMatchObject([{ ruleId: 'kept' }]);
  expect(notes).toEqual([
    {
      path: 'src/a.js',
      reason: 'engine_error',
      message: expect.stringMatching(
        /^The engine crashed on this file, in the rule broken: SyntaxError at .*:\d+:\d+\.$/,
      ),
    },
  ]);
  expect(passing).toEqual(['code']);
  expect(crashes).toMatchObject([
    { engine: 'code', step: 'file', path: 'src/a.js', rule: 'broken', error: 'SyntaxError' },
  ]);
  expect(crashes[0]!.stack.length).toBeGreaterThan(1);
  expect(JSON.stringify([crashes, notes])).not.toMatch(/hunter2|stolen/);
});

test('an engine that cannot be prepared for a file loses that file and no other', async () => {
  const engine: Engine = {
    ...brokenEngine(() => ({ findings: [] })),
    prepare: async ([path]) => {
      if (path === 'a.js') throw new Error('no reader');
    },
  };
  const crashes: EngineCrash[] = [];
  const broken = new FileAnalyser([engine], createTools(new Uint8Array(32)), {
    onCrash: (crash) => crashes.push(crash),
  });
  expect((await broken.analyse('a.js', Buffer.from('x'), ['code'])).results.code).toContain('engine_error');
  expect((await broken.analyse('b.js', Buffer.from('x'), ['code'])).results.code).toBe(nothing);
  expect(crashes).toHaveLength(1);
});

test('an engine that finds no end on a file loses that file alone, and the other engines still see it', async () => {
  const stuck = brokenEngine(({ text }) => {
    // biome-ignore lint/complexity/useRegexLiterals: as a rule would make it.
    new RegExp('^(?:a+)+$').test(text);
    return { findings: [finding('ended', 'a.js')] };
  });
  const other: Engine = {
    ...stuck,
    id: 'secrets',
    analyse: ({ path }) => ({ findings: [finding('seen', path)] }),
  };
  const last: Engine = { ...other, id: 'supply-chain' };
  const analyser = new FileAnalyser([other, stuck, last], createTools(new Uint8Array(32)), {
    onCrash: () => {},
    limitMs: () => 100,
  });
  const ids = ['secrets', 'code', 'supply-chain'] as const;
  const { results, passing } = await analyser.analyse('a.js', Buffer.from(`${'a'.repeat(60)}b`), ids);
  expect(JSON.parse(results.code!)).toMatchObject({
    findings: [],
    notes: [{ path: 'a.js', reason: 'time_limit' }],
  });
  expect(results.secrets).toContain('seen');
  expect(results['supply-chain']).toContain('seen');
  expect(passing).toEqual(['code']);
  expect(analyser.isSpent).toBe(true);
  const next = await analyser.analyse('b.js', Buffer.from('aab'), ids);
  expect(next.results.code).toContain('ended');
  expect(next.passing).toEqual([]);
});

function finding(ruleId: string, file: string): EngineFinding {
  return {
    ruleId,
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

test('files that are watched together have the outcomes that they have alone, in their order', async () => {
  const files = Array.from({ length: 40 }, (_, i) => ({
    path: i % 3 === 0 ? 'package.json' : `src/${i}.txt`,
    bytes: Buffer.from(i % 3 === 0 ? `{"dependencies":{"left-${i}":"1.0.0"}}` : `text ${i}`),
    engineIds: i % 3 === 0 ? (['secrets', 'dependencies'] as EngineId[]) : (['secrets'] as EngineId[]),
  }));
  const together = await analyser.analyseMany(files);
  const alone = [];
  for (const { path, bytes, engineIds } of files) alone.push(await analyser.analyse(path, bytes, engineIds));
  expect(together).toEqual(alone);
  expect(together[39]!.results.dependencies).toContain('left-39');
});

test('an engine that hangs on one of many files loses that file alone; those behind it are left to another analyser', async () => {
  const hangs = brokenEngine(({ path }) => {
    // biome-ignore lint/complexity/useRegexLiterals: as a rule would make it.
    if (path === '2.js') new RegExp('^(?:a+)+$').test(`${'a'.repeat(60)}b`);
    return { findings: [finding('seen', path)] };
  });
  const reader = new FileAnalyser([hangs], createTools(new Uint8Array(32)), {
    onCrash: () => {},
    limitMs: () => 100,
  });
  const files = [0, 1, 2, 3].map((i) => ({
    path: `${i}.js`,
    bytes: Buffer.from('x'),
    engineIds: ['code'] as EngineId[],
  }));
  const outcomes = await reader.analyseMany(files);
  expect(outcomes).toHaveLength(3);
  expect(outcomes.slice(0, 2).map(({ results }) => results.code)).toEqual([
    expect.stringContaining('seen'),
    expect.stringContaining('seen'),
  ]);
  expect(outcomes[2]!.results.code).toContain('time_limit');
  expect(reader.isSpent).toBe(true);
});
