import { describe, expect, test } from 'vitest';
import { indexRules } from './index-rules.ts';
import type { RawItem, RawRule, RuleFile } from './rule-file.ts';

/** What leads where: `name or word > kind on rule: item`. */
function ways(...files: RuleFile[]): string[] {
  const { parts, items, byLast, byFirst, open, words } = indexRules(files);
  const shown = (at: number) => {
    const { kind, item, ...rest } = parts[at]!;
    return `${[kind, ...Object.values(rest)].join(' ')}: ${JSON.stringify(items[item])}`;
  };
  const names = (under: string, list: Array<[string, string | null, number]>) =>
    list.map(([pattern, first, part]) => `${under} ${pattern} from ${first} > ${shown(part)}`);
  return [
    ...byLast.flatMap(([last, list]) => names(`last ${last}:`, list)),
    ...byFirst.flatMap(([first, list]) => names(`first ${first}:`, list)),
    ...names('open:', open),
    ...words.map(([part, list]) => `words ${list} > ${shown(part)}`),
  ];
}

describe('an item is found by the names under its keys, and holds the rest', () => {
  test.each<[string, RuleFile, string[]]>([
    [
      'a source that is read',
      { sources: [{ read: 'a.b', title: 't' }] },
      ['last b: a.b from a > source read: {"title":"t"}'],
    ],
    ['a source that is called', { sources: [{ call: 'a.b' }] }, ['last b: a.b from a > source call: {}']],
    ['a source by a name', { sources: [{ named: ['x', 'y'] }] }, ['words x,y > source read: {}']],
    [
      'both ways share an item',
      { sources: [{ read: 'a.b', call: 'a.c', kind: 'cli' }] },
      [
        'last b: a.b from a > source read: {"kind":"cli"}',
        'last c: a.c from a > source call: {"kind":"cli"}',
      ],
    ],
    [
      'a sanitizer that is called',
      { sanitizers: [{ call: 'a.b' }] },
      ['last b: a.b from a > sanitizer call: {}'],
    ],
    [
      'a sanitizer that is read',
      { sanitizers: [{ read: 'a.b' }] },
      ['last b: a.b from a > sanitizer read: {}'],
    ],
    [
      'a guard',
      { guards: [{ call: 'a.b', outcome: false }] },
      ['last b: a.b from a > guard: {"outcome":false}'],
    ],
    ['an exit', { exits: [{ call: 'a.b' }] }, ['last b: a.b from a > exit: {}']],
    ['an entry by a call', { entries: [{ call: 'a.b' }] }, ['last b: a.b from a > entry: {}']],
    ['an entry by its signature', { entries: [{ function: '^x' }] }, ['words ^x > signed: {}']],
    ['an entry by its key', { entries: [{ key: 'get' }] }, ['words get > keyed: {}']],
    ['an entry by a decorator', { entries: [{ decorator: 'a.b' }] }, ['last b: a.b from a > decorated: {}']],
    [
      'an entry by a base',
      { entries: [{ extends: 'a.b', methods: 'c' }] },
      ['last b: a.b from a > inherited: {"methods":"c"}'],
    ],
    [
      'a result',
      { returns: [{ call: 'a.b', pure: true }] },
      ['last b: a.b from a > returned: {"pure":true}'],
    ],
    ['a constant', { constants: [{ name: 'a.b', is: 1 }] }, ['last b: a.b from a > constant: {"is":1}']],
    ['an alias', { aliases: [{ name: 'a.b', as: 'c' }] }, ['last b: a.b from a > alias: {"as":"c"}']],
    ['a shared place', { shared: [{ name: 'a.b' }] }, ['last b: a.b from a > shared: {}']],
    [
      'alternatives are names of their own',
      { exits: [{ call: ['a.{b,c}', 'd'] }] },
      ['last b: a.b from a > exit: {}', 'last c: a.c from a > exit: {}', 'last d: d from d > exit: {}'],
    ],
    [
      'an open end is found by its first segment, one that is open on both sides among all',
      { exits: [{ call: ['a.*', '**.b', '*.c.*'] }] },
      [
        'last b: **.b from null > exit: {}',
        'first a: a.* from a > exit: {}',
        'open: *.c.* from null > exit: {}',
      ],
    ],
    ['nothing leads to it', { exits: [{}] }, []],
  ])('%s', (_, file, expected) => {
    expect(ways(file)).toEqual(expected);
  });
});

