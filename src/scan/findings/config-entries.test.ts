import { expect, test } from 'vitest';
import { readConfigEntries } from './config-entries.ts';
import { commentsIn, parseComment } from './suppression-comment.ts';

/** What was understood, as `line section: value`, and what was not, as `line kind: message`. */
function read(text: string): string[] {
  const found = readConfigEntries(text);
  if ('problem' in found) return [found.problem];
  const { problems, ...sections } = found;
  return [
    ...Object.entries(sections).flatMap(([name, list]) =>
      list.map(({ line, value }) => `${line} ${name}: ${JSON.stringify(value)}`),
    ),
    ...problems.map(({ line, kind, message }) => `${line} ${kind}: ${message}`),
  ];
}

const long = (count: number) => 'x'.repeat(count);
test.for([
  ['', []],
  ['~', []],
  ['- a', ['It must have the keys exclude, suppressions, rules, secretRules and not be a list or a text.']],
  ['text', ['It must have the keys exclude, suppressions, rules, secretRules and not be a list or a text.']],
  ['a: [', ['It is not valid YAML: A list in brackets is not closed. (line 1)']],
  ['a: 1\n---\nb: 2', ['There is more than one document (line 3).']],
  ['exclude: [a/**, b]\n', ['1 exclude: "a/**"', '1 exclude: "b"']],
  ['exclude:\n', []],
  ['exclude: a\n', ['1 wrong_entry: exclude: Must be a list.']],
  ['exclude: [1]\n', ['1 wrong_entry: exclude: a pattern is not followed: must be a string, not a number.']],
  ["exclude: ['']\n", ['1 wrong_entry: exclude: a pattern is not followed: must have at least 1 character.']],
  ['excludes: [a]\n', ['1 wrong_entry: There is no key "excludes"; did you mean "exclude"?']],
  [
    'something: [a]\n',
    ['1 wrong_entry: There is no key "something"; there are exclude, suppressions, rules, secretRules.'],
  ],
  [
    `${long(61)}: 1\n`,
    [
      '1 wrong_entry: There is no key "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"; there are exclude, suppressions, rules, secretRules.',
    ],
  ],
  [
    `${long(60)}: 1\n`,
    [
      '1 wrong_entry: There is no key "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"; there are exclude, suppressions, rules, secretRules.',
    ],
  ],
  [
    'suppressions:\n  - { path: a, reason: known }\n  - { rule: r*, reason: b, expires: 2027-01-31 }\n',
    [
      '2 suppressions: {"path":"a","reason":"known"}',
      '3 suppressions: {"rule":"r*","reason":"b","expires":"2027-01-31"}',
    ],
  ],
  [
    'suppressions:\n  - { path: a }\n',
    ['2 no_reason: The suppression has no reason and is not followed: add "reason".'],
  ],
  [
    "suppressions:\n  - { path: a, reason: '' }\n",
    ['2 no_reason: The suppression has no reason and is not followed: add "reason".'],
  ],
  [
    'suppressions:\n  - { path: a, reason: <reason> }\n',
    ['2 no_reason: The suppression has no reason and is not followed: add "reason".'],
  ],
  [
    'suppressions:\n  - a\n',
    ['2 no_reason: The suppression has no reason and is not followed: add "reason".'],
  ],
  [
    'suppressions:\n  - { reason: why }\n',
    ['2 wrong_entry: The suppression is not followed: it must name a rule, a path or a fingerprint.'],
  ],
  [
    'suppressions:\n  - { path: a, reason: b, expires: soon }\n',
    ['2 wrong_entry: The suppression is not followed: "expires" must be a date such as 2027-01-31.'],
  ],
  [
    'suppressions:\n  - { paths: a, reason: b }\n',
    ['2 wrong_entry: The suppression is not followed: there is no "paths"; did you mean "path"?'],
  ],
  [
    'suppressions:\n  - { path: a, reason: b, zzzzzz: 1 }\n',
    ['2 wrong_entry: The suppression is not followed: there is no "zzzzzz".'],
  ],
  [
    'suppressions:\n  - { path: [a], reason: b }\n',
    ['2 wrong_entry: The suppression is not followed: "path" must be a string, not an array.'],
  ],
  [
    `suppressions:\n  - { path: a, reason: ${long(500)} }\n`,
    [`2 suppressions: {"path":"a","reason":"${long(500)}"}`],
  ],
  [
    `suppressions:\n  - { path: a, reason: ${long(501)} }\n`,
    ['2 wrong_entry: The suppression is not followed: "reason" must have at most 500 characters.'],
  ],
  [
    'rules:\n  a: off\n  b: false\n  c: high\n  d: severe\n',
    [
      '2 rules: ["a","off"]',
      '3 rules: ["b","off"]',
      '4 rules: ["c","high"]',
      '5 wrong_entry: rules: "d" must be off, critical, high, medium, low, info.',
    ],
  ],
  ['rules: [a]\n', ['1 wrong_entry: rules: Must be a mapping of rules to severities or "off".']],
  ['rules:\n', []],
  [`rules:\n  ${long(1024)}: low\n`, [`2 rules: ["${long(1024)}","low"]`]],
  [`rules:\n  "${long(1025)}": low\n`, ['2 wrong_entry: rules: The name of a rule is too long or empty.']],
  [
    'secretRules:\n  - { id: x }\n',
    ['2 wrong_entry: secretRules: the rule is not followed: "provider" is required.'],
  ],
] as Array<[string, string[]]>)('%j', ([text, expected]) => {
  expect(read(text)).toEqual(expected);
});

