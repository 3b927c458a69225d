import { expect, test } from 'vitest';
import type { IdentifiedFinding } from './identity.ts';
import { parseRepositoryConfig } from './repository-config.ts';
import { suppressedByRepository, suppressedByTriage } from './suppression.ts';
import { CommentsByLine } from './suppression-comment.ts';

const now = Date.UTC(2026, 5, 1);
const identified = {
  id: 'fin_1',
  fingerprint: 'abc:1',
  finding: { ruleId: 'python-sql-injection', engine: 'code', file: 'src/db.ts', startLine: 2 },
} as IdentifiedFinding;

function inline(...lines: string[]) {
  return suppressedByRepository(identified, new CommentsByLine((number) => lines[number - 1]), undefined, now)
    ?.suppression;
}

test('a comment on the line or alone above it suppresses with its reason', () => {
  expect(inline('', 'query(x) // lorekeep-ignore: reviewed in March')).toEqual({
    source: 'inline',
    reason: 'reviewed in March',
  });
  expect(inline('  # lorekeep-ignore: reviewed', 'query(x)')?.reason).toBe('reviewed');
  expect(inline('/* lorekeep-ignore: reviewed */', 'query(x)')?.reason).toBe('reviewed');
  expect(inline('<!-- lorekeep-ignore: reviewed -->', 'query(x)')?.reason).toBe('reviewed');
});

test('behind a comment that ends on its line there may be more of the program', () => {
  expect(inline('', 'f(a /* lorekeep-ignore: reviewed */, b);')?.reason).toBe('reviewed');
  expect(inline('', '<b title="a"> <!-- lorekeep-ignore: reviewed --> <i>')?.reason).toBe('reviewed');
  expect(inline('', 'f(a); // lorekeep-ignore: a */ b')?.reason).toBe('a */ b');
});

test.each([
  'query(x + "// lorekeep-ignore: reviewed");',
  "query(x + '# lorekeep-ignore: reviewed')",
  'query(`${x} // lorekeep-ignore: reviewed`)',
  'x = "a \\" # lorekeep-ignore: reviewed"; query(x)',
  'query("it\'s", "-- lorekeep-ignore: reviewed")',
])('in a text of the program it is no comment: %s', (line) => {
  expect(inline('', line)).toBeUndefined();
});

test.each([
  'query("x"); // lorekeep-ignore: reviewed',
  "query('x') # lorekeep-ignore: it's reviewed",
  "don't = query(x) // lorekeep-ignore: reviewed, isn't it",
  'query(x) // the "y" of lorekeep-ignore: "reviewed"',
  `if (c == '"') query(x); // lorekeep-ignore: a "quoted" word`,
  'query("a \\\\"); // lorekeep-ignore: "b"',
  "<p>it's</p> <!-- lorekeep-ignore: reviewed -->",
])('behind one it is: %s', (line) => {
  expect(inline('', line)?.reason).toBeTruthy();
});

test('a comment beside other code does not speak for the next line', () => {
  expect(inline('other() // lorekeep-ignore: reviewed', 'query(x)')).toBeUndefined();
});

test('a comment without a reason, for another rule or past its date does nothing', () => {
  expect(inline('', 'query(x) // lorekeep-ignore')).toBeUndefined();
  expect(inline('', 'query(x) // lorekeep-ignore:   ')).toBeUndefined();
  expect(inline('', 'query(x) /* lorekeep-ignore: */')).toBeUndefined();
  expect(inline('<!-- lorekeep-ignore: <reason> -->', 'query(x)')).toBeUndefined();
  expect(inline('', 'query(x) // lorekeep-ignore[code.xss]: reviewed')).toBeUndefined();
  expect(inline('', 'query(x) // lorekeep-ignore until 2026-05-31: reviewed')).toBeUndefined();
  expect(
    inline('', 'query(x) // lorekeep-ignore[code.xss, python-sql-injection] until 2026-06-01: ok'),
  ).toEqual({
    source: 'inline',
    reason: 'ok',
    expiresAt: '2026-06-01T23:59:59Z',
  });
});

