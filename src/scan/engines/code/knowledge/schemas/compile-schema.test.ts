import { expect, test } from 'vitest';
import { allLabels } from '../labels.ts';
import { compileConforms, compileRequest, compileSchemaMaker } from './compile-schema.ts';

test('a schema of which nothing is said lets everything pass', () => {
  expect(compileSchemaMaker(undefined)).toBeUndefined();
  expect(compileSchemaMaker({})).toEqual({
    clears: 0,
    anchors: 'none',
    json: false,
    nests: false,
    narrows: false,
    opens: false,
    renames: new Map(),
    reports: false,
    converts: false,
  });
});

test('a schema of which all is said', () => {
  const said = {
    anchors: 'start',
    json: 'text',
    nests: true,
    narrows: true,
    opens: true,
    request: ['body'],
    named: 0,
    reports: true,
    converts: true,
  };
  const places = {
    only: 'any',
    pattern: 0,
    fields: [1],
    items: 'receiver',
    same: 2,
    either: [0, 1],
    both: 3,
  };
  expect(
    compileSchemaMaker({ ...said, ...places, clears: ['all'], renames: { querystring: 'query' } }),
  ).toEqual({
    ...said,
    only: 'any',
    pattern: [0],
    fields: [1],
    items: ['receiver'],
    same: [2],
    either: [0, 1],
    both: [3],
    clears: allLabels,
    renames: new Map([['querystring', 'query']]),
  });
});

test('data is the first argument, held against the receiver, where nothing else is said', () => {
  expect(compileConforms(undefined)).toBeUndefined();
  expect(compileConforms({})).toEqual({ to: 'receiver', json: false, value: 0, pending: false });
  const said = {
    to: 1,
    json: true,
    value: 'result',
    passes: 'receiver',
    under: 'value',
    unless: 'error',
    provided: 'ok',
    pending: true,
  };
  expect(compileConforms({ ...said, worded: { harmless: '^int', pattern: 'regex:' } })).toEqual({
    ...said,
    worded: { separator: '|', harmless: /^int/, pattern: 'regex:' },
  });
  expect(compileConforms({ worded: { separator: ';', harmless: '^int' } })?.worded).toEqual({
    separator: ';',
    harmless: /^int/,
    pattern: undefined,
  });
});

test('what a route says about its requests', () => {
  expect(compileRequest(undefined)).toBeUndefined();
  expect(compileRequest({ option: 'schema', parts: { querystring: 'query' } })).toEqual({
    option: 'schema',
    parts: new Map([['querystring', 'query']]),
    whole: false,
    under: undefined,
    after: undefined,
  });
  expect(compileRequest({ option: 'inputSchema', whole: true, under: 'context' })).toEqual({
    option: 'inputSchema',
    parts: new Map(),
    whole: true,
    under: 'context',
    after: undefined,
  });
});
