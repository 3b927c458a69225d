import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limitsOf } from '../../../test/support/schema-limits.ts';
import type { Route } from '../route.ts';
import { consoleRoutes } from './console.ts';
import { createRoutes, type RouteParts } from './index.ts';

/** Whatever is asked of it is there: routes use what they are made of only when they are called. */
const anything: unknown = new Proxy(() => {}, { get: () => anything, apply: () => anything });

const routesOf = (given: object): Route[] =>
  createRoutes(
    new Proxy(given, { get: (of, key) => (key in of ? Reflect.get(of, key) : anything) }) as RouteParts,
  );

function linesOf(route: Route): string[] {
  const { name, method, path, scope, tag, errors = [], produces = [] } = route;
  const facts = [
    ...(['readOnly', 'creates', 'bodyOptional', 'ndjsonBody'] as const).filter((fact) => route[fact]),
    ...(route.bodyLimitBytes === undefined ? [] : [`body of at most ${route.bodyLimitBytes} bytes`]),
    ...(route.namespaceOf ? ['asks the node of its namespace'] : []),
    ...(route.repeat ? ['says itself what a repetition gets'] : []),
    ...errors.map((code) => `may answer ${code}`),
    ...produces.map((type) => `may be ${type}`),
  ];
  return [
    `# ${name}: ${method} ${path} (${scope}, ${tag})`,
    ...facts,
    ...(route.params ? limitsOf('params', route.params) : []),
    ...(route.query ? limitsOf('query', route.query) : []),
  ];
}

test('every route takes, needs and may answer what the list of routes says', async () => {
  const routes = [...routesOf({ metricsOpen: false }), ...consoleRoutes()];
  const text = `${routes.flatMap(linesOf).join('\n')}\n`;
  // After a wanted change: vitest run src/http/routes -u, and read the difference: callers depend on every line.
  await expect(text).toMatchFileSnapshot(
    join(import.meta.dirname, '..', '..', '..', 'test', 'limits', 'routes.txt'),
  );
});

test('the scope of the metrics is that of the configuration, and without memory there are no routes of it', () => {
  const metrics = (metricsOpen: boolean) =>
    routesOf({ metricsOpen, memory: undefined, mcp: undefined }).find(({ path }) => path === '/metrics')!
      .scope;
  expect([metrics(true), metrics(false)]).toEqual(['public', 'admin']);
  const paths = routesOf({ metricsOpen: true, memory: undefined, mcp: undefined }).map(({ path }) => path);
  expect(paths.filter((path) => /memory|embeddings|mcp/.test(path))).toEqual([]);
  expect(paths).toContain('/v1/security/scan');
});
