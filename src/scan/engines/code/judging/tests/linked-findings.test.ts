import { expect, test } from 'vitest';
import type { FileFacts, FunctionFacts, SinkFact } from '../../domain/facts.ts';
import type { Flow, Via } from '../../domain/flow.ts';
import type { RuleMeta } from '../../knowledge/rule-types.ts';
import { LinkedFindings } from '../linked-findings.ts';

const at = (line: number, column = 1): [number, number, number, number] => [
  line,
  line + 1,
  column,
  column + 7,
];
const rule = (change: Partial<RuleMeta> = {}): RuleMeta => ({
  id: 'r',
  title: 'Title',
  severity: 'high',
  confidence: 'high',
  category: 'injection',
  cwe: ['CWE-89'],
  owasp: [],
  message: 'Message.',
  suggestion: 'Suggestion.',
  references: [],
  ...change,
});
const sink = (change: Partial<SinkFact> = {}): SinkFact => ({
  rule: 'r',
  label: 1,
  kinds: ['http'],
  severity: 'high',
  at: at(9),
  scope: 'run',
  tokens: '',
  code: 'db.run(x)',
  ...change,
});
const source = (file: string, change: Partial<Flow & { k: 'source' }> = {}): Flow & { k: 'source' } => ({
  k: 'source',
  kind: 'http',
  title: 'the request',
  file,
  at: at(2),
  mask: -1,
  via: [],
  ...change,
});
const facts = (isProduct: boolean, functions: FunctionFacts[] = []): FileFacts => ({
  language: 'python',
  isProduct,
  sources: [],
  functions,
  quiet: [],
  called: [],
  exports: [],
  reexports: [],
});
const run: FunctionFacts = {
  key: 'run',
  parameters: ['a'],
  at: at(4),
  calls: [],
  passes: [],
  returns: [],
  sinks: [],
};
const linked = { file: 'lib.py', facts: run, unit: facts(true) };
const into = (file: string, line: number, winds = false): Via => ({
  file,
  place: at(line),
  passedTo: ['lib', 'run'],
  winds,
});

/** What is found after these events, one line each. */
function found(tell: (findings: LinkedFindings) => void, known: Partial<RuleMeta> = {}) {
  const files = ['a.py', 'b.py', 'c.py', 'd.py', 'e.py', 'f.py', 'lib.py'].map((path) => ({
    path,
    facts: facts(true),
  }));
  const findings = new LinkedFindings(
    [...files, { path: 'tests/t.py', facts: facts(false) }],
    (language, id) => (language === 'python' && id !== 'unknown' ? rule({ ...known, id }) : undefined),
  );
  tell(findings);
  return findings.inOrder();
}
const lines = (...events: Parameters<typeof found>) =>
  found(...events).map(
    ({ file, startLine, startColumn, ruleId, severity, confidence, trace }) =>
      `${file}:${startLine}:${startColumn} ${ruleId} ${severity} ${confidence}${trace ? ` from ${trace[0]!.file}` : ''}`,
  );

test('a way from a source is told with its steps, each line once, and without a step at the sink', () => {
  const [finding] = found((findings) =>
    findings.reached(
      sink({ joined: true }),
      source('a.py'),
      [into('a.py', 2), into('a.py', 5), { file: 'lib.py', place: at(9), text: 'joined' }],
      'lib.py',
      undefined,
    ),
  );
  expect(finding).toMatchObject({
    description: 'Message. The data comes from the request in a.py, line 2.',
    startLine: 9,
    endLine: 10,
    startColumn: 1,
    endColumn: 8,
    identity: { scope: 'run', tokens: 'db.run(x)' },
  });
  expect(finding!.trace!.map(({ file, line, kind }) => `${file}:${line} ${kind}`)).toEqual([
    'a.py:2 source',
    'a.py:5 step',
    'lib.py:9 sink',
  ]);
});

