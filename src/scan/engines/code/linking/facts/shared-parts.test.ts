import { expect, test } from 'vitest';
import type { FileFacts } from '../../domain/facts.ts';
import { SharedParts } from './shared-parts.ts';

const text = JSON.stringify({
  language: 'go',
  isProduct: true,
  sources: [],
  functions: [
    {
      key: 'f',
      parameters: ['a'],
      calls: [
        { callee: ['example.org/long/name', 'Open'], at: [1, 1, 1, 2], args: 2, names: [], fixed: [0, 1] },
        { callee: ['example.org/long/name', 'Open'], at: [2, 2, 1, 2], args: 2, names: ['x'], fixed: [0, 1] },
        { callee: ['example.org/long/name', 'Close'], at: [3, 3, 1, 2], args: 0, names: [] },
      ],
      passes: [
        { from: ['p', 0], call: 0, arg: 0, mask: 1 },
        { from: ['p', 0], call: 1, arg: 0, mask: 1 },
        { from: ['c', 0, undefined], call: 1, arg: 1, mask: 1 },
        { from: ['c', 0, ''], call: 2, arg: 1, mask: 1 },
        { from: ['c', 0, 'name'], call: 2, arg: 1, mask: 1 },
      ],
      returns: [{ from: ['p', 0], mask: 1 }],
      sinks: [],
    },
  ],
  quiet: [],
  called: [],
  exports: [],
  reexports: [],
});

test('facts say the same after their parts are shared, in one file and over several', () => {
  const shared = new SharedParts();
  const [first, second] = [text, text].map((json) => shared.share(JSON.parse(json) as FileFacts));
  expect(first).toEqual(JSON.parse(text));
  expect(second).toEqual(JSON.parse(text));
});

test('calls of one function have one list of names; those of another file have their own', () => {
  const shared = new SharedParts();
  const [first, second] = [text, text].map(
    (json) => shared.share(JSON.parse(json) as FileFacts).functions[0]!,
  );
  expect(first!.calls[0]!.callee).toBe(first!.calls[1]!.callee);
  expect(first!.calls[0]!.callee).not.toBe(first!.calls[2]!.callee);
  expect(first!.calls[0]!.callee).not.toBe(second!.calls[0]!.callee);
  expect(first!.passes[0]!.from).toBe(second!.returns[0]!.from);
});
