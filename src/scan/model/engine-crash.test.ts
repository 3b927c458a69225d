import { expect, test } from 'vitest';
import { describeCrash, processCrash, scanCrash } from './engine-crash.ts';

test('a crash names the class of the error and places in our code, never its message', () => {
  const error = new TypeError('the file holds\n    at hunter2 (secret.txt:1:1)');
  const { error: name, stack } = describeCrash(error);
  expect(name).toBe('TypeError');
  expect(stack[0]).toContain('engine-crash.test.ts');
  expect(stack.join()).not.toContain('hunter2');
  expect(scanCrash(error)).toMatchObject({ engine: 'scan', step: 'scan', path: '', error: 'TypeError' });
});

test('a process that is gone leaves how it ended and the frames that it wrote, nothing else', () => {
  const stderr = 'Error: token=hunter2\n    at read (file:///x/blob.ts:3:4)\nNode.js v24\n';
  expect(processCrash('SIGSEGV', stderr)).toEqual({
    engine: 'scan',
    step: 'scan',
    path: '',
    error: 'the process ended with SIGSEGV',
    stack: ['read (file:///x/blob.ts:3:4)'],
  });
});
