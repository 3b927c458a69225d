import { expect, test } from 'vitest';
import type { FileFacts, From, FunctionFacts, SinkFact } from '../domain/facts.ts';
import type { Via } from '../domain/flow.ts';
import { language as javascript } from '../frontends/javascript/traits.ts';
import { language as python } from '../frontends/python/traits.ts';
import { Linker } from './linker.ts';

const languages = new Map(Object.entries({ python, javascript }));
const at = (line: number): [number, number, number, number] => [line, line, 1, 2];
const sink = (change: Partial<SinkFact> = {}): SinkFact => ({
  rule: 'r',
  label: 1,
  kinds: ['http'],
  severity: 'high',
  at: at(9),
  scope: '',
  tokens: '',
  code: '',
  ...change,
});
const into = (
  from: From,
  change: Partial<SinkFact> = {},
  more: Partial<FunctionFacts['sinks'][number]> = {},
) => ({
  from,
  sink: sink(change),
  steps: [],
  ...more,
});
type Call = FunctionFacts['calls'][number];
const call = (callee: string, args = 1, change: Partial<Call> = {}): Call => ({
  callee: callee.split('.'),
  at: at(5),
  args,
  names: [],
  ...change,
});
const pass = (from: From, arg = 0, change: Partial<FunctionFacts['passes'][number]> = {}) => ({
  from,
  call: 0,
  arg,
  mask: -1,
  ...change,
});
const gives = (from: From, change: Partial<FunctionFacts['returns'][number]> = {}) => ({
  from,
  mask: -1,
  ...change,
});
const fn = (key: string, parameters: string[], parts: Partial<FunctionFacts> = {}): FunctionFacts => ({
  key,
  parameters,
  at: at(1),
  calls: [],
  passes: [],
  returns: [],
  sinks: [],
  ...parts,
});
const file = (functions: FunctionFacts[], change: Partial<FileFacts> = {}): FileFacts => ({
  language: 'python',
  isProduct: true,
  sources: [{ kind: 'http', title: 'the request', at: at(2) }],
  functions,
  quiet: [],
  called: [],
  exports: [],
  reexports: [],
  ...change,
});

function shown(via: Via): string {
  const what =
    'text' in via
      ? via.text
      : 'passedTo' in via
        ? `into ${via.passedTo.join('.')}`
        : `out of ${via.returnedBy.join('.')}`;
  return `${what}${via.winds ? '?' : ''}`;
}

/** All that the linker tells of these files, one line each. */
function linked(files: Record<string, FileFacts>): string[] {
  const told: string[] = [];
  new Linker(
    Object.entries(files).map(([path, facts]) => ({ path, facts })),
    languages,
    {
      reached: (found, flow, via, path, check) =>
        told.push(
          `${flow.file} reaches ${found.rule} in ${path}: ${via.map(shown).join(', ')}${check ? ` checked by ${check}` : ''}`,
        ),
      unreached: ({ file: path }, found, severity) => told.push(`${path} leaves ${found.rule} ${severity}`),
      offered: ({ file: path, facts }, reached, place) =>
        told.push(
          `${path} offers ${reached.sink.rule} by ${facts.parameters[reached.index]}${reached.field ? `.${reached.field}` : ''} at ${place?.[0]}`,
        ),
    },
  ).run();
  return told;
}

const web = (parts: Partial<FunctionFacts>, change: Partial<FileFacts> = {}) =>
  file([fn('page', ['a'], parts)], change);
const lib = (...functions: FunctionFacts[]) => file(functions, { sources: [] });

