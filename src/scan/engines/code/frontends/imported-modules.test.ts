import { describe, expect, test } from 'vitest';
import { createParser } from '../../../syntax/parser.ts';
import type { FileImports } from '../../engine.ts';
import { languageModules } from './registry.ts';

async function importsOf(path: string, language: string, text: string): Promise<FileImports> {
  const tree = (await createParser()).parse(path, text);
  expect(tree?.hasError).toBe(false);
  const { readImports } = await languageModules.get(language)!.loadImports!();
  return readImports(tree!, text);
}

/** `module:line`, and the names that are taken of it where they can be told. */
async function modulesOf(path: string, language: string, text: string): Promise<string> {
  const { modules } = await importsOf(path, language, text);
  return modules
    .map(([name, line, symbols]) => `${name}:${line}${symbols ? `(${symbols.join(' ')})` : ''}`)
    .join(' ');
}

describe('what a file imports, with the line of its first mention', () => {
  test.each([
    ['import a from "a";\nimport * as b from \'b/c\';\nimport "d";', 'a:1 b/c:2 d:3'],
    ['export * from "a";\nexport { x } from "b";\nexport const c = 1;', 'a:1 b:2'],
    [
      'const a = require("a");\nrequire.resolve("b");\nimport("c");\nimport.meta.resolve("d");',
      'a:1 b:2 c:3 d:4',
    ],
    ['x.require("a");\nrequired("b");\nrequire(c);\nrequire(`d`);\nrequire(`e${f}`);', 'd:4'],
    ['import "./a"; import "../b"; import "/c"; import "#d"; import "~e"; import "@/f";', ''],
    [
      'import "node:fs"; import "bun:test"; import "https://x/y"; import "data:text,1"; import "jsr:@a/b";',
      '',
    ],
    [
      'import "npm:chalk@5/source"; import "@scope/name@1.2/x"; import "a?raw"; import "b#c";',
      'chalk/source:1 @scope/name/x:1 a:1 b:1',
    ],
    ['require("style-loader!css-loader!./a.css");', 'style-loader:1 css-loader:1'],
    ['import "a";\n\nimport "a";\nimport "b";', 'a:1 b:4'],
    ['import "";', ''],
  ])('JavaScript: %s', async (text, modules) => {
    expect(await modulesOf('a.js', 'javascript', text)).toBe(modules);
  });

  test('JavaScript: what comes with the runtime, which no package can be called', async () => {
    const text = 'import "node:fs/promises"; require("node:dns"); import "bun:sqlite"; import "http";';
    expect(await importsOf('a.js', 'javascript', text)).toEqual({
      modules: [['http', 1]],
      builtins: ['fs/promises', 'dns', 'bun:sqlite'],
    });
  });

  test('TypeScript: import a = require("a")', async () => {
    expect(await modulesOf('a.ts', 'typescript', 'import a = require("a");')).toBe('a:1');
  });

  test.each([
    ['import a\nimport b.c as d, e', 'a:1 b.c:2 e:2'],
    ['from a import b, c as d\nfrom e.f import g', 'a:1 a.b:1 a.c:1 e.f:2 e.f.g:2'],
    ['from . import a\nfrom .b import c\nfrom ..d import e', ''],
    ['importlib.import_module("a.b")\n__import__("c")\npytest.importorskip("d")', 'a.b:1 c:2 d:3'],
    ['import_module(name)\nimport_module(".a")\nimporter("b")\nmy_import_module("c")', ''],
  ])('Python: %s', async (text, modules) => {
    expect(await modulesOf('a.py', 'python', text)).toBe(modules);
  });

  test.each([
    ['INSTALLED_APPS = ["a", "b.c"]', ['a', 'b.c']],
    ['MIDDLEWARE += ("a.B",)', ['a.B']],
    ['X = {"k": ["a"]}', ['k', 'a']],
    ['X = ["a"] + ["b"]', ['a', 'b']],
    ['installed = ["a"]', undefined],
    ['X = "a"', undefined],
    ['X = f(["a"])', undefined],
    ['X = ["a b", "c/d", "1x", "e."]', undefined],
  ])('Python: what settings list may be imported by a framework: %s', async (text, mentions) => {
    expect((await importsOf('a.py', 'python', text)).mentions).toEqual(mentions);
  });

  test.each([
    ['import "fmt"\nfunc f() { fmt.Println(fmt.Sprint(1)) }', 'fmt:2(Println Sprint)'],
    ['import (\n\t"a/b"\n\tx "c/d"\n)\nfunc f(v b.T) { x.Y(); b.lower() }', 'a/b:3(T) c/d:4(Y)'],
    ['import "github.com/a/go-b/v2"\nvar x = b.X', 'github.com/a/go-b/v2:2(X)'],
    ['import "gopkg.in/a-b.v3"\nvar x = ab.X', 'gopkg.in/a-b.v3:2(X)'],
    ['import "a/b-c"\nvar x = b_c.X', 'a/b-c:2(X)'],
    ['import "a/b-go"\nvar x = b.X', 'a/b-go:2(X)'],
    ['import _ "a"\nimport . "b"\nimport "c"', 'a:2 b:3 c:4'],
    ['import "a"\nfunc f() { a.b.C() }', 'a:2'],
  ])('Go: %s', async (text, modules) => {
    expect(await modulesOf('a.go', 'go', `package p\n${text}\n`)).toBe(modules);
  });

  test('Go: every exported name that is taken of anything', async () => {
    const text = 'package p\nfunc f(v b.T) { a.b.C(); x.Y(); z.w() }\n';
    expect((await importsOf('a.go', 'go', text)).members).toEqual(['C', 'T', 'Y']);
  });

  test.each([
    ['require "a"\nload \'b/c\'\nautoload :D, "d"', 'a:1 b/c:2 d:3'],
    ['require "./a"\nrequire "/b"\nrequire_relative "c"\nx.require "d"\nrequire "e#{f}"\nrequire', ''],
  ])('Ruby: %s', async (text, modules) => {
    expect(await modulesOf('a.rb', 'ruby', text)).toBe(modules);
  });

  test.each([
    ['use A\\B;\nuse C\\D as E;\nnew \\F\\G();\n\\H\\i();', 'A\\B:2 C\\D:3 F\\G:4 H\\i:5'],
    ['use A\\{B, C\\D, E as F};', 'A\\B:2 A\\C\\D:2 A\\E:2'],
    ['use A;\nnew B();', ''],
  ])('PHP: %s', async (text, modules) => {
    expect(await modulesOf('a.php', 'php', `<?php\n${text}\n`)).toBe(modules);
  });

  test.each([
    ['import a.b.C;\nimport static d.E.f;\nimport g.*;', 'a.b.C:1 d.E.f:2 g:3'],
    ['import a . b;', 'a.b:1'],
  ])('Java: %s', async (text, modules) => {
    expect(await modulesOf('a.java', 'java', text)).toBe(modules);
  });

  test.each([
    [
      'using A.B;\nusing static C.D;\nusing E = F.G;\nglobal using H;\nusing global::I.J;',
      'A.B:1 C.D:2 F.G:3 H:4 I.J:5',
    ],
  ])('C#: %s', async (text, modules) => {
    expect(await modulesOf('a.cs', 'csharp', text)).toBe(modules);
  });

  test.each([
    ['use a::b;\nuse c;\nuse d::{e, f::g};\nuse h as i;', 'a:1 c:2 d:3 h:4'],
    ['use {a, b::c};', 'a:1 b:1'],
    ['use ::a::b;\nfn f() { ::c::d(); }', 'a:1 c:2'],
    ['extern crate a;\nextern crate b as c;', 'a:1 b:2'],
    ['use std::a; use core::b; use alloc::c; use self::d; use super::e; use crate::f;', ''],
    ['mod a;\nuse a::b;\nfn f() { a::c(); }', ''],
    ['fn f() { a::b(); C::d(); x.e::<f>(); }', 'a:1'],
    ['fn f(x: a::B) -> c :: D { x }', 'a:1 c:1'],
    ['fn f() { g!(a::b, 1..c::d); }', 'a:1 c:1'],
    ['fn f() { let a = b; c(); d.e; }', ''],
  ])('Rust: %s', async (text, modules) => {
    expect(await modulesOf('a.rs', 'rust', text)).toBe(modules);
  });

  test('Rust: every name behind a path or a dot', async () => {
    const text = 'use a::{b, c::d, e as f};\nfn g() { h.i(); J::k(); let l: m = 0..n; }\n';
    expect((await importsOf('a.rs', 'rust', text)).members).toEqual(['b', 'c', 'd', 'e', 'f', 'i', 'k']);
  });
});

test('a name of more than 300 characters is no module, and no more than 5,000 are kept', async () => {
  const named = (length: number) => `import "${'a'.repeat(length)}";`;
  expect(await modulesOf('a.js', 'javascript', named(300))).toBe(`${'a'.repeat(300)}:1`);
  expect(await modulesOf('a.js', 'javascript', named(301))).toBe('');
  const many = Array.from({ length: 5_001 }, (_, at) => `import "a${at}";`).join('\n');
  const { modules } = await importsOf('a.js', 'javascript', many);
  expect(modules).toHaveLength(5_000);
  expect(modules.at(-1)).toEqual(['a4999', 5_000]);
});
