import { describe, expect, test } from 'vitest';
import { createParser } from '../syntax/parser.ts';
import { findDeclarations } from './find-declarations.ts';

const parser = await createParser();
const declared = (path: string, text: string) => findDeclarations(parser.parse(path, text)!, text);

/** The comment that belongs to the last declaration of a text. */
function commentOf(path: string, text: string): string {
  const { commentStart, start } = declared(path, text).at(-1)!;
  return text.slice(commentStart, start);
}

describe('the comment of a declaration', () => {
  test.each([
    ['a.js', '// a\nfunction f() {}', '// a\n'],
    ['a.js', '// a\n// b\nfunction f() {}', '// a\n// b\n'],
    ['a.js', '// a\r\n// b\r\nfunction f() {}', '// a\r\n// b\r\n'],
    ['a.js', '/* a */ /* b */ function f() {}', '/* a */ /* b */ '],
    ['a.js', '// a\n\n// b\nfunction f() {}', '// b\n'],
    ['a.js', '// a\nx();\n// b\nfunction f() {}', '// b\n'],
    ['a.js', '// a\n\nfunction f() {}', '// a\n\n'],
    ['a.js', '// a\n\n\nfunction f() {}', ''],
    ['a.js', '// a\nx();\nfunction f() {}', ''],
    ['a.js', 'function f() {}\n// a', ''],
    ['a.js', 'function f() {}', ''],
    ['a.js', '/* a */function f() {}', '/* a */'],
    ['a.rs', '// a\n#[inline]\nfn f() {}', '// a\n#[inline]\n'],
    ['a.rs', '// a\n#[inline]\n\n#[cold]\n\nfn f() {}', ''],
    ['a.rs', '// a\nuse b;\nfn f() {}', ''],
  ])('%s: %j', (path, text, comment) => {
    expect(commentOf(path, text)).toBe(comment);
  });

  test('is at most 400 characters in front of it', () => {
    const far = (length: number) => `// a\n#[${'b'.repeat(length - 5)}]\nfn f() {}`;
    expect(commentOf('a.rs', far(400))).not.toBe('');
    expect(commentOf('a.rs', far(401))).toBe('');
  });

  test('ends where the next one begins more than 200 blanks further on', () => {
    const far = (length: number) => `/* a */${' '.repeat(length)}/* b */\nfunction f() {}`;
    expect(commentOf('a.js', far(200))).toContain('a');
    expect(commentOf('a.js', far(201))).not.toContain('a');
    expect(commentOf('a.js', `/* a */${' '.repeat(200)}x();/* b */\nfunction f() {}`)).not.toContain('a');
  });
});

/** Declarations with what is around them: `class A`, `function A>m`, and where their bodies begin. */
function shown(path: string, text: string): string[] {
  return declared(path, text).map(
    ({ kind, name, around, start, bodyStart, end }) =>
      `${kind} ${[...around, name].join('>')} | ${text.slice(start, bodyStart)} | ${text.slice(bodyStart, end)}`,
  );
}

describe('a declaration begins, has its body and ends where it does in the text', () => {
  test.each([
    ['a.js', 'export function f(a) { b(); }', ['function f | export function f(a)  | { b(); }']],
    ['a.js', 'const f = (a) => { b(); };', ['function f | const f = (a) =>  | { b(); };']],
    ['a.js', 'const f = (a) => a;', ['function f | const f = (a) =>  | a;']],
    ['a.js', 'x = 1; let y = z;', []],
    [
      'a.js',
      'class A { m() {} }\nfunction g() {}',
      ['class A | class A  | { m() {} }', 'function A>m | m()  | {}', 'function g | function g()  | {}'],
    ],
    [
      'a.c',
      'struct p { int x; };\nstruct p q;\nint f(struct p a) { return 1; }',
      ['class p | struct p  | { int x; }', 'function f | int f(struct p a)  | { return 1; }'],
    ],
    [
      'a.c',
      'char *(*g(int a))(void) { return 0; }',
      ['function g | char *(*g(int a))(void)  | { return 0; }'],
    ],
    [
      'a.cpp',
      'namespace n { class C { void m() {} }; }',
      ['class n>C | class C  | { void m() {} }', 'function n>C>m | void m()  | {}'],
    ],
    [
      'a.swift',
      'class A { init(a: Int) { b() } }',
      ['class A | class A  | { init(a: Int) { b() } }', 'function A>init | init(a: Int)  | { b() }'],
    ],
    [
      'a.go',
      'package a\nfunc (s *T) M() {}\nfunc (T) N() {}\nfunc F() {}',
      [
        'function T.M | func (s *T) M()  | {}',
        'function T.N | func (T) N()  | {}',
        'function F | func F()  | {}',
      ],
    ],
  ])('%s: %s', (path, text, expected) => {
    expect(shown(path, text)).toEqual(expected);
  });

  test('with a name of up to 120 characters', () => {
    const name = (length: number) => declared('a.js', `function ${'n'.repeat(length)}() {}`)[0]!.name.length;
    expect([name(120), name(121)]).toEqual([120, 120]);
  });

  test('and functions inside of it are found where it is longer than 8,000 characters', () => {
    const text = (length: number) => {
      const program = 'function f() { function g() {} }';
      return `${program.slice(0, -2)}${' '.repeat(length - program.length)} }`;
    };
    expect(declared('a.js', text(8000)).map(({ name }) => name)).toEqual(['f']);
    expect(declared('a.js', text(8001)).map(({ name }) => name)).toEqual(['f', 'g']);
  });
});

test('a language of which no declarations are known has none', () => {
  const tree = parser.parse('a.js', 'function f() {}')!;
  expect(findDeclarations({ ...tree, language: 'none' as never }, 'function f() {}')).toEqual([]);
});