// biome-ignore format: one line for each row
test.for<[string, Partial<FunctionFacts>, Partial<FunctionFacts>, string[]]>([
  ['an argument', {}, {}, ['web.py reaches r in lib.py: into lib.run?']],
  ['into a function without branches', {}, { straight: true }, ['web.py reaches r in lib.py: into lib.run']],
  ['another argument', { passes: [pass(['s', 0], 1)] }, {}, []],
  ['the second argument', { passes: [pass(['s', 0], 1)] }, { sinks: [into(['p', 1])] }, ['web.py reaches r in lib.py: into lib.run?']],
  ['by its name', { calls: [call('lib.run', 1, { names: ['b'] })], passes: [pass(['s', 0], 1)] }, { sinks: [into(['p', 1])] }, ['web.py reaches r in lib.py: into lib.run?']],
  ['by the name of another', { calls: [call('lib.run', 1, { names: ['b'] })], passes: [pass(['s', 0], 1)] }, {}, []],
  ['another field', { passes: [pass(['s', 0], 0, { field: 'x' })] }, { sinks: [into(['p', 0, 'y'])] }, []],
  ['the field', { passes: [pass(['s', 0], 0, { field: 'y' })] }, { sinks: [into(['p', 0, 'y'])] }, ['web.py reaches r in lib.py: into lib.run?']],
  ['harmless for this sink', { passes: [pass(['s', 0], 0, { mask: ~1 })] }, {}, []],
  ['harmless for another', { passes: [pass(['s', 0], 0, { mask: ~2 })] }, {}, ['web.py reaches r in lib.py: into lib.run?']],
  ['of another kind', {}, { sinks: [into(['p', 0], { kinds: ['file'] })] }, []],
  ['checked here', { passes: [pass(['s', 0], 0, { check: 'ok' })] }, { sinks: [into(['p', 0], {}, { check: 'there' })] }, ['web.py reaches r in lib.py: into lib.run? checked by ok']],
  ['checked there', {}, { sinks: [into(['p', 0], {}, { check: 'there' })] }, ['web.py reaches r in lib.py: into lib.run? checked by there']],
  ['with steps', {}, { sinks: [into(['p', 0], {}, { steps: [[at(3), 'joined']] })] }, ['web.py reaches r in lib.py: into lib.run?, joined']],
  ['of a source that is none', { passes: [pass(['s', 7])] }, {}, []],
])('what is given to a function of another file: %s', ([, caller, callee, expected]) => {
  expect(
    linked({
      'web.py': web({ calls: [call('lib.run', 2)], passes: [pass(['s', 0])], ...caller }),
      'lib.py': lib(fn('run', ['a', 'b'], { sinks: [into(['p', 0])], ...callee })),
    }),
  ).toEqual(expected);
});

// biome-ignore format: one line for each row
test.for<[string, Partial<FunctionFacts>, From, string[]]>([
  ['what it was given', { returns: [gives(['p', 0])] }, ['c', 0], ['web.py reaches r in web.py: out of lib.run?']],
  ['what it was given, without branches', { returns: [gives(['p', 0])], straight: true }, ['c', 0], ['web.py reaches r in web.py: out of lib.run']],
  ['another argument', { returns: [gives(['p', 1])] }, ['c', 0], []],
  ['cleaned', { returns: [gives(['p', 0], { mask: ~1 })] }, ['c', 0], []],
  ['checked', { returns: [gives(['p', 0], { check: 'ok' })] }, ['c', 0], ['web.py reaches r in web.py: out of lib.run? checked by ok']],
  ['in the field that is read', { returns: [gives(['p', 0], { field: 'x' })] }, ['c', 0, 'x'], ['web.py reaches r in web.py: out of lib.run?']],
  ['in another field', { returns: [gives(['p', 0], { field: 'x' })] }, ['c', 0, 'y'], []],
  ['nothing', {}, ['c', 0], []],
])('what a function of another file gives back: %s', ([, callee, from, expected]) => {
  expect(
    linked({
      'web.py': web({ calls: [call('lib.run', 2)], passes: [pass(['s', 0])], sinks: [into(from)] }),
      'lib.py': lib(fn('run', ['a', 'b'], callee)),
    }),
  ).toEqual(expected);
});

