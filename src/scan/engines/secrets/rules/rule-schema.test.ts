import { expect, test } from 'vitest';
import { compileRule, secretRuleSchema } from './rule-schema.ts';

const rule = {
  id: 'a-b',
  provider: 'p',
  title: 't',
  severity: 'high',
  pattern: 'abc_[0-9]{4}',
  opens: 'o',
  revoke: 'r',
  examples: ['abc_1234', 'abc_5678'],
  nearMisses: ['abc_12', 'abd_1234'],
};
const { pattern: _, ...unformed } = rule;
const isRule = (change: object) => secretRuleSchema.safeParse({ ...rule, ...change }).success;
const texts = (count: number, length = 3) =>
  Array.from({ length: count }, (_, at) => `${at}`.padEnd(length, 'x'));

// biome-ignore format: one line for each row
test.each([
  ['id', 'a'.repeat(64), 'a'.repeat(65)], ['id', 'a-1', 'a--1'], ['id', 'a', 'A'], ['id', 'a', '-a'], ['provider', 'p'.repeat(64), 'p'.repeat(65)], ['provider', 'p', ''], ['title', 't'.repeat(120), 't'.repeat(121)], ['title', 't', ''],
  ['pattern', `a${'b'.repeat(999)}`, `a${'b'.repeat(1000)}`], ['pattern', 'abc', ''], ['minEntropy', 0, -0.1], ['minEntropy', 8, 8.1], ['proof', 'jwt', 'other'], ['pairsWith', 'x'.repeat(64), 'x'.repeat(65)], ['boundary', 'none', 'other'], ['examplePath', 'x'.repeat(200), 'x'.repeat(201)],
  ['opens', 'o'.repeat(600), 'o'.repeat(601)], ['opens', 'o', ''], ['revoke', 'r'.repeat(600), 'r'.repeat(601)], ['revoke', 'r', ''], ['examples', texts(2), texts(1)], ['examples', texts(50), texts(51)], ['nearMisses', texts(2), texts(1)], ['nearMisses', texts(50), texts(51)], ['examples', texts(2, 20_000), texts(2, 20_001)], ['nearMisses', texts(2, 20_000), texts(2, 20_001)],
  ['keywords', ['abc'], []], ['keywords', ['abc', 'abc_'], ['a']], ['severity', 'low', 'lowest'], ['confidence', 'low', 'lowest'], ['exact', true, 'yes'],
] as Array<[string, unknown, unknown]>)('%s may be %j and not %j', (field, most, more) => {
  expect([isRule({ [field]: most }), isRule({ [field]: more })]).toEqual([true, false]);
});

const named = { ...unformed, names: ['my_key'], value: '[a-z]{4}' };
// biome-ignore format: one line for each row
test.each([
  ['a pattern alone', rule, undefined], ['names and a value', named, undefined], ['neither', unformed, 'A rule has either a pattern, or names and a value.'], ['both', { ...rule, ...named }, 'A rule has either a pattern, or names and a value.'], ['a pattern and names', { ...rule, names: ['my_key'] }, 'A rule has either a pattern, or names and a value.'],
  ['names without a value', { ...unformed, names: ['my_key'] }, 'Names and value belong together.'], ['a value without names', { ...unformed, value: 'x' }, 'Names and value belong together.'],
] as Array<[string, object, string | undefined]>)('a rule with %s: %s', (_name, written, message) => {
  expect(secretRuleSchema.safeParse(written).error?.issues[0]?.message).toBe(message);
});

test('a pattern or value that cannot be searched for is refused with a reason', () => {
  expect(isRule({ pattern: 'abc(' })).toBe(false);
  expect(isRule({ pattern: '[0-9]{4}' })).toBe(false);
  expect(secretRuleSchema.safeParse({ ...named, value: 'abc(' }).success).toBe(false);
  expect(isRule({ other: 1 })).toBe(false);
});

test('without a word on it a form is certain and a name is not', () => {
  expect(secretRuleSchema.parse(rule).confidence).toBe('high');
  expect(secretRuleSchema.parse(named).confidence).toBe('medium');
  expect(secretRuleSchema.parse({ ...rule, confidence: 'low' }).confidence).toBe('low');
  expect(Object.values(secretRuleSchema.parse({ ...rule, proof: undefined }))).not.toContain(undefined);
});

test('compiled rules have their literals and leave out their examples', () => {
  const keywords = (change: object) => compileRule(secretRuleSchema.parse({ ...rule, ...change })).keywords;
  expect(keywords({})).toEqual([
    { text: 'abc_', variant: 0, exact: true, first: true, follow: expect.any(String), lead: 4 },
  ]);
  expect(keywords({ boundary: 'none' })[0]).not.toHaveProperty('first');
  expect(keywords({ pattern: '_abc[0-9]{4}' })[0]).not.toHaveProperty('first');
  expect(keywords({ pattern: '[0-9]{4}abc_[0-9]{4}' })[0]).not.toHaveProperty('first');
  expect(keywords({ pattern: '(?i)abc_[0-9]{4}' })[0]).not.toHaveProperty('exact');
  expect(keywords({ pattern: 'abc_|xyz_' }).map(({ text, variant }) => [text, variant])).toEqual([
    ['abc_', 0],
    ['xyz_', 1],
  ]);
  expect(Buffer.from(keywords({})[0]!.follow!, 'hex').reduce((all, byte) => all + byte, 0)).toBe(0xff + 0x03);
  const compiled = compileRule(secretRuleSchema.parse({ ...named, examplePath: 'x' }));
  expect(compiled.keywords).toEqual([{ text: 'my_key', variant: 0 }]);
  for (const left of ['examples', 'nearMisses', 'examplePath']) expect(compiled).not.toHaveProperty(left);
});
