import { dialects } from '../../src/scan/engines/code/library-dialects.ts';
import { kindTable } from '../../src/scan/engines/code/packs/kind-table.ts';
import { librarySchemaDocument } from '../../src/scan/engines/code/packs/library-json-schema.ts';

interface Schema {
  type?: string;
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
}

/** What the schema of library files says, section by section, and the kinds that there are. */
export function describeCodeRules(table: (head: string[], rows: string[][]) => string): string {
  const { properties = {}, required = [] } = librarySchemaDocument(dialects) as Schema;
  const sections = Object.entries(properties).flatMap(([name, schema]) => {
    const item = partOf(schema);
    if (!item?.properties) return [];
    return [`## \`${name}\`\n\n${sentence(schema.description)}\n\n${fields(item, table)}`];
  });
  const top = Object.entries(properties).map(([name, schema]) => [
    `\`${name}\`${required.includes(name) ? ' (required)' : ''}`,
    shapeOf(schema),
    sentence(schema.description),
  ]);
  const tests = partOf(partOf(properties['sinks']!)?.properties?.['where'] ?? {});
  const kinds = kindTable(dialects).map(({ kind, label, cwe, languages }) => [
    `\`${kind}\``,
    `\`${label}\``,
    cwe.join(', '),
    languages.join(', '),
  ]);
  return [
    table(['key', 'value', 'meaning'], top),
    ...sections,
    `## Tests in \`where\`\n\n${fields(tests ?? {}, table)}`,
    `## Kinds\n\nSanitizers, guards and \`except\` name a kind or its label; kinds with the same label are cleared together.\n\n${table(['kind', 'label', 'CWE', 'languages'], kinds)}`,
  ].join('\n\n');
}

function fields(item: Schema, table: (head: string[], rows: string[][]) => string): string {
  const rows = Object.entries(item.properties ?? {}).map(([name, schema]) => [
    `\`${name}\`${item.required?.includes(name) ? ' (required)' : ''}`,
    shapeOf(schema),
    sentence(schema.description),
  ]);
  return table(['key', 'value', 'meaning'], rows);
}

/** The schema of one entry of a list or of a mapping of lists. */
function partOf(schema: Schema): Schema | undefined {
  if (schema.items) return schema.items;
  const inner = schema.additionalProperties;
  return typeof inner === 'object' ? (inner.items ?? inner) : undefined;
}

function shapeOf(schema: Schema): string {
  if (schema.enum)
    return schema.enum.length > 12 ? 'a name' : schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(shapeOf))].join(' or ');
  if (schema.type === 'array') return `list of ${shapeOf(schema.items ?? {}).replace(/^an? /, '')}`;
  if (schema.type === 'object')
    return schema.properties ? 'mapping' : `mapping to ${shapeOf(objectOf(schema.additionalProperties))}`;
  return (
    { string: 'text', integer: 'whole number', number: 'number', boolean: 'true or false', null: 'null' }[
      schema.type ?? ''
    ] ?? 'value'
  );
}

function objectOf(schema: Schema | boolean | undefined): Schema {
  return typeof schema === 'object' ? schema : {};
}

function sentence(text = ''): string {
  return text === '' || /[.:]$/.test(text) ? text : `${text}.`;
}
