// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders belong to the languages.
/** Programs that are one construct inside itself, again and again: what exhausts stacks, memory and time of whoever reads them. */

/** `head`, then `open` as often as fits, `middle`, `close` as often, `tail`. */
type Shape = readonly [head: string, open: string, middle: string, close: string, tail: string];

export interface NestedProgram {
  kind: string;
  text: string;
}

interface Dialect {
  extension: string;
  /** What stands before and after an expression to make a program of it. */
  around: readonly [string, string];
  /** A program with a weakness that is found in any scan. */
  vulnerable: string;
  /** Constructs that only this language writes so. */
  own: Readonly<Record<string, Shape>>;
}

/** Expressions and signs, put as they are into every language: valid in some, garbage in the others. */
const everywhere: Readonly<Record<string, readonly [open: string, middle: string, close: string]>> = {
  parentheses: ['(', 'a', ')'],
  'open parentheses': ['(', 'a', ''],
  brackets: ['[', 'a', ']'],
  'open brackets': ['[', 'a', ''],
  braces: ['{', 'a', '}'],
  'open braces': ['{', 'a', ''],
  not: ['!', 'a', ''],
  minus: ['- ', 'a', ''],
  stars: ['*', 'a', ''],
  sums: ['a + ', 'a', ''],
  texts: ['"b" + ', 'a', ''],
  both: ['a && ', 'a', ''],
  choices: ['a ? b : ', 'a', ''],
  arrows: ['a => ', '1', ''],
  dots: ['a.', 'a', ''],
  calls: ['f(', 'a', ')'],
  'calls of results': ['a', '', '.f(a)'],
  indices: ['a', '', '[a]'],
  assignments: ['a = ', '1', ''],
  'angle brackets': ['A<', 'a', '>'],
  less: ['a < ', 'a', ''],
  quotes: ['"', 'a', ''],
  'mixed opening signs': ['([{<', 'a', ''],
};

const block = (head: string, open: string, middle = 'a();'): Shape => [head, open, middle, '}', ''];

