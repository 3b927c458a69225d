import { z } from 'zod';
import { webhookMessage } from '../../contract/scan-responses.ts';
import { compareTexts } from '../../kernel/compare-texts.ts';

type Schema = Record<string, unknown>;

/** What is described once and referred to from many places: named schemas, headers, parameters and frequent responses. */
export class Components {
  readonly #schemas = new Map<string, Schema>();
  readonly #responses = new Map<string, Schema>();

  constructor() {
    // Referred to by text from schemas that are not JSON bodies.
    this.schema(webhookMessage, 'output');
  }

  /** The JSON Schema of a part of a request or response. Schemas with an id become components. */
  schema(schema: z.ZodType, io: 'input' | 'output'): Schema {
    const {
      $schema: _,
      $defs,
      ...json
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      target: 'draft-2020-12',
      override: ({ jsonSchema }) => simplify(jsonSchema, io),
    }) as Schema;
    for (const [name, definition] of Object.entries(($defs as Record<string, Schema> | undefined) ?? {}))
      this.#name(name, definition);
    const { id, ...rest } = json;
    if (typeof id !== 'string') return withComponentRefs(rest) as Schema;
    this.#name(id, rest);
    return { $ref: `#/components/schemas/${id}` };
  }

  /** A response that many operations share; the same text always gets the same component. */
  response(name: string, response: Schema): Schema {
    this.#responses.set(name, response);
    return { $ref: `#/components/responses/${name}` };
  }

  schemas(): Record<string, Schema> {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => compareTexts(a, b)));
  }

  collected(): Schema {
    return {
      headers,
      parameters: { IdempotencyKey: idempotencyKey },
      responses: Object.fromEntries([...this.#responses].sort(([a], [b]) => compareTexts(a, b))),
    };
  }

  #name(name: string, definition: Schema): void {
    const { id: _, ...rest } = definition;
    const described = withComponentRefs(rest) as Schema;
    const known = this.#schemas.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(described))
      throw new Error(`Two schemas are both named ${name}.`);
    this.#schemas.set(name, described);
  }
}

/**
 * What the checks know and a reader need not: null counts as omitted in requests, but nobody is told to send it; a pattern for times
 * says nothing that `format` does not; a response may gain fields, so that it never forbids others.
 */
function simplify(json: Schema, io: 'input' | 'output'): void {
  if (json['format'] === 'date-time') delete json['pattern'];
  if (io === 'output') {
    if (json['additionalProperties'] === false) delete json['additionalProperties'];
    return;
  }
  const choices = json['anyOf'];
  if (!Array.isArray(choices) || !choices.some(isNull)) return;
  const rest = choices.filter((choice) => !isNull(choice));
  if (rest.length > 1) json['anyOf'] = rest;
  else {
    delete json['anyOf'];
    const { description, ...only } = rest[0] as Schema;
    Object.assign(json, only, { description: json['description'] ?? description });
    if (json['description'] === undefined) delete json['description'];
  }
}

function isNull(schema: unknown): boolean {
  return (schema as Schema)['type'] === 'null';
}

function withComponentRefs(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

const headers = {
  RequestId: {
    description: 'The id of this request, as in `meta.requestId` and in the log.',
    schema: { type: 'string', pattern: '^req_' },
  },
  RetryAfter: { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } },
  RateLimit: {
    description:
      'What is left of the allowance (`r`) and seconds until it is whole again (`t`); absent without a limit.',
    schema: { type: 'string', examples: ['"key";r=599;t=1'] },
  },
  RateLimitPolicy: {
    description: 'The allowance (`q`) per window of seconds (`w`); absent without a limit.',
    schema: { type: 'string', examples: ['"key";q=600;w=60'] },
  },
  IdempotentReplayed: {
    description:
      '`true` where this is the stored response of an earlier request with the same Idempotency-Key.',
    schema: { const: 'true', type: 'string' },
  },
  WwwAuthenticate: { description: 'Always `Bearer`.', schema: { type: 'string' } },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Repeating the request with the same value and body within 24 hours returns the first response again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};
