import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commentsOf, tokensOf } from '../../console/src/ui/highlight.ts';

const shown = (line: string, file: string) =>
  tokensOf(line, commentsOf(file))
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text }) => `${kind} ${text}`);

test('keywords are coloured in their own case, and not where they are names', () => {
  expect(shown('return this.type.match(x) as Foo;', 'a.ts')).toEqual(['word return', 'word this', 'word as']);
  expect(shown('Return Class New', 'a.ts')).toEqual([]);
  expect(shown('ptr->delete(); std::end(x); delete x;', 'a.cpp')).toEqual(['word delete']);
  expect(shown('$class = new Foo();', 'a.php')).toEqual(['word new']);
  expect(shown('x = None if True else self.pass', 'a.py')).toEqual([
    'word None',
    'word if',
    'word True',
    'word else',
    'word self',
  ]);
});

test('words of SQL are coloured in SQL alone, in either case', () => {
  expect(shown('SELECT name from users -- all', 'a.sql')).toEqual([
    'word SELECT',
    'word from',
    'comment -- all',
  ]);
  expect(shown('select(name)', 'a.js')).toEqual([]);
});

test('texts, numbers and comments are what they look like', () => {
  expect(shown('f("a \\" // b", 0x1f) // end', 'a.js')).toEqual([
    'text "a \\" // b"',
    'number 0x1f',
    'comment // end',
  ]);
  expect(shown('run: x # end', 'a.yaml')).toEqual(['comment # end']);
  expect(shown('a # b', 'a.js')).toEqual([]);
});

test('whatever the line, its tokens are the line', () => {
  const line = fc.string({ unit: 'binary', maxLength: 200 });
  const file = fc.constantFrom('a.js', 'a.py', 'a.sql', 'Dockerfile');
  fc.assert(
    fc.property(line, file, (text, name) => {
      expect(
        tokensOf(text, commentsOf(name))
          .map((token) => token.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
