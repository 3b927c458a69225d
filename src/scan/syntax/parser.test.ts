import { spawnSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import type { FlatTree } from './flat-tree.ts';
import { sameTree } from './flatten/same-tree.ts';
import { languageOf, languages } from './languages.ts';
import { createParser, type Parser } from './parser.ts';
import { parserLimits } from './parser-limits.ts';
import { samples } from './self-test-samples.ts';

let parser: Parser;
beforeAll(async () => {
  parser = await createParser();
});

test.each(languages.map((language) => language.id))(
  '%s is read the fast way: both ways agree on its sample',
  (id) => {
    expect(samples[id]).toBeDefined();
    expect(parser.readerOf(id)).toBe('heap');
  },
);

test('the language of a path is told by its name alone', () => {
  expect(languageOf('src/a.b/index.TSX')).toBe('tsx');
  expect(languageOf('Rakefile')).toBe('ruby');
  expect(languageOf('a/__proto__')).toBeUndefined();
  expect(languageOf('a.constructor')).toBeUndefined();
});

test('a tree has subtrees as index ranges and offsets in UTF-16 units', () => {
  const text = 'x = "é𝒳"\nprint(x)\n';
  const tree = parser.parse('a.py', text)!;
  const names = [...tree.symbol].map((symbol) => tree.symbolNames[symbol]);
  expect(names[0]).toBe('module');
  expect(tree.skip[0]).toBe(tree.count);
  const call = names.indexOf('call');
  expect(text.slice(tree.start[call], tree.end[call])).toBe('print(x)');
  expect(names.slice(call, tree.skip[call])).toEqual([
    'call',
    'identifier',
    'argument_list',
    '(',
    'identifier',
    ')',
  ]);
  expect(tree.fieldNames[tree.field[call + 1]!]).toBe('function');
  expect(tree.hasError).toBe(false);
});

test('what is nested too deeply is not in the tree, and the tree says so', () => {
  const depth = 20_000;
  const tree = parser.parse('a.js', `${'['.repeat(depth)}1${']'.repeat(depth)};\nf(2)`)!;
  expect(tree.isPruned).toBe(true);
  expect(deepest(tree)).toBe(parserLimits.maxDepth);
  expect([...tree.symbol].map((symbol) => tree.symbolNames[symbol])).toContain('call_expression');
  expect(parser.parse('a.js', '[[1]]')!.isPruned).toBe(false);
});

test('a pruned tree is the same tree without what is below', async () => {
  const shallow = await createParser({ ...parserLimits, maxDepth: 4 });
  const text = samples['typescript']!;
  const whole = parser.parse('a.ts', text)!;
  const pruned = shallow.parse('a.ts', text)!;
  const depths = depthsOf(whole);
  const kept = [...depths.keys()].filter((i) => depths[i]! <= 4);
  expect(pruned.count).toBe(kept.length);
  expect(kept.map((i) => [whole.symbol[i], whole.start[i], whole.end[i]])).toEqual(
    kept.map((_, i) => [pruned.symbol[i], pruned.start[i], pruned.end[i]]),
  );
  expect(depthsOf(pruned)).toEqual(kept.map((i) => depths[i]));
  for (let i = 1; i < pruned.count; i++) {
    const parent = pruned.parent[i]!;
    expect(pruned.skip[i]).toBeGreaterThan(i);
    expect(pruned.skip[i]).toBeLessThanOrEqual(pruned.skip[parent]!);
  }
});

test('broken text gives a usable tree that says so', () => {
  const tree = parser.parse('a.ts', 'const a = ;;; }}} function f( { eval(x) }')!;
  expect(tree.hasError).toBe(true);
  expect([...tree.symbol].map((symbol) => tree.symbolNames[symbol])).toContain('ERROR');
});

test('limits of length, nodes and parser steps give no tree, and the next text parses', async () => {
  const small = await createParser({
    ...parserLimits,
    maxTextLength: 10_000,
    maxNodes: 100,
    operations: { base: 5_000, perUnit: 0 },
  });
  expect(small.tryParse('a.js', ' '.repeat(10_001))).toEqual({ failure: 'too_long' });
  expect(small.tryParse('a.js', 'f(1);'.repeat(100))).toEqual({ failure: 'too_many_nodes' });
  expect(small.tryParse('a.js', 'f(1,2,3);'.repeat(1_000))).toEqual({ failure: 'too_many_steps' });
  await small.ready();
  expect(small.parse('a.js', 'f(1)')!.hasError).toBe(false);
  expect(small.parse('unknown.bin', 'f(1)')).toBeUndefined();
});

test('a single-file component is its scripts, in place', () => {
  const text = '<template><p v-html="x"/></template>\n<script lang="ts">\nconst a = 1\n</script>';
  const tree = parser.parse('A.vue', text)!;
  expect(tree.hasError).toBe(false);
  const at = [...tree.symbol].findIndex((symbol) => tree.symbolNames[symbol] === 'lexical_declaration');
  expect(text.slice(tree.start[at], tree.end[at])).toBe('const a = 1');
});

test('a text that breaks the parser breaks it for no other text', async () => {
  const own = await createParser();
  for (let i = 0; i < 3; i++) {
    expect(own.tryParse('a.java', ruinous)).toEqual({ failure: 'crashed' });
    // Whatever else the same file holds cannot be parsed any more, and says so.
    expect(own.tryParse('a.js', 'f()')).toEqual({ failure: 'crashed' });
    await own.ready();
    expect(own.parse('a.java', 'class A {}')!.hasError).toBe(false);
    expect(own.parse('a.js', 'f()')!.hasError).toBe(false);
  }
});

test('a text that is given up leaves nothing behind', async () => {
  const own = await createParser();
  const chain = `object A { def f = ${'if (a) { b() } else\n'.repeat(3_000)}{ c() } }`;
  expect(own.tryParse('a.scala', chain)).toEqual({ failure: 'too_many_steps' });
  await own.ready();
  expect(own.parse('a.scala', 'object A { def f = g(1) }')!.hasError).toBe(false);
});

test('a deadline ends parsing', async () => {
  let asked = 0;
  const deadline = {
    get isOver() {
      return ++asked > 3;
    },
  };
  expect(parser.tryParse('a.js', 'f(1,2,3);'.repeat(10_000), deadline)).toEqual({ failure: 'deadline' });
  expect(asked).toBe(4);
  await parser.ready();
});

test('what an earlier text left in memory does not change a tree', async () => {
  const text = 'func f() {\n let a = "x" + g(#"y"#)\n}\n'.repeat(50);
  const fresh = (await createParser()).parse('a.swift', text)!;
  const used = await createParser();
  for (let i = 0; i < 5; i++) used.parse('b.swift', `let a = ##"x${'('.repeat(200 * i)}\n"#`);
  expect(sameTree(used.parse('a.swift', text)!, fresh)).toBe(true);
});

test('memory that a text made large serves the scripts of its page, and is given back before the next file', () => {
  const program = `
    import { createParser } from ${JSON.stringify(new URL('./parser.ts', import.meta.url).href)};
    const parser = await createParser();
    const external = () => process.memoryUsage().external >> 20;
    parser.parse('a.js', 'f(1);');
    const before = external();
    parser.parse('a.js', 'f(1, [2], 3);'.repeat(30_000));
    const during = external();
    const isUsable = parser.parse('a.js', 'f(1);') !== undefined;
    await parser.ready();
    const isGivenBack = external() < during - 32;
    const after = parser.parse('a.js', 'f(1);').count;
    process.stdout.write(JSON.stringify({ hasGrown: during > before + 32, isUsable, isGivenBack, after }));
  `;
  const { stdout } = spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  const after = parser.parse('a.js', 'f(1);')!.count;
  expect(JSON.parse(stdout)).toEqual({ hasGrown: true, isUsable: true, isGivenBack: true, after });
});

test('a broken instance that is collected takes nobody with it', () => {
  const program = `
    import { createParser } from ${JSON.stringify(new URL('./parser.ts', import.meta.url).href)};
    let parser = await createParser();
    parser.tryParse('a.java', ${JSON.stringify(ruinous)});
    await parser.ready();
    parser = undefined;
    for (let i = 0; i < 5; i++) { gc(); await new Promise((resolve) => setTimeout(resolve, 20)); }
    process.stdout.write('alive');
  `;
  const { stdout } = spawnSync(
    process.execPath,
    ['--no-warnings', '--expose-gc', '--input-type=module', '-e', program],
    { encoding: 'utf8' },
  );
  expect(stdout).toBe('alive');
});

const ruinous = `${'a => '.repeat(3_000)}1`;

function depthsOf(tree: FlatTree): number[] {
  const depths: number[] = [];
  for (let i = 0; i < tree.count; i++) depths.push(i === 0 ? 0 : depths[tree.parent[i]!]! + 1);
  return depths;
}

function deepest(tree: FlatTree): number {
  return depthsOf(tree).reduce((most, depth) => Math.max(most, depth), 0);
}
