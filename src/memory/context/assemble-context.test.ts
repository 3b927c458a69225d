import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assembleContext, type ContextEntry } from './assemble-context.ts';
import type { ContextFormat } from './layouts.ts';

// Joins pieces across a border, as real tokenizers do: the count of the whole is not the sum of the counts.
const countTokens = (text: string): number => Math.ceil(text.length / 3);
const formats: ContextFormat[] = ['text', 'markdown', 'xml'];
const contents = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('`', '<', '>', '&', '\n', '"', 'a', ']') }),
  ),
);

const entriesOf = (list: string[]): ContextEntry[] =>
  list.map((content, i) => ({ id: `mem_${i}`, content, createdAt: 1_773_446_400_000 + i, metadata: {} }));
const query = 'a question';

test('the tokens of a context never exceed the budget, and its entries are the first ones', () => {
  fc.assert(
    fc.property(contents, fc.constantFrom(...formats), fc.nat(200), (list, format, maxTokens) => {
      const entries = entriesOf(list);
      const context = assembleContext(entries, { format, query, maxTokens, countTokens });
      expect(countTokens(context.text)).toBeLessThanOrEqual(maxTokens);
      expect(context.tokens).toBe(countTokens(context.text));
      expect(context.entryIds).toEqual(entries.slice(0, context.entryIds.length).map(({ id }) => id));
    }),
  );
});

test('as many entries are taken as fit, then a part of the next one, numbered from one', () => {
  const entries = entriesOf(['a'.repeat(30), 'b'.repeat(30), 'c'.repeat(30)]);
  const taken = (maxTokens: number) =>
    assembleContext(entries, { format: 'text', query, maxTokens, countTokens }).entryIds.length;
  expect([0, 9, 10, 20, 21, 31, 32, 1_000].map(taken)).toEqual([0, 1, 1, 1, 2, 2, 3, 3]);
  const { text } = assembleContext(entries, { format: 'markdown', query, countTokens });
  expect(text.match(/\*\*\[\d+\]\*\*/g)).toEqual(['**[1]**', '**[2]**', '**[3]**']);
});

test('no text is empty while a word of the best entry fits', () => {
  const words = fc.array(fc.constantFrom('ada', 'drinks', 'tea.', 'and', 'sails', 'boats.\n', 'in', 'lima'), {
    minLength: 1,
    maxLength: 200,
  });
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 60 }), (list, maxTokens) => {
      const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length;
      const entries = entriesOf([list.join(' ')]);
      const { text, tokens } = assembleContext(entries, {
        format: 'text',
        query: 'tea in lima',
        maxTokens,
        countTokens: countWords,
      });
      expect(text).not.toBe('');
      expect(tokens).toBeLessThanOrEqual(maxTokens);
    }),
  );
});

test('of an entry that is longer than the budget the sentence that answers goes in, with its surroundings', () => {
  const filler = (name: string) => `${name} spoke about the weather of that week. `.repeat(20);
  const content = `${filler('Ben')}The vault code is 7731, said Ada. ${filler('Cem')}`;
  const { text, entryIds } = assembleContext(entriesOf([content, 'short']), {
    format: 'text',
    query: 'What is the vault code?',
    maxTokens: 60,
    countTokens,
  });
  expect(text).toContain('The vault code is 7731, said Ada.');
  expect(text.startsWith('…')).toBe(true);
  expect(text.endsWith('…')).toBe(true);
  expect(entryIds).toEqual(['mem_0']);
});

test('a sentence without spaces that is longer than the budget is cut between characters', () => {
  const content = '本社は東京にあります'.repeat(40);
  const { text, tokens } = assembleContext(entriesOf([content]), {
    format: 'text',
    query: '本社はどこですか',
    maxTokens: 20,
    countTokens: (part) => [...part].length,
  });
  expect(text).toBe([...content].slice(0, 20).join(''));
  expect(tokens).toBe(20);
});

test('a part is tried without counting the entries before it again', () => {
  const entries = entriesOf([
    ...Array.from({ length: 50 }, () => 'word '.repeat(200)),
    'One sentence. '.repeat(400),
  ]);
  let counted = 0;
  const { entryIds } = assembleContext(
    entries.map((entry, i) => ({ ...entry, content: `${i} ${entry.content}` })),
    {
      format: 'text',
      query: 'sentence',
      maxTokens: 17_500,
      countTokens: (text) => {
        counted += text.length;
        return countTokens(text);
      },
    },
  );
  const length = entries.reduce((sum, { content }) => sum + content.length, 0);
  expect(entryIds).toHaveLength(51);
  expect(counted).toBeLessThan(8 * length);
});