const dialects: Readonly<Record<string, Dialect>> = {
  javascript: {
    extension: 'js',
    vulnerable: "require('express')().get('/', (req, res) => { eval(req.query.c); });\n",
    around: ['x = ', ';\n'],
    own: {
      if: block('', 'if (a) {'),
      else: ['', 'if (a) { b(); } else ', '{ c(); }', '', '\n'],
      functions: block('', 'function f() {'),
      classes: ['', 'class A { m() { ', 'a();', '} }', '\n'],
      loops: block('', 'for (;;) {'),
      try: ['', 'try {', 'a();', '} catch (e) {}', '\n'],
      interpolation: ['x = ', '`${', 'a', '}`', ';\n'],
      markup: ['x = ', '<A>', '{a}', '</A>', ';\n'],
      patterns: ['let ', '[', 'a', ']', ' = b;\n'],
      labels: ['', 'a: ', 'b();', '', '\n'],
    },
  },
  python: {
    extension: 'py',
    vulnerable:
      "import os\nfrom flask import Flask, request\napp = Flask(__name__)\n@app.route('/')\ndef h():\n    os.system(request.args['c'])\n",
    around: ['x = ', '\n'],
    own: {
      else: ['if a:\n  b()\n', 'elif a:\n  b()\n', 'else:\n  c()\n', '', ''],
      choices: ['x = ', 'b if a else ', 'c', '', '\n'],
      lambda: ['x = ', 'lambda a: ', 'a', '', '\n'],
      not: ['x = ', 'not ', 'a', '', '\n'],
      interpolation: ['x = ', 'f"{', 'a', '}"', '\n'],
      comprehensions: ['x = ', '[a for a in ', 'b', ']', '\n'],
      decorators: ['', '@a\n', 'def f(): pass\n', '', ''],
      semicolons: ['', 'a();', 'a()', '', '\n'],
    },
  },
  java: {
    extension: 'java',
    vulnerable:
      'class V extends HttpServlet { void doGet(HttpServletRequest r, HttpServletResponse s) throws Exception { Runtime.getRuntime().exec(r.getParameter("c")); } }\n',
    around: ['class A { void m() { x = ', '; } }\n'],
    own: {
      if: ['class A { void m() { ', 'if (a) {', 'b();', '}', '} }\n'],
      else: ['class A { void m() { ', 'if (a) { b(); } else ', '{ c(); }', '', '} }\n'],
      classes: ['', 'class A {', 'int a;', '}', '\n'],
      loops: ['class A { void m() { ', 'for (;;) {', 'b();', '}', '} }\n'],
      try: ['class A { void m() { ', 'try {', 'b();', '} finally {}', '} }\n'],
      lambda: ['class A { void m() { x = ', '(a) -> ', 'b', '', '; } }\n'],
      casts: ['class A { void m() { x = ', '(A) ', 'b', '', '; } }\n'],
      generics: ['class A { ', 'L<', 'A', '>', ' f; }\n'],
      switch: ['class A { void m() { ', 'switch (a) { case 1: ', 'b();', '}', '} }\n'],
      annotations: ['', '@A(', '1', ')', ' class B {}\n'],
    },
  },
  go: {
    extension: 'go',
    vulnerable:
      'package v\nimport (\n"net/http"\n"os/exec"\n)\nfunc h(w http.ResponseWriter, r *http.Request) { exec.Command("sh", "-c", r.FormValue("c")).Run() }\n',
    around: ['package p\nfunc f() { x = ', ' }\n'],
    own: {
      if: ['package p\nfunc f() { ', 'if a {', 'b()', '}', '}\n'],
      else: ['package p\nfunc f() { ', 'if a { b() } else ', '{ c() }', '', '}\n'],
      functions: ['package p\nfunc f() { ', 'func() {', 'b()', '}()', '}\n'],
      loops: ['package p\nfunc f() { ', 'for {', 'b()', '}', '}\n'],
      types: ['package p\ntype T ', '[]', 'int', '', '\n'],
      structs: ['package p\ntype T ', 'struct { a ', 'int', '}', '\n'],
      pointers: ['package p\nfunc f() { x = ', '&', 'a', '', ' }\n'],
      switch: ['package p\nfunc f() { ', 'switch a { case 1: ', 'b()', '}', '}\n'],
    },
  },
  php: {
    extension: 'php',
    vulnerable: "<?php system($_GET['c']);\n",
    around: ['<?php $x = ', ';\n'],
    own: {
      if: ['<?php ', 'if ($a) {', 'b();', '}', '\n'],
      else: ['<?php ', 'if ($a) { b(); } else ', '{ c(); }', '', '\n'],
      functions: ['<?php ', 'function f() {', 'b();', '}', '\n'],
      loops: ['<?php ', 'while ($a) {', 'b();', '}', '\n'],
      arrays: ['<?php $x = ', 'array(', '1', ')', ';\n'],
      joins: ['<?php $x = ', '$a . ', '$b', '', ';\n'],
      members: ['<?php $x = $a', '->b', '', '', ';\n'],
      interpolation: ['<?php $x = "', '{$a[', '0', ']}', '";\n'],
      lambda: ['<?php $x = ', 'fn($a) => ', '$a', '', ';\n'],
      pages: ['', '<?php if ($a): ?>', 'b', '<?php endif; ?>', '\n'],
    },
  },
  ruby: {
    extension: 'rb',
    vulnerable: 'class V < ApplicationController\n  def show\n    system(params[:c])\n  end\nend\n',
    around: ['x = ', '\n'],
    own: {
      if: ['', 'if a\n', 'b\n', 'end\n', ''],
      else: ['if a\n b\n', 'elsif a\n b\n', 'else\n c\n', '', 'end\n'],
      functions: ['', 'def f\n', 'b\n', 'end\n', ''],
      classes: ['', 'class A\n', 'b\n', 'end\n', ''],
      blocks: ['x ', '{ |a| b ', 'c', '}', '\n'],
      do: ['', 'a do\n', 'b\n', 'end\n', ''],
      interpolation: ['x = ', '"#{', 'a', '}"', '\n'],
      unless: ['', 'unless a\n', 'b\n', 'end\n', ''],
      commands: ['', 'a ', 'b', '', '\n'],
      lambda: ['x = ', '->(a) { ', 'a', ' }', '\n'],
    },
  },
  csharp: {
    extension: 'cs',
    vulnerable:
      'using System.Diagnostics;\npublic class V : Controller { public void Get(string c) { Process.Start("sh", "-c " + c); } }\n',
    around: ['class A { void M() { x = ', '; } }\n'],
    own: {
      if: ['class A { void M() { ', 'if (a) {', 'b();', '}', '} }\n'],
      else: ['class A { void M() { ', 'if (a) { b(); } else ', '{ c(); }', '', '} }\n'],
      classes: ['', 'class A {', 'int a;', '}', '\n'],
      namespaces: ['', 'namespace A {', 'class B {}', '}', '\n'],
      lambda: ['class A { void M() { x = ', 'a => ', 'b', '', '; } }\n'],
      interpolation: ['class A { void M() { x = ', '$"{', 'a', '}"', '; } }\n'],
      generics: ['class A { ', 'L<', 'A', '>', ' f; }\n'],
      queries: ['class A { void M() { x = ', 'from a in ', 'b', ' select a', '; } }\n'],
      conditionals: ['', '#if A\n', 'class B {}\n', '#endif\n', ''],
      await: ['class A { async void M() { x = ', 'await ', 'b', '', '; } }\n'],
    },
  },
  kotlin: {
    extension: 'kt',
    vulnerable:
      'import javax.servlet.http.*\nclass V : HttpServlet() { override fun doGet(r: HttpServletRequest, s: HttpServletResponse) { Runtime.getRuntime().exec(r.getParameter("c")) } }\n',
    around: ['fun f() { x = ', ' }\n'],
    own: {
      if: ['fun f() { ', 'if (a) {', 'b()', '}', '}\n'],
      else: ['fun f() { ', 'if (a) { b() } else ', '{ c() }', '', '}\n'],
      functions: ['', 'fun f() {', 'b()', '}', '\n'],
      lambda: ['fun f() { x = ', '{ a -> ', 'b', '}', ' }\n'],
      blocks: ['fun f() { ', 'a {', 'b()', '}', ' }\n'],
      interpolation: ['fun f() { x = ', '"${', 'a', '}"', ' }\n'],
      elvis: ['fun f() { x = ', 'a ?: ', 'b', '', ' }\n'],
      when: ['fun f() { ', 'when (a) { 1 -> ', 'b()', '}', '}\n'],
      generics: ['val a: ', 'L<', 'A', '>', '\n'],
      assertions: ['fun f() { x = a', '!!', '', '', ' }\n'],
    },
  },
  c: {
    extension: 'c',
    vulnerable: '#include <stdlib.h>\nint main(int argc, char **argv) { return system(argv[1]); }\n',
    around: ['int f(void) { x = ', '; }\n'],
    own: {
      if: ['int f(void) { ', 'if (a) {', 'b();', '}', '}\n'],
      else: ['int f(void) { ', 'if (a) { b(); } else ', '{ c(); }', '', '}\n'],
      loops: ['int f(void) { ', 'for (;;) {', 'b();', '}', '}\n'],
      casts: ['int f(void) { x = ', '(int) ', 'b', '', '; }\n'],
      pointers: ['int f(void) { x = ', '&', 'b', '', '; }\n'],
      structs: ['', 'struct {', 'int a;', '} b;', '\n'],
      conditionals: ['', '#if A\n', 'int a;\n', '#endif\n', ''],
      declarators: ['int ', '(*', 'a', ')(void)', ';\n'],
      switch: ['int f(void) { ', 'switch (a) { case 1: ', 'b();', '}', '}\n'],
    },
  },
  cpp: {
    extension: 'cpp',
    vulnerable: '#include <cstdlib>\nint main(int argc, char **argv) { return system(argv[1]); }\n',
    around: ['int f() { x = ', '; }\n'],
    own: {
      if: ['int f() { ', 'if (a) {', 'b();', '}', '}\n'],
      else: ['int f() { ', 'if (a) { b(); } else ', '{ c(); }', '', '}\n'],
      classes: ['', 'class A {', 'int a;', '};', '\n'],
      namespaces: ['', 'namespace a {', 'int a;', '}', '\n'],
      lambda: ['int f() { x = ', '[&] { return ', 'a', '; }', '; }\n'],
      templates: ['', 'template <typename T> ', 'class A;', '', '\n'],
      generics: ['', 'A<', 'int', '>', ' x;\n'],
      try: ['int f() { ', 'try {', 'b();', '} catch (...) {}', '}\n'],
      scopes: ['int f() { x = ', 'a::', 'b', '', '; }\n'],
    },
  },
  rust: {
    extension: 'rs',
    vulnerable:
      'use std::process::Command;\nfn main() { let c = std::env::args().nth(1).unwrap(); Command::new("sh").arg("-c").arg(c).spawn(); }\n',
    around: ['fn f() { x = ', '; }\n'],
    own: {
      if: ['fn f() { ', 'if a {', 'b();', '}', '}\n'],
      else: ['fn f() { ', 'if a { b(); } else ', '{ c(); }', '', '}\n'],
      functions: ['', 'fn f() {', 'b();', '}', '\n'],
      closures: ['fn f() { x = ', '|a| ', 'a', '', '; }\n'],
      references: ['fn f() { x = ', '&', 'a', '', '; }\n'],
      match: ['fn f() { ', 'match a { b => ', 'c', '}', '}\n'],
      macros: ['fn f() { ', 'a!(', 'b', ')', '; }\n'],
      types: ['type A = ', 'B<', 'C', '>', ';\n'],
      modules: ['', 'mod a {', 'fn f() {}', '}', '\n'],
      questions: ['fn f() { x = a', '?', '', '', '; }\n'],
      comments: ['', '/*', 'a', '*/', '\n'],
    },
  },
  scala: {
    extension: 'scala',
    vulnerable:
      'import play.api.mvc._\nclass V extends Controller { def h(c: String) = Action { request => Runtime.getRuntime().exec(request.getQueryString("c").get); Ok("") } }\n',
    around: ['object A { def f = ', ' }\n'],
    own: {
      if: ['object A { def f = ', 'if (a) {', 'b()', '}', ' }\n'],
      else: ['object A { def f = ', 'if (a) { b() } else ', '{ c() }', '', ' }\n'],
      functions: ['object A { ', 'def f = {', 'b()', '}', ' }\n'],
      objects: ['', 'object A {', 'val a = 1', '}', '\n'],
      lambda: ['object A { def f = ', '(a) => ', 'b', '', ' }\n'],
      types: ['object A { val a: ', 'L[', 'A', ']', ' = b }\n'],
      match: ['object A { def f = ', 'a match { case b => ', 'c', '}', ' }\n'],
      interpolation: ['object A { def f = ', 's"${', 'a', '}"', ' }\n'],
      loops: ['object A { def f = ', 'for (a <- b) yield ', 'c', '', ' }\n'],
      curried: ['object A { def f = a', '(b)', '', '', ' }\n'],
    },
  },
  swift: {
    extension: 'swift',
    vulnerable: 'import CryptoKit\nfunc h(d: Data) { let x = Insecure.MD5.hash(data: d) }\n',
    around: ['func f() { x = ', ' }\n'],
    own: {
      if: ['func f() { ', 'if a {', 'b()', '}', '}\n'],
      else: ['func f() { ', 'if a { b() } else ', '{ c() }', '', '}\n'],
      functions: ['', 'func f() {', 'b()', '}', '\n'],
      classes: ['', 'class A {', 'var a = 1', '}', '\n'],
      closures: ['func f() { x = ', '{ a in ', 'b', '}', ' }\n'],
      interpolation: ['func f() { x = ', '"\\(', 'a', ')"', ' }\n'],
      optional: ['var a: A', '?', '', '', '\n'],
      generics: ['var a: ', 'L<', 'A', '>', '\n'],
      try: ['func f() { x = ', 'try ', 'a()', '', ' }\n'],
    },
  },
  bash: {
    extension: 'sh',
    vulnerable: '#!/bin/bash\neval "$1"\n',
    around: ['x=', '\n'],
    own: {
      if: ['', 'if a; then\n', 'b\n', 'fi\n', ''],
      else: ['if a; then b\n', 'elif a; then b\n', 'else c\n', '', 'fi\n'],
      functions: ['', 'f() {\n', 'b\n', '}\n', ''],
      substitutions: ['x=', '$(a ', 'b', ')', '\n'],
      backticks: ['x=', '`a ', 'b', '`', '\n'],
      expansions: ['x=', '${a:-', 'b', '}', '\n'],
      quotes: ['x=', '"$(a ', 'b', ')"', '\n'],
      pipes: ['', 'a | ', 'b', '', '\n'],
      arithmetic: ['x=$((', '(', '1', ')', '))\n'],
      loops: ['', 'while a; do\n', 'b\n', 'done\n', ''],
      case: ['', 'case a in b) ', 'c ', ';; esac\n', ''],
    },
  },
};

