import { type ConfigNode, child, entries } from '../../../formats/document/node.ts';
import type { Resource } from '../resource.ts';

/** A Compose file in any of its versions: services that have an image, a build or something to extend. */
export function isCompose(document: ConfigNode): boolean {
  return entries(child(document, 'services')).some(({ value }) =>
    entries(value).some(({ key }) => key === 'image' || key === 'build' || key === 'extends'),
  );
}

export function composeResources(document: ConfigNode, file: string): Resource[] {
  return entries(child(document, 'services')).flatMap(({ key, line, value }) =>
    value.kind === 'mapping'
      ? [
          {
            type: 'service',
            name: key,
            address: `service ${key}`,
            file,
            line,
            endLine: Math.max(line, value.endLine),
            document: value,
            isWholeHere: true,
          },
        ]
      : [],
  );
}
