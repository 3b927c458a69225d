import { expect, test } from 'vitest';
import { ownNamesIn } from './own-names.ts';

const inShop = (body: string) => [...ownNamesIn(`<?php\nnamespace Shop\\Web;\n${body}`)].sort();

test('a class that is imported from the namespace of the program is its own', () => {
  expect(inShop('use Shop\\Http\\Request;\nuse Symfony\\Component\\Process\\Process;')).toEqual(['Request']);
  expect(inShop('use Shop\\{Http\\Request, Db\\Query as Q};\nuse Shop\\A, Other\\B;')).toEqual([
    'A',
    'Query',
    'Request',
  ]);
});

test('imports that stand on one line are all read', () => {
  expect(
    inShop('use Vendor\\Http; use Shop\\Request; use Vendor\\Mail;\nHttp::get(1); Mail::send(1);'),
  ).toEqual(['Request']);
  expect(inShop('class A { use Traits; use Shop\\Other; }')).toEqual([]);
});

test('a class that is named without namespace and import is one of the namespace of the file', () => {
  expect(inShop('$a = new Client();\nStorage::get($x);\nfunction f(Request $r, ?Form $f) {}')).toEqual([
    'Client',
    'Form',
    'Request',
    'Storage',
  ]);
});

test.each([
  ['it is imported', 'use Guzzle\\Client;\nnew Client();'],
  ['it is imported under another name', 'use Guzzle\\Http as Client;\nnew Client();'],
  ['it is imported from the global namespace', 'use DB;\nDB::select($x);'],
  ['its namespace is written', 'new \\PDO($x);\n\\PDO::x();\nfunction f(\\PDO $p) {}'],
  ['it is a constant or a function', 'FOO($x); $x = FOO; const A = 1;'],
  ['it is a method or a property', '$a->Client($x); $a::Client($x); $Client = 1;'],
])('and none where %s', (_, body) => {
  expect(inShop(body)).toEqual([]);
});

test('a name of the program that another import has as well is taken for the library’s', () => {
  expect(inShop('use Shop\\Http\\Request;\nuse Illuminate\\Http\\Request as Real;')).toEqual([]);
});

test('a name that is written with another namespace as well is taken for the library’s', () => {
  expect(inShop('new Client(); new \\Guzzle\\Client(); new PDO(); new \\PDO();')).toEqual([]);
  expect(inShop('new Client(); new \\Shop\\Http\\Client();')).toEqual(['Client']);
});

test('a file without a namespace says nothing', () => {
  expect([...ownNamesIn('<?php\nuse Shop\\Request;\nnew Client();')]).toEqual([]);
});

test('modules of a framework whose packages share its name are told apart by the next name', () => {
  const text =
    '<?php\nnamespace Drupal\\shop\\Form;\nuse Drupal\\Core\\Database\\Connection;\nuse Drupal\\shop\\Query;';
  expect([...ownNamesIn(text)]).toEqual(['Query']);
});

test.each([
  ['Shop', 'use Shop;', []],
  ['Shop', 'use Shop\\A;', ['A']],
  ['Symfony\\App', 'use Symfony\\A;', []],
  ['Symfony\\App', 'use Symfony\\App\\A;', ['A']],
  ['Shop', 'new \\Shop\\B(); new B();', ['B']],
  ['Shop', 'new \\Other\\B(); new B();', []],
  ['Shop', 'use Other\\A as B; new B(); new A();', []],
])('in %s: %s', (namespace, body, expected) => {
  expect([...ownNamesIn(`<?php\nnamespace ${namespace};\n${body.replaceAll('; ', ';\n')}`)].sort()).toEqual(
    expected,
  );
});

test('a file without a namespace has none', () => {
  expect([...ownNamesIn('<?php\nuse A\\B;\nnew B();')]).toEqual([]);
});
