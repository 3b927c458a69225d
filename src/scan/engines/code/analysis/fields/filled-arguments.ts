import type { CallEvent } from '../../domain/call-event.ts';
import { filledPart } from '../../domain/callee.ts';
import type { Frame } from '../../domain/scope.ts';
import type { Taint } from '../../domain/taint.ts';
import { deepTaint } from '../../domain/value.ts';
import type { FunctionIr } from '../../ir/ir.ts';
import { receiverOffset } from '../../ir/language-traits.ts';
import { writeBack } from '../assignments.ts';
import type { Run } from '../run.ts';

/** What a function put into what its parameters point to, such as the body of a request that it decoded; by the parts of its result that stand for them. */
export function filledParameters({ traits }: Run, fn: FunctionIr, frame: Frame): ReadonlyMap<string, Taint> {
  if (!traits.addresses) return nothing;
  const found = new Map<string, Taint>();
  const offset = receiverOffset(traits, fn);
  for (const [index, { reference, target }] of fn.parameters.entries()) {
    if (!reference || target.k !== 'name') continue;
    const value = frame.layer.get(target.name);
    const taint = value && deepTaint(value)?.filter(({ origin }) => isNews(origin, index));
    if (taint?.length) found.set(filledPart(index - offset), taint);
  }
  return found;
}

const nothing: ReadonlyMap<string, Taint> = new Map();

function isNews(origin: Taint[number]['origin'], index: number): boolean {
  return origin.k !== 'parameter' || origin.index !== index;
}

/** A function of another file is given the address of a variable: only that file knows what it puts there. */
export function fillArguments(run: Run, { expr, args }: CallEvent, call: number): void {
  for (const [i, { address, value }] of expr.args.entries()) {
    const given = args[i];
    if (!address || !given) continue;
    const [whole] = run.origins.callResult(call);
    const entry = { ...whole!, origin: run.origins.partOfResult(call, filledPart(i)) };
    writeBack(run, value, run.taintBoth(given, [entry]));
  }
}
