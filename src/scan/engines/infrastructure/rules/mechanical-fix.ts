import { entryOf } from '../../../formats/document/node.ts';
import type { Fix } from '../../../model/finding.ts';
import type { Resource } from '../resource.ts';

/**
 * Turns `attribute = value` into a change of lines: the attribute's own line where it is on one, a new line under the head
 * of the block where it is missing. Anything less certain is left to the person.
 */
export function mechanicalFix(fix: string, place: Partial<Resource>): Fix | undefined {
  const [, attribute = ''] = /^([\w.-]+)\s*[=:]/.exec(fix) ?? [];
  const description = `Set ${fix}`;
  if (!place.document || place.givenOnly || attribute === '' || attribute.includes('.')) return undefined;
  const entry = entryOf(place.document, attribute);
  if (entry) {
    const single =
      entry.value.line === entry.line && entry.value.endLine === entry.line && entry.value.kind === 'scalar';
    if (!single) return undefined;
    const indent = ' '.repeat(place.indent ?? 2);
    return { description, startLine: entry.line, endLine: entry.line, replacement: `${indent}${fix}` };
  }
  if (place.head === undefined || place.line === undefined) return undefined;
  const indent = ' '.repeat(place.indent ?? 2);
  return {
    description,
    startLine: place.line,
    endLine: place.line,
    replacement: `${place.head}\n${indent}${fix}`,
  };
}
