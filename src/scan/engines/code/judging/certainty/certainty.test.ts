import { expect, test } from 'vitest';
import { checkOfAwaited, checkOfPart, isEffect } from '../../domain/unknown-effect.ts';
import type { RuleMeta } from '../../knowledge/rule-types.ts';
import { severityOfWay, type WayEvidence } from './certainty.ts';

const rule = (...cwe: string[]) => ({ id: 'python-x', cwe }) as unknown as RuleMeta;
const straight: WayEvidence = {
  kind: 'remote',
  check: undefined,
  isDirect: false,
  isStraight: true,
  isTested: false,
  isGuess: false,
  isKept: false,
  isLong: false,
};
const branching: WayEvidence = { ...straight, isStraight: false };

test('data that runs keeps its severity on a way through other functions, a path does not', () => {
  expect(severityOfWay('high', rule('CWE-89'), straight)).toBe('high');
  expect(severityOfWay('high', rule('CWE-89'), { ...straight, isStraight: false })).toBe('high');
  expect(severityOfWay('critical', rule('CWE-78'), branching)).toBe('critical');
  expect(severityOfWay('high', rule('CWE-22'), straight)).toBe('medium');
  expect(severityOfWay('high', rule('CWE-22'), { ...straight, isDirect: true })).toBe('high');
});

test('a way is low where it is long and something unknown stands in it, medium with one of both, or at a path or where data runs', () => {
  const checked = { ...branching, check: 'validate' };
  expect(severityOfWay('high', rule('CWE-79'), { ...checked, isLong: true })).toBe('low');
  expect(severityOfWay('high', rule('CWE-79'), checked)).toBe('medium');
  expect(severityOfWay('high', rule('CWE-22'), { ...checked, isLong: true })).toBe('medium');
  expect(severityOfWay('medium', rule('CWE-601'), { ...checked, isLong: true })).toBe('low');
  expect(severityOfWay('high', rule('CWE-79'), { ...branching, isLong: true })).toBe('medium');
  expect(severityOfWay('high', rule('CWE-89'), { ...checked, isLong: true })).toBe('medium');
});

test('what comes from who has started the program is low, but for a command of the same function and for memory', () => {
  const typed = { ...straight, kind: 'cli' };
  const direct = { ...typed, isDirect: true };
  expect(severityOfWay('critical', rule('CWE-78'), direct)).toBe('medium');
  expect(severityOfWay('critical', rule('CWE-78'), { ...direct, check: 'validate' })).toBe('low');
  expect(severityOfWay('critical', rule('CWE-78'), typed)).toBe('low');
  expect(severityOfWay('high', rule('CWE-22'), direct)).toBe('low');
  expect(severityOfWay('high', rule('CWE-918'), direct)).toBe('low');
  expect(severityOfWay('high', rule('CWE-120'), direct)).toBe('medium');
  // Programs in these languages are tools that others call.
  expect(severityOfWay('high', { ...rule('CWE-22'), id: 'rust-x' }, direct)).toBe('medium');
  expect(severityOfWay('high', rule('CWE-22'), { ...direct, kind: 'remote' })).toBe('high');
});

test('what a log gets from another function is low', () => {
  expect(severityOfWay('medium', rule('CWE-532'), { ...straight, isDirect: true })).toBe('medium');
  expect(severityOfWay('medium', rule('CWE-532'), straight)).toBe('low');
  expect(severityOfWay('medium', rule('CWE-117'), straight)).toBe('low');
  expect(severityOfWay('medium', rule('CWE-117'), { ...straight, isDirect: true })).toBe('low');
});

test('a request or a redirect to an address that somebody gives may be what a program is for', () => {
  const direct = { ...straight, isDirect: true };
  expect(severityOfWay('high', rule('CWE-918'), direct)).toBe('medium');
  expect(severityOfWay('high', rule('CWE-601'), direct)).toBe('medium');
  expect(severityOfWay('high', rule('CWE-22'), direct)).toBe('high');
});

