import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { languages } from '../syntax/languages.ts';
import { createParser, type Parser } from '../syntax/parser.ts';
import { codeSymbols, documentSymbol, maxContentLength } from './code-symbols.ts';
import { declarationKinds } from './declaration-kinds.ts';
import { maxDeclarationsPerFile } from './find-declarations.ts';

let parser: Parser;
beforeAll(async () => {
  parser = await createParser();
});

function symbolsIn(path: string, text: string) {
  return codeSymbols(path, text, parser.parse(path, text)!);
}

const named = (path: string, text: string) =>
  symbolsIn(path, text)
    .filter(({ kind }) => kind !== 'file')
    .map(({ kind, name, line, endLine }) => `${kind} ${name} ${line}-${endLine}`);

/** Path, program, and what it declares. */
const programs: Array<[string, string, string[]]> = [
  [
    'a.ts',
    `/** One. */
export async function one(a: string): Promise<void> {}
export class Box<T> extends Base {
  // Opens it.
  @logged()
  open(): void {}
  close = () => {};
}
const two = (a: number) => a;
module.exports.three = function () {};
Box.prototype.four = function () {};
interface Shape { area: number }
`,
    [
      'function one 1-2',
      'class Box 3-8',
      'method Box.open 4-6',
      'method Box.close 7-7',
      'function two 9-9',
      'function three 10-10',
      'method Box.four 11-11',
      'class Shape 12-12',
    ],
  ],
  ['a.jsx', 'export default function Page() { return <p/>; }\n', ['function Page 1-1']],
  ['a.tsx', 'export const Card = ({ a }: Props) => <p>{a}</p>;\n', ['function Card 1-1']],
  [
    'a.py',
    '# About f.\n@cached\ndef f(a):\n    """Doc."""\n    def inner(): pass\n\nclass A(B):\n    async def m(self): pass\n',
    ['function f 1-5', 'class A 7-8', 'method A.m 8-8'],
  ],
  [
    'A.java',
    '/** Doc. */\n@Service\npublic class A {\n  A() {}\n  /** M. */\n  @Override\n  public int m(int a) { return a; }\n}\n',
    ['class A 1-8', 'method A.A 4-4', 'method A.m 5-7'],
  ],
  [
    'a.go',
    'package a\n\n// Serve serves.\nfunc Serve() error { return nil }\n\nfunc (s *Server[T]) Close() {}\n\ntype Server struct{}\n',
    ['function Serve 3-4', 'method Server.Close 6-6', 'class Server 8-8'],
  ],
  [
    'a.php',
    '<?php\n/** Doc. */\nfunction f($a) {}\nclass A { public function m() {} }\n',
    ['function f 2-3', 'class A 4-4', 'method A.m 4-4'],
  ],
  [
    'a.rb',
    'module M\n  # Doc.\n  class K\n    def a; end\n    def self.b; end\n  end\nend\n',
    ['class M.K 2-6', 'method M.K.a 4-4', 'method M.K.b 5-5'],
  ],
  [
    'a.cs',
    'namespace N {\n/// <summary>Doc</summary>\npublic class A {\n  [HttpGet]\n  public int M() { return 1; }\n}\n}\n',
    ['class A 2-6', 'method A.M 4-5'],
  ],
  [
    'a.kt',
    'class A {\n  /** Doc. */\n  fun m(): Int = 1\n}\nfun top() {}\n',
    ['class A 1-4', 'method A.m 2-3', 'function top 5-5'],
  ],
  [
    'a.c',
    '/* Doc. */\nstatic char *name(int a) { return 0; }\nstruct point { int x; };\nstruct point *make(struct point p) { return 0; }\n',
    ['function name 1-2', 'class point 3-3', 'function make 4-4'],
  ],
  [
    'a.cpp',
    'namespace n {\nclass K { int m() const { return 1; } };\n}\nint n::K::q() { return 1; }\ntemplate <typename T> T id(T t) { return t; }\n',
    ['class n.K 2-2', 'method n.K.m 2-2', 'method n::K::q 4-4', 'function id 5-5'],
  ],
  [
    'a.rs',
    '/// Doc.\n#[derive(Debug)]\npub struct P {}\nimpl P {\n  /// New.\n  pub fn new() -> Self { P {} }\n}\n',
    ['class P 1-3', 'method P.new 5-6'],
  ],
  [
    'a.scala',
    'object O {\n  def a(x: Int): Int = x\n}\ncase class P(x: Int)\n',
    ['class O 1-3', 'method O.a 2-2', 'class P 4-4'],
  ],
  [
    'a.swift',
    '/// Doc.\nfunc f() -> Int { return 1 }\nclass A {\n  func m() {}\n  init(x: Int) {}\n}\n',
    ['function f 1-2', 'class A 3-6', 'method A.m 4-4', 'method A.init 5-5'],
  ],
  [
    'a.sh',
    '# Doc.\ndeploy() { echo; }\nfunction other { echo; }\n',
    ['function deploy 1-2', 'function other 3-3'],
  ],
];