// biome-ignore format: one line for each row
test.for<[string, string, Via[], string | undefined, Partial<SinkFact>, Partial<RuleMeta>, string[]]>([
  ['of another file', 'a.py', [], undefined, {}, {}, ['lib.py:9:1 r high high from a.py']],
  ['through a function with branches', 'a.py', [into('a.py', 5, true)], undefined, {}, {}, ['lib.py:9:1 r high high from a.py']],
  ['two steps long', 'a.py', [into('a.py', 5), into('lib.py', 6)], undefined, {}, {}, ['lib.py:9:1 r high high from a.py']],
  ['four steps long', 'a.py', [into('a.py', 5), into('lib.py', 6), into('lib.py', 7), into('lib.py', 8)], undefined, {}, {}, ['lib.py:9:1 r high high from a.py']],
  ['five steps long', 'a.py', [into('a.py', 5), into('lib.py', 6), into('lib.py', 7), into('lib.py', 8), into('lib.py', 8)], undefined, {}, {}, ['lib.py:9:1 r medium low from a.py']],
  ['seven steps long', 'a.py', Array.from({ length: 7 }, (_, i) => into('lib.py', i)), undefined, {}, {}, ['lib.py:9:1 r medium low from a.py']],
  ['eight steps long', 'a.py', Array.from({ length: 8 }, (_, i) => into('lib.py', i)), undefined, {}, {}, ['lib.py:9:1 r low low from a.py']],
  ['eight steps long to an address', 'a.py', Array.from({ length: 8 }, (_, i) => into('lib.py', i)), undefined, {}, { cwe: ['CWE-918'] }, ['lib.py:9:1 r medium low from a.py']],
  ['three steps long, one of them a function with branches', 'a.py', [into('a.py', 5), into('lib.py', 6, true), into('lib.py', 7)], undefined, {}, {}, ['lib.py:9:1 r medium low from a.py']],
  ['through a fourth file', 'a.py', [into('b.py', 5), into('c.py', 5)], undefined, {}, {}, ['lib.py:9:1 r high high from a.py']],
  ['through a fifth file', 'a.py', [into('b.py', 5), into('c.py', 5), into('d.py', 5)], undefined, {}, {}, ['lib.py:9:1 r medium low from a.py']],
  ['through a third file and a function with branches', 'a.py', [into('b.py', 5, true)], undefined, {}, {}, ['lib.py:9:1 r medium low from a.py']],
  ['checked by something', 'a.py', [], 'isFine', {}, {}, ['lib.py:9:1 r medium low from a.py']],
  ['from a test', 'tests/t.py', [], undefined, {}, {}, ['lib.py:9:1 r low high from tests/t.py']],
  ['reported where it begins', 'a.py', [], undefined, { atSource: true }, {}, ['a.py:2:1 r high high from a.py']],
  ['of a rule that is none', 'a.py', [], undefined, { rule: 'unknown' }, {}, []],
])('a way %s', ([, file, via, check, change, known, expected]) => {
  expect(lines((findings) => findings.reached(sink(change), source(file), via, 'lib.py', check), known)).toEqual(expected);
});

test('what a check is called is said, and each file that data comes from has a finding of its own, up to four', () => {
  const [checked] = found((findings) => findings.reached(sink(), source('a.py'), [], 'lib.py', 'isFine'));
  expect(checked!.description).toContain('It has passed `isFine`, which could not be resolved');
  const all = found((findings) => {
    for (const file of ['a.py', 'b.py', 'a.py', 'c.py', 'd.py', 'e.py', 'f.py'])
      findings.reached(sink(), source(file), [], 'lib.py', undefined);
  });
  expect(all.map(({ identity }) => identity.tokens)).toEqual([
    'db.run(x)',
    'db.run(x) from b.py',
    'db.run(x) from c.py',
    'db.run(x) from d.py',
  ]);
});

test('what is certain takes the place of what is not, and never the other way round', () => {
  const both = (first: string | undefined, second: string | undefined) =>
    lines((findings) => {
      findings.reached(sink(), source('a.py'), [], 'lib.py', first);
      findings.reached(sink(), source('b.py'), [], 'lib.py', second);
    });
  expect(both('isFine', undefined)).toEqual(['lib.py:9:1 r high high from b.py']);
  expect(both(undefined, 'isFine')).toEqual(['lib.py:9:1 r high high from a.py']);
  expect(both('isFine', 'isFine')).toEqual(['lib.py:9:1 r medium low from a.py']);
  const again = lines((findings) => {
    findings.reached(sink(), source('a.py'), [], 'lib.py', 'isFine');
    findings.reached(sink(), source('a.py'), [], 'lib.py', undefined);
  });
  expect(again).toEqual(['lib.py:9:1 r high high from a.py']);
});

