/** What general linters do not ask of the OpenAPI document and users of generated clients do. */

type Node = Record<string, unknown>;

interface Operation extends Node {
  operationId: string;
  tags: string[];
  parameters?: Node[];
  requestBody?: { content: Record<string, Node> };
  responses: Record<string, { content?: Record<string, Node> }>;
}

/** One sentence per problem; empty when there is none. */
export function lintOpenApi(document: Node): string[] {
  const operations = Object.values(document['paths'] as Record<string, Record<string, Operation>>).flatMap(
    (methods) => Object.values(methods),
  );
  const schemas = (document['components'] as { schemas: Record<string, Node> }).schemas;
  return [
    ...repeated(operations.map(({ operationId }) => operationId)).map(
      (id) => `${id} is the name of two operations`,
    ),
    ...operations.flatMap((operation) =>
      [...lintOperation(operation)].map((what) => `${operation.operationId}: ${what}`),
    ),
    ...Object.entries(schemas).flatMap(([name, schema]) => [...undescribed(schema, name)]),
  ];
}

function* lintOperation(operation: Operation): Generator<string> {
  if (!/^[a-z]+[A-Z]/.test(operation.operationId)) yield 'its name is not a verb and a noun';
  for (const parameter of operation.parameters ?? []) {
    if (!('$ref' in parameter) && !parameter['description'])
      yield `parameter ${parameter['name']} has no description`;
  }
  for (const body of Object.values(operation.requestBody?.content ?? {})) {
    yield* undescribed(body['schema'] as Node, 'body');
    if (JSON.stringify(body['schema']).includes('{"type":"null"}')) yield 'its body may be null';
    if (!('example' in body)) yield 'its body has no example';
  }
  for (const [type, content] of Object.entries(operation.responses['200']?.content ?? {})) {
    if (type !== 'application/json' && type !== 'application/x-ndjson' && type !== 'text/event-stream')
      continue;
    const data = ((content['schema'] as Node)['properties'] as Node | undefined)?.['data'] as
      | Node
      | undefined;
    if (data?.['type'] === 'object') yield 'its data is an object without a name';
    if ((data?.['items'] as Node | undefined)?.['type'] === 'object')
      yield 'its items are objects without a name';
    if (!('example' in content) && operation.tags[0] !== 'operation') yield 'its response has no example';
  }
}

/** Only these may hold any JSON: generated clients know nothing of a property without a type. */
const anything = new Set(['Filter.value']);
const kinds = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'];

/** Properties without a word about them, or without a type. What a `$ref` leads to describes itself. */
function* undescribed(schema: Node, where: string): Generator<string> {
  for (const [name, property] of Object.entries(
    (schema['properties'] as Record<string, Node> | undefined) ?? {},
  )) {
    if (!('$ref' in property) && !property['description']) yield `${where}.${name} has no description`;
    if (!kinds.some((kind) => kind in property) && !anything.has(`${where}.${name}`))
      yield `${where}.${name} has no type`;
    yield* undescribed(property, `${where}.${name}`);
  }
  if (schema['items']) yield* undescribed(schema['items'] as Node, `${where}[]`);
  for (const choice of (schema['anyOf'] as Node[] | undefined) ?? []) yield* undescribed(choice, where);
}

function repeated(names: readonly string[]): string[] {
  return names.filter((name, i) => names.indexOf(name) !== i);
}
