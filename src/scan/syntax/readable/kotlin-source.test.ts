import { expect, test } from 'vitest';
import { createParser } from '../parser.ts';
import { readableKotlin } from './kotlin-source.ts';

test.each([
  ['class A { val b = 1 }', 'class A { val b = 1;}'],
  ['  data class A(val b: Int) { fun f() = b }', '  data class A(val b: Int) { fun f() = b;}'],
  ['class A { companion object { fun f() = 1 } }', 'class A { companion object { fun f() = 1;};}'],
  ['class A { }', 'class A { }'],
  ['class A { val b = 1; }', 'class A { val b = 1; }'],
  ['enum class A { B, C, }', 'enum class A { B, C, }'],
  ['class A { val b = 1}', 'class A { val b = 1}'],
  ['class A { // val b = 1 }', 'class A { // val b = 1 }'],
  ['fun f() { return 1 }', 'fun f() { return 1 }'],
  ['val classes = list.map { it }', 'val classes = list.map { it }'],
  ['class A {', 'class A {'],
])('%s is read as %s', (text, read) => {
  expect(readableKotlin(`${text}\n`)).toBe(`${read}\n`);
});

test('classes on one line are read, and what follows them', async () => {
  const parser = await createParser();
  const text =
    'class Two(val a: Int) { fun f() = a }\nopen class Base(val t: Int) { open val x = 1 }\nclass Q { companion object { fun f() = 1 } }\nfun g() = 1\n';
  const tree = parser.parse('a.kt', text)!;
  expect(tree.hasError).toBe(false);
  expect(tree.end[0]).toBe(text.length);
});

test('a line of braces stays as long as it is', () => {
  const text = `class A { ${'} '.repeat(20_000)}}`;
  expect(readableKotlin(text)).toHaveLength(text.length);
  expect(readableKotlin('class '.repeat(10_000))).toBe('class '.repeat(10_000));
});