// biome-ignore format: one line for each row
test.for<[string, Partial<FunctionFacts>, From, string[]]>([
  ['a source', { returns: [gives(['s', 0])] }, ['c', 0], ['lib.py reaches r in web.py: out of lib.run?']],
  ['a source, without branches', { returns: [gives(['s', 0])], straight: true }, ['c', 0], ['lib.py reaches r in web.py: out of lib.run']],
  ['a source of which a field is read', { returns: [gives(['s', 0])] }, ['c', 0, 'x'], ['lib.py reaches r in web.py: out of lib.run? checked by run()']],
  ['a source in the field that is read', { returns: [gives(['s', 0], { field: 'x' })] }, ['c', 0, 'x'], ['lib.py reaches r in web.py: out of lib.run?']],
  ['a source that was checked', { returns: [gives(['s', 0], { check: 'ok' })] }, ['c', 0, 'x'], ['lib.py reaches r in web.py: out of lib.run? checked by ok']],
])('a function of another file gives %s', ([, callee, from, expected]) => {
  expect(
    linked({
      'web.py': web({ calls: [call('lib.run', 0)], sinks: [into(from)] }, { sources: [] }),
      'lib.py': file([fn('run', [], callee)]),
    }),
  ).toEqual(expected);
});

// biome-ignore format: one line for each row
test.for<[string, Partial<Call>, From, string[]]>([
  ['lookUp', {}, ['c', 0], ['web.py reaches r in web.py:  checked by lookUp()']],
  ['lookUp', {}, ['c', 0, 'x'], ['web.py reaches r in web.py:  checked by lookUp()']],
  ['trim', {}, ['c', 0], ['web.py reaches r in web.py: ']],
  ['trim', {}, ['c', 0, 'x'], ['web.py reaches r in web.py:  checked by trim()']],
  ['lookUp', { news: true }, ['c', 0], []],
])('what goes into %s (%j), of which nothing is known, comes out of %j', ([name, change, from, expected]) => {
  expect(
    linked({ 'web.py': web({ calls: [call(`elsewhere.${name}`, 1, change)], passes: [pass(['s', 0])], sinks: [into(from)] }) }),
  ).toEqual(expected);
});

test('a result that is given to its own call ends, and so do functions that call one another', () => {
  expect(
    linked({
      'web.py': web({ calls: [call('elsewhere.f')], passes: [pass(['c', 0])], sinks: [into(['c', 0])] }),
    }),
  ).toEqual([]);
  const around = (other: string) => ({
    calls: [call(other)],
    passes: [pass(['p', 0])],
    returns: [gives(['p', 0]), gives(['c', 0])],
  });
  expect(
    linked({
      'a.py': web({ calls: [call('b.f')], passes: [pass(['s', 0])], sinks: [into(['c', 0])] }),
      'b.py': lib(fn('f', ['x'], around('c.f'))),
      'c.py': lib(fn('f', ['x'], { ...around('b.f'), sinks: [into(['p', 0], { rule: 'deep' })] })),
    }),
  ).toEqual(['a.py reaches r in a.py: out of b.f?', 'a.py reaches deep in c.py: into b.f?, into c.f?']);
});

/** Functions that hand their argument on to the next; the last has the sink. */
function chain(length: number): Record<string, FileFacts> {
  const files: Record<string, FileFacts> = {
    'web.py': web({ calls: [call('f1.run')], passes: [pass(['s', 0])] }),
  };
  for (let i = 1; i <= length; i++)
    files[`f${i}.py`] = lib(
      fn(
        'run',
        ['a'],
        i === length
          ? { sinks: [into(['p', 0])] }
          : { calls: [call(`f${i + 1}.run`)], passes: [pass(['p', 0])] },
      ),
    );
  return files;
}

test('data is followed into functions for a while, and sixteen steps of the way are kept', () => {
  expect(linked(chain(12))).toHaveLength(1);
  expect(linked(chain(13))).toHaveLength(1);
  expect(linked(chain(14))).toEqual([]);
});

