import { expect, test } from 'vitest';
import { classifyFile } from './file-class.ts';

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
