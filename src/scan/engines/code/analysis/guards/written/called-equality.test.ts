import { expect, test } from 'vitest';
import { expressionOf } from '../../../../../../../test/support/expression-of.ts';
import type { Expr } from '../../../ir/ir.ts';
import { calledEquality } from './called-equality.ts';

const shown = (expr: Expr): string =>
  expr.k === 'name'
    ? expr.name
    : expr.k === 'call'
      ? `${shown(expr.callee)}()`
      : expr.k === 'member'
        ? `${shown(expr.object)}.${expr.property}`
        : expr.k;

test.each([
  ['a.equalsIgnoreCase(b)', 'a b'],
  ['strings.EqualFold(a, b)', 'a b'],
  ['Objects.equals(a, b)', 'a b'],
  ['StringUtils.equalsIgnoreCase(u.getHost(), b)', 'u.getHost() b'],
  ['string.Equals(a, b, StringComparison.OrdinalIgnoreCase)', 'a b'],
  ['a.Equals(b, StringComparison.Ordinal)', 'a b'],
  // Of something else, or with other arguments, it is another question.
  ['list.equals(a, b)', ''],
  ['other.EqualFold(a, b)', ''],
  ['a.Equals(b, comparer)', ''],
  ['a.equalsIgnoreCase()', ''],
  ['equalsIgnoreCase(a, b)', ''],
])('%s compares %s', async (written, sides) => {
  const test = await expressionOf(written);
  const equality = test.k === 'call' ? calledEquality(test) : undefined;
  expect(equality ? `${shown(equality.left)} ${shown(equality.right)}` : '').toBe(sides);
});
