import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { importHead } from './import-head.ts';
import { readImports } from './imported-modules.ts';

test.each([
  ['package a\n\nimport "fmt"', '\n\nfunc f() {}\n'],
  [
    '// Package a.\n/*\nfunc no() {}\n*/\npackage a // here\nimport (\n\t"fmt"\n\t. "os" // ) not yet\n\tx `a/b` /* ) */\n)',
    '\nvar a = 1',
  ],
  ['package a; import f "fmt"; import ("os"; _ "c/d")', '; type T int\nimport "no"\n'],
  ['//go:build linux\n\npackage größe\nimport("a)b"\n)\nimport\t`e`', '\nconst x = `import "no"`\n'],
  ['package a\nimport "C"\nimport /* why */ "unsafe"', '\n\n//export f\nfunc f() {}'],
  ['', 'func f() {}'],
  ['package a', '\nimports := 1'],
])('the imports of %j are in front of the rest', (head, rest) => {
  expect(importHead(head + rest)).toBe(head);
  expect(importHead(head)).toBe(head);
});

test('what is read of the beginning is what is read of the whole file', async () => {
  const parser = await createParser();
  await parser.ready();
  const modules = (text: string) => {
    const tree = parser.parse('a.go', text);
    return tree ? readImports(tree, text).modules.map(([module, line]) => [module, line]) : [];
  };
  const gap = fc.constantFrom(' ', '\n', '/* "x" ) */', '// import "no"\n', '\t', '\n\n');
  const spec = fc.tuple(
    fc.constantFrom('', 'x ', '. ', '_ '),
    fc.constantFrom('"a/b"', '"c"', '`d/e`', '"f)g"'),
  );
  const one = spec.map(([name, path]) => `import ${name}${path}`);
  const many = fc
    .array(fc.tuple(gap, spec), { maxLength: 4 })
    .map(
      (specs) =>
        `import (\n${specs.map(([between, [name, path]]) => `${between}\n${name}${path}\n`).join('')})`,
    );
  fc.assert(
    fc.property(fc.array(fc.tuple(gap, fc.oneof(one, many)), { maxLength: 4 }), gap, (imports, last) => {
      const head = `${last}package a\n${imports.map(([between, each]) => `${between}${each}\n`).join('')}`;
      const text = `${head}${last}\nfunc f() { x.Y() }\nvar s = \`import "no"\`\n`;
      expect(modules(importHead(text))).toEqual(modules(text));
    }),
    { seed: 7 },
  );
});

test('whatever the text is, its beginning is found in one pass', () => {
  for (const part of [
    '/*',
    'import (',
    'import "',
    '//',
    'import (/',
    'package ',
    ';',
    'import (\n"a"\n',
    ' ',
    '/**/',
    '//\n',
  ])
    for (const start of ['', 'import', 'import (', 'import x'])
      expect(importHead(start + part.repeat(50_000)).length).toBeLessThanOrEqual(8 + part.length * 50_000);
  for (const part of ['/*', 'import (', '//'])
    expect(importHead(part.repeat(200_000)).length).toBeLessThanOrEqual(part.length * 200_000);
});
