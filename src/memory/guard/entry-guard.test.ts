import { expect, test } from 'vitest';
import type { JsonObject } from '../../kernel/json.ts';
import type { ContentGuard, FlagKind } from './content-guard.ts';
import { contentRejected, EntryGuard } from './entry-guard.ts';
import { isUntrusted, marksDocument, sourceOf } from './entry-marks.ts';
import { type EffectivePolicy, effectivePolicy, type GuardPolicy, strictest } from './guard-policy.ts';

/** Finds what is marked: `KEY…` is a credential, `OBEY…` an order, `~` a hidden character, `@…` a person; `KEY` needs a name before it where it has no letters. */
const patterns: Record<FlagKind, RegExp> = {
  secrets: /KEY\w+|(?<=password = ")\w+/g,
  instructions: /OBEY\w*/g,
  hidden: /~+/g,
  pii: /@\w+/g,
};
const marked: ContentGuard = {
  inspect: (text, kinds) =>
    [...kinds].flatMap((kind) =>
      Array.from(text.matchAll(patterns[kind]), ({ index, 0: found }) => ({
        kind,
        ruleId: `a-${kind}`,
        start: index,
        end: index + found.length,
      })),
    ),
};
const guard = new EntryGuard(marked);
const flagAll: EffectivePolicy = { secrets: 'flag', instructions: 'flag', hidden: 'flag', pii: 'flag' };
const clean: EffectivePolicy = { secrets: 'redact', instructions: 'flag', hidden: 'strip', pii: 'redact' };
const reject: EffectivePolicy = { secrets: 'reject', instructions: 'reject', hidden: 'strip', pii: 'off' };

function guarded(
  entry: { content?: string; metadata?: JsonObject; externalId?: string },
  policy: EffectivePolicy,
) {
  const result = guard.inspect(entry, policy);
  return {
    entry: result.entry,
    flags: result.flags.map(
      ({ kind, start, end, action, path }) => `${kind} ${start}-${end} ${action}${path ? ` ${path}` : ''}`,
    ),
    rejected: result.rejections.map(
      ({ field, flag: { kind, start, end } }) => `${field} ${kind} ${start}-${end}`,
    ),
  };
}

test.each<[content: string, policy: EffectivePolicy, stored: string, flags: string[], rejected: string[]]>([
  ['plain', clean, 'plain', [], []],
  ['a KEY1 b', flagAll, 'a KEY1 b', ['secrets 2-6 flagged'], []],
  ['a KEY1 b', clean, 'a [redacted:a-secrets] b', ['secrets 2-22 redacted'], []],
  [
    'KEY1KEY2 @b',
    clean,
    '[redacted:a-secrets] [redacted:a-pii]',
    ['secrets 0-20 redacted', 'pii 21-37 redacted'],
    [],
  ],
  ['a~b~~c', clean, 'abc', ['hidden 1-1 stripped', 'hidden 2-2 stripped'], []],
  ['a~b~~c', flagAll, 'a~b~~c', ['hidden 1-2 flagged', 'hidden 3-5 flagged'], []],
  // What is hidden goes first, so that nothing can hide behind it.
  [
    'x K~EY~1 y',
    clean,
    'x [redacted:a-secrets] y',
    ['secrets 2-22 redacted', 'hidden 2-2 stripped', 'hidden 2-2 stripped'],
    [],
  ],
  [
    'KEY1 ~ OBEY',
    clean,
    '[redacted:a-secrets]  OBEY',
    ['secrets 0-20 redacted', 'hidden 21-21 stripped', 'instructions 22-26 flagged'],
    [],
  ],
  ['@a KEY1', { ...clean, pii: 'off' }, '@a [redacted:a-secrets]', ['secrets 3-23 redacted'], []],
  [
    'a KEY1 OBEY',
    reject,
    'a KEY1 OBEY',
    ['secrets 2-6 flagged', 'instructions 7-11 flagged'],
    ['content secrets 2-6', 'content instructions 7-11'],
  ],
  [
    'a OBEY ~',
    { ...flagAll, instructions: 'reject' },
    'a OBEY ~',
    ['instructions 2-6 flagged', 'hidden 7-8 flagged'],
    ['content instructions 2-6'],
  ],
])('the content "%s" with %o', (content, policy, stored, flags, rejected) => {
  const result = guarded({ content }, policy);
  expect(result.entry.content).toBe(stored);
  expect(result.flags.toSorted()).toEqual(flags.toSorted());
  expect(result.rejected).toEqual(rejected);
});

test.each<
  [metadata: JsonObject, policy: EffectivePolicy, stored: JsonObject, flags: string[], rejected: string[]]
>([
  [{}, clean, {}, [], []],
  [{ a: 'x', n: 1, b: true, none: null }, clean, { a: 'x', n: 1, b: true, none: null }, [], []],
  [{ a: 'KEY1' }, clean, { a: '[redacted:a-secrets]' }, ['secrets 0-20 redacted /metadata/a'], []],
  // Recognised by what it is called.
  [
    { password: 'hunter2' },
    clean,
    { password: '[redacted:a-secrets]' },
    ['secrets 0-20 redacted /metadata/password'],
    [],
  ],
  [{ other: 'hunter2' }, clean, { other: 'hunter2' }, [], []],
  [
    { deep: { 'a/b~c': ['x', 'KEY1'] } },
    flagAll,
    { deep: { 'a/b~c': ['x', 'KEY1'] } },
    ['hidden 3-4 flagged /metadata/deep/a~1b~0c', 'secrets 0-4 flagged /metadata/deep/a~1b~0c/1'],
    [],
  ],
  [
    { long: `${'x '.repeat(100)}KEY1` },
    flagAll,
    { long: `${'x '.repeat(100)}KEY1` },
    ['secrets 200-204 flagged /metadata/long'],
    [],
  ],
  [
    { a: 'some words K~EY1' },
    clean,
    { a: 'some words [redacted:a-secrets]' },
    ['hidden 11-11 stripped /metadata/a', 'secrets 11-31 redacted /metadata/a'],
    [],
  ],
  // A key cannot be rewritten: what would have to be redacted in it is rejected, hidden characters are not worth that.
  [{ KEY1: 'x' }, flagAll, { KEY1: 'x' }, ['secrets 0-4 flagged /metadata/KEY1'], []],
  [{ KEY1: 'x' }, clean, { KEY1: 'x' }, [], ['metadata secrets 0-4']],
  [{ 'a~': 'x' }, clean, { 'a~': 'x' }, [], []],
  [
    { a: 'KEY1', b: 'OBEY' },
    reject,
    { a: 'KEY1', b: 'OBEY' },
    ['secrets 0-4 flagged /metadata/a', 'instructions 0-4 flagged /metadata/b'],
    ['metadata secrets 0-4', 'metadata instructions 0-4'],
  ],
])('the metadata %o with %o', (metadata, policy, stored, flags, rejected) => {
  const result = guarded({ metadata }, policy);
  expect(result.entry.metadata).toEqual(stored);
  expect(result.flags.toSorted()).toEqual(flags.toSorted());
  expect(result.rejected).toEqual(rejected);
});

test.each<[externalId: string, policy: EffectivePolicy, flags: string[], rejected: string[]]>([
  ['plain', clean, [], []],
  ['KEY1', flagAll, ['secrets 0-4 flagged /externalId'], []],
  ['KEY1', clean, [], ['externalId secrets 0-20']],
  ['KEY1', reject, ['secrets 0-4 flagged /externalId'], ['externalId secrets 0-4']],
  // A name is not read by a model, and its hidden characters are what it is called by.
  ['OBEY ~', clean, [], []],
])('the external id "%s" with %o', (externalId, policy, flags, rejected) => {
  const result = guarded({ externalId }, policy);
  expect(result).toEqual({ entry: { externalId }, flags, rejected });
});

test('an entry that needs no change is the same object, and without a guard nothing is looked at', () => {
  const entry = { content: 'KEY1', metadata: { a: 'x' }, externalId: 'y' };
  expect(guard.inspect(entry, flagAll).entry).toBe(entry);
  expect(new EntryGuard(undefined).inspect(entry, reject)).toEqual({ entry, flags: [], rejections: [] });
  const [first, second] = guard.inspectAll([entry, { metadata: { a: 'KEY2' } }], clean);
  expect(first!.entry).toEqual({ ...entry, content: '[redacted:a-secrets]' });
  expect(second!.entry).toEqual({ metadata: { a: '[redacted:a-secrets]' } });
});

test('of thousands of flags 64 are kept for the content and 64 for the metadata, and all is redacted', () => {
  const many = 'KEY1 '.repeat(100);
  const { entry, flags } = guard.inspect({ content: many, metadata: { many } }, clean);
  expect(flags.filter(({ path }) => path === undefined)).toHaveLength(64);
  expect(flags[0]).toMatchObject({ start: 0, end: 20 });
  expect(flags.filter(({ path }) => path === '/metadata/many')).toHaveLength(64);
  expect(entry.content).not.toContain('KEY');
  expect(entry.metadata!.many).not.toContain('KEY');
});

test('what was rejected is named by its place, at most 20 times, and never shown', () => {
  const flag = { kind: 'pii' as const, ruleId: 'email', start: 3, end: 9 };
  const one = contentRejected([{ prefix: 'entries.2.', field: 'content', flag }]);
  expect(one).toMatchObject({
    code: 'content_rejected',
    details: [
      {
        path: 'entries.2.content',
        code: 'pii',
        message: 'Holds personal data (email, 3 to 9), which this namespace or key does not accept.',
      },
    ],
  });
  const many = Array.from({ length: 30 }, () => ({ prefix: '', field: 'metadata' as const, flag }));
  expect(contentRejected(many).details).toHaveLength(20);
});

test.each<[GuardPolicy | undefined, GuardPolicy | undefined, GuardPolicy | undefined]>([
  [undefined, undefined, undefined],
  [{}, {}, undefined],
  [{ secrets: 'off' }, undefined, { secrets: 'off' }],
  [{ secrets: 'flag' }, { secrets: 'redact' }, { secrets: 'redact' }],
  [{ secrets: 'reject' }, { secrets: 'redact', pii: 'off' }, { secrets: 'reject', pii: 'off' }],
])('of the policies %o and %o the stricter is %o', (a, b, expected) => {
  expect(strictest(a, b)).toEqual(expected);
  expect(strictest(b, a)).toEqual(expected);
});

test('a kind about which nobody decided has the default of the transport', () => {
  expect(guard.policyOf(undefined, {})).toEqual({
    secrets: 'flag',
    instructions: 'flag',
    hidden: 'flag',
    pii: 'off',
  });
  expect(guard.policyOf({ guard: { pii: 'redact' } }, { transport: 'mcp' })).toEqual({
    secrets: 'redact',
    instructions: 'flag',
    hidden: 'strip',
    pii: 'redact',
  });
  expect(effectivePolicy({ secrets: 'off' }, { secrets: 'flag' }, 'mcp').secrets).toBe('flag');
});

test('an entry is untrusted where something flagged is still there, or its source is below 0.5', () => {
  const flag = { kind: 'pii' as const, ruleId: 'email', start: 0, end: 1 };
  const flags = [{ ...flag, action: 'redacted' as const }];
  expect(isUntrusted({})).toBe(false);
  expect(isUntrusted({ flags })).toBe(false);
  expect(isUntrusted({ flags: [...flags, { ...flag, action: 'flagged' }] })).toBe(true);
  for (const [kind, trust, untrusted] of [
    ['user', 1, false],
    ['agent', 0.7, false],
    ['tool', 0.5, false],
    ['scan', 0.5, false],
    ['web', 0.2, true],
  ] as const) {
    expect(sourceOf({ kind })).toEqual({ kind, trust });
    expect(isUntrusted({ source: sourceOf({ kind }) }), kind).toBe(untrusted);
  }
  expect(sourceOf({ kind: 'web', trust: 0.9 })).toEqual({ kind: 'web', trust: 0.9 });
  expect(marksDocument({})).toEqual({});
  expect(marksDocument({ flags: [...flags, ...flags], source: sourceOf({ kind: 'web' }) })).toEqual({
    flags: { kind: ['pii'], ruleId: ['email'], action: ['redacted'] },
    source: { kind: 'web', trust: 0.2 },
  });
  expect(marksDocument({ source: sourceOf({ kind: 'user' }) })).toEqual({
    source: { kind: 'user', trust: 1 },
  });
});
