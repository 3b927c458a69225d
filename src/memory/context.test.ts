import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assembleContext, type ContextFormat } from './context.ts';

// Joins pieces across a border, as real tokenizers do: the count of the whole is not the sum of the counts.
const countTokens = (text: string): number => Math.ceil(text.length / 3);
const formats: ContextFormat[] = ['text', 'markdown', 'xml'];
const contents = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('`', '<', '>', '&', '\n', '"', 'a', ']') }),
  ),
);

const entriesOf = (list: string[]) => list.map((content, i) => ({ id: `mem_${i}`, content }));

test('the tokens of a context never exceed the budget, and its entries are the first ones', () => {
  fc.assert(
    fc.property(contents, fc.constantFrom(...formats), fc.nat(200), (list, format, maxTokens) => {
      const entries = entriesOf(list);
      const context = assembleContext(entries, { format, maxTokens, countTokens });
      expect(countTokens(context.text)).toBeLessThanOrEqual(maxTokens);
      expect(context.tokens).toBe(countTokens(context.text));
      expect(context.entryIds).toEqual(entries.slice(0, context.entryIds.length).map(({ id }) => id));
    }),
  );
});

test('as many entries are taken as fit, numbered from one', () => {
  const entries = entriesOf(['a'.repeat(30), 'b'.repeat(30), 'c'.repeat(30)]);
  const taken = (maxTokens: number) =>
    assembleContext(entries, { format: 'text', maxTokens, countTokens }).entryIds.length;
  expect([9, 10, 20, 21, 31, 32, 1_000].map(taken)).toEqual([0, 1, 1, 2, 2, 3, 3]);
  const { text } = assembleContext(entries, { format: 'markdown', countTokens });
  expect(text.match(/\*\*\[\d+\]\*\*/g)).toEqual(['**[1]**', '**[2]**', '**[3]**']);
});

test('format text is the contents verbatim, separated by blank lines, and citations point at them', () => {
  fc.assert(
    fc.property(contents, (list) => {
      const context = assembleContext(entriesOf(list), { format: 'text', countTokens });
      expect(context.text).toBe(list.join('\n\n'));
      expect(context.citations.map(({ start, end }) => context.text.slice(start, end))).toEqual(list);
    }),
  );
});

test('no content can end its fence in markdown', () => {
  fc.assert(
    fc.property(contents, (list) => {
      const { text, citations } = assembleContext(entriesOf(list), { format: 'markdown', countTokens });
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
      const { text } = assembleContext(entriesOf(list), { format: 'xml', countTokens });
      if (list.length === 0) return;
      expect(text.match(/</g)).toHaveLength(2 + 2 * list.length);
      expect(text.match(/<entry n="\d+" id="mem_\d+">/g)).toHaveLength(list.length);
      expect(text.replace(/&#\d+;/g, '')).not.toContain('&');
    }),
  );
});

test('a content of very many runs of backticks is fenced too', () => {
  const content = '` '.repeat(130_000);
  expect(assembleContext([{ id: 'mem_1', content }], { format: 'markdown', countTokens }).text).toContain(
    content,
  );
});
