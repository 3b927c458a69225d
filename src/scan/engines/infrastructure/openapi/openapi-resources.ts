import { type ConfigNode, child, entries, type MappingEntry, text } from '../../../formats/document/node.ts';
import type { Resource } from '../resource.ts';

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

export function isOpenApi(document: ConfigNode): boolean {
  const version = text(child(document, 'openapi')) ?? text(child(document, 'swagger'));
  return version !== undefined && /^[23]/.test(version) && child(document, 'paths') !== undefined;
}

export function openApiResources(document: ConfigNode, file: string): Resource[] {
  const resources: Resource[] = [
    { type: 'api', name: '', address: '', file, line: document.line, endLine: document.endLine, document },
  ];
  const add = (type: string, address: string, { key, line, value }: MappingEntry) => {
    if (value.kind === 'mapping') {
      resources.push({
        type,
        name: key,
        address,
        file,
        line,
        endLine: Math.max(line, value.endLine),
        document: value,
      });
    }
  };
  for (const scheme of entries(child(document, 'components', 'securitySchemes')))
    add('scheme', `scheme ${scheme.key}`, scheme);
  for (const scheme of entries(child(document, 'securityDefinitions')))
    add('scheme', `scheme ${scheme.key}`, scheme);
  for (const path of entries(child(document, 'paths'))) {
    for (const operation of entries(path.value)) {
      if (methods.has(operation.key))
        add('operation', `${operation.key.toUpperCase()} ${path.key}`, operation);
    }
  }
  return resources;
}