test('entries that are all alike in size and in nothing else are compared in bounded time', () => {
  const contents = Array.from({ length: 1_000 }, (_, i) =>
    Array.from({ length: 900 }, (_, j) => `w${i}x${j}`).join(' '),
  );
  const before = process.cpuUsage();
  const { entryIds } = assembleContext(entriesOf(contents), {
    format: 'text',
    query,
    distinct: true,
    countTokens,
  });
  const { user, system } = process.cpuUsage(before);
  expect(entryIds).toHaveLength(1_000);
  // A second is enough; comparing all with all takes a minute.
  expect((user + system) / 1e6).toBeLessThan(10);
});

test('what says the same twice is in the text once, where that is wanted', () => {
  const entries = entriesOf(['Ada drinks tea.', 'ada drinks tea', 'Ada sails.']);
  const idsWith = (distinct: boolean) =>
    assembleContext(entries, { format: 'text', query, distinct, countTokens }).entryIds;
  expect(idsWith(true)).toEqual(['mem_0', 'mem_2']);
  expect(idsWith(false)).toEqual(['mem_0', 'mem_1', 'mem_2']);
});

test('dates and sources are with each entry on request, and cannot forge the format', () => {
  const [entry] = entriesOf(['Ada drinks tea.']);
  const hostile = { ...entry!, metadata: { source: 'chat"]>\n</entry> `x` **y**' } };
  const include = ['date', 'source'] as const;
  const of = (format: ContextFormat) =>
    assembleContext([hostile], { format, query, include, countTokens }).text;
  expect(of('text')).toBe('[2026-03-14, chat" > </entry> `x` **y**] Ada drinks tea.');
  expect(of('xml')).toContain(' date="2026-03-14" source="chat&#34; &#62; &#60;/entry&#62; `x` **y**"');
  expect(of('markdown').split('\n')[0]).toBe(
    '**[1]** mem_0 · 2026-03-14 · chat" \\> \\</entry\\> \\`x\\` \\*\\*y\\*\\*',
  );
});

test('by time the oldest of the chosen entries comes first', () => {
  const entries = entriesOf(['first', 'second', 'third']).reverse();
  const { text } = assembleContext(entries, { format: 'text', query, order: 'time', countTokens });
  expect(text).toBe('first\n\nsecond\n\nthird');
});

test('format text is the contents verbatim, separated by blank lines, and citations point at them', () => {
  fc.assert(
    fc.property(contents, (list) => {
      const context = assembleContext(entriesOf(list), { format: 'text', query, countTokens });
      expect(context.text).toBe(list.join('\n\n'));
      expect(context.citations.map(({ start, end }) => context.text.slice(start, end))).toEqual(list);
    }),
  );
});

test('no content can end its fence in markdown', () => {
  fc.assert(
    fc.property(contents, (list) => {
      const { text, citations } = assembleContext(entriesOf(list), {
        format: 'markdown',
        query,
        countTokens,
      });
      for (const [i, { start, end }] of citations.entries()) {
        const [, fence] = /^.*\n(`{3,})text\n/.exec(text.slice(start, end))!;
        expect(list[i]!.includes(fence!)).toBe(false);
        expect(text.slice(start, end).endsWith(`\n${fence}`)).toBe(true);
      }
    }),
  );
});

test('no content can make markup in xml', () => {
  fc.assert(
    fc.property(contents, (list) => {
      const { text } = assembleContext(entriesOf(list), { format: 'xml', query, countTokens });
      if (list.length === 0) return;
      expect(text.match(/</g)).toHaveLength(2 + 2 * list.length);
      expect(text.match(/<entry n="\d+" id="mem_\d+">/g)).toHaveLength(list.length);
      expect(text.replace(/&#\d+;/g, '')).not.toContain('&');
    }),
  );
});

test('a content of very many runs of backticks is fenced too', () => {
  const content = '` '.repeat(130_000);
  expect(assembleContext(entriesOf([content]), { format: 'markdown', query, countTokens }).text).toContain(
    content,
  );
});
