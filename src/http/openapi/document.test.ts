import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Route } from '../route.ts';
import { Components } from './components.ts';
import { createOpenApi } from './document.ts';

const thing = z
  .strictObject({ name: z.string().describe('Its name.'), at: z.iso.datetime().optional() })
  .meta({ id: 'Thing' });
const route = (rest: object) =>
  ({ method: 'GET', tag: 'memory', scope: 'any', summary: 'Does it.', ...rest }) as unknown as Route;

const routes = [
  route({
    name: 'listThings',
    path: '/v1/things/:id',
    readOnly: true,
    description: 'More about it.',
    params: z.strictObject({ id: z.string().describe('Which.') }),
    query: z.strictObject({ limit: z.coerce.number().max(5).optional(), must: z.string() }),
    response: z.strictObject({ items: z.array(thing) }),
  }),
  route({
    name: 'addThing',
    method: 'POST',
    path: '/v1/things/:id',
    scope: 'memory:write',
    creates: true,
    errors: ['not_found', 'version_conflict'],
    body: z.strictObject({
      thing: z.strictObject({ name: z.string() }),
      note: z.union([z.string(), z.null()]).optional(),
      many: z.union([z.string(), z.number(), z.null()]).optional(),
    }),
    response: thing,
  }),
  route({
    name: 'importLines',
    method: 'PUT',
    path: '/v1/lines',
    ndjsonBody: true,
    bodyOptional: true,
    body: undefined,
    response: z.null(),
  }),
  route({
    name: 'seeHealth',
    path: '/healthz',
    tag: 'health',
    scope: 'public',
    produces: [
      'text/plain',
      'application/json',
      'application/sarif+json',
      'text/event-stream',
      'application/x-ndjson',
    ],
    rawResponse: thing,
  }),
  route({
    name: 'maybeBody',
    method: 'PATCH',
    path: '/v1/maybe',
    bodyOptional: true,
    body: z.strictObject({}),
    response: z.string(),
  }),
];
const examples = {
  listThings: { params: { id: 'a' }, query: { must: 'm' }, response: { items: [] } },
  addThing: { body: { thing: { name: 'x' } }, response: { name: 'x' } },
  seeHealth: { type: 'text/plain', response: 'ok' },
};

test('a document of routes says how each is called, what it answers and what may go wrong', async () => {
  const document = createOpenApi(routes, '1.2.3', examples as never) as {
    paths: object;
    tags: object;
    info: { version: string };
    components: { responses: object; schemas: Record<string, unknown> };
  };
  const { paths, tags, info, components } = document;
  const shown = {
    version: info.version,
    tags,
    paths,
    Thing: components.schemas['Thing'],
    responses: components.responses,
  };
  await expect(`${JSON.stringify(shown, null, 1)}\n`).toMatchFileSnapshot('document.txt');
  const without = createOpenApi(routes, '1', undefined) as { paths: object };
  expect(JSON.stringify(without.paths)).not.toContain('"example"');
});

test('two schemas of one name are refused, the same one twice is not', () => {
  const components = new Components();
  const named = (schema: z.ZodType) => schema.meta({ id: 'Named' });
  expect(components.schema(named(z.string()), 'output')).toEqual({ $ref: '#/components/schemas/Named' });
  expect(() => components.schema(named(z.string()), 'output')).not.toThrow();
  expect(() => components.schema(named(z.number()), 'output')).toThrow('Two schemas are both named Named.');
  const inside = z.strictObject({ a: z.string().meta({ id: 'Inner' }) });
  expect(components.schema(inside, 'output')).toMatchObject({
    properties: { a: { $ref: '#/components/schemas/Inner' } },
  });
  expect(Object.keys(components.schemas())).toEqual([...Object.keys(components.schemas())].sort());
  expect(components.schemas()).toHaveProperty('Inner');
});

test.each([
  ['input', { additionalProperties: false }],
  ['output', {}],
] as const)('a schema of %s forbids other fields, or not', (io, expected) => {
  const json = new Components().schema(z.strictObject({ a: z.string() }), io);
  expect(json['additionalProperties']).toBe(
    (expected as { additionalProperties?: boolean }).additionalProperties,
  );
});
