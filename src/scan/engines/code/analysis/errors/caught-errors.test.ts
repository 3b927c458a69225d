import { expect, test } from 'vitest';
import type { Expr } from '../../ir/ir.ts';
import { isOwnError } from './caught-errors.ts';

const name = (of: string) => ({ k: 'name', name: of, start: 0, end: 0 }) as Expr;
const member = (of: string) =>
  ({ k: 'member', object: name('errors'), property: of, start: 0, end: 0 }) as Expr;
const list = (...items: Expr[]) =>
  ({
    k: 'list',
    items: items.map((value) => ({ value })),
    isSet: false,
    start: 0,
    end: 0,
  }) as unknown as Expr;

test.for([
  ['UploadTooLarge', name('UploadTooLarge'), true],
  ['a member of a module', member('ValidationError'), true],
  ['two of them', list(name('TooLarge'), name('TooSmall')), true],
  ['Exception', name('Exception'), false],
  ['ValueError', name('ValueError'), false],
  ['an error of a database', member('OperationalError'), false],
  ['one that is all errors', list(name('TooLarge'), name('Exception')), false],
  ['nothing', undefined, false],
  ['a variable', name('errors'), false],
] as const)('a handler of %s', ([, types, expected]) => {
  expect(isOwnError(types)).toBe(expected);
});
