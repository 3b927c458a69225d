import { describe, expect, test } from 'vitest';
import { assembleContext, type ContextEntry, type ContextOptions } from './assemble-context.ts';
import { excerpt } from './excerpt.ts';
import { layouts } from './layouts.ts';

describe('the part of a content that fits', () => {
  const upTo = (length: number) => (text: string) => text.length <= length;
  const part = (
    content: string,
    query: string,
    length: number,
    passage = { start: 0, end: content.length },
  ) => excerpt(content, passage, query, upTo(length));
  const three = 'One here. Two tea. Three end.';

  test.each<[string, string, number, string | undefined]>([
    ['the sentence that shares most with the query', 'tea', 10, '…Two tea.…'],
    ['without marks where they do not fit', 'tea', 9, 'Two tea.'],
    ['and as many around it as fit, those behind it first', 'tea', 20, '…Two tea. Three end.'],
    ['and all of them', 'tea', 29, three],
    ['the first of equally good ones', 'nothing', 10, 'One here.…'],
    ['the last one', 'three', 11, '…Three end.'],
    ['two of them, the last', 'three', 20, '…Two tea. Three end.'],
    ['a word where no sentence fits', 'tea', 6, '…tea.…'],
    ['two words', 'tea', 8, 'Two tea.'],
    ['the beginning of a word', 'tea', 3, 'tea'],
    ['nothing', 'tea', 0, undefined],
  ])('%s', (_, query, length, expected) => {
    expect(part(three, query, length)).toBe(expected);
  });

  test('is looked for in the passage, and marked where the content goes on', () => {
    const passage = { start: 10, end: 19 };
    expect(part(three, 'one', 100, passage)).toBe('…Two tea.…');
    expect(part(`${three}  \n`, 'three', 11, { start: 19, end: three.length })).toBe('…Three end.');
    expect(part('Only.', 'x', 100)).toBe('Only.');
    expect(part('  \n ', 'x', 100)).toBeUndefined();
  });

  test('of a passage of more than 16,384 letters is in its beginning', () => {
    const content = `${'x'.repeat(16_380)}. tea and more`;
    expect(part(content, 'tea', 16)).toBe('x'.repeat(16));
    expect(part(`${'x'.repeat(16_379)}. tea. and more`, 'tea', 6)).toBe('…tea…');
  });

  test('of Chinese is cut between characters', () => {
    expect(part('契約は銀行で署名されました', '銀行', 4)).toBe('契約は銀');
    expect(part('😀😀😀', 'x', 3)).toBe('😀');
  });
});

describe('a context', () => {
  const words = (text: string) => text.split(/\s+/).filter(Boolean).length;
  const entry = (id: string, content: string, rest: Partial<ContextEntry> = {}): ContextEntry => ({
    id,
    content,
    createdAt: 86_400_000,
    metadata: {},
    ...rest,
  });
  const options: ContextOptions = { format: 'text', query: 'tea', countTokens: words };
  const many = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' ');

  test.each([
    [10, [10]],
    [21, [10]],
    // Four tokens are left for what joins parts, and less than twelve are not worth a part.
    [25, [10]],
    [26, [10, 12]],
    [30, [10, 16]],
    [40, [10, 30]],
  ])('of %i tokens has parts of %o words', (maxTokens, counts) => {
    const entries = [entry('a', many(10)), entry('b', many(30))];
    const { text, tokens } = assembleContext(entries, { ...options, maxTokens });
    expect(text.split('\n\n').map(words)).toEqual(counts);
    expect(tokens).toBe(counts.reduce((sum, count) => sum + count, 0));
  });

  test('of fewer tokens than the first entry has a part of it', () => {
    const { text } = assembleContext([entry('a', many(10)), entry('b', 'x')], { ...options, maxTokens: 3 });
    expect(words(text)).toBe(3);
    expect(assembleContext([], { ...options, maxTokens: 3 })).toEqual({
      text: '',
      entryIds: [],
      citations: [],
      tokens: 0,
    });
    expect(assembleContext([entry('a', 'x')], options)).not.toHaveProperty('tokens');
  });

  test('is in the order of time where that is wanted: by when it happened, or was written, or by id', () => {
    const entries = [
      entry('d', 'fourth', { occurredAt: 9 }),
      entry('b', 'second', { createdAt: 5 }),
      entry('a', 'first', { createdAt: 5 }),
      entry('c', 'third', { createdAt: 100, occurredAt: 6 }),
    ];
    const ordered = assembleContext(entries, { ...options, order: 'time' });
    expect(ordered.entryIds).toEqual(['a', 'b', 'c', 'd']);
    expect(ordered.citations.map(({ start, end }) => ordered.text.slice(start, end))).toEqual([
      'first',
      'second',
      'third',
      'fourth',
    ]);
    expect(assembleContext(entries, options).entryIds).toEqual(['d', 'b', 'a', 'c']);
    const marked = assembleContext(entries.slice(0, 2), { ...options, format: 'xml' });
    expect(marked.citations.map(({ start, end }) => marked.text.slice(start, end))).toEqual([
      '<entry n="1" id="d">fourth</entry>',
      '<entry n="2" id="b">second</entry>',
    ]);
  });

  test.each<[Partial<ContextEntry>, string]>([
    [{}, '[1970-01-02] x'],
    [{ metadata: { url: 'u', title: 't' } }, '[1970-01-02, u] x'],
    [{ metadata: { source: ' ', url: 7, title: 't' } }, '[1970-01-02, t] x'],
    [{ metadata: { other: 'o' }, externalId: 'ext' }, '[1970-01-02, ext] x'],
    [{ occurredAt: 0 }, '[1970-01-01] x'],
  ])('says of %o where it comes from and when', (rest, text) => {
    const include = ['date', 'source'] as const;
    expect(assembleContext([entry('a', 'x', rest)], { ...options, include }).text).toBe(text);
    expect(assembleContext([entry('a', 'x', rest)], options).text).toBe('x');
  });

  test('leaves out what says the same where that is wanted', () => {
    const entries = [entry('a', 'tea for two'), entry('b', 'Tea for two!')];
    expect(assembleContext(entries, { ...options, distinct: true }).entryIds).toEqual(['a']);
    expect(assembleContext(entries, options).entryIds).toEqual(['a', 'b']);
  });
});

describe('parts of a text', () => {
  test.each([
    ['plain', '```'],
    ['``', '```'],
    ['```', '````'],
    ['a ````` b ``', '``````'],
  ])('a fence around %s is %s', (content, fence) => {
    expect(layouts.markdown.part(content, { id: 'a', position: 3 })).toBe(
      `**[3]** a\n${fence}text\n${content}\n${fence}`,
    );
  });

  test('say what is not to be obeyed, and a source in one line of 200 letters at most', () => {
    const head = {
      id: 'a',
      position: 1,
      date: '2026-01-02',
      source: `b*\n]${'x'.repeat(300)}`,
      untrusted: true,
    };
    const long = 'x'.repeat(197);
    expect(layouts.markdown.part('c', head).split('\n')[0]).toBe(
      `**[1]** a · 2026-01-02 · b\\* ${long} · untrusted="true"`,
    );
    expect(layouts.xml.part('<&>', head)).toBe(
      `<entry n="1" id="a" untrusted="true" date="2026-01-02" source="b* ${long}">&#60;&#38;&#62;</entry>`,
    );
    expect(layouts.text.part('c', head)).toBe(`[2026-01-02, b* ${long}] c`);
  });
});
