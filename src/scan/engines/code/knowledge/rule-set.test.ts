import { describe, expect, test } from 'vitest';
import { indexRules } from './index-rules.ts';
import type { RawItem, RuleFile } from './rule-file.ts';
import { RuleSet } from './rule-set.ts';
import type { Check, NameMatch } from './rule-types.ts';

const setOf = (...files: RuleFile[]) => new RuleSet(indexRules(files));
const checks = (...those: RawItem[]): RuleFile => ({
  rules: those.map((check, at) => ({ id: `x-${at}`, severity: 'high', label: 'shell', checks: [check] })),
});
const sinks = (...those: RawItem[]): RuleFile => ({
  rules: those.map((sink, at) => ({ id: `x-${at}`, severity: 'high', label: 'shell', sinks: [sink] })),
});
const ids = (found: Iterable<Check> | undefined) => [...(found ?? [])].map(({ rule }) => rule.id);

describe('what is said of a name', () => {
  const rulesOfRun = () =>
    setOf(
      sinks({ call: 'a.run' }, { call: '**.run' }, { call: '~db.run' }, { call: 'b.*' }, { call: '*.x.*' }),
    );
  /** Which sinks, with `?` where the name is all that is known. */
  const found = (...segments: string[]) => {
    const rules = rulesOfRun();
    return (rules.match(rules.name(segments))?.sinks ?? []).map(
      ({ rule, isGuess, likely }) =>
        rule.id + (isGuess ? '?' : '') + (likely ? ` or ${likely.severity}` : ''),
    );
  };

  test.each([
    [['a', 'run'], ['x-0']],
    [['a', '()', 'run'], ['x-1']],
    [
      ['b', 'run'],
      ['x-1', 'x-3'],
    ],
    [['c', 'run'], ['x-1? or medium']],
    [
      ['~db', 'run'],
      ['x-1? or medium', 'x-2? or medium'],
    ],
    [['~other', 'run'], ['x-1? or medium']],
    [['this', 'run'], ['x-1? or medium']],
    [['a', 'other'], []],
    [['b', 'c', 'd'], []],
    [['a', 'x', 'y'], ['x-4']],
    [['q', 'x', 'y'], ['x-4? or medium']],
  ])('%j: %j', (segments, expected) => {
    expect(found(...segments)).toEqual(expected);
  });

  test.each(['this', '$this', 'self'])(
    'members of %s are the program’s own, though rules know the word',
    (own) => {
      const set = setOf(sinks({ call: `${own}.a` }, { call: '**.run' }));
      expect(set.match(set.name([own, 'run']))!.sinks[0]!.isGuess).toBe(true);
    },
  );

  test('a source is a guess where nothing but the member is known', () => {
    const set = setOf({
      sources: [{ read: '**.body' }, { read: '**.a.body' }, { read: '~req.body' }, { read: 'k.x' }],
    });
    const guesses = (...segments: string[]) =>
      set.match(set.name(segments))!.sources.map(({ isGuess }) => isGuess ?? false);
    expect(guesses('~x', 'body')).toEqual([true]);
    expect(guesses('k', 'body')).toEqual([false]);
    expect(guesses('~x', 'a', 'body')).toEqual([true, false]);
    expect(guesses('~req', 'body')).toEqual([true, false]);
  });

  test('it is looked up once, nothing as well', () => {
    const rules = rulesOfRun();
    const [known, unknown] = [rules.name(['a', 'run']), rules.name(['a', 'nothing'])];
    expect(rules.match(known)).toBe(rules.match(known));
    expect(rules.match(unknown)).toBeNull();
    known.match = null;
    expect(rules.match(known)).toBeNull();
  });

  test('who wants to know hears of each pattern that a name leads to', () => {
    const heard: string[] = [];
    const set = new RuleSet(indexRules([sinks({ call: 'a.run' }, { call: '**.run' })]), (text) =>
      heard.push(text),
    );
    set.match(set.name(['a', 'run']));
    set.match(set.name(['a', 'walk']));
    expect(heard).toEqual(['a.run']);
    set.forgetNames();
    set.match(set.name(['a', 'run']));
    expect(heard).toEqual(['a.run', 'a.run']);
  });

  test('an empty match has nothing', () => {
    const set = setOf({ exits: [{ call: 'a' }] });
    expect(set.match(set.name(['a']))).toEqual({
      sources: [],
      sinks: [],
      checks: [],
      sanitizers: [],
      guards: [],
      exits: true,
      entries: [],
      decorated: [],
      inherited: [],
      returned: [],
      alias: undefined,
      importedAliases: [],
      constant: undefined,
      shared: false,
      kept: undefined,
      stream: false,
    } satisfies NameMatch);
    const other = setOf({ shared: [{ name: 'a' }] });
    expect(other.match(other.name(['a']))).toMatchObject({ exits: false, shared: true, kept: undefined });
    const kept = setOf({ shared: [{ name: 'a', as: 'session' }] });
    expect(kept.match(kept.name(['a']))).toMatchObject({ shared: false, kept: 'session' });
  });
});

