import { expect, test } from 'vitest';
import { splitPassages } from './passages.ts';
import { turnsOf } from './transcript-turns.ts';

const words = (text: string) => text.match(/\w+|[^\w\s]/g)?.length ?? 0;
const limits = { wholeTokens: 256, maxTokens: 128, overlapTokens: 16 };
const answer = 'It depends on the weather, on the season and on how much time you have for it. '.repeat(4);

test('each turn of a conversation is a passage of its own', () => {
  const first = `User: Which trail is the nicest one in spring? ${answer}`;
  const content = `${first}\nAssistant: ${answer}\nUser: Thanks! By the way, I bought the blue tent for 85 euros. ${answer}`;
  const passages = splitPassages(content, words, limits).map(({ start, end }) => content.slice(start, end));
  expect(passages).toHaveLength(3);
  expect(passages[2]).toContain('User: Thanks! By the way, I bought the blue tent');
  expect(passages.join('')).toBe(content);
});

test('short turns share a passage, and a short conversation stays whole', () => {
  const chat = 'Nora: Hi!\nTomas: Hello Nora.\nNora: Tea?\nTomas: Yes, please.';
  expect(splitPassages(chat, words, limits)).toEqual([{ start: 0, end: chat.length }]);
  const long = `${chat}\n`.repeat(12);
  const passages = splitPassages(long, words, limits);
  expect(passages.length).toBeGreaterThan(3);
  for (const { start, end } of passages)
    expect(words(long.slice(start, end))).toBeLessThanOrEqual(limits.maxTokens);
  expect(passages.map(({ start, end }) => long.slice(start, end)).join('')).toBe(long);
});

test('a long turn is cut like any text, and every character is in a passage', () => {
  const content = `User: ${answer.repeat(3)}\nAssistant: ${answer.repeat(6)}\nUser: Thank you.`;
  let covered = 0;
  for (const { start, end } of splitPassages(content, words, limits)) {
    expect(start).toBeLessThanOrEqual(covered);
    expect(words(content.slice(start, end))).toBeLessThanOrEqual(limits.maxTokens);
    covered = end;
  }
  expect(covered).toBe(content.length);
});

test('times before speakers are read; fields, prose with a colon and code are no conversation', () => {
  expect(turnsOf('[10:02] Nora: Hi\n[10:03] Tomas: Hello\n[10:04] Nora: Tea?')).toHaveLength(3);
  expect(turnsOf('Name: Nora\nCity: Oslo\nPhone: 555\nPlan: free')).toBeUndefined();
  expect(turnsOf('There is one rule: be kind. Another: be brief. A third: stop.')).toBeUndefined();
  expect(turnsOf('const a = { b: 1, c: 2 };\nif: x\nelse: y\nif: z')).toBeUndefined();
  expect(turnsOf('Nora: Hi\nTomas: Hello')).toBeUndefined();
  expect(turnsOf('')).toBeUndefined();
});
