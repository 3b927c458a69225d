import { expect, test } from 'vitest';
import type { ContentFlag, FlagKind } from './content-guard.ts';
import { EntryGuard } from './entry-guard.ts';
import { RepeatedTexts } from './repeated-texts.ts';

test('a short text is looked at once for each set of kinds, a long one every time', () => {
  const asked: string[] = [];
  const guard = new RepeatedTexts({
    inspect: (text, kinds): ContentFlag[] => {
      asked.push(text);
      return [...kinds].map((kind) => ({ kind, ruleId: text.slice(0, 4), start: 0, end: 1 }));
    },
  });
  const [secrets, hidden] = [new Set<FlagKind>(['secrets']), new Set<FlagKind>(['hidden', 'pii'])];
  for (let i = 0; i < 3; i++) {
    expect(guard.inspect('same', secrets)).toEqual([{ kind: 'secrets', ruleId: 'same', start: 0, end: 1 }]);
    expect(guard.inspect('same', hidden).map(({ kind }) => kind)).toEqual(['hidden', 'pii']);
  }
  const long = 'x'.repeat(2_000);
  for (let i = 0; i < 2; i++) guard.inspect(long, secrets);
  for (let i = 0; i < 1_000; i++) guard.inspect(`text ${i}`, secrets);
  for (let i = 0; i < 1_000; i++) expect(guard.inspect(`text ${i}`, secrets)[0]!.start).toBe(0);
  expect(asked.slice(0, 4)).toEqual(['same', 'same', long, long]);
});

test('the entries of one write are judged as each would be alone', () => {
  const guard = new EntryGuard({
    inspect: (text) =>
      [...text.matchAll(/bad/g)].map(({ index }) => ({
        kind: 'secrets',
        ruleId: 'bad',
        start: index,
        end: index + 3,
      })),
  });
  const policy = guard.policyOf({ guard: { secrets: 'redact' } }, {});
  const entries = [
    { content: 'a bad word', metadata: { kind: 'note', text: 'nothing at all here' } },
    { content: 'fine', metadata: { kind: 'note', text: 'nothing at all here' } },
    { content: 'fine', metadata: { kind: 'note', text: 'this is a bad one' } },
    { content: 'fine', metadata: { kind: 'note', text: 'this is a bad one' } },
    { content: 'fine', metadata: { badKey: 1 } },
    { content: 'fine', metadata: { badKey: 2 } },
    { content: 'fine' },
  ];
  const together = guard.inspectAll(entries, policy);
  expect(together).toEqual(entries.map((entry) => guard.inspect(entry, policy)));
  expect(together[2]!.entry.metadata).not.toEqual(entries[2]!.metadata);
  expect(together[4]!.rejections).not.toEqual([]);
});
