import type { Severity } from '../../../model/finding.ts';
import type { FileFacts, FunctionFacts, Place, SinkFact } from './facts.ts';

/** Where data that reached a place came from, in terms of the function that the place is in. */
export type Flow =
  | (Passed & { k: 'source'; file: string; kind: string; title: string; at: Place; isGuess?: true })
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

/** One step of a way: as the file that it is in described it, or a call that leads into another file or back from one. */
export type Via = {
  file: string;
  place: Place;
  /** It leads through a function that has branches, or loops, in which a check may be. */
  winds?: boolean | undefined;
  /** One of the conditions there looks at something. */
  asks?: boolean | undefined;
} & ({ text: string } | { passedTo: readonly string[] } | { returnedBy: readonly string[] });

/** A function of a file, with what the file said about it. */
export interface LinkedFunction {
  readonly file: string;
  readonly facts: FunctionFacts;
  readonly unit: FileFacts;
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
  /** An object has carried it into another function. */
  readonly isKept?: boolean;
}

/** What the linker finds. Whoever listens decides what of it is a finding. */
export interface LinkEvents {
  /** Data of a source reaches a sink over other files. */
  reached(
    sink: SinkFact,
    flow: Flow & { k: 'source' },
    via: readonly Via[],
    file: string,
    check: string | undefined,
    /** An object has carried it into another function. */
    isKept?: boolean,
  ): void;
  /** No source was seen to reach a sink that is worth a look anyway; `via` is the way that whatever callers give takes to it. */
  unreached(fn: LinkedFunction, sink: SinkFact, severity: Severity, via: readonly Via[]): void;
  /** An argument of a function that a package offers leads to a sink, or into a text that is put together at `at` and ends there. */
  offered(fn: LinkedFunction, sink: ParameterSink, at?: Place): void;
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
    } else {
      const via = tellsMore(flow, before) ? flow.via : before.via;
      const mask = before.mask | flow.mask;
      const check = before.check && flow.check ? before.check : undefined;
      if (via !== before.via || mask !== before.mask || check !== before.check)
        found.set(key, { ...before, via, mask, check });
    }
  }
  return [...found.values()];
}

/** Of two ways that do the same harm the unchecked one is shown, then the shorter one. */
function tellsMore(flow: Flow, before: Flow): boolean {
  if ((before.mask & ~flow.mask) !== 0) return false;
  if (!flow.check !== !before.check) return !flow.check;
  return flow.via.length < before.via.length;
}

/** How many ways to one place are kept. */
export const maxFlows = 24;

/** How many steps of a way are kept. */
export const maxVia = 16;
