import type { z } from 'zod';
import { entryView } from '../../contract/memory-responses.ts';
import { importLine } from '../../contract/memory-schemas.ts';
import { scanEvent } from '../../contract/scan-responses.ts';
import type { Route } from '../route.ts';
import type { Components } from './components.ts';
import { errorResponses } from './error-responses.ts';
import type { Example } from './recorded-examples.ts';

type Schema = Record<string, unknown>;

/** One route as an operation of the document. */
export function describeOperation(
  route: Route,
  components: Components,
  example: Example | undefined,
): Schema {
  const parameters = describeParameters(route, components, example);
  return {
    tags: [route.tag],
    operationId: route.name,
    summary: titleOf(route.name),
    description: describeScope(route),
    ...(route.scope === 'public' && { security: [] }),
    ...(route.readOnly && { 'x-read-only': true }),
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(route, components, example),
    responses: {
      200: successResponse(route, components, example),
      ...errorResponses(route, components),
    },
  };
}

/** `searchEntries` as the sidebar of a reference shows it: `Search entries`. */
function titleOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words[0]!.toUpperCase() + words.slice(1);
}

function describeScope(route: Route): string {
  const scope =
    route.scope === 'public'
      ? 'Needs no key.'
      : route.scope === 'any'
        ? 'Any key.'
        : `Scope \`${route.scope}\`.`;
  return [route.summary, route.description, scope].filter(Boolean).join('\n\n');
}

function describeParameters(route: Route, components: Components, example: Example | undefined): Schema[] {
  return [
    ...schemaParameters(route.params, 'path', components, example?.params),
    ...schemaParameters(route.query, 'query', components, example?.query),
    ...(route.creates ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

function schemaParameters(
  schema: z.ZodType | undefined,
  where: 'path' | 'query',
  components: Components,
  examples: Record<string, unknown> = {},
): Schema[] {
  if (!schema) return [];
  const json = components.schema(schema, 'input');
  const required = new Set((json['required'] as string[] | undefined) ?? []);
  return Object.entries((json['properties'] as Record<string, Schema> | undefined) ?? {}).map(
    ([name, property]) => {
      const { description, ...rest } = property;
      return {
        name,
        in: where,
        ...((where === 'path' || required.has(name)) && { required: true }),
        ...(description !== undefined && { description }),
        schema: rest,
        ...(examples[name] !== undefined && { example: examples[name] }),
      };
    },
  );
}

function requestBody(route: Route, components: Components, example: Example | undefined): Schema {
  const shown = example?.body === undefined ? {} : { example: example.body };
  if (route.ndjsonBody) {
    const schema = lines('application/x-ndjson', components.schema(importLine, 'input'));
    return { requestBody: { required: true, content: { 'application/x-ndjson': { schema, ...shown } } } };
  }
  if (!route.body) return {};
  const schema = components.schema(route.body, 'input');
  return {
    requestBody: { required: !route.bodyOptional, content: { 'application/json': { schema, ...shown } } },
  };
}

function successResponse(route: Route, components: Components, example: Example | undefined): Schema {
  const raw = (route.produces ?? []).map((type) => {
    const shown =
      example?.response !== undefined && example.type === type ? { example: example.response } : {};
    const schema =
      route.rawResponse && type === 'application/json'
        ? components.schema(route.rawResponse, 'output')
        : rawSchema(type, components);
    return [type, { schema, ...shown }];
  });
  const enveloped = route.response && {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          success: { const: true, type: 'boolean', description: 'Always true.' },
          data: components.schema(route.response, 'output'),
          meta: { $ref: '#/components/schemas/Meta' },
        },
        required: ['success', 'data', 'meta'],
      },
      ...(example?.response !== undefined && !example.type && { example: example.response }),
    },
  };
  const limited = route.scope !== 'public';
  return {
    description: 'Done.',
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(limited && {
        RateLimit: { $ref: '#/components/headers/RateLimit' },
        'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
      }),
      ...(route.creates && { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } }),
    },
    content: { ...enveloped, ...Object.fromEntries(raw) },
  };
}

/** OpenAPI 3.1 has no word for a stream; what one item of it is can still be said. */
function rawSchema(type: string, components: Components): Schema {
  if (type === 'text/event-stream') return lines(type, components.schema(scanEvent, 'output'));
  if (type === 'application/x-ndjson') return lines(type, components.schema(entryView, 'output'));
  return { type: /[/+]json$/.test(type) ? 'object' : 'string' };
}

function lines(contentMediaType: string, contentSchema: Schema): Schema {
  return { type: 'string', contentMediaType, contentSchema };
}