describe('names are forgotten between files where there are many', () => {
  const filled = (names: number) => {
    const set = setOf({ sources: [{ named: 'x' }] }, checks({ variable: '/a/' }));
    // The root is one of them.
    for (let at = 1; at < names; at++) set.root.child(String(at));
    return set;
  };

  test('at 50,000 and not one before', () => {
    const [few, many] = [filled(49_999), filled(50_000)];
    const roots = [few.root, many.root];
    few.forgetNames();
    many.forgetNames();
    expect(few.root).toBe(roots[0]);
    expect(many.root).not.toBe(roots[1]);
    expect(many.root.treeSize).toBe(1);
  });

  test('what was found for names is forgotten with them', () => {
    const set = filled(50_000);
    const [source, list] = [set.namedSource('x'), set.checksOfVariable('a')];
    expect(set.namedSource('x')).toBe(source);
    expect(set.checksOfVariable('a')).toBe(list);
    set.forgetNames();
    expect(set.checksOfVariable('a')).not.toBe(list);
    expect(ids(set.checksOfVariable('a'))).toEqual(['x-0']);
  });

  test('ten thousand variables are remembered; beyond that the latest are', () => {
    const set = setOf(checks({ variable: '/a/' }));
    const first = set.checksOfVariable('a');
    for (let at = 1; at < 10_000; at++) set.checksOfVariable(`b${at}`);
    expect(set.checksOfVariable('a')).toBe(first);
    const beyond = set.checksOfVariable('beyond');
    expect(set.checksOfVariable('beyond')).toBe(beyond);
    expect(set.checksOfVariable('a')).not.toBe(first);
  });
});

test('a name that nothing declares is a global where rules know one, else a variable', () => {
  const set = setOf({ exits: [{ call: 'a.b' }] });
  expect([set.knows('a'), set.knows('b')]).toEqual([true, false]);
  expect(set.undeclared('a').toString()).toBe('a');
  expect(set.undeclared('b').toString()).toBe('~b');
});

test('names that are no file of the repository, by language', () => {
  const set = setOf(
    {
      external: [
        { languages: ['java'], names: ['a'] },
        { languages: ['scala'], names: ['b'] },
      ],
    },
    { external: [{ languages: ['java'], names: ['c'] }] },
  );
  expect([...set.externalNames('java')]).toEqual(['a', 'c']);
  expect(set.externalNames('java')).toBe(set.externalNames('java'));
  expect([...set.externalNames('go')]).toEqual([]);
});

test('files ask for imports where a name depends on them', () => {
  expect(setOf({ aliases: [{ name: 'a', as: 'b' }] }).asksForImports).toBe(false);
  expect(
    setOf({
      aliases: [
        { name: 'a', as: 'b' },
        { name: 'c', as: 'd', imports: 'e' },
      ],
    }).asksForImports,
  ).toBe(true);
  expect(setOf({ returns: [{ call: 'a', imports: 'e' }] }).asksForImports).toBe(false);
});

test('what a variable holds by its name, and whether a field of that name holds it too', () => {
  const set = setOf({
    sources: [
      { named: ['^pass', 'secret$'], kind: 'secret', inFields: true },
      { named: 'pass', kind: 'random' },
    ],
  });
  const kinds = (name: string) => [set.namedSource(name)?.kind, set.namedField(name)?.kind];
  expect(kinds('password')).toEqual(['secret', 'secret']);
  expect(kinds('my_secret')).toEqual(['secret', 'secret']);
  expect(kinds('bypass')).toEqual(['random', undefined]);
  expect(set.namedSource('name')).toBeNull();
  expect(set.namedField('name')).toBeNull();
});

