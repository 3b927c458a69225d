import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quotedCode } from './quoted-code.ts';

test.each([
  ['db.query("SELECT * FROM a WHERE b = " + id)', '`db.query("…" + id)`'],
  ['q(`SELECT ${a.b} FROM ${c}`)', "`q('…${a.b}…${c}…')`"],
  ["f('a', '')", "`f('a', '')`"],
  ['f(f"hello {name}")', '`f(f"…{name}…")`'],
  ['run(<<~SQL select 1', '`run(…`'],
  [`${'a.'.repeat(40)}b`, `\`${'a.'.repeat(30)}…\``],
])('%s', (code, quoted) => {
  expect(quotedCode(code)).toBe(quoted);
});

test('nothing of what a literal contains is quoted, wherever the code is cut', () => {
  const secret = 'hunter2horse';
  fc.assert(
    fc.property(
      fc.nat(80),
      fc.constantFrom('"', "'", '`', '"""'),
      fc.boolean(),
      (length, quote, isClosed) => {
        const code = `connect(${'x'.repeat(length)}, ${quote}${secret}${isClosed ? quote : ''}`;
        expect(quotedCode(code)).not.toContain(secret.slice(0, 4));
      },
    ),
  );
});
