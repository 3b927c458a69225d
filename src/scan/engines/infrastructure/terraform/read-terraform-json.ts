import { ownValue } from '../../../../kernel/own-value.ts';
import { type ConfigNode, entries, type MappingNode, text } from '../../../formats/document/node.ts';
import { HclError } from '../../../formats/hcl/hcl-cursor.ts';
import type { HclAttribute, HclBlock, HclBody, HclExpression } from '../../../formats/hcl/hcl-syntax.ts';
import { readBareTemplate } from '../../../formats/hcl/parse-hcl-template.ts';

/** How many labels the blocks of a type have: `{"resource": {"aws_s3_bucket": {"b": {…}}}}` has two. */
const labelCounts: Record<string, number> = {
  resource: 2,
  data: 2,
  module: 1,
  variable: 1,
  output: 1,
  provider: 1,
  locals: 0,
  terraform: 0,
};

/** Makes the syntax of a `.tf` file of the JSON form of the same language. Texts are templates there too. */
export function readTerraformJson(document: ConfigNode | undefined): HclBody {
  const blocks = entries(document).flatMap(({ key, value }) => {
    const labels = ownValue(labelCounts, key);
    return labels === undefined ? [] : blocksOf(key, value, [], labels);
  });
  return { attributes: [], blocks };
}

function blocksOf(type: string, node: ConfigNode, labels: string[], missing: number): HclBlock[] {
  if (node.kind === 'sequence') return node.items.flatMap((item) => blocksOf(type, item, labels, missing));
  if (node.kind !== 'mapping') return [];
  if (missing > 0)
    return entries(node).flatMap((entry) => blocksOf(type, entry.value, [...labels, entry.key], missing - 1));
  return [{ type, labels, line: node.line, endLine: node.endLine, body: bodyOf(node) }];
}

// Nested blocks and object values look the same in JSON, and the document that rules see does not tell them apart either.
function bodyOf(node: MappingNode): HclBody {
  const attributes = entries(node)
    .filter(({ key }) => key !== '//')
    .map(
      ({ key, line, value }): HclAttribute => ({
        name: key,
        line,
        endLine: Math.max(line, value.endLine),
        value: expressionOf(value),
      }),
    );
  return { attributes, blocks: [] };
}

function expressionOf(node: ConfigNode): HclExpression {
  const { line, endLine } = node;
  switch (node.kind) {
    case 'mapping':
      return {
        kind: 'object',
        line,
        endLine,
        entries: entries(node).map((entry) => ({
          key: { kind: 'literal', value: entry.key, line: entry.line, endLine: entry.line },
          value: expressionOf(entry.value),
          line: entry.line,
        })),
      };
    case 'sequence':
      return { kind: 'tuple', line, endLine, items: node.items.map(expressionOf) };
    case 'scalar':
      return typeof node.value === 'string' && node.value.includes('{')
        ? template(node.value, line)
        : { kind: 'literal', value: node.value, line, endLine };
    default:
      return { kind: 'literal', value: text(node) ?? null, line, endLine };
  }
}

function template(value: string, line: number): HclExpression {
  try {
    return readBareTemplate(value, line);
  } catch (error) {
    if (!(error instanceof HclError)) throw error;
    return { kind: 'literal', value, line, endLine: line };
  }
}