test('a place without a way is told where no way begins there', () => {
  expect(lines((findings) => findings.unreached(linked, sink(), 'low', []))).toEqual([
    'lib.py:9:1 r low low',
  ]);
  expect(lines((findings) => findings.unreached(linked, sink({ rule: 'unknown' }), 'low', []))).toEqual([]);
  const way = (findings: LinkedFindings, change: Partial<SinkFact> = {}) =>
    findings.reached(sink(change), source('a.py'), [], 'lib.py', undefined);
  const only = ['lib.py:9:1 r high high from a.py'];
  expect(lines((findings) => void [way(findings), findings.unreached(linked, sink(), 'low', [])])).toEqual(
    only,
  );
  expect(lines((findings) => void [findings.unreached(linked, sink(), 'low', []), way(findings)])).toEqual(
    only,
  );
  // Two calls of a chain begin at one place.
  expect(
    lines(
      (findings) => void [findings.unreached(linked, sink({ at: [9, 12, 1, 30] }), 'low', []), way(findings)],
    ),
  ).toEqual(only);
  expect(
    lines((findings) => void [findings.unreached(linked, sink({ at: at(9, 4) }), 'low', []), way(findings)]),
  ).toHaveLength(2);
  expect(
    lines(
      (findings) =>
        void [
          findings.unreached(linked, sink(), 'low', []),
          findings.unreached(linked, sink(), 'medium', []),
        ],
    ),
  ).toEqual(['lib.py:9:1 r low low']);
});

test('what a package offers is told with the argument, unless a way from a source is there', () => {
  const reached = (change: Partial<SinkFact> = {}, more: object = {}) => ({
    file: 'lib.py',
    index: 0,
    field: undefined,
    mask: -1,
    via: [],
    sink: sink({ offered: 'medium', ...change }),
    ...more,
  });
  const [finding] = found((findings) => findings.offered(linked, reached()));
  expect(finding).toMatchObject({
    severity: 'medium',
    confidence: 'low',
    startLine: 9,
    identity: { scope: 'run' },
  });
  expect(finding!.trace![0]!.message).toBe('Untrusted: the argument `a` of `run`, which the package offers');
  const [unnamed] = found((findings) => findings.offered(linked, reached({}, { index: 5 })));
  expect(unnamed!.trace![0]!.message).toContain('`an argument`');
  expect(lines((findings) => findings.offered(linked, reached({ scope: 'deep' }), at(6)))).toEqual([
    'lib.py:6:1 r medium low from lib.py',
  ]);
  for (const refused of [
    reached({ rule: 'unknown' }),
    { ...reached(), sink: sink() },
    reached({}, { check: 'isFine' }),
    reached({}, { file: 'tests/t.py' }),
    reached({}, { file: 'none.py' }),
  ])
    expect(lines((findings) => findings.offered(linked, refused))).toEqual([]);
  expect(lines((findings) => findings.offered(linked, reached({}, { check: 'load()' })))).toHaveLength(1);
  const both = (findings: LinkedFindings) => {
    findings.reached(sink(), source('a.py'), [], 'lib.py', undefined);
    findings.offered(linked, reached());
  };
  expect(lines(both)).toEqual(['lib.py:9:1 r high high from a.py']);
});

test('findings are in the order of files, lines and rules', () => {
  const places = [
    ['b.py', 1, 'r'],
    ['a.py', 9, 's'],
    ['a.py', 9, 'r'],
    ['a.py', 2, 'z'],
  ] as const;
  const all = lines((findings) => {
    for (const [file, line, id] of places)
      findings.unreached({ ...linked, file }, sink({ at: at(line), rule: id }), 'low', []);
  });
  expect(all).toEqual([
    'a.py:2:1 z low low',
    'a.py:9:1 r low low',
    'a.py:9:1 s low low',
    'b.py:1:1 r low low',
  ]);
});

test('of many places that doubtful ways from one source lead to, only the first few are worth a look', () => {
  const places = (check: string | undefined) =>
    found((findings) => {
      for (let line = 1; line <= 9; line++)
        findings.reached(sink({ at: at(10 * line) }), source('a.py'), [into('a.py', 3)], 'lib.py', check);
    }).map(({ severity }) => severity);
  expect(places('isFine').filter((severity) => severity === 'medium')).toHaveLength(6);
  expect(places('isFine').filter((severity) => severity === 'low')).toHaveLength(3);
  expect(new Set(places(undefined))).toEqual(new Set(['high']));
});
