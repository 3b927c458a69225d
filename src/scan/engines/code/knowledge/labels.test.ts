import { describe, expect, test } from 'vitest';
import { guessedSink } from './guessed-sink.ts';
import { constantLabels, harmlessWith } from './label-needs.ts';
import { allLabels, labelMask, labelNames } from './labels.ts';
import type { Condition, Sink } from './rule-types.ts';

test('each label is a bit of its own, and all of them are all', () => {
  expect(labelNames.map((name) => labelMask([name]))).toEqual(labelNames.map((_, at) => 2 ** at));
  expect(labelMask(labelNames)).toBe(allLabels);
  expect(labelMask(['sql', 'all'])).toBe(allLabels);
  expect(labelMask(['sql', 'shell', 'sql'])).toBe(0b101);
  expect(labelMask([])).toBe(0);
  expect(() => labelMask(['sql', 'sqll'])).toThrow('Unknown label sqll');
});

test('a constant does no harm, but may be a secret', () => {
  expect(constantLabels).toBe(allLabels - labelMask(['secret']));
});

describe('what a text of certain characters can do no harm to', () => {
  const harmless = (text: string) => {
    const characters = new Uint8Array(129);
    for (const char of text) characters[char.charCodeAt(0)] = 1;
    return labelNames.filter((name) => harmlessWith(characters) & labelMask([name]));
  };
  const of = (...without: string[]) =>
    labelNames.filter(
      (name) => !without.includes(name) && !['number', 'secret', 'memory', 'dos', 'internals'].includes(name),
    );
  test.each([
    ['', of()],
    ['ab', of()],
    ['p', of('prototype')],
    ['\n', of('sql', 'shell', 'code', 'log', 'header', 'mail', 'session', 'prompt')],
    ['.', of('url', 'regex', 'reflect', 'assign', 'upload')],
    ['%', of('template', 'format')],
    ['-', of('csv', 'option')],
    [
      '09.+-*/% ()',
      of(
        'sql',
        'shell',
        'template',
        'path',
        'url',
        'redirect',
        'xpath',
        'ldap',
        'deserialize',
        'regex',
        'csv',
        'format',
        'reflect',
        'assign',
        'upload',
        'prompt',
        'option',
      ),
    ],
    ['(a)', of('sql', 'shell', 'code', 'xpath', 'ldap', 'deserialize', 'regex')],
    ['[(+)]', of('sql', 'nosql', 'shell', 'code', 'xpath', 'ldap', 'deserialize', 'regex', 'csv', 'assign')],
  ])('%j', (characters, expected) => {
    expect(harmless(characters)).toEqual(expected);
  });
});

describe('a sink that is known by the name of its member alone', () => {
  const sink = (more: Partial<Sink>) =>
    ({
      label: labelMask(['shell']),
      severity: 'high',
      when: [],
      built: 'medium',
      dynamic: 'medium',
      ...more,
    }) as Sink;
  const receiver = (more: Partial<Condition>) =>
    ({ args: ['receiver'], name: [], not: false, ...more }) as unknown as Condition;

  test.each<[string, Partial<Sink>, Partial<Sink> | undefined]>([
    ['is medium', {}, { severity: 'medium', built: 'medium', dynamic: 'medium' }],
    ['is medium where it is critical', { severity: 'critical' }, { severity: 'medium' }],
    ['stays where it is not severe', { severity: 'medium' }, undefined],
    ['stays where the receiver has a name', { when: [receiver({})] }, undefined],
    [
      'is medium where the receiver must not have one',
      { when: [receiver({ not: true })] },
      { severity: 'medium' },
    ],
    [
      'is medium where its name is not asked for',
      { when: [receiver({ name: undefined })] },
      { severity: 'medium' },
    ],
    ['is medium where another value has a name', { when: [receiver({ args: [0] })] }, { severity: 'medium' }],
    ['stays where it is a page', { label: labelMask(['html']) }, undefined],
    ['stays where it is a redirect', { label: labelMask(['redirect']) }, undefined],
    ['stays where it is a header', { label: labelMask(['header']) }, undefined],
    [
      'says nothing of a statement without a source',
      { label: labelMask(['sql']) },
      { severity: 'medium', built: 'low', dynamic: 'low' },
    ],
    [
      'adds nothing to a statement',
      { label: labelMask(['sql']), built: undefined, dynamic: undefined },
      { severity: 'medium', built: undefined, dynamic: undefined },
    ],
  ])('%s', (_, more, likely) => {
    const given = sink(more);
    const found = guessedSink(given);
    expect(found).toEqual(likely ? { ...given, likely: { ...given, ...likely } } : given);
  });
});