const weak = (change: Partial<SinkFact> = {}, parts: Partial<FunctionFacts> = {}) =>
  fn('run', ['a', 'b'], { sinks: [into(['p', 0], { fallback: 'medium', ...change })], ...parts });
const from = (parts: Partial<FunctionFacts>, change: Partial<FileFacts> = {}) =>
  web({ calls: [call('lib.run', 2)], ...parts }, { sources: [], ...change });

// biome-ignore format: one line for each row
test.for<[string, Record<string, FileFacts>, string[]]>([
  ['nobody is seen to call it', { 'lib.py': lib(weak()) }, ['lib.py leaves r medium']],
  ['all callers give literals', { 'lib.py': lib(weak()), 'a.py': from({ calls: [call('lib.run', 2, { fixed: [0, 1] })] }) }, ['lib.py leaves r low']],
  ['all callers give literals, and nobody else can call it', { 'lib.py': lib(weak({}, { hidden: true })), 'a.py': from({ calls: [call('lib.run', 2, { fixed: [0] })] }) }, []],
  ['callers leave it out', { 'lib.py': lib(weak()), 'a.py': from({ calls: [call('lib.run', 0)] }) }, ['lib.py leaves r low']],
  ['a caller gives it by its name', { 'lib.py': lib(weak()), 'a.py': from({ calls: [call('lib.run', 0, { names: ['b', 'a'] })], passes: [pass(['p', 0], 1)] }) }, ['lib.py leaves r medium']],
  ['a caller gives another literal', { 'lib.py': lib(weak()), 'a.py': from({ calls: [call('lib.run', 2, { fixed: [1] })], passes: [pass(['p', 0])] }) }, ['lib.py leaves r medium']],
  ['a caller gives its own argument', { 'lib.py': lib(weak()), 'a.py': from({ passes: [pass(['p', 0])] }) }, ['lib.py leaves r medium']],
  ['a caller gives what it made', { 'lib.py': lib(weak()), 'a.py': from({}) }, ['lib.py leaves r low']],
  ['a test gives literals', { 'lib.py': lib(weak()), 'a.py': from({ calls: [call('lib.run', 2, { fixed: [0] })] }, { isProduct: false }) }, ['lib.py leaves r medium']],
  ['a package has other callers', { 'setup.py': file([], { isPackage: true, sources: [] }), 'lib.py': lib(weak()), 'a.py': from({ calls: [call('lib.run', 2, { fixed: [0] })] }) }, ['lib.py leaves r medium', 'lib.py offers r by a at undefined']],
  ['a package elsewhere has not', { 'other/setup.py': file([], { isPackage: true, sources: [] }), 'lib.py': lib(weak()), 'a.py': from({ calls: [call('lib.run', 2, { fixed: [0] })] }) }, ['lib.py leaves r low']],
  ['a caller gives what a function gives that makes nothing of outside', { 'lib.py': lib(weak()), 'made.py': lib(fn('make', [])), 'a.py': from({ calls: [call('lib.run', 2), call('made.make', 0)], passes: [pass(['c', 1])] }) }, ['lib.py leaves r low']],
  ['a caller gives what nobody knows', { 'lib.py': lib(weak()), 'a.py': from({ calls: [call('lib.run', 2), call('elsewhere.make', 0)], passes: [pass(['c', 1])] }) }, ['lib.py leaves r medium']],
  ['there is no fallback', { 'lib.py': lib(fn('run', ['a'], { sinks: [into(['p', 0])] })) }, []],
])('a sink that no source reaches: %s', ([, files, expected]) => {
  expect(linked(files)).toEqual(expected);
});

