import type { MappingNode } from '../../../formats/document/node.ts';
import type { EngineFinding } from '../../../model/finding.ts';

export interface ManifestFile {
  path: string;
  findings: EngineFinding[];
  objects: MappingNode[];
  template?: string;
}
