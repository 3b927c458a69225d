import { describe, expect, test } from 'vitest';
import { indexRules } from '../knowledge/index-rules.ts';
import { additiveOnly } from './additive-only.ts';
import { compareExample, markedKinds, placeOf } from './marked-example.ts';

describe('what an example says and what is found', () => {
  const owner = { folder: 'py', ruleIds: new Set(['py-sqli', 'py-ssrf']) };
  const compare = (kind: 'bad' | 'good', text: string, ...found: Array<[number, string]>) => [
    ...compareExample(
      kind,
      { 'a.py': text },
      new Set(found.map(([line, id]) => placeOf('a.py', line, id))),
      owner,
    ),
  ];
  const noLine = 'no line says what must be reported there: end it with a comment such as "# sql-injection"';
  test.each<[string, string[], string[]]>([
    ['as marked', compare('bad', 'a\nb # sqli', [2, 'py-sqli']), []],
    ['two on a line', compare('bad', 'b // sqli, ssrf', [1, 'py-sqli'], [1, 'py-ssrf']), []],
    ['not found', compare('bad', 'b -- sqli'), ['py-sqli in line 1 of a.py is not reported']],
    [
      'found elsewhere',
      compare('bad', 'b # sqli\nc', [1, 'py-sqli'], [2, 'py-ssrf']),
      ['py-ssrf in line 2 of a.py is reported and must not be'],
    ],
    ['nothing marked', compare('bad', 'b'), [noLine]],
    ['a word that is no kind', compare('bad', 'b # here'), [noLine]],
    [
      'an unknown kind',
      compare('bad', 'a # sqli\nb # my-kind', [1, 'py-sqli']),
      ['line 2: the comment names "my-kind", which is no kind of this library'],
    ],
    ['a good one', compare('good', 'b # sqli'), []],
    [
      'a good one that is found',
      compare('good', 'b', [1, 'py-sqli']),
      ['py-sqli in line 1 of a.py is reported and must not be'],
    ],
    ['a mark in the middle', compare('bad', '# sqli b'), [noLine]],
  ])('%s', (_, problems, expected) => {
    expect(problems).toEqual(expected);
  });

  test('kinds of all lines of all files', () => {
    expect(markedKinds({ 'a.py': 'x # sqli, ssrf\ny', 'b.py': 'z # other' })).toEqual([
      'sqli',
      'ssrf',
      'other',
    ]);
  });
});

describe('what rules of the scanned repository may say', () => {
  const known = indexRules([{ exits: [{ call: 'known.f' }] }]);
  test('what adds findings stays', () => {
    const file = {
      sources: [{ read: 'own.x' }],
      aliases: [{ name: 'own.T()', as: '@own:T' }],
      returns: [{ call: 'own.make', as: '@own:T' }],
      entries: [{ call: 'own.route', taints: 'remote' }],
    };
    expect(additiveOnly(file, known)).toEqual({
      file: { ...file, sanitizers: [], guards: [], exits: [] },
      dropped: [],
    });
    expect(additiveOnly({}, known)).toEqual({
      file: { sanitizers: [], guards: [], exits: [], aliases: [], returns: [], entries: [] },
      dropped: [],
    });
  });

  test('what takes some away goes, and is counted', () => {
    const found = additiveOnly(
      {
        sanitizers: [{ call: 'own.a' }, { call: 'own.b' }],
        guards: [{ call: 'own.c' }],
        exits: [{ call: 'own.d' }, { call: 'own.e' }, { call: 'own.f' }],
        returns: [
          { call: 'own.make', as: 'x' },
          { call: 'own.pure', pure: true },
          { call: 'known.make', as: 'x' },
          { call: ['own.a', '**.b'], as: 'x' },
        ],
        aliases: [
          { name: 'known.T', as: 'x' },
          { name: ['own.T', 'own.U'], as: 'x' },
        ],
        entries: [{ call: 'own.route', params: ['x'], taints: 'cli' }, { call: 'own.other' }],
      },
      known,
    );
    expect(found.dropped).toEqual([
      '2 sanitizers',
      '1 guards',
      '3 exits',
      '3 models of results',
      '1 types of built-in libraries',
      '1 types of parameters',
    ]);
    expect(found.file).toEqual({
      sanitizers: [],
      guards: [],
      exits: [],
      returns: [{ call: 'own.make', as: 'x' }],
      aliases: [{ name: ['own.T', 'own.U'], as: 'x' }],
      entries: [{ call: 'own.route', taints: 'cli' }, { call: 'own.other' }],
    });
  });
});