test('callers are asked for their callers, three of them up', () => {
  const up = (count: number) => {
    const files: Record<string, FileFacts> = { 'lib.py': lib(weak()) };
    for (let i = 0; i <= count; i++)
      files[`f${i}.py`] = lib(
        fn('run', ['a'], {
          calls: [call(i === 0 ? 'lib.run' : `f${i - 1}.run`)],
          passes: i === count ? [] : [pass(['p', 0])],
        }),
      );
    return linked(files);
  };
  expect(up(0)).toEqual(['lib.py leaves r low']);
  expect(up(3)).toEqual(['lib.py leaves r low']);
  expect(up(4)).toEqual(['lib.py leaves r medium']);
});

// biome-ignore format: one line for each row
test.for<[string, Partial<SinkFact>, Partial<FunctionFacts>, string[]]>([
  ['of a function that nobody knows', { made: 'info' }, { calls: [call('elsewhere.f', 0)] }, ['web.py leaves r info']],
  ['of a function that nobody knows, where that is nothing special', {}, { calls: [call('elsewhere.f', 0)] }, ['web.py leaves r medium']],
  ['of a function that makes nothing of outside', { made: 'info' }, { calls: [call('lib.quiet', 0)] }, []],
  ['of a function that gives its argument', { made: 'info' }, { calls: [call('lib.same', 1)], passes: [pass(['p', 0])] }, ['web.py leaves r medium']],
])('the result %s arrives', ([, change, parts, expected]) => {
  expect(
    linked({
      'web.py': web({ sinks: [into(['c', 0], { fallback: 'medium', ...change })], ...parts }, { sources: [] }),
      'lib.py': lib(fn('quiet', []), fn('same', ['a'], { returns: [gives(['p', 0])] })),
    }),
  ).toEqual(expected);
});

test('a function of the repository is no sink of a library', () => {
  const own = (name: string) => ({
    'web.py': web({ sinks: [into(['s', 0], { unless: [name, 'run'], fallback: 'medium' })] }),
    'lib.py': lib(fn('run', [])),
  });
  expect(linked(own('lib'))).toEqual([]);
  expect(linked(own('elsewhere'))).toEqual(['web.py reaches r in web.py: ', 'web.py leaves r medium']);
  // What the file itself saw is no news.
  expect(linked({ 'web.py': web({ sinks: [into(['s', 0])] }) })).toEqual([]);
});

// biome-ignore format: one line for each row
test.for<[string, Partial<FunctionFacts>, Partial<FileFacts>, string[]]>([
  ['a function with a sink', {}, {}, ['lib.py offers r by a at undefined']],
  ['a hidden one', { hidden: true }, {}, []],
  ['one of the tests', {}, { isProduct: false }, []],
  ['the file itself', { key: '' }, {}, []],
  ['one that is cleaned', { sinks: [into(['p', 0], { label: 0 })] }, {}, []],
  ['the object', { sinks: [into(['p', -1])] }, {}, []],
  ['a field', { sinks: [into(['p', 0, 'x'])] }, {}, ['lib.py offers r by a.x at undefined']],
])('a package offers %s', ([, parts, change, expected]) => {
  expect(
    linked({
      'setup.py': file([], { isPackage: true, sources: [] }),
      'lib.py': file([fn('run', ['a'], { sinks: [into(['p', 0])], ...parts })], { sources: [], ...change }),
    }),
  ).toEqual(expected);
});

test('a text that a package puts together of an argument is told where that happens', () => {
  const offers = (change: Partial<FunctionFacts['passes'][number]>) =>
    linked({
      'setup.py': file([], { isPackage: true, sources: [] }),
      'web.py': web({ calls: [call('lib.run')], passes: [pass(['p', 0], 0, change)] }, { sources: [] }),
      'lib.py': lib(fn('run', ['b'], { hidden: true, sinks: [into(['p', 0])] })),
    });
  expect(offers({})).toEqual(['web.py offers r by a at undefined']);
  expect(offers({ built: true })).toEqual(['web.py offers r by a at undefined', 'web.py offers r by a at 5']);
  expect(offers({ built: true, arg: 1 })).toEqual([]);
  expect(offers({ built: true, mask: ~1 })).toEqual([]);
});
