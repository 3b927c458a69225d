import { expect, test } from 'vitest';
import { classHeads } from './class-heads.ts';

const text = `using A;
[Safe]
public abstract class Base : Controller
{
}

[Route("x")]
public class Page : Base
{
  [HttpPost] void Save() {}
}

public class Loop : Loop {}
`;

test('the head of a class holds its attributes and those of its bases', () => {
  const heads = classHeads(text, 'Page');
  expect(heads).toContain('[Route("x")]');
  expect(heads).toContain('[Safe]');
  expect(heads).not.toContain('HttpPost');
});

test('a class that extends itself or is not there ends the search', () => {
  expect(classHeads(text, 'Loop')).toContain('class Loop');
  expect(classHeads(text, 'Nobody')).toBe('');
});

test.each([
  ['class A extends B {}', 'A', 'class A extends B '],
  ['x; class A {}', 'A', ' class A '],
  ['x { } @Y class A {}', 'A', ' @Y class A '],
  ['class A', 'A', 'class A'],
  ['{class A', 'A', 'class A'],
  ['record A(int b) {}', 'A', 'record A(int b) '],
  ['class AB {}', 'A', ''],
  ['classA {}', 'A', ''],
  ['class A {}', 'A.*', ''],
  ['class A : B {} class B : C {} class C {}', 'A', 'class A : B \n class B : C \n class C '],
  ['class B {} class A : B {}', 'A', ' class A : B \nclass B '],
])('the heads of %s for %s', (source, name, expected) => {
  expect(classHeads(source, name)).toBe(expected);
});

test('at most five heads, each of at most 2,000 characters behind the word', () => {
  const line = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map(
    (name, at, all) => `class ${name} : ${all[at + 1] ?? 'X'} {}`,
  );
  expect(classHeads(line.join('\n'), 'A').match(/class/g)).toHaveLength(5);
  expect(classHeads(`class A ${' '.repeat(3_000)}{`, 'A')).toHaveLength(2_000);
});
