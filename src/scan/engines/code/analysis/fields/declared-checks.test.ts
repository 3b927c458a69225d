import { describe, expect, test } from 'vitest';
import { constantValue, unknownValue, type Value } from '../../domain/value.ts';
import type { Expr } from '../../ir/ir.ts';
import { constantLabels } from '../../knowledge/label-needs.ts';
import { labelMask } from '../../knowledge/labels.ts';
import { listOf } from '../assignments.ts';
import type { Run } from '../run.ts';
import { clearedBy, declaredCheck } from './declared-checks.ts';

/** Expressions are their values here. */
const run = { evaluate: (value: Value) => value } as unknown as Run;

type Given = readonly [value: Value, name?: string];

function annotation(name: string, ...given: Given[]): Expr {
  const args = given.map(([value, key]) => ({ value, name: key }));
  return { k: 'call', callee: { k: 'name', name }, args } as unknown as Expr;
}

const text = (value: string) => constantValue(value);
const word = clearedBy('[a-z]+');

describe('an expression clears', () => {
  test('what its characters can do no harm to', () => {
    expect(word & labelMask(['sql'])).not.toBe(0);
    expect(word & labelMask(['path'])).not.toBe(0);
    expect(clearedBy('[a-z/]+') & labelMask(['path'])).toBe(0);
    expect(clearedBy('[a-z/]+') & labelMask(['sql'])).not.toBe(0);
  });
  test('everything but what a constant can do, where it lists texts', () => {
    expect(clearedBy('name|date')).toBe(constantLabels);
  });
  test('nothing where anything matches or where it cannot be read', () => {
    expect(clearedBy('.*')).not.toBe(word);
    expect(clearedBy('(')).toBe(0);
  });
  test('nothing beyond 500 characters', () => {
    expect(clearedBy('a'.repeat(500))).not.toBe(0);
    expect(clearedBy('a'.repeat(501))).toBe(0);
  });
});

describe('annotations of Bean Validation and attributes of .NET', () => {
  const by = (name: string, ...given: Given[]) => declaredCheck(run, [annotation(name, ...given)]);
  test('hold a text against an expression', () => {
    expect(by('Pattern', [text('[a-z]+'), 'regexp'])).toEqual({ by: 'annotations', clears: word });
    expect(by('Pattern', [text('m'), 'message'], [text('[a-z]+'), 'regexp'])?.clears).toBe(word);
    expect(by('RegularExpression', [text('[a-z]+')])).toEqual({ by: 'model', clears: word });
    expect(by('RegularExpression', [text('[a-z]+'), 'pattern'])?.clears).toBe(word);
  });
  test('say nothing where the expression is not known, or is given as something else', () => {
    expect(by('Pattern', [unknownValue, 'regexp'])).toBeUndefined();
    expect(by('Pattern', [text('[a-z]+'), 'message'])).toBeUndefined();
    expect(by('Pattern')).toBeUndefined();
    expect(by('Pattern', [constantValue(5)])).toBeUndefined();
  });
  test('list what is allowed', () => {
    expect(by('AllowedValues', [text('a')], [text('b')])).toEqual({ by: 'model', clears: constantLabels });
    expect(by('AllowedValues', [listOf([text('a'), text('b')])])?.clears).toBe(constantLabels);
    expect(by('AllowedValues', [listOf([text('a'), unknownValue])])).toBeUndefined();
    expect(by('AllowedValues', [text('a')], [unknownValue])).toBeUndefined();
    expect(by('AllowedValues', [text('a')], [unknownValue, 'ErrorMessage'])?.clears).toBe(constantLabels);
    expect(by('EnumDataType', [unknownValue])).toEqual({ by: 'model', clears: constantLabels });
  });
});

describe('tags of Go', () => {
  const clears = (tag: string) => declaredCheck(run, [annotation('validate', [text(tag)])])?.clears;
  test.each([
    ['alpha', clearedBy('[a-zA-Z]+')],
    ['required,alpha', clearedBy('[a-zA-Z]+')],
    ['required, number', clearedBy('[0-9]+')],
    ['oneof=name date', constantLabels],
    ['eq=a', constantLabels],
    ['alpha,oneof=a b', constantLabels | clearedBy('[a-zA-Z]+')],
  ])('%s', (tag, mask) => {
    expect(clears(tag)).toBe(mask);
  });
  test.each(['required', 'oneof', 'eq', 'alpha|numeric', 'dive,alpha', 'alpha,dive', 'min=3', ''])(
    '%s says nothing',
    (tag) => {
      expect(clears(tag)).toBeUndefined();
    },
  );
  test('are by the name of the package that reads them', () => {
    expect(declaredCheck(run, [annotation('binding', [text('alpha')])])?.by).toBe('binding');
    expect(declaredCheck(run, [annotation('validate', [text('alpha')])])?.by).toBe('validate');
    expect(declaredCheck(run, [annotation('validate')])).toBeUndefined();
  });
});

test('the first annotation that says something counts', () => {
  const other = { k: 'name', name: 'Pattern' } as unknown as Expr;
  const empty = annotation('Pattern', [unknownValue]);
  const first = annotation('Pattern', [text('[a-z]+')]);
  const second = annotation('RegularExpression', [text('name|date')]);
  const member = { ...second, callee: { k: 'member', property: 'RegularExpression' } } as unknown as Expr;
  expect(declaredCheck(run, [other, annotation('NotNull'), empty, first, second])?.by).toBe('annotations');
  expect(declaredCheck(run, [member, first])?.clears).toBe(constantLabels);
  expect(declaredCheck(run, [{ ...second, callee: { k: 'index' } } as unknown as Expr])).toBeUndefined();
  expect(declaredCheck(run, [])).toBeUndefined();
  expect(declaredCheck(run, undefined)).toBeUndefined();
});
