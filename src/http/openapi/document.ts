import { errorCatalogue } from '../../kernel/errors.ts';
import type { Route } from '../route.ts';
import { Components } from './components.ts';
import { describeOperation } from './operation.ts';
import type { Examples } from './recorded-examples.ts';
import { describeWebhooks } from './webhooks.ts';

type Schema = Record<string, unknown>;

const introduction = `Semantic memory for LLM applications and a repository security scanner, in one self-hosted service.

**Quick start.** Take the key that the first start printed, then write and search:

\`\`\`sh
curl $URL/v1/memory/entries -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d '{"namespace":"app","entries":[{"content":"Ada prefers tea."}]}'
curl $URL/v1/memory/search -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d '{"namespace":"app","query":"What does Ada drink?"}'
\`\`\`

Every JSON response is \`{ "success", "data", "meta": { "requestId" } }\`. Responses may gain fields; requests with an unknown
field are refused. Send an \`Idempotency-Key\` with a POST that creates something, and it can be repeated without harm.`;

const tags: Record<string, string> = {
  memory: 'Write, search, list and move entries.',
  security: 'Start scans, read their results, decide about findings.',
  keys: 'Issue and revoke API keys, read the audit trail.',
  limits: 'What this key may use.',
  models: 'The local embedding model in the shape of other APIs.',
  health: 'For load balancers and supervisors.',
  operation: 'Metrics and this documentation.',
};

/** The OpenAPI 3.1 document of a list of routes, generated from the very schemas that check the requests. */
export function createOpenApi(
  routes: readonly Route[],
  version: string,
  examples: Examples | undefined,
): Schema {
  const components = new Components();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = describeOperation(route, components, examples?.[route.name]);
  }
  const webhooks = describeWebhooks(components, examples);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lorekeep',
      version,
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name, description: tags[name] })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key; it begins with `key_`.' },
      },
      ...components.collected(),
      schemas: {
        ...components.schemas(),
        Meta: metaSchema,
        ErrorCode: errorCodes,
        ErrorDetail: detail,
        Error: error,
      },
    },
  };
}

const metaSchema: Schema = {
  type: 'object',
  description: 'About the response.',
  properties: {
    requestId: {
      type: 'string',
      pattern: '^req_',
      description: 'Also in the header `X-Request-Id` and in the log.',
    },
  },
  required: ['requestId'],
};

const errorCodes: Schema = {
  enum: Object.keys(errorCatalogue),
  type: 'string',
  description: 'Stable: programs may rely on it.',
};

const detail: Schema = {
  type: 'object',
  description: 'One wrong field.',
  properties: {
    path: { type: 'string', description: 'Where it is, such as `entries[3].content`.' },
    code: { type: 'string', description: 'What is wrong, in a word.' },
    message: { type: 'string', description: 'What is wrong, in a sentence.' },
  },
  required: ['path', 'code', 'message'],
};

const error: Schema = {
  type: 'object',
  description: 'Every error has this shape.',
  properties: {
    success: { const: false, type: 'boolean', description: 'Always false.' },
    data: {
      type: 'object',
      description: 'What went wrong.',
      properties: {
        code: { $ref: '#/components/schemas/ErrorCode' },
        message: { type: 'string', description: 'One sentence that a person can act on.' },
        retryable: { type: 'boolean', description: 'Whether the same request may succeed later.' },
        details: {
          type: 'array',
          items: { $ref: '#/components/schemas/ErrorDetail' },
          description: 'The wrong fields, where fields are wrong.',
        },
      },
      required: ['code', 'message', 'retryable'],
    },
    meta: { $ref: '#/components/schemas/Meta' },
  },
  required: ['success', 'data', 'meta'],
};