test('a decision through the API counts until it expires', () => {
  const decide = (expiresAt?: string) =>
    suppressedByTriage(
      identified,
      new Map([
        [
          'fin_1',
          { findingId: 'fin_1', status: 'false_positive', reason: 'no', ...(expiresAt && { expiresAt }) },
        ],
      ]),
      now,
    );
  expect(decide()?.status).toBe('false_positive');
  expect(decide('2026-06-02T00:00:00Z')).toBeDefined();
  expect(decide('2026-05-01T00:00:00Z')).toBeUndefined();
  expect(decide('some day')).toBeUndefined();
});

test('a repository’s configuration suppresses by rule, path and fingerprint, and turns rules off', () => {
  const by = (yaml: string) => {
    const config = parseRepositoryConfig(yaml);
    if ('problem' in config) throw new Error(config.problem);
    return suppressedByRepository(identified, new CommentsByLine(() => undefined), config, now)?.suppression
      .reason;
  };
  expect(by('suppressions: [{rule: python-sql-injection, path: "src/**", reason: a}]')).toBe('a');
  expect(by('suppressions: [{rule: "code.*", reason: b}]')).toBe('b');
  expect(by('suppressions: [{rule: "python-*", reason: b}]')).toBe('b');
  expect(by('suppressions: [{rule: "secrets.*", reason: b}]')).toBeUndefined();
  expect(by('suppressions: [{fingerprint: "abc:1", reason: c}]')).toBe('c');
  expect(by('suppressions: [{path: test, reason: d}]')).toBeUndefined();
  expect(by('suppressions: [{rule: "code.*", reason: e, expires: "2026-05-31"}]')).toBeUndefined();
  expect(by('rules: {"code.*": off}')).toMatch(/turned off/);
  expect(by('rules: {"code.*": off, code.python-sql-injection: low}')).toBeUndefined();
});

test.each([
  ['a list instead of names', '[a]'],
  ['a key twice', 'exclude: [a]\nexclude: [b]'],
  ['broken text', 'exclude: [a'],
  ['two documents', 'exclude: [a]\n---\nexclude: [b]'],
])('a configuration with %s is refused', (_, yaml) => {
  expect(parseRepositoryConfig(yaml)).toHaveProperty('problem');
});

test.each([
  ['a suppression without a reason', 'suppressions:\n  - rule: x', 2, 'no_reason', 'has no reason'],
  [
    'a reason that nobody wrote',
    'suppressions:\n  - {rule: x, reason: <reason>}',
    2,
    'no_reason',
    'has no reason',
  ],
  ['a suppression of everything', 'suppressions: [{reason: x}]', 1, 'wrong_entry', 'must name a rule'],
  [
    'a misspelt field',
    'suppressions:\n\n  - {rulle: x, reason: y}',
    3,
    'wrong_entry',
    'did you mean "rule"?',
  ],
  [
    'no date',
    'suppressions: [{rule: x, reason: y, expires: soon}]',
    1,
    'wrong_entry',
    'must be a date such as',
  ],
  ['an unknown key', 'rules: {}\nexlude: [x]', 2, 'wrong_entry', 'did you mean "exclude"?'],
  ['an unknown severity', 'rules:\n  x: severe', 2, 'wrong_entry', '"x" must be off, critical'],
  ['a text in place of a list', 'exclude: a', 1, 'wrong_entry', 'exclude: Must be a list'],
  ['a number in place of a pattern', 'exclude: [7]', 1, 'wrong_entry', 'must be a string'],
])(
  '%s is reported with its line and kind, and the rest of the file is followed',
  (_, yaml, line, kind, words) => {
    const config = parseRepositoryConfig(
      `${yaml}\n${yaml.startsWith('suppressions') ? 'exclude: [kept]' : 'suppressions: [{path: kept, reason: ok}]'}\n`,
    );
    if ('problem' in config) throw new Error(config.problem);
    expect(config.problems).toMatchObject([{ line, kind, message: expect.stringContaining(words) }]);
    expect(config.excludes('kept') || config.suppressions.length === 1).toBe(true);
  },
);

