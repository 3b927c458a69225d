import type { Place, SinkFact } from '../domain/facts.ts';

/** Where data that reached a place came from, in terms of the function that the place is in. */
export type Flow =
  | (Passed & { k: 'source'; file: string; kind: string; title: string; at: Place })
  | (Passed & { k: 'parameter'; index: number; field: string | undefined });

interface Passed {
  mask: number;
  via: Via[];
  /** A check on the way of which no more than the name is known. */
  check?: string | undefined;
  /** Of what a function gives, the field that carries it. */
  given?: string | undefined;
}

/** The same flow after it has gone through a place that lets only some of it through. */
export function narrowed(flow: Flow, mask: number, check: string | undefined): Flow {
  return { ...flow, mask: flow.mask & mask, check: flow.check ?? check };
}

export interface Via {
  file: string;
  place: Place;
  /** What happens to the data there. */
  text: string;
}

export interface ParameterSink {
  readonly file: string;
  readonly index: number;
  /** The field of the parameter that leads there, where only one does. */
  readonly field: string | undefined;
  readonly mask: number;
  readonly check?: string | undefined;
  readonly sink: SinkFact;
  readonly via: Via[];
}

/** Each origin once; what several ways lead to keeps the shortest known one and all that it can still do harm to. */
export function distinct(flows: readonly Flow[]): Flow[] {
  const found = new Map<string, Flow>();
  for (const flow of flows) {
    const key =
      flow.k === 'parameter'
        ? `p${flow.index}.${flow.field ?? ''}=${flow.given ?? ''}`
        : `${flow.file}:${flow.at.join()}:${flow.title}=${flow.given ?? ''}`;
    const before = found.get(key);
    if (!before) {
      if (found.size < maxFlows) found.set(key, flow);
    } else if ((before.mask | flow.mask) !== before.mask || (before.check && !flow.check))
      found.set(key, {
        ...before,
        mask: before.mask | flow.mask,
        check: before.check && flow.check ? before.check : undefined,
      });
  }
  return [...found.values()];
}

/** How many ways to one place are kept. */
export const maxFlows = 24;

/** How many steps of a way are told. */
export const maxVia = 16;