const alike: Readonly<Record<string, Dialect>> = {
  typescript: { ...dialects['javascript']!, extension: 'ts' },
  tsx: { ...dialects['javascript']!, extension: 'tsx' },
};

export const nestedLanguages: readonly string[] = [...Object.keys(dialects), ...Object.keys(alike)];

export function pathOf(language: string): string {
  return `src/a.${dialectOf(language).extension}`;
}

export function vulnerableProgram(language: string): string {
  return dialectOf(language).vulnerable;
}

/**
 * Every kind of nesting in one language, each some `bytes` long: what is written in one line wears out the parser, what is written in many is no
 * minified code and wears out what comes after it.
 */
export function nestedPrograms(language: string, bytes: number): NestedProgram[] {
  const { around, own } = dialectOf(language);
  const shared = Object.entries(everywhere).flatMap(([kind, [open, middle, close]]) => [
    { kind: `${kind} in a program`, text: inLines([around[0], open, middle, close, around[1]], bytes) },
    { kind: `${kind} in one line`, text: inOneLine(['', open, middle, close, '\n'], bytes) },
  ]);
  return [
    ...shared,
    ...Object.entries(own).flatMap(([kind, shape]) => [
      { kind: `${kind} in lines`, text: inLines(shape, bytes) },
      {
        kind: `${kind} in one line without an end`,
        text: inOneLine([shape[0], shape[1], '', '', ''], bytes),
      },
    ]),
  ];
}

function inOneLine([head, open, middle, close, tail]: Shape, bytes: number): string {
  const fixed = head.length + middle.length + tail.length;
  const times = Math.max(1, Math.floor((bytes - fixed) / (open.length + close.length)));
  return head + open.repeat(times) + middle + close.repeat(times) + tail;
}

function inLines([head, open, middle, close, tail]: Shape, bytes: number): string {
  const perLine = Math.max(1, Math.floor(lineLength / Math.max(open.length, close.length)));
  const opening = `${open.repeat(perLine).trimEnd()}\n`;
  const closing = close === '' ? '' : `${close.repeat(perLine).trimEnd()}\n`;
  return inOneLine([head, opening, `${middle}\n`, closing, tail], bytes);
}

const lineLength = 60;

function dialectOf(language: string): Dialect {
  const dialect = dialects[language] ?? alike[language];
  if (!dialect) throw new Error(`No nesting is known of ${language}`);
  return dialect;
}
