import { addToList } from '../../../../kernel/add-to-list.ts';
import {
  type ConfigNode,
  type MappingEntry,
  type MappingNode,
  mapping,
  scalar,
  sequence,
} from '../../../formats/document/node.ts';
import type { HclBlock, HclBody } from '../../../formats/hcl/hcl-syntax.ts';
import { evaluate, pairsOf, type Scope, withBindings } from './evaluate-expression.ts';

const maxDynamicBlocks = 20;
/** Blocks of one resource, nested dynamic ones written out. */
const maxBlocks = 2_000;

interface Room {
  blocks: number;
}

/** A block as the document that rules see: attributes and nested blocks alike are keys, repeated blocks are a list. */
export function blockDocument(block: HclBlock, scope: Scope): MappingNode {
  return bodyDocument(block.body, block.line, block.endLine, scope, { blocks: maxBlocks });
}

function bodyDocument(
  body: HclBody,
  line: number,
  endLine: number,
  scope: Scope,
  room: Room,
  labels: readonly string[] = [],
): MappingNode {
  const members: MappingEntry[] = [];
  if (labels.length > 0) members.push({ key: '_label', line, value: scalar(labels[0]!, line) });
  for (const attribute of body.attributes) {
    const value = evaluate(attribute.value, scope);
    // An attribute set to null is the same as one that is not there.
    if (value.kind === 'scalar' && value.value === null) continue;
    members.push({ key: attribute.name, line: attribute.line, value });
  }
  const grouped = new Map<string, MappingNode[]>();
  for (const block of body.blocks) {
    if (!scope.spend() || --room.blocks < 0) break;
    if (block.type === 'dynamic')
      for (const document of dynamicBlocks(block, scope, room))
        addToList(grouped, block.labels[0] ?? '', document);
    else
      addToList(
        grouped,
        block.type,
        bodyDocument(block.body, block.line, block.endLine, scope, room, block.labels),
      );
  }
  for (const [type, documents] of grouped) {
    const first = documents[0]!;
    const value: ConfigNode =
      documents.length === 1 ? first : sequence(documents, first.line, documents.at(-1)!.endLine);
    members.push({ key: type, line: first.line, value });
  }
  return mapping(members, line, endLine);
}

function dynamicBlocks(block: HclBlock, scope: Scope, room: Room): MappingNode[] {
  const content = block.body.blocks.find((inner) => inner.type === 'content');
  if (!content) return [];
  const attributes = new Map(block.body.attributes.map((attribute) => [attribute.name, attribute.value]));
  const forEach = attributes.get('for_each');
  const iteratorName = attributes.get('iterator');
  const iterator = iteratorName?.kind === 'reference' ? iteratorName.root : (block.labels[0] ?? '');
  const pairs = forEach && pairsOf(evaluate(forEach, scope));
  // Where the collection is not known, one block stands for all of them, with its iterator unknown.
  if (!pairs) return [bodyDocument(content.body, block.line, block.endLine, scope, room)];
  return pairs.slice(0, maxDynamicBlocks).map(([key, value]) => {
    const bound = mapping(
      [
        { key: 'key', line: key.line, value: key },
        { key: 'value', line: value.line, value },
      ],
      value.line,
    );
    return bodyDocument(
      content.body,
      block.line,
      block.endLine,
      withBindings(scope, new Map([[iterator, bound]])),
      room,
    );
  });
}
