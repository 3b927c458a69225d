import { expect, test } from 'vitest';
import { parseCustomRules, readCustomRules } from './custom-rules.ts';

const rule = (id: string, change: object = {}) => ({
  id,
  provider: 'p',
  title: 't',
  severity: 'high',
  pattern: 'abc_[0-9]{4}',
  opens: 'o',
  revoke: 'r',
  examples: ['abc_1234', 'abc_5678'],
  nearMisses: ['abc_12', 'abd_1234'],
  ...change,
});
const read = (document: unknown) =>
  parseCustomRules(JSON.stringify(document), 'own.yaml').map(({ id }) => id);
const mistake = (text: string) => {
  try {
    parseCustomRules(text, 'own.yaml');
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

test('rules are a list, or the list of a configuration', () => {
  expect(read([rule('a'), rule('b')])).toEqual(['a', 'b']);
  expect(read({ secretRules: [rule('a')] })).toEqual(['a']);
  expect(read([])).toEqual([]);
});

// biome-ignore format: one line for each row
test.each([
  ['null', 'own.yaml: the file: A list of rules is wanted, each beginning with "- id:".'], ['{}', 'own.yaml: the file: A list of rules is wanted, each beginning with "- id:".'], ['"x"', 'own.yaml: the file: A list of rules is wanted, each beginning with "- id:".'],
  ['a: [', 'own.yaml: It is not valid YAML: A list in brackets is not closed. (line 1)'],
  [JSON.stringify([rule('a'), rule('b'), rule('a')]), 'own.yaml: two rules are called a.'],
  [JSON.stringify([rule('a'), rule('b', { title: undefined })]), 'own.yaml: rule 2 (b), title: It is missing.'],
  [JSON.stringify([rule('a', { other: 1 })]), 'own.yaml: rule 1 (a): There is no such field: other.'],
  [JSON.stringify([rule('a', { examples: ['x'] })]), 'own.yaml: rule 1 (a), examples: At least 2 are wanted: they are what the rule is tested by.'],
  [JSON.stringify([rule('A B')]), 'own.yaml: rule 1 (A B), id: It must be lower-case words joined by dashes, such as acme-key.'],
  [JSON.stringify([{ ...rule('a'), id: undefined }]), 'own.yaml: rule 1, id: It is missing.'],
  [JSON.stringify([rule('a', { pattern: undefined })]), 'own.yaml: rule 1 (a): A rule has either a pattern, or names and a value.'],
])('%s is refused: %s', (text, message) => {
  expect(mistake(text)).toBe(message);
});

test('twelve mistakes are named, the others are counted', () => {
  const wrong = (count: number) =>
    mistake(JSON.stringify(Array.from({ length: count }, (_, at) => rule(`a-${at}`, { title: '' }))))!.split(
      '\n',
    );
  expect(wrong(12)).toHaveLength(12);
  expect(wrong(13)).toHaveLength(13);
  expect(wrong(13).at(-1)).toBe('… and 1 more.');
});

test('a file that is not there, or cannot be read, is named', () => {
  expect(() => readCustomRules('/no/such/file')).toThrow('There is no file /no/such/file.');
  expect(() => readCustomRules('/')).toThrow('/ cannot be read.');
});
