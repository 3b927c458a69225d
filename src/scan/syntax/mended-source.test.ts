import { beforeAll, expect, test } from 'vitest';
import { mendedSource } from './mended-source.ts';
import { createParser, type Parser } from './parser.ts';

let parser: Parser;
beforeAll(async () => {
  parser = await createParser();
});

test.each([
  ['a.go', 'package a\n\nfunc f() {\n\ta := new(len(s))\n\tb := new(uint64(1))\n\tc := new(s.t[1].u())\n}\n'],
  [
    'a.go',
    'package a\n\nfunc f() {\n\ta := new([]byte("x"))\n\tb := new(T{A: 1})\n\tc := new(map[string]int{})\n}\n',
  ],
  ['a.go', 'package a\n\ntype A struct {\n\tB int\n}'],
  ['a.ts', 'interface A {\n  b: string\n  in_stock: boolean\n}\n'],
  ['a.js', 'let a = 1\nin_stock = 2\n'],
  ['a.ts', "export type * from './a'\nexport type * as b from './b'\n"],
  ['a.ts', 'const a = await f<typeof import("./b")>()\n'],
  ['a.js', 'class A {\n  #b\n\n  [c] = null\n}\n'],
  ['a.tsx', 'const a = <a href="/?utm_source=b&utm_campaign=c">d & e &f</a>\n'],
  [
    'a.jsx',
    "const a = (\n  <Fade\n    in={open}\n    to='/?a_b=1&c_d=2'\n  >\n    Terms & conditions\n  </Fade>\n)\n",
  ],
  ['a.php', "<?php\nif ($a{0} === 'b' || $this->c{$i} !== $d[1]{2}) { echo 1; }\n"],
  [
    'a.py',
    'class A[T = int, U: str = list[str]](B[T]):\n    pass\ndef f[T = int | None](a: T = 1) -> T: ...\ntype X[T = int] = list[T]\n',
  ],
  ['a.php', '<?php\n$a = E2::run();\nif (e10::get(1) && !e3()) { echo 1; }\n'],
  [
    'a.php',
    '<?php\necho "<td>$row[class] $row[Default]</td> $a->list $a->new";\n$b = "$c[switch]" . $d->class;\n',
  ],
  ['a.php', '<?php\nf(new: $a, clone : 1,\n\tlist: g(print: 2));\n$b = $c ? new D() : E::class;\n'],
  ['A.java', 'class A { int a = 0_755; long b = 0_1L; int f(int c) { return c & 0_020; } }\n'],
  ['a.kt', 'fun f(b: String) = $$"{ \\"$id\\": $$b }"\n'],
  ['a.sh', 'f() {\n  for a do\n    echo "$a"\n  done\n}\n'],
  ['a.sh', 'run \\\n  --a \\\n'],
  [
    'a.h',
    '#ifndef A\n#define A\n#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n#ifdef __cplusplus\n} /* extern "C" */\n#endif\n#endif\n',
  ],
  ['a.c', 'int a = 1;\n#define B 2'],
  ['a.cs', 'public\n#if !NETFRAMEWORK\n  readonly\n#endif\nstruct A\n{\n}\n'],
  [
    'a.cs',
    'class A : B\n#if NET\n  , C // c\n#endif\n{\n  int D() {\n    if (e)\n      f();\n#if G\n    else if (h)\n      i();\n#else\n    else\n#endif\n      j();\n    return\n#if K\n      1;\n#else\n      2;\n#endif\n  }\n}\n',
  ],
  [
    'a.cs',
    'class A {\n  int D(int e) {\n    switch (e) {\n#if F\n      case 1: return 2;\n#endif\n      default: return 3;\n    }\n  }\n}\n',
  ],
  ['a.cs', '#region a\nclass A { }\n#endregion'],
])('%s is understood: %j', (path, text) => {
  const tree = parser.parse(path, text)!;
  expect(tree.hasError).toBe(false);
  expect(Math.max(...tree.end)).toBeLessThanOrEqual(text.length);
});

test.each([
  ['a.go', 'package a\nfunc f() { new(g(1) }\n'],
  ['a.ts', 'interface A {\n  in stock: boolean\n}\n'],
  ['a.tsx', 'const a = <a href="/?b=c&d_e=f">g\n'],
  ['a.php', '<?php\nif ($a{0) { echo 1; }\n'],
  ['a.php', '<?php\necho "$row[class";\n'],
  ['a.php', '<?php\nf(new: );\n'],
  ['a.py', 'class A[T = int:\n    pass\n'],
  ['a.sh', 'for a dp\n  echo 1\ndone\n'],
  ['a.h', '#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void\n'],
  ['a.cs', 'class A\n#if B\n{\n  int c(\n#endif\n}\n'],
])('%s stays an error: %j', (path, text) => {
  expect(parser.parse(path, text)!.hasError).toBe(true);
});

test('what is written otherwise is as long as before, but for the end of the last line', () => {
  expect(mendedSource('go', 'a := new(T)\n')).toBeUndefined();
  expect(mendedSource('go', 'a := new(f(1))\nb := new(*T)\nc := new(struct{})\n')).toBe(
    'a := neu(f(1))\nb := new(*T)\nc := new(struct{})\n',
  );
  expect(mendedSource('tsx', '<a b="c&d_">e && f &amp; g & h</a>\n')).toBe(
    '<a b="c_d_">e && f &amp; g _ h</a>\n',
  );
  expect(mendedSource('typescript', 'if (a > b & c < d) e &= 1\n')).toBeUndefined();
  expect(mendedSource('c', 'int a;')).toBe('int a;\n');
  expect(mendedSource('python', 'a = 1\n')).toBeUndefined();
});

test('a file that is understood is read as it is', () => {
  const text = 'const a = b & c\nconst d = <p>e</p>\n';
  expect(parser.parse('a.tsx', text)!.hasError).toBe(false);
});

test.each([
  ['go', 'new('],
  ['tsx', 'a>'],
  ['tsx', '<a b="'],
  ['php', '$a{'],
  ['python', 'class A[b'],
  ['c', '#ifdef __cplusplus\n'],
  ['javascript', '#a\n'],
])('many unfinished beginnings cost little: %s %j', (language, part) => {
  const text = part.repeat(60_000);
  expect(mendedSource(language, text)?.length ?? text.length).toBeGreaterThanOrEqual(text.length);
});

test('of a condition around whole statements both ways stay, of one around a part the first', () => {
  const whole = 'class A {\n#if B\n  int c;\n#else\n  int d;\n#endif\n  int e;\n}\n';
  expect(mendedSource('csharp', whole)).toBeUndefined();
  const part = 'class A {\n  int c =\n#if B\n    1;\n#else\n    2;\n#endif\n}\n';
  expect(mendedSource('csharp', part)).toBe(
    'class A {\n  int c =\n     \n    1;\n     \n      \n      \n}\n',
  );
});

test('conditions by the hundred thousand, nested or not, take no time', () => {
  const started = process.cpuUsage().user;
  for (const text of [
    '#if A\n#endif\n'.repeat(200_000),
    '#if A\n'.repeat(200_000) + '#endif\n'.repeat(200_000),
  ])
    expect(mendedSource('csharp', `a\n${text}`)?.length).toBe(text.length + 2);
  expect(process.cpuUsage().user - started).toBeLessThan(5_000_000);
});