test('of a place that begins at the head of a block, a comment at the head or at the line that is wrong speaks', () => {
  const inBlock = { ...identified, finding: { ...identified.finding, startLine: 2, line: 4 } };
  const said = (...lines: string[]) =>
    suppressedByRepository(inBlock, new CommentsByLine((number) => lines[number - 1]), undefined, now)
      ?.suppression?.reason;
  expect(said('# lorekeep-ignore: whole block', 'a {', 'b = 1', 'c = 2')).toBe('whole block');
  expect(said('', 'a {', '# lorekeep-ignore: this line', 'c = 2')).toBe('this line');
  expect(said('', 'a {', 'b = 1 # lorekeep-ignore: another line', 'c = 2')).toBeUndefined();
});

test('a decision holds up to its last moment and says when that is, where it has one', () => {
  const at = (expiresAt?: string) =>
    suppressedByTriage(
      identified,
      new Map([
        [
          'fin_1',
          { findingId: 'fin_1', status: 'accepted_risk', reason: 'no', ...(expiresAt && { expiresAt }) },
        ],
      ]),
      now,
    );
  expect(at()).toEqual({ status: 'accepted_risk', suppression: { source: 'api', reason: 'no' } });
  const last = new Date(now).toISOString();
  expect(at(last)).toEqual({
    status: 'accepted_risk',
    suppression: { source: 'api', reason: 'no', expiresAt: last },
  });
  expect(at(new Date(now - 1).toISOString())).toBeUndefined();
  expect(at('some day')).toBeUndefined();
});

test('a comment is found by its own line, and only the one right above speaks for a line', () => {
  const found = (...lines: string[]) =>
    suppressedByRepository(identified, new CommentsByLine((number) => lines[number - 1]), undefined, now)
      ?.comment?.line;
  expect(found('// lorekeep-ignore: a', 'query(x)')).toBe(1);
  expect(found('', 'query(x) // lorekeep-ignore: a')).toBe(2);
  expect(found('', 'query(x)', '// lorekeep-ignore: a')).toBeUndefined();
  const third = { ...identified, finding: { ...identified.finding, startLine: 3 } };
  const far = ['// lorekeep-ignore: a', '', 'query(x)'];
  expect(
    suppressedByRepository(third, new CommentsByLine((number) => far[number - 1]), undefined, now),
  ).toBeUndefined();
});

test('the configuration counts its entries, names the rules of them, and sets severities', () => {
  const text = `
exclude: [a, b, c]
rules: { python-*: low, gone: off }
suppressions:
  - { rule: code.*, reason: x }
  - { path: y, reason: x, expires: 2027-01-31 }
secretRules:
  - { id: own-key, provider: Own, title: Own key, severity: high, pattern: "ownkey-[0-9a-f]{16}", opens: All., revoke: Make another., examples: ["ownkey-{hex:16}", "x ownkey-{hex:16}"], nearMisses: [ownkey-1, own] }
`;
  const config = parseRepositoryConfig(text);
  if ('problem' in config) throw new Error(config.problem);
  expect(config.counts).toEqual({ excludes: 3, rules: 3, suppressions: 2 });
  expect(config.namedRules).toEqual([
    { line: 5, pattern: 'code.*' },
    { line: 3, pattern: 'python-*' },
    { line: 3, pattern: 'gone' },
  ]);
  expect(config.severityOf({ ruleId: 'python-x', engine: 'code' })).toBe('low');
  expect(config.severityOf({ ruleId: 'gone', engine: 'code' })).toBeUndefined();
  expect(config.severityOf({ ruleId: 'other', engine: 'code' })).toBeUndefined();
  expect(config.problems).toEqual([]);
  expect(config.secretRules).toHaveLength(1);
});

test('a line is read once, however many findings are on it', () => {
  const asked: number[] = [];
  const comments = new CommentsByLine((number) => {
    asked.push(number);
    return number === 2 ? '# lorekeep-ignore: known' : undefined;
  });
  expect(comments.at(2)?.reason).toBe('known');
  expect(comments.at(2)?.reason).toBe('known');
  expect(comments.at(3)).toBeUndefined();
  expect(comments.at(3)).toBeUndefined();
  expect(asked).toEqual([2, 3]);
});
