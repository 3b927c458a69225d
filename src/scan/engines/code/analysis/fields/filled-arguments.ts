import type { CallEvent } from '../../domain/call-event.ts';
import { filledPart } from '../../domain/callee.ts';
import type { Frame } from '../../domain/scope.ts';
import type { Taint } from '../../domain/taint.ts';
import { deepTaint, type Value } from '../../domain/value.ts';
import type { FunctionIr, Parameter, Stmt, Target } from '../../ir/ir.ts';
import { type LanguageTraits, receiverOffset } from '../../ir/language-traits.ts';
import { eachPart, type Part } from '../../ir/parts.ts';
import { writeBack } from '../assignments.ts';
import type { Run } from '../run.ts';
import { addFilled, isKept, isObject } from './filled-object.ts';
import { newParts } from './new-parts.ts';

/** What the parameters of a function hold before it runs, as far as it can put something into what they point to. */
export function givenParameters(
  { traits }: Run,
  fn: FunctionIr,
  frame: Frame,
): ReadonlyArray<Value | undefined> {
  if (!traits.addresses && !traits.sharedObjects) return none;
  return fn.parameters.map(({ target }) => (target.k === 'name' ? frame.layer.get(target.name) : undefined));
}

/** What a function put into what its parameters point to, such as the body of a request that it decoded; by the parts of its result that stand for them. */
export function filledParameters(
  { traits }: Run,
  fn: FunctionIr,
  frame: Frame,
  before: ReadonlyArray<Value | undefined>,
): ReadonlyMap<string, Taint> {
  if (before.length === 0) return nothing;
  const found: Array<readonly [string, Taint]> = [];
  const offset = receiverOffset(traits, fn);
  for (let index = offset; index < fn.parameters.length; index++) {
    const parameter = fn.parameters[index]!;
    const given = before[index];
    const after = given && parameter.target.k === 'name' ? frame.layer.get(parameter.target.name) : undefined;
    if (!after || after === given || !mayFill(traits, fn, parameter)) continue;
    const parts = newParts(filledPart(index - offset), given, after, ({ origin }) => {
      return origin.k === 'parameter' && origin.index === index;
    });
    found.push(...parts);
  }
  return found.length > 0 ? new Map(found) : nothing;
}

/** An address stays one of the same variable; a name may be given another object. */
function mayFill(traits: LanguageTraits, fn: FunctionIr, { name, kind, reference }: Parameter): boolean {
  if (reference && traits.sharedObjects !== 'all') return true;
  return kind === 'plain' && traits.sharedObjects === 'all' && !assignedIn(fn.body).has(name);
}

/** The variables that statements assign to, also as the items of a list or of a loop. */
function assignedIn(statements: readonly Stmt[]): ReadonlySet<string> {
  let names = known.get(statements);
  if (!names) {
    const found = new Set<string>();
    const add = (part: Part) => {
      if (part.k === 'assign' || part.k === 'each') addTarget(part.target, found);
      eachPart(part, add);
    };
    for (const statement of statements) add(statement);
    names = found;
    known.set(statements, names);
  }
  return names;
}

function addTarget(target: Target, names: Set<string>): void {
  if (target.k === 'name') names.add(target.name);
  else if (target.k === 'default') addTarget(target.target, names);
  else if (target.k === 'list') for (const item of target.items) if (item) addTarget(item, names);
}

const known = new WeakMap<readonly Stmt[], ReadonlySet<string>>();
const none: readonly undefined[] = [];
const nothing: ReadonlyMap<string, Taint> = new Map();

/** A function of another file is given the address of a variable, or an object: only that file knows what it puts there. */
export function fillArguments(run: Run, event: CallEvent, call: number): void {
  if (run.traits.addresses) fillAddresses(run, event, call);
  else if (run.traits.sharedObjects) fillObjects(run, event, call);
}

function fillAddresses(run: Run, { expr, args }: CallEvent, call: number): void {
  for (const [i, { address, value }] of expr.args.entries()) {
    const given = args[i];
    if (!address || !given) continue;
    const [whole] = run.origins.callResult(call);
    const entry = { ...whole!, origin: run.origins.partOfResult(call, filledPart(i)) };
    writeBack(run, value, run.taintBoth(given, [entry]));
  }
}

/** Only where something else is given that may end in the object. */
function fillObjects(run: Run, { expr, args, receiver, openList }: CallEvent, call: number): void {
  if (openList || args.length + (receiver ? 1 : 0) < 2) return;
  const tainted = args.filter((arg) => deepTaint(arg)).length + (receiver && deepTaint(receiver) ? 1 : 0);
  if (tainted === 0) return;
  for (const [i, given] of args.entries()) {
    const argument = expr.args[i];
    if (!argument || argument.name !== undefined || !isKept(argument.value) || !isObject(run, given))
      continue;
    if (tainted > (deepTaint(given) ? 1 : 0)) addFilled(run, argument.value, given, call, i);
  }
}
