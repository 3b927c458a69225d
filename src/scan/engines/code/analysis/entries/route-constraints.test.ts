import { expect, test } from 'vitest';
import { allLabels, labelMask } from '../../knowledge/labels.ts';
import { clearedByRoutes } from './route-constraints.ts';

const sql = labelMask(['sql']);

test.each([
  ['/a/{id:[0-9]+}', true],
  ['/a/{id: [0-9]+}', true],
  ['/a/{id:\\d{1,4}}/b', true],
  ['/{id:int}', true],
  ['/{id:int:min(1)}', true],
  ['/{id:alpha}', true],
  ['/{id:regex(^[[a-z]]+$)}', true],
  ['/{*id:guid}', true],
  ['/{id}', false],
  ['/{id?}', false],
  ['/{id:length(3)}', false],
  ['/{id:required}', false],
  ['/{id:.*}', false],
  ['/{id:[^/]+}', false],
  ['/{other:int}', false],
  ['/{id:[0-9]+', true],
  ['', false],
  ['/a/:id([0-9a-f]{8})/b', true],
  ['/a/:id(\\d+)?', true],
  ['/a/:id(\\d+)+', false],
  ['/a/:id(*)', false],
  ['/a/:id([0-9]*)', false],
  ['/a/:id(\\d+)', true],
  ['/a/:id([0-9]{1,4})/b', true],
  ['/a/:id(^\\d+$)', true],
  ['/a/:id{[0-9]+}', true],
  ['/a/:id([a-z]+|[0-9]+)', true],
  ['/a/:id', false],
  ['/a/:id(.*)', false],
  ['/a/:id([^/]+)', false],
  ['/a/:id{.+}', false],
  ['/a/:id(\\d+', false],
  ['/a/:other(\\d+)/:id', false],
  ['/a/:id/:idea(\\d+)', false],
  ['/a/:idea(.*)/:id(\\d+)', true],
])('the route %s makes its id harmless for SQL: %s', (route, isHarmless) => {
  expect((clearedByRoutes([route], 'id') & sql) !== 0).toBe(isHarmless);
});

test('of several routes all have to ask for it', () => {
  expect(clearedByRoutes(['/{id:int}', '/b/{id:guid}'], 'id')).toBe(allLabels);
  expect(clearedByRoutes(['/{id:int}', '/b/{id}'], 'id')).toBe(0);
  expect(clearedByRoutes(['/{id:int}', '/b'], 'id')).toBe(0);
  expect(clearedByRoutes([], 'id')).toBe(0);
});

test('a long route of braces says nothing', () => {
  expect(clearedByRoutes(['{'.repeat(40_000)], 'id')).toBe(0);
  expect(clearedByRoutes(['{a:'.repeat(13_000)], 'id')).toBe(0);
  expect(clearedByRoutes([':id('.repeat(250_000)], 'id')).toBe(0);
});