test.each(programs)(
  '%s: what is declared is found with its comment and its place',
  (path, text, expected) => {
    expect(named(path, text)).toEqual(expected);
  },
);

test('every language that can be parsed has its declarations', () => {
  expect(Object.keys(declarationKinds).sort()).toEqual(languages.map(({ id }) => id).sort());
});

test('a method reads like a function, and a class shows its head and the heads of its methods', () => {
  const text = 'class A(B):\n    """What A is."""\n    x = 1\n    def m(self):\n        return 1\n';
  const [ofClass, ofMethod] = symbolsIn('lib/a.py', text);
  expect(ofClass!.content).toBe('lib/a.py A\nclass A(B):\n    """What A is."""\n    x = 1\n  def m(self)');
  expect(ofMethod!.content).toBe('lib/a.py A.m\ndef m(self):\n    return 1');
  expect(ofMethod!.signature).toBe('def m(self)');
});

test('a comment that other code separates from a declaration is not its comment', () => {
  const [first] = symbolsIn('a.ts', '// About something else.\nsetUp();\nfunction f() {}\n');
  expect(first!.content).toBe('a.ts f\nfunction f() {}');
});

test('a file is an entry of its own, with its first comment and the names in it', () => {
  const outline = symbolsIn('a.go', '// Package a sends mail.\npackage a\n\nfunc Send() {}\n').at(-1)!;
  expect(outline).toMatchObject({ kind: 'file', name: '', line: 1 });
  expect(outline.content).toBe('a.go\n// Package a sends mail.\npackage a\nfunc Send()');
});

test('an empty page of documentation is no entry', () => {
  expect(documentSymbol('README.md', ' \n')).toBeUndefined();
  expect(documentSymbol('README.md', '# Hello')).toMatchObject({
    kind: 'document',
    content: 'README.md\n# Hello',
  });
});

test('however much a file declares, what comes of it is bounded', () => {
  const many = symbolsIn('a.js', 'function f() {}\n'.repeat(maxDeclarationsPerFile + 500));
  expect(many).toHaveLength(maxDeclarationsPerFile + 1);
  const long = symbolsIn('a.js', `function f() { ${'x();'.repeat(20_000)} }`);
  expect(Math.max(...long.map(({ content }) => content.length))).toBeLessThan(maxContentLength + 200);
});

test('however deep classes are nested, names stay short', () => {
  const depth = 60;
  const text = `${Array.from({ length: depth }, (_, i) => `class K${i} { `).join('')}void m() {} ${'}'.repeat(depth)}`;
  const names = symbolsIn('A.java', text).map(({ name }) => name);
  expect(names).toContain('K54.K55.K56.K57.K58.K59.m');
  expect(Math.max(...names.map(({ length }) => length))).toBeLessThan(40);
});

test('whatever the text, places are inside it and contents are well-formed', () => {
  const pieces = fc.constantFrom(
    'function ',
    'class A',
    '{',
    '}',
    '(',
    ')',
    ' a',
    '=>',
    '/*',
    '*/',
    '//',
    '\n',
    '\ud800',
    '"',
    '@b',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const text = parts.join('');
      const lines = text.split('\n').length;
      for (const { line, endLine, content } of symbolsIn('a.ts', text)) {
        expect(line).toBeGreaterThanOrEqual(1);
        expect(endLine).toBeGreaterThanOrEqual(line);
        expect(endLine).toBeLessThanOrEqual(lines);
        expect(content.isWellFormed()).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});
