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