test('of a list that is too long the first entries are followed', () => {
  const list = (name: string, count: number) => read(`${name}:\n${'  - a\n'.repeat(count)}`);
  expect(list('exclude', 1000)).toHaveLength(1000);
  expect(list('exclude', 1001).slice(999)).toEqual([
    '1001 exclude: "a"',
    '1002 wrong_entry: exclude: Only the first 1000 entries are followed.',
  ]);
  expect(list('secretRules', 201).at(-1)).toBe(
    '202 wrong_entry: secretRules: Only the first 200 entries are followed.',
  );
});

test.for([
  ['// lorekeep-ignore: needed', { rules: undefined, until: undefined, reason: 'needed', isAlone: true }],
  [
    'f() // lorekeep-ignore: needed',
    { rules: undefined, until: undefined, reason: 'needed', isAlone: false },
  ],
  [
    '# lorekeep-ignore[a, b*] until 2027-01-31: why',
    { rules: ['a', 'b*'], until: '2027-01-31', reason: 'why', isAlone: true },
  ],
  ['/* lorekeep-ignore: why */', { rules: undefined, until: undefined, reason: 'why', isAlone: true }],
  ['<!-- lorekeep-ignore: why -->', { rules: undefined, until: undefined, reason: 'why', isAlone: true }],
  ['// lorekeep-ignore: <reason>', { rules: undefined, until: undefined, reason: '', isAlone: true }],
  ['// lorekeep-ignore', { rules: undefined, until: undefined, reason: '', isAlone: true }],
  ['REM lorekeep-ignore: why', { rules: undefined, until: undefined, reason: 'why', isAlone: true }],
] as const)('the comment %s', ([text, expected]) => {
  expect(parseComment(text, 7)).toEqual({ line: 7, ...expected });
});

test('comments are found where they look like some, by their lines, and not in prose', () => {
  const text =
    'a\r\n// lorekeep-ignore: one\n"lorekeep-ignore: text"\rx = 1 # lorekeep-ignore[r]: two\n/* lorekeep-ignored */\n';
  const found = (path: string) =>
    commentsIn(path, Buffer.from(text)).map(({ line, reason }) => `${line} ${reason}`);
  expect(found('a.js')).toEqual(['2 one', '4 two']);
  expect(found('README.md')).toEqual([]);
  expect(parseComment('nothing', 1)).toBeUndefined();
  expect(parseComment(undefined, 1)).toBeUndefined();
  expect(commentsIn('a.js', Buffer.from('// lorekeep-ignore: x\n'.repeat(1001)))).toHaveLength(1000);
});

// biome-ignore format: one line for each row
test.for([
  ['a pattern', (count: number) => `exclude:\n  - ${long(count)}\n`, 1024],
  ['the rule of a suppression', (count: number) => `suppressions:\n  - { rule: ${long(count)}, reason: b }\n`, 1024],
  ['a fingerprint', (count: number) => `suppressions:\n  - { fingerprint: ${long(count)}, reason: b }\n`, 200],
] as const)('%s has from one character to its limit', ([, text, most]) => {
  for (const count of [1, most]) expect(read(text(count))[0]).not.toContain('wrong_entry');
  expect(read(text(most + 1))[0]).toContain('wrong_entry');
});

test('a fingerprint or pattern of no characters is wrong', () => {
  for (const field of ['rule', 'path', 'fingerprint'])
    expect(read(`suppressions:\n  - { ${field}: '', reason: b }\n`)[0]).toContain('at least 1 character');
  expect(read('suppressions:\n  - { path: a, reason: "  " }\n')[0]).toContain('at least 1 character');
  expect(read('suppressions:\n  - { path: a, reason: b }\n')).toEqual([
    '2 suppressions: {"path":"a","reason":"b"}',
  ]);
});

test('what is empty in a list of suppressions has no reason, and 200 rules for secrets are followed', () => {
  expect(read('suppressions:\n  -\n  - 7\n')).toEqual(
    [2, 3].map(
      (line) => `${line} no_reason: The suppression has no reason and is not followed: add "reason".`,
    ),
  );
  expect(read(`secretRules:\n${'  - a\n'.repeat(200)}`).at(-1)).not.toContain('Only the first');
});

test('what is nested too deep is refused: twenty levels are read', () => {
  const nested = (levels: number) => read(`a: ${'['.repeat(levels)}${']'.repeat(levels)}\n`)[0];
  const last = [...Array(40).keys()].findLast((levels) => !nested(levels)!.includes('YAML'));
  expect(last).toBe(18);
});