const rule = (more: RawItem, id = 'x-a'): RawRule => ({ id, ...more });

describe('what a rule reports', () => {
  test.each<[string, RawItem, string[]]>([
    [
      'a sink has the label and the kinds of its rule',
      { label: 'sql', kinds: ['cli'], sinks: [{ call: 'a.b', args: [0] }] },
      ['last b: a.b from a > sink call 0: {"label":"sql","kinds":["cli"],"args":[0]}'],
    ],
    [
      'or its own',
      { label: 'sql', kinds: ['cli'], sinks: [{ assign: 'a.b', label: 'html', kinds: ['stored'] }] },
      ['last b: a.b from a > sink assign 0: {"label":"html","kinds":["stored"]}'],
    ],
    ['a sink in an element', { sinks: [{ element: 'href' }] }, ['words href > sink element 0: {}']],
    ['a sink in an option', { sinks: [{ option: 'html' }] }, ['words html > sink option 0: {}']],
    ['a sink that is returned', { sinks: [{ return: 'a.b' }] }, ['last b: a.b from a > sink return 0: {}']],
    ...['call', 'assign', 'read', 'decorator', 'extends'].map((on): [string, RawItem, string[]] => [
      `a check on ${on} is found by a qualified name`,
      { label: 'url', kinds: ['cli'], checks: [{ [on]: 'a.b' }] },
      [`last b: a.b from a > check ${on} 0: {"label":"url"}`],
    ]),
    ...[
      'key',
      'variable',
      'import',
      'element',
      'compare',
      'handler',
      'function',
      'walk',
      'merge',
      'text',
      'pattern',
    ].map((on): [string, RawItem, string[]] => [
      `a check on ${on} is found by a word`,
      { checks: [{ [on]: 'a.b' }] },
      [`words a.b > check ${on} 0: {}`],
    ]),
  ])('%s', (_, raw, expected) => {
    expect(ways({ rules: [rule(raw)] })).toEqual(expected);
  });

  test('a check on nothing is a mistake', () => {
    expect(() => ways({ rules: [rule({ checks: [{ when: [] }] })] })).toThrow('Rule x-a: a check on nothing');
  });

  test('several files add to one rule, which is as the first says; others have numbers of their own', () => {
    const first = rule({ title: 'first', checks: [{ call: 'a' }] });
    const files = [
      { rules: [first, rule({ checks: [{ call: 'b' }] }, 'x-b')] },
      { rules: [rule({ title: 'second', checks: [{ call: 'c' }] })] },
    ];
    expect(ways(...files)).toEqual([
      'last a: a from a > check call 0: {}',
      'last b: b from b > check call 1: {}',
      'last c: c from c > check call 0: {}',
    ]);
    expect(indexRules(files).rules.map(({ id, title }) => `${id} ${title}`)).toEqual([
      'x-a first',
      'x-b undefined',
    ]);
  });

  test('what is said of a rule', () => {
    const said = {
      title: 'A title',
      severity: 'high',
      confidence: 'low',
      category: 'injection',
      cwe: 'CWE-1',
      owasp: ['A03:2021'],
      message: 'm',
      suggestion: 's',
      references: ['r'],
    };
    const open = { severity: 'low', naming: 'token', imports: ['jwt'] };
    const { rules } = indexRules([{ rules: [rule({ ...said, open }), rule({ severity: 'low' }, 'x-b')] }]);
    const lists = { cwe: ['CWE-1'], references: ['r'] };
    expect(rules).toStrictEqual([
      { ...said, ...lists, id: 'x-a', open: { severity: 'low', naming: ['token'], imports: ['jwt'] } },
      {
        id: 'x-b',
        title: 'undefined',
        severity: 'low',
        confidence: 'medium',
        category: 'undefined',
        cwe: [],
        owasp: [],
        message: 'undefined',
        suggestion: 'undefined',
        references: [],
      },
    ]);
  });
});

test('what is known of modules and languages', () => {
  const { roots, external } = indexRules([
    {
      exits: [{ call: ['a.b', 'a.c', '**.d', 'e.*'] }],
      external: [{ languages: ['java', 'scala'], names: ['java.', 'scala.'] }],
    },
  ]);
  expect(roots).toEqual(['a', 'e']);
  expect(external).toEqual([
    ['java', ['java.', 'scala.']],
    ['scala', ['java.', 'scala.']],
  ]);
});
