import { expect, test } from 'vitest';
import type { ClassFact, FileFacts } from '../domain/facts.ts';
import { ClassIndex } from './class-index.ts';

const file = (path: string, classes: ClassFact[], isProduct = true) => ({
  path,
  facts: {
    ...{
      language: 'java',
      isProduct,
      sources: [],
      functions: [],
      quiet: [],
      called: [],
      exports: [],
      reexports: [],
    },
    classes,
  } satisfies FileFacts,
});

test('bases are found through files, nearest first, without the class itself', () => {
  const index = new ClassIndex([
    file('a/A.java', [['A', ['B', 'I'], false]]),
    file('a/B.java', [['B', ['C'], false]]),
    file('b/C.java', [['C', [], true]]),
    file('b/I.java', [['I', [], false]]),
  ]);
  expect(index.above('A', 'a/A.java').map(({ name }) => name)).toEqual(['B', 'I', 'C']);
  expect(index.isFilled('A', 'a/A.java')).toBe(true);
  expect(index.isFilled('I', 'a/A.java')).toBe(false);
  expect(index.isFilled('C', 'a/A.java')).toBe(true);
  expect(index.above('Unknown', 'a/A.java')).toEqual([]);
});

test('of several classes of one name the closest file is meant', () => {
  const index = new ClassIndex([
    file('app/one/Base.java', [['Base', ['First'], false]]),
    file('app/two/Base.java', [['Base', ['Second'], false]]),
    file('app/First.java', [['First', [], false]]),
    file('app/Second.java', [['Second', [], false]]),
  ]);
  expect(index.above('Base', 'app/two/Use.java').map(({ name }) => name)).toEqual(['Second']);
  expect(index.above('Base', 'app/one/Use.java').map(({ name }) => name)).toEqual(['First']);
});

test('implementations are found, closest first, but not those of tests', () => {
  const index = new ClassIndex([
    file('x/Store.java', [['Store', [], false]]),
    file('x/near/Disk.java', [['Disk', ['Store'], false]]),
    file('y/Far.java', [['Far', ['Store'], false]]),
    file('y/Deeper.java', [['Deeper', ['Far'], false]]),
    file('test/Fake.java', [['Fake', ['Store'], false]], false),
  ]);
  expect(index.below('Store', 'x/near/Use.java').map(({ name }) => name)).toEqual(['Disk', 'Far', 'Deeper']);
  expect(index.below('Unknown', 'x/Use.java')).toEqual([]);
});

test('classes that extend one another in a circle end, and so does a long chain', () => {
  const circle = new ClassIndex([
    file('A.java', [['A', ['B'], false]]),
    file('B.java', [['B', ['A'], false]]),
  ]);
  expect(circle.above('A', 'A.java')).toHaveLength(6);
  expect(circle.below('A', 'A.java').length).toBeLessThanOrEqual(20);
  const chain = new ClassIndex([
    file(
      'C.java',
      Array.from({ length: 10 }, (_, i): ClassFact => [`C${i}`, [`C${i + 1}`], false]),
    ),
  ]);
  expect(chain.above('C0', 'C.java').map(({ name }) => name)).toEqual(['C1', 'C2', 'C3', 'C4', 'C5', 'C6']);
});
