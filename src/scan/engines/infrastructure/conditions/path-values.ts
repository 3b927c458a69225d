import { type ConfigNode, isNull } from '../../../formats/document/node.ts';

/** True, false, or undefined where a part that decides is not known. */
export type Verdict = boolean | undefined;

/** Where the condition found what it speaks of. */
export interface Evidence {
  line: number;
  endLine: number;
}

export interface PathValues {
  nodes: ConfigNode[];
  /** A part of the way could not be followed, so there may be values that are not listed. */
  uncertain: boolean;
  /** The line of the key that was found last on the way; where something is missing, it is missing there. */
  place: Evidence | undefined;
}

/** The scalars behind a path, with lists opened. */
export function leaves(values: PathValues): { scalars: ConfigNode[]; uncertain: boolean } {
  const scalars: ConfigNode[] = [];
  let uncertain = values.uncertain;
  const visit = (node: ConfigNode): void => {
    if (node.kind === 'sequence') for (const item of node.items) visit(item);
    else if (node.kind === 'unknown') uncertain = true;
    else if (!isNull(node)) scalars.push(node);
  };
  for (const node of values.nodes) visit(node);
  return { scalars, uncertain };
}