test('a part of what was found by what was sent is low where a page shows it', () => {
  const found = { ...branching, check: 'lookup()' };
  const part = { ...branching, check: checkOfPart('lookup()', 'email') };
  expect(severityOfWay('high', rule('CWE-79'), found)).toBe('medium');
  expect(severityOfWay('high', rule('CWE-79'), part)).toBe('low');
  expect(severityOfWay('medium', rule('CWE-601'), part)).toBe('low');
  // A row of the database has parts that somebody wrote; what runs may be put together of anything.
  expect(severityOfWay('high', rule('CWE-79'), { ...part, kind: 'stored' })).toBe('medium');
  expect(severityOfWay('high', rule('CWE-89'), part)).toBe('medium');
  expect(severityOfWay('high', rule('CWE-22'), part)).toBe('medium');
});

test('only what an unknown function gave has such parts, and a text of it is all of it', () => {
  expect(checkOfPart('isValid', 'email')).toBe('isValid');
  expect(checkOfPart(undefined, 'email')).toBe(undefined);
  expect(checkOfPart('lookup()', 'toString')).toBe('lookup()');
  expect(checkOfPart('host()', 'build')).toBe('host()');
  expect(checkOfPart('pieces()', '0')).toBe('pieces()');
  const part = checkOfPart('lookup()', 'email')!;
  expect(checkOfPart(part, 'host')).toBe(part);
  expect([isEffect(part), isEffect('lookup()'), isEffect('list.load().names')]).toEqual([true, true, false]);
});

test.each([
  ['findOne()', 'low'],
  ['send()', 'low'],
  ['renderPage()', 'medium'],
  ['toMarkdown()', 'medium'],
  ['WhenAll()', 'medium'],
  ['isFine(x)', 'medium'],
])(
  'what %s gives later is shown at %s: records are found by the data, texts are made of it',
  (check, severity) => {
    const later = { ...branching, check: checkOfAwaited(check) };
    expect(severityOfWay('high', rule('CWE-79'), later)).toBe(severity);
    expect(severityOfWay('high', rule('CWE-89'), later)).toBe('medium');
  },
);

test('a part of what is given later is a part of it', () => {
  expect(checkOfAwaited(checkOfPart('findOne()', 'title'))).toBe(checkOfPart('findOne()', 'title'));
  expect(checkOfAwaited(undefined)).toBe(undefined);
});

test('what is chosen by its name is there already: through other functions it is medium', () => {
  const direct = { ...straight, isDirect: true };
  expect(severityOfWay('high', rule('CWE-96', 'CWE-470'), straight)).toBe('medium');
  expect(severityOfWay('high', rule('CWE-96', 'CWE-470'), direct)).toBe('high');
  expect(severityOfWay('high', rule('CWE-96'), straight)).toBe('high');
  expect(severityOfWay('high', rule('CWE-94', 'CWE-470'), straight)).toBe('medium');
});

test('a member that was looked up before it is called by its name is low, and anything else that was looked up is not', () => {
  const looked = { ...branching, isTested: true };
  const chosen = { ...branching, check: 'kinds.include?(kind)' };
  expect(severityOfWay('medium', rule('CWE-470', 'CWE-94'), looked)).toBe('low');
  expect(severityOfWay('medium', rule('CWE-470', 'CWE-94'), chosen)).toBe('low');
  expect(severityOfWay('medium', rule('CWE-470', 'CWE-94'), branching)).toBe('medium');
  expect(severityOfWay('medium', rule('CWE-94'), looked)).toBe('medium');
});

test('a text that is made into a number is low where another function hands it on', () => {
  expect(severityOfWay('medium', rule('CWE-704'), branching)).toBe('low');
  expect(severityOfWay('medium', rule('CWE-704'), { ...branching, isDirect: true })).toBe('medium');
});
