import { describe, expect, test } from 'vitest';
import { indexRules, type RuleIndex } from '../index-rules.ts';
import type { RawItem } from '../rule-file.ts';
import { parseAccessPath } from './access-path.ts';
import { joinIndexes } from './join-indexes.ts';
import { kindsOf } from './kinds.ts';
import { kindsOfRules, lowerPackaged } from './packaged-libraries.ts';

const ruleOf = (id: string, more: RawItem) => ({ id, severity: 'low', ...more });

/** What leads where, with rule and item written out. */
function shown({ parts, items, rules, byLast, byFirst, open, words }: RuleIndex): string[] {
  const way = (at: number) => {
    const part = parts[at]!;
    return `${'rule' in part ? `${rules[part.rule]!.id} ` : ''}${part.kind} ${JSON.stringify(items[part.item])}`;
  };
  return [
    ...[...byLast, ...byFirst, ['', open] as const].flatMap(([, names]) =>
      names.map(([pattern, , part]) => `${pattern}: ${way(part)}`),
    ),
    ...words.map(([part, list]) => `${list}: ${way(part)}`),
  ];
}

const files = {
  base: {
    rules: [ruleOf('x-a', { title: 'base', checks: [{ call: 'b.f', severity: 'low' }] })],
    exits: [{ call: ['b.f', 'b.*', '*.c.*', '~v.w'] }],
    entries: [{ key: 'k', title: 'base' }],
    external: [{ languages: ['java'], names: ['p'] }],
  },
  more: {
    rules: [
      ruleOf('x-b', { checks: [{ call: 'm.f', severity: 'high' }] }),
      ruleOf('x-a', { title: 'more', checks: [{ call: 'm.g', severity: 'high' }] }),
      ruleOf('x-c', { checks: [{ call: 'm.h' }] }),
    ],
    guards: [{ call: ['m.f', 'm.*', 'b.*', '*.d.*', 'v.w'] }],
    entries: [{ key: 'l', title: 'more' }],
    external: [{ languages: ['go'], names: ['q'] }],
  },
};

test('two indexes say together what each of them says', () => {
  const [base, more] = [indexRules([files.base]), indexRules([files.more])];
  const before = JSON.stringify([base, more]);
  const joined = joinIndexes(base, more);
  expect(JSON.stringify([base, more])).toBe(before);
  expect(shown(joined).sort()).toEqual([...shown(base), ...shown(more)].sort());
  expect(joined.rules.map(({ id, title }) => `${id} ${title}`)).toEqual([
    'x-a base',
    'x-b undefined',
    'x-c undefined',
  ]);
  expect(joined.byLast.map(([last]) => last)).toEqual(['f', 'w', 'g', 'h']);
  expect(joined.byFirst.map(([first, names]) => `${first} ${names.length}`)).toEqual(['b 2', 'm 1']);
  expect(joined.external).toEqual([
    ['java', ['p']],
    ['go', ['q']],
  ]);
  // What the base knows as a variable becomes no global.
  expect(joined.roots).toEqual(['b', '~v', 'm']);
});

test('kinds are rules without their language, with what the first sink of each says', () => {
  const rules = [
    ruleOf('py-a', { label: 'sql', kinds: ['cli'], sinks: [{ call: 'a' }, { call: 'b', label: 'html' }] }),
    ruleOf('py-b', { checks: [{ call: 'c' }] }),
  ];
  const kinds = [...kindsOf(indexRules([{ rules }]), 'py')].map(([kind, { rule, ...rest }]) => [
    kind,
    rule.id,
    rest,
  ]);
  expect(kinds).toEqual([
    ['a', 'py-a', { label: 'sql', sources: ['cli'] }],
    ['b', 'py-b', { label: undefined, sources: undefined }],
  ]);
  const packaged = [...kindsOfRules('py', rules)];
  expect(packaged).toEqual([
    ['a', { rule: { id: 'py-a', severity: 'low' }, label: 'sql', sources: ['cli'] }],
    ['b', { rule: { id: 'py-b', severity: 'low' }, label: undefined, sources: undefined }],
  ]);
});

test('a mistake in a packaged file says where it is', () => {
  const lowered = (library: object) =>
    lowerPackaged('a.yaml', { library: 'a', packages: ['a'], ...library }, 'py', new Map());
  expect(lowered({ exits: ['**.exit'] }).exits).toEqual([{ call: ['**.exit'] }]);
  expect(() => lowered({ exits: ['A#exit'] })).toThrow('a.yaml: exits: There is no type "A" in this file');
});

describe('where a value is', () => {
  test.each<[string, object | undefined]>([
    ['Argument[0]', { parts: [0], key: undefined }],
    ['Argument[12,sql]', { parts: [12, 'sql'], key: undefined }],
    ['Argument[0..2]', { parts: [0, 1, 2], key: undefined }],
    ['Argument[2..2]', { parts: [2], key: undefined }],
    ['Argument[2..1]', undefined],
    ['Argument[any]', { parts: undefined, key: undefined }],
    ['Argument[any].Field[a]', { parts: undefined, key: 'a' }],
    ['Argument[x].Field[a.b]', { parts: ['x'], key: 'a.b' }],
    ['Receiver', { parts: ['receiver'], key: undefined }],
    ['Value.Field[a]', { parts: ['value'], key: 'a' }],
    ['Op', { parts: ['op'], key: undefined }],
    ['Nothing', undefined],
    ['receiver', undefined],
    ['Argument', undefined],
    ['Argument[]', undefined],
    ['Argument[123]', undefined],
    ['Argument[0,]', undefined],
    ['Argument[ a]', undefined],
    ['Argument[0].Key[a]', undefined],
  ])('%s', (text, expected) => {
    expect(parseAccessPath(text)).toEqual(expected);
  });
});
