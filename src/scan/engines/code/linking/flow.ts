import type { Place, SinkFact } from '../domain/facts.ts';

/** Where data that reached a place came from, in terms of the function that the place is in. */
export type Flow =
  | { k: 'source'; file: string; kind: string; title: string; at: Place; mask: number; via: Via[] }
  | { k: 'parameter'; index: number; field: string | undefined; mask: number; via: Via[] };

export interface Via {
  file: string;
  place: Place;
}

export interface ParameterSink {
  readonly file: string;
  readonly index: number;
  /** The field of the parameter that leads there, where only one does. */
  readonly field: string | undefined;
  readonly mask: number;
  readonly sink: SinkFact;
  readonly via: Via[];
}

/** Each origin once; what several ways lead to keeps the shortest known one and all that it can still do harm to. */
export function distinct(flows: readonly Flow[]): Flow[] {
  const found = new Map<string, Flow>();
  for (const flow of flows) {
    const key =
      flow.k === 'parameter'
        ? `p${flow.index}.${flow.field ?? ''}`
        : `${flow.file}:${flow.at.join()}:${flow.title}`;
    const before = found.get(key);
    if (!before) {
      if (found.size < maxFlows) found.set(key, flow);
    } else if ((before.mask | flow.mask) !== before.mask)
      found.set(key, { ...before, mask: before.mask | flow.mask });
  }
  return [...found.values()];
}

/** How many ways to one place are kept. */
export const maxFlows = 24;

/** How many steps of a way are told. */
export const maxVia = 16;
