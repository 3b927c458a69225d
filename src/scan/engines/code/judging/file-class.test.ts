import { expect, test } from 'vitest';
import { classifyFile } from './file-class.ts';

test('what an example shows is medium at most', () => {
  expect(classifyFile('docs/examples/get.c', '').rate('high')).toBe('medium');
  expect(classifyFile('_examples/get.go', '').rate('low')).toBe('low');
  expect(classifyFile('src/example.go', '').rate('high')).toBe('high');
});

test.each([
  ['src/main/java/org/acme/benchmark/Runner.java', 'product'],
  ['service/src/main/kotlin/org/acme/testing/Clock.kt', 'product'],
  ['src/test/java/org/acme/Runner.java', 'test'],
  ['src/main/java/org/acme/RunnerTest.java', 'test'],
  ['benchmarks/run.js', 'test'],
  ['Src/Acme.Json.Tests/Samples/Order.cs', 'test'],
  ['Src/Acme.Json/Order.cs', 'product'],
  ['vendor/src/main/java/A.java', 'vendored'],
])('%s is %s code', (path, kind) => {
  expect(classifyFile(path, '').kind).toBe(kind);
});

test('a large text of a few long lines was written by a bundler', () => {
  expect(classifyFile('src/app.js', `${'a'.repeat(600)}\n`.repeat(40)).kind).toBe('minified');
  expect(classifyFile('src/app.js', `${'a'.repeat(400)}\n`.repeat(60)).kind).toBe('product');
  expect(classifyFile('src/app.js', `${'a'.repeat(600)}\n`.repeat(20)).kind).toBe('product');
});

test('a library that was copied next to the pages is told by its head', () => {
  const head =
    '/*!\n * Widgets v1.4.2 (https://widgets.example)\n * Copyright 2020 Widgets\n * MIT License\n */\n';
  expect(classifyFile('app/static/js/widgets.js', head).kind).toBe('vendored');
  expect(classifyFile('src/widgets.js', head).kind).toBe('product');
  expect(classifyFile('app/static/js/app.js', "'use strict';\nvar x = 1.5;\n").kind).toBe('product');
});

test('in a folder of plug-ins next to the pages a head that names its owner is enough, and a large library is told by its name', () => {
  const head = '/*!\n * Sliders for everyone\n * https://sliders.example\n */\n';
  expect(classifyFile('public/plugins/sliders/sliders.js', head).kind).toBe('vendored');
  expect(classifyFile('src/plugins/sliders.js', head).kind).toBe('product');
  const large = 'var a = 1;\n'.repeat(3_000);
  expect(classifyFile('public/js/moment-with-locales.js', large).kind).toBe('vendored');
  expect(classifyFile('public/js/shop.js', large).kind).toBe('product');
  expect(classifyFile('public/js/chart-jquery.js', 'var a = 1;\n').kind).toBe('product');
});
