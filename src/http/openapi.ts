import { z } from 'zod';
import { type ErrorCode, errorCatalogue } from '../kernel/errors.ts';
import type { Route } from './route.ts';

type Schema = Record<string, unknown>;

/** Errors that any route with a key can give; they are described once instead of on every route. */
const everywhere: ErrorCode[] = [
  'validation_failed',
  'unauthenticated',
  'insufficient_scope',
  'rate_limited',
  'internal_error',
  'shutting_down',
];

/** The OpenAPI 3.1 document of a list of routes, made from the very schemas that check the requests. */
export function createOpenApi(routes: readonly Route[], version: string): Schema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = describeRoute(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lorekeep',
      version,
      description:
        'Semantic memory for LLM applications and a repository security scanner, in one self-hosted service.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key; it begins with `key_`.' },
      },
      schemas: { Meta: metaSchema, Error: errorSchema },
    },
  };
}

const metaSchema: Schema = {
  type: 'object',
  properties: { requestId: { type: 'string', pattern: '^req_' } },
  required: ['requestId'],
  additionalProperties: false,
};

const errorSchema: Schema = {
  type: 'object',
  properties: {
    success: { const: false },
    data: {
      type: 'object',
      properties: {
        code: { enum: Object.keys(errorCatalogue) },
        message: { type: 'string', description: 'One sentence that a person can act on.' },
        retryable: { type: 'boolean', description: 'Whether the same request may succeed later.' },
        details: {
          type: 'array',
          items: {
            type: 'object',
            properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
            required: ['path', 'code', 'message'],
          },
        },
      },
      required: ['code', 'message', 'retryable'],
    },
    meta: { $ref: '#/components/schemas/Meta' },
  },
  required: ['success', 'data', 'meta'],
};

function describeRoute(route: Route): Schema {
  return {
    tags: [route.tag],
    operationId: operationId(route),
    summary: route.summary,
    description: describeScope(route),
    ...(route.scope === 'public' && { security: [] }),
    ...(parameters(route).length > 0 && { parameters: parameters(route) }),
    ...requestBody(route),
    responses: { 200: successResponse(route), ...errorResponses(route) },
  };
}

function operationId(route: Route): string {
  const words = route.path
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .split(' ');
  return [route.method.toLowerCase(), ...words.map((word) => word[0]!.toUpperCase() + word.slice(1))].join(
    '',
  );
}

function describeScope(route: Route): string {
  const scope =
    route.scope === 'public'
      ? 'Needs no key.'
      : route.scope === 'any'
        ? 'Any key.'
        : `Scope \`${route.scope}\`.`;
  return [route.description, scope].filter(Boolean).join('\n\n');
}

function parameters(route: Route): Schema[] {
  return [
    ...schemaParameters(route.params, 'path'),
    ...schemaParameters(route.query, 'query'),
    ...(route.creates
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            description:
              'Repeating the request with the same value and body within 24 hours gives the first answer again.',
            schema: { type: 'string', minLength: 1, maxLength: 255 },
          },
        ]
      : []),
  ];
}

function schemaParameters(schema: z.ZodType | undefined, where: 'path' | 'query'): Schema[] {
  if (!schema) return [];
  const json = toJsonSchema(schema, 'input');
  const required = new Set((json['required'] as string[] | undefined) ?? []);
  return Object.entries((json['properties'] as Record<string, Schema> | undefined) ?? {}).map(
    ([name, property]) => {
      const { description, ...rest } = property;
      return {
        name,
        in: where,
        required: where === 'path' || required.has(name),
        ...(description !== undefined && { description }),
        schema: rest,
      };
    },
  );
}

function requestBody(route: Route): Schema {
  if (route.ndjsonBody) {
    return {
      requestBody: { required: true, content: { 'application/x-ndjson': { schema: { type: 'string' } } } },
    };
  }
  if (!route.body) return {};
  return {
    requestBody: {
      required: !route.bodyOptional,
      content: { 'application/json': { schema: toJsonSchema(route.body, 'input') } },
    },
  };
}

function successResponse(route: Route): Schema {
  const raw = Object.fromEntries(
    (route.produces ?? []).map((type) => [
      type,
      { schema: { type: /[/+]json$/.test(type) ? 'object' : 'string' } },
    ]),
  );
  const enveloped = route.answer && {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          success: { const: true },
          data: toJsonSchema(route.answer, 'output'),
          meta: { $ref: '#/components/schemas/Meta' },
        },
        required: ['success', 'data', 'meta'],
        additionalProperties: false,
      },
    },
  };
  return { description: 'Done.', content: { ...enveloped, ...raw } };
}

function errorResponses(route: Route): Schema {
  const codes = [...(route.scope === 'public' ? [] : everywhere), ...(route.errors ?? [])];
  if (route.creates) codes.push('idempotency_in_progress', 'idempotency_key_reused');
  if (route.body) codes.push('invalid_json', 'payload_too_large', 'unsupported_media_type');
  const byStatus = Map.groupBy(new Set(codes), (code) => errorCatalogue[code].status);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, group]) => [
        status,
        {
          description: group.map((code) => `\`${code}\``).join(', '),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]),
  );
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return json;
}