test('what a word leads to', () => {
  const set = setOf(
    checks(
      { key: ['k', 'l'] },
      { import: 'i' },
      { element: 'e' },
      { compare: 'c' },
      { handler: 'h' },
      { function: 'f', when: [{ arg: 'function', source: 'x' }] },
      { function: 'f', when: [{ arg: 'value', is: 1 }] },
      { walk: 'w' },
      { merge: 'm' },
      { text: 't' },
      { pattern: 'p' },
      { variable: 'v' },
      { variable: '/^v/' },
    ),
    { entries: [{ key: 'onGet' }, { function: '^handle' }] },
  );
  const shown = {
    k: ids(set.keys.get('k')),
    l: ids(set.keys.get('l')),
    imports: ids(set.imports.get('i')),
    elements: ids(set.elementChecks.get('e')),
    compares: ids(set.checksOfOperator('==')),
    handlers: ids(set.handlers),
    functions: ids(set.functions),
    defaults: ids(set.defaults),
    walks: ids(set.walks),
    merges: ids(set.merges),
    texts: ids(set.texts),
    patterns: ids(set.patterns),
    v: ids(set.checksOfVariable('v')),
    vw: ids(set.checksOfVariable('vw')),
    w: ids(set.checksOfVariable('w')),
  };
  expect(shown).toEqual({
    k: ['x-0'],
    l: ['x-0'],
    imports: ['x-1'],
    elements: ['x-2'],
    compares: ['x-3'],
    handlers: ['x-4'],
    functions: ['x-5'],
    defaults: ['x-6'],
    walks: ['x-7'],
    merges: ['x-8'],
    texts: ['x-9'],
    patterns: ['x-10'],
    v: ['x-11', 'x-12'],
    vw: ['x-12'],
    w: [],
  });
  expect([...set.keyEntries.keys()]).toEqual(['onGet']);
  expect(set.signedEntries.map(({ signature }) => signature)).toEqual([/^handle/]);
});

test('sinks in elements and in options are apart', () => {
  const set = setOf(sinks({ element: 'href' }, { option: 'html' }));
  expect([...set.elementSinks.keys()]).toEqual(['href']);
  expect([...set.keySinks.keys()]).toEqual(['html']);
});

describe('comparisons that an operator can meet', () => {
  const compares = () =>
    setOf(
      checks(
        { compare: 'a', when: [{ arg: 'op', is: '==' }] },
        {
          compare: 'a',
          when: [
            { arg: 'op', in: ['<', '>'] },
            { arg: 'left', is: '==' },
          ],
        },
        { compare: 'a', when: [{ arg: 'op', is: '==', not: true }] },
        { compare: 'a', when: [{ arg: 'left', is: 1 }] },
        { compare: 'a', when: [{ arg: 'op', matches: '=' }] },
      ),
    );
  test.each([
    ['==', ['x-0', 'x-3', 'x-4']],
    ['<', ['x-1', 'x-2', 'x-3', 'x-4']],
    ['+', ['x-2', 'x-3', 'x-4']],
  ])('%s', (op, expected) => {
    const set = compares();
    expect(ids(set.checksOfOperator(op))).toEqual(expected);
    expect(set.checksOfOperator(op)).toBe(set.checksOfOperator(op));
  });
});

test('entries by base and by decorator, whichever these are', () => {
  const set = setOf({
    entries: [
      { extends: 'a.A', methods: '^get' },
      { extends: 'b.B', methods: '^post' },
      { decorator: ['c.C', 'c.D'], across: true },
      { decorator: 'd.D' },
      { call: 'e', across: true },
    ],
  });
  expect(set.inheritedEntries.map(({ methods }) => methods)).toEqual([/^get/, /^post/]);
  expect(set.inheritedEntries).toBe(set.inheritedEntries);
  expect(set.decoratedAcross).toHaveLength(1);
  expect(set.decoratedAcross).toBe(set.decoratedAcross);
});
