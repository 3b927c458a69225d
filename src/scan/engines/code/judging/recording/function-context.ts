import type { FunctionFacts, Place, SinkFact } from '../../domain/facts.ts';
import type { SummarySink } from '../../domain/summary.ts';
import type { FunctionIr } from '../../ir/ir.ts';
import { isStraight } from '../straight-function.ts';
import { putsEndOfOptions } from './end-of-options.ts';
import { KnownPasses } from './known-passes.ts';

/** What is gathered of one function while it runs. */
export interface FunctionContext {
  readonly id: number;
  readonly fn: FunctionIr | undefined;
  readonly facts: FunctionFacts;
  readonly sinks: SummarySink[];
  readonly reached: Map<string, { fact: SinkFact; inside?: SummarySink }>;
  readonly passes: KnownPasses;
  readonly reads: Map<string, number>;
  /** What is kept for others, each once: loops run the same place again. */
  readonly kept: Set<string>;
  /** Where the calls are. */
  readonly starts: Array<[call: FunctionFacts['calls'][number], start: number]>;
  /** Where the first condition is that looks at anything. */
  question?: number;
}

export function contextOf(
  id: number,
  key: string,
  fn: FunctionIr | undefined,
  parameters: readonly string[] = [],
  at?: Place,
  isHidden = false,
): FunctionContext {
  return {
    id,
    fn,
    facts: {
      key,
      parameters: fn?.parameters.map((parameter) => parameter.name) ?? [...parameters],
      ...restOf(fn),
      ...(at && { at }),
      ...(isHidden && { hidden: true }),
      ...(fn?.isExtension && { extends: true }),
      ...(fn && isStraight(fn) && { straight: true }),
      ...(fn?.renames && { renames: true }),
      ...(fn && putsEndOfOptions(fn) && { ends: true }),
      calls: [],
      passes: [],
      returns: [],
      sinks: [],
    },
    sinks: [],
    reached: new Map(),
    passes: new KnownPasses(),
    reads: new Map(),
    kept: new Set(),
    starts: [],
  };
}

/** Which parameter takes all further arguments. */
function restOf(fn: FunctionIr | undefined): { rest?: number } {
  const rest = fn?.parameters.findIndex(({ kind }) => kind === 'rest') ?? -1;
  return rest >= 0 ? { rest } : {};
}
