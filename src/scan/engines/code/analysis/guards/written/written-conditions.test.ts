import { describe, expect, test } from 'vitest';
import { expressionOf, functionOf } from '../../../../../../../test/support/expression-of.ts';
import type { Expr } from '../../../ir/ir.ts';
import { checkedByFunction } from '../checking-function.ts';
import { namesIn } from '../flags.ts';
import { plainExpression } from '../plain-expression.ts';
import { hostOf, innermost, insideOf } from '../same-value.ts';

/** Back to what was written, as far as these tests need it. */
function shown(expr: Expr | undefined): string {
  if (!expr) return 'nothing';
  if (expr.k === 'name') return expr.name;
  if (expr.k === 'member') return `${shown(expr.object)}.${expr.property}`;
  return expr.k === 'call' ? `${shown(expr.callee)}()` : expr.k;
}

describe('what an expression is as good as', () => {
  test.each([
    ['x', 'nothing'],
    ['x.trim()', 'x'],
    ['x.other()', 'nothing'],
    ['x.trim', 'nothing'],
    ['String(x)', 'x'],
    ['Number(x)', 'x'],
    ['parseInt(x)', 'nothing'],
    ['String(x, y)', 'nothing'],
    ['String()', 'nothing'],
    ['a.String(x)', 'nothing'],
    ['pattern.matcher(x)', 'x'],
    ['pattern.matcher()', 'nothing'],
    ['filepath.Clean(x)', 'x'],
    ['filepath.Join(root, x)', 'x'],
    ['filepath.Clean()', 'nothing'],
    ['Clean(x)', 'nothing'],
    ['x.toLowerCase()', 'x'],
  ])('%s is as good as %s', async (written, inner) => {
    expect(shown(insideOf(await expressionOf(written)))).toBe(inner);
  });

  test('to the innermost', async () => {
    expect(shown(innermost(await expressionOf('String(x.trim().toLowerCase())')))).toBe('x');
    expect(shown(innermost(await expressionOf('x')))).toBe('x');
    expect(shown(innermost(await expressionOf('f(x).trim()')))).toBe('f()');
  });
});

describe('the URL whose host it is', () => {
  test.each([
    ['u.host', 'u'],
    ['u.hostname', 'u'],
    ['u.getHost()', 'u'],
    ['u.host(1)', 'nothing'],
    ['host()', 'nothing'],
    ['u.path', 'nothing'],
    ["u['host']", 'u'],
    ["u['path']", 'nothing'],
    ['u[host]', 'nothing'],
    ['host', 'host'],
    ['$host', '$host'],
    ['origin', 'origin'],
    ['ghost', 'nothing'],
    ["'host'", 'nothing'],
  ])('%s: %s', async (written, url) => {
    expect(shown(hostOf(await expressionOf(written)))).toBe(url);
  });
});

describe('the variables that a condition reads', () => {
  test.each([
    ['x', 'x'],
    ['x.a.b', 'x'],
    ['x[y]', 'x y'],
    ['!x', 'x'],
    ['x + y', 'x y'],
    ['x && y', 'x y'],
    ['f(x, y)', 'f x y'],
    ['o.m(x)', 'o x'],
    ['`a${x}b${y}`', 'x y'],
    ["'x'", ''],
    ['x ? y : z', ''],
    ['!!!!x', 'x'],
    ['!!!!!x', ''],
    ['x.a.b.c.d', 'x'],
    ['x.a.b.c.d.e', ''],
  ])('%s: %s', async (written, names) => {
    expect(namesIn(await expressionOf(written)).join(' ')).toBe(names);
  });
});

test.each([
  ['/a/i', '/a/i'],
  ['#a#', '/a/'],
  ['~a~iD', '/a/i'],
  ['%a/b%U', '/a/b/'],
  ['a', 'a'],
  ['/a#', '/a#'],
  ['(a)', '(a)'],
])('the expression %s is %s', (source, plain) => {
  expect(plainExpression(source)).toBe(plain);
});

describe('what a function inside of another one establishes of its arguments', () => {
  /** Each test of a function is a barrier of its own: the number that is called, where it is true; ten times as much where it is not. */
  const barriersOf = (test: Expr, positive: boolean) => {
    const call = test.k === 'call' ? test : undefined;
    const [, mask] = /^is(\d)$/.exec(call?.callee.k === 'name' ? call.callee.name : '') ?? [];
    return mask ? [{ expr: call!.args[0]!.value, clears: Number(mask) * (positive ? 1 : 10) }] : [];
  };
  async function established(body: string, positive: boolean, isError = false): Promise<string> {
    const fn = await functionOf('a.js', `function f(a, b) { ${body} }\n`);
    const test = (await expressionOf('f(x, y)')) as Expr & { k: 'call' };
    return checkedByFunction(fn, test, positive, isError, barriersOf)
      .map(({ expr, clears }) => `${shown(expr)}=${clears}`)
      .join(' ');
  }

  test.each([
    ['return is1(a);', 'x=1', 'x=10'],
    ['return is1(b);', 'y=1', 'y=10'],
    ['return is1(a.trim());', 'x=1', 'x=10'],
    ['return is1(c);', '', ''],
    ['return is0(a);', '', ''],
    ['return true;', '', ''],
    ['if (is1(a)) return true; return false;', 'x=1', 'x=10'],
    ['if (is1(a)) return false; return true;', 'x=10', 'x=1'],
    ['if (is1(a)) return false; if (is2(b)) return false; return true;', 'x=10 y=20', ''],
    ['if (is1(a)) return false; return is2(b);', 'x=10 y=2', ''],
    ['if (is1(a)) return true; if (is2(b)) return true; return false;', '', 'x=10 y=20'],
    ['log(a); return is1(a);', 'x=1', 'x=10'],
    ['if (is1(a)) { log(); return true; } return false;', 'x=1', 'x=10'],
    ['if (is1(a)) return true; else return false;', '', ''],
    ['if (is1(a)) log(a); return is2(b);', '', ''],
    ['if (is1(a)) return other; return true;', '', ''],
    ['while (is1(a)) log(); return is2(b);', '', ''],
    ['return is1(a); if (is2(b)) return true;', 'x=1', 'x=10'],
    ['if (is1(a)) return true;', 'x=1', ''],
    ['return;', '', ''],
    ['', '', ''],
  ])('%s', async (body, yes, no) => {
    expect(await established(body, true)).toBe(yes);
    expect(await established(body, false)).toBe(no);
  });

  test.each([
    ['if (is1(a)) return fail(); return null;', 'x=10', 'x=1'],
    ['if (is1(a)) return errors.bad; return null;', 'x=10', 'x=1'],
    ["if (is1(a)) return 'bad'; return null;", 'x=10', 'x=1'],
    ['if (is1(a)) return null; return fail();', 'x=1', 'x=10'],
    ['if (is1(a)) return error; return null;', '', ''],
    ['if (is1(a)) return fail(); return is2(b);', '', ''],
  ])('%s gives no error', async (body, none, some) => {
    expect(await established(body, true, true)).toBe(none);
    expect(await established(body, false, true)).toBe(some);
  });

  test('is looked for in short functions', async () => {
    const calls = (count: number) => `${'g();'.repeat(count)} return is1(a);`;
    const sizes = await Promise.all(
      [1, 2].map(async (count) => (await functionOf('a.js', `function f(a, b) { ${calls(count)} }\n`)).size),
    );
    const most = Math.floor((60 - sizes[0]!) / (sizes[1]! - sizes[0]!)) + 1;
    expect(await established(calls(most), true)).toBe('x=1');
    expect(await established(calls(most + 1), true)).toBe('');
  });
});
