import { isFalse } from '../../../formats/document/node.ts';
import type { Resource } from '../resource.ts';
import { maxTypeLength } from './arm-template.ts';
import { BicepReader, BicepValues } from './bicep-reader.ts';

/** A file of more declarations than this is not written by hand. */
const maxDeclarations = 20_000;

const declaration = /^[ \t]*(param|var|resource)[ \t]+(\w+)/gm;
const resourceHead = /[ \t]+'([^'\n@]+)@[^'\n]*'(?:[ \t]+(existing))?[ \t]*=/y;

/** The resources of a Bicep file, with variables and defaults of parameters put in. */
export function bicepResources(source: string, file: string): Resource[] {
  const places: Array<{ name: string; type: string; start: number; line: number }> = [];
  const values = new BicepValues();
  let line = 1;
  let counted = 0;
  let seen = 0;
  for (const match of source.matchAll(declaration)) {
    if (++seen > maxDeclarations) break;
    const [whole, kind, name = ''] = match;
    const headEnd = match.index + whole.length;
    for (; counted < headEnd; counted++) if (source.charCodeAt(counted) === 10) line++;
    if (kind === 'resource') {
      resourceHead.lastIndex = headEnd;
      const head = resourceHead.exec(source);
      if (head && !head[2]) places.push({ name, type: head[1]!, start: resourceHead.lastIndex, line });
    } else {
      const lineEnd = source.indexOf('\n', headEnd);
      const equals = source.slice(headEnd, lineEnd === -1 ? undefined : lineEnd).indexOf('=');
      if (equals !== -1) values.byName.set(name, { start: headEnd + equals + 1, line, busy: false });
    }
  }
  const open: Array<{ type: string; endLine: number }> = [];
  return places.flatMap((place) => {
    const reader = new BicepReader(source, place.start, place.line, values);
    const condition = reader.condition();
    const document = reader.value();
    if (document.kind !== 'mapping' || place.type.length > maxTypeLength || (condition && isFalse(condition)))
      return [];
    while (open.length > 0 && open.at(-1)!.endLine < place.line) open.pop();
    // A resource written inside another one names only the last part of its type.
    const outer = place.type.includes('.') ? undefined : open.at(-1)?.type;
    const type = (outer ? `${outer}/${place.type}` : place.type).toLowerCase();
    if (type.length <= maxTypeLength) open.push({ type, endLine: document.endLine });
    return [
      {
        type,
        name: place.name,
        address: place.name,
        file,
        line: place.line,
        endLine: Math.max(place.line, document.endLine),
        document,
      },
    ];
  });
}
