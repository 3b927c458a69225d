import { expect, test } from 'vitest';
import { readDirectCall } from './direct-call.ts';

const call = (params: object, rest: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params,
  ...rest,
});
const recall = { name: 'recall', arguments: { query: 'tea' } };

test('a plain call of a memory tool is answered directly', () => {
  for (const revision of [undefined, '2025-03-26', '2025-11-25'])
    expect(readDirectCall(call(recall), revision)?.tool).toBe('recall');
  expect(readDirectCall(call({ name: 'remember' }, { id: 'a' }), undefined)?.tool).toBe('remember');
});

test.each<[string, unknown, string | undefined]>([
  ['a scan, which streams', call({ name: 'scan', arguments: {} }), undefined],
  ['a call that follows progress', call({ ...recall, _meta: { progressToken: 1 } }), undefined],
  ['a revision with headers of its own', call(recall), '2026-07-28'],
  ['a revision that nobody knows', call(recall), '1999-01-01'],
  ['a list of tools', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, undefined],
  ['a notification', call(recall, { id: undefined }), undefined],
  ['an id that is no id', call(recall, { id: 1.5 }), undefined],
  ['another protocol', call(recall, { jsonrpc: '1.0' }), undefined],
  ['a batch', [call(recall)], undefined],
  ['a text', 'recall', undefined],
  ['nothing', null, undefined],
  ['no parameters', call(recall, { params: null }), undefined],
])('%s is left to the library', (_, body, revision) => {
  expect(readDirectCall(body, revision)).toBeUndefined();
});
