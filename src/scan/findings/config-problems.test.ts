import { expect, test } from 'vitest';
import { type ConfigUse, findConfigProblems } from './config-problems.ts';
import type { RepositoryConfig } from './repository-config.ts';

const now = Date.UTC(2026, 0, 2);
const config = (change: object) =>
  ({ problems: [], suppressions: [], namedRules: [], ...change }) as unknown as RepositoryConfig;
const comment = (line: number, change: object = {}) => ({
  line,
  rules: undefined,
  until: undefined,
  reason: 'why',
  isAlone: true,
  ...change,
});

async function problems(change: Partial<ConfigUse>): Promise<string[]> {
  const found = await findConfigProblems({
    configPath: 'c.yaml',
    config: undefined,
    comments: new Map(),
    used: new Set(),
    now,
    isSeen: () => true,
    rules: async () => [{ id: 'sql-injection', engine: 'code' }],
    ...change,
  });
  return found.map(({ file, line, kind, message }) => `${file}:${line} ${kind}: ${message}`);
}

const unused = 'The suppression suppresses nothing in this scan: remove it where no other scan needs it.';
test.for([
  ['nothing', {}, []],
  [
    'an entry that is used',
    { config: config({ suppressions: [{ line: 3 }] }), used: new Set(['c.yaml:3']) },
    [],
  ],
  [
    'an entry that is not',
    { config: config({ suppressions: [{ line: 3 }] }) },
    [`c.yaml:3 unused: ${unused}`],
  ],
  [
    'an entry that half a scan cannot judge',
    { config: config({ suppressions: [{ line: 3 }] }), isSeen: () => false },
    [],
  ],
  [
    'an entry that expired',
    {
      config: config({ suppressions: [{ line: 3, expiresAt: '2026-01-01T23:59:59Z' }] }),
      used: new Set(['c.yaml:3']),
    },
    ['c.yaml:3 expired: The suppression expired on 2026-01-01 and is not followed any more.'],
  ],
  [
    'a wrong entry',
    { config: config({ problems: [{ line: 9, kind: 'wrong_entry', message: 'No.' }] }) },
    ['c.yaml:9 wrong_entry: No.'],
  ],
  [
    'comments',
    {
      comments: new Map([
        ['b.js', [comment(2), comment(1, { reason: '' }), comment(4, { until: '2026-01-01' }), comment(5)]],
        ['a.js', [comment(7)]],
      ]),
      used: new Set(['b.js:5']),
    },
    [
      `a.js:7 unused: ${unused}`,
      'b.js:1 no_reason: The comment has no reason and is not followed: write it behind a colon.',
      `b.js:2 unused: ${unused}`,
      'b.js:4 expired: The suppression expired on 2026-01-01 and is not followed any more.',
    ],
  ],
  [
    'a day that is in no calendar',
    { comments: new Map([['b.js', [comment(4, { until: '2027-13-45' })]]]) },
    ['b.js:4 expired: The suppression is not followed: 2027-13-45 is in no calendar.'],
  ],
  [
    'a comment of a file that was not seen',
    { comments: new Map([['b.js', [comment(2)]]]), isSeen: (path: string | undefined) => path !== 'b.js' },
    [],
  ],
  [
    'a comment that holds until today',
    { comments: new Map([['b.js', [comment(2, { until: '2026-01-02' })]]]), used: new Set(['b.js:2']) },
    [],
  ],
  [
    'rules',
    {
      config: config({
        namedRules: [
          { line: 1, pattern: 'sql-*' },
          { line: 2, pattern: 'sql-injektion' },
        ],
      }),
      comments: new Map([['b.js', [comment(2, { rules: ['zzz', 'sql-injection'] })]]]),
      used: new Set(['b.js:2']),
    },
    [
      'b.js:2 unknown_rule: There is no rule "zzz". "lorekeep rules list" prints them all.',
      'c.yaml:2 unknown_rule: There is no rule "sql-injektion". Did you mean "sql-injection"?',
    ],
  ],
] as Array<[string, Partial<ConfigUse>, string[]]>)('%s', async ([, use, expected]) => {
  expect(await problems(use)).toEqual(expected);
});

test('200 problems are told', async () => {
  const list = Array.from({ length: 201 }, (_, i) => comment(i));
  expect(await problems({ comments: new Map([['b.js', list]]) })).toHaveLength(200);
});
