import { type CallEvent, unknownCall } from '../../domain/call-event.ts';
import { stepTaint, type Taint } from '../../domain/taint.ts';
import {
  deepTaint,
  joinValues,
  literalValue,
  namedValue,
  unknownValue,
  type Value,
  withTaint,
} from '../../domain/value.ts';
import type { Argument, Expr } from '../../ir/ir.ts';
import { allLabels, labelMask } from '../../knowledge/labels.ts';
import { callSegment } from '../../knowledge/qualified-name.ts';
import type { Name } from '../../knowledge/rule-set.ts';
import type { Sanitizer } from '../../knowledge/rule-types.ts';
import { aliasOf } from '../conditions/alias-of.ts';
import { callHolds } from '../conditions/condition-scopes.ts';
import { heldElsewhere } from '../elsewhere/asked-schemas.ts';
import { orOwnDefinition } from '../elsewhere/own-definition.ts';
import { noteChecksInFront } from '../entries/checks-in-front.ts';
import { noteRoute, partOfRoute } from '../entries/route-parts.ts';
import { resultAsked } from '../fields/asked-types.ts';
import { fillArguments } from '../fields/filled-arguments.ts';
import { fillReceiver } from '../fields/filled-object.ts';
import { keptByCall } from '../fields/kept-values.ts';
import { readMember } from '../members.ts';
import { knownOf } from '../own-classes.ts';
import type { Run } from '../run.ts';
import { noteRequests } from '../schemas/request-schemas.ts';
import { symbolicParameter } from '../symbolic-parameter.ts';
import { askedObject } from '../types/asked-objects.ts';
import { elementType, heldObject } from '../types/held-objects.ts';
import { asHeld } from '../types/object-types.ts';
import { beanAccess } from './bean-access.ts';
import { applyModels } from './call-models.ts';
import { followCall } from './follow-call.ts';
import { forgetPositions } from './forgotten-positions.ts';
import { callHandedMethods } from './handed-functions.ts';
import { handlersIn } from './handlers.ts';
import { callIntrinsic } from './intrinsics.ts';
import { withExtension, withPackageFunction } from './linked/extension-call.ts';
import { noteGivenCall } from './linked/given-function.ts';
import { mayBeTelling } from './linked/telling-method.ts';
import { mayBeLocal } from './may-be-local.ts';
import { promiseOf, settles } from './promise-executor.ts';

export function evaluateCall(run: Run, expr: Expr & { k: 'call' }): Value {
  const direct = run.traits.functionsAreObjects ? directCall(run, expr) : undefined;
  if (direct) return evaluateCall(run, direct);
  const { callee } = expr;
  const receiverExpr = callee.k === 'member' ? callee.object : undefined;
  const receiver = receiverExpr ? run.evaluate(receiverExpr) : undefined;
  const target =
    callee.k === 'member' && receiver
      ? readMember(run, receiver, callee.property, callee, true)
      : run.evaluate(callee);
  run.frame.called.set(expr, { target, receiver });
  const { args, named, openList, openMap, opened } = evaluateArguments(run, expr.args);
  const name = target.name ?? run.rules.root.child('?');
  const match = knownOf(run, name);
  const event: CallEvent = {
    expr,
    within: methodOf(run),
    name,
    match,
    receiver,
    receiverExpr,
    args,
    named,
    openList,
    openMap,
    opened,
    index: callee.k === 'index' && match?.sinks.length ? run.evaluate(callee.index) : undefined,
    definedIn: undefined,
  };
  if (match) run.events.called(run, { ...event, definedIn: whoseFunction(run, event) });

  if (run.traits.attributesAreCalls && isAttribute(event, target)) return target;
  if (run.handedOn && run.handedOn.name === name && expr.args.length === 0) run.handedOn.note();
  const required = moduleOf(run, event) ?? settles(run, event);
  if (required) return required;
  const followed = promiseOf(run, event) ?? followCall(run, event, target);
  const linked = followed === undefined && mayBeElsewhere(run, event);
  const intrinsic = followed === undefined && !linked ? callIntrinsic(run, event) : undefined;
  let result =
    followed ??
    intrinsic ??
    (linked
      ? ((run.traits.accessorMethods ? beanAccess(run, event) : undefined) ?? linkedCall(run, event))
      : (literalOf(run, event) ?? unknownCall(event, target, run.traits.callsOnSelf, isStrange(run, event))));
  if (followed === undefined && intrinsic === undefined) forgetPositions(run, event);
  const mayBeAdded = followed === undefined && !linked && intrinsic === undefined;
  if (mayBeAdded && run.traits.extensionMethods) result = withExtension(run, event, result);
  if (mayBeAdded && run.traits.packageFunctions) result = withPackageFunction(run, event, result);
  if (run.traits.handsOnFunctions && !match) noteGivenCall(run, event, target);
  result = namedResult(run, event, result);
  if (match && !linked) {
    result = applyModels(run, event, match, result, followed !== undefined);
    if (followed === undefined) {
      result = orOwnDefinition(run, event, match, result);
      if (mayBeOwnMethod(run, event)) {
        const made = isOpenObject(run, event, result);
        const call = run.facts.linkedCall(name, event, made ? undefined : 'modelled');
        // Only the file that has the class knows in which fields of the object it is.
        if (made) result = withTaint(result, withLabels(run.origins.callResult(call), result.taint!));
      }
    }
  }
  if (followed === undefined && !linked && runsConstructor(run, event)) {
    const made = run.facts.linkedCall(name, event, 'modelled');
    result = run.taintBoth(result, run.origins.callResult(made));
  }
  if (followed === undefined && !linked && intrinsic === undefined && mayBeTelling(run, event))
    run.facts.linkedCall(name, event, 'modelled');
  result = keptByCall(run, event, result);
  result = askedObject(run, event, heldObject(run, event, result));
  if (!linked && receiver?.schema && name.root === '?') result = heldElsewhere(run, event, result);
  if (run.routes.size > 0 && match?.sources.length)
    result = partOfRoute(run, name, args.at(-1)?.constant, result);
  noteChecksInFront(run, event);
  const given = runCallbacks(run, event, followed !== undefined);
  callHandedMethods(run, event);
  if (given && run.traits.blocksGiveResults && followed === undefined && !match && intrinsic === undefined)
    result = run.taintBoth(result, deepTaint(given));
  if (match?.exits && followed === undefined) run.frame.layer.dead = true;
  return result;
}

/** What gets a password gives one. */
function namedResult(run: Run, { expr, args }: CallEvent, result: Value): Value {
  const { callee } = expr;
  const word = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  if (args.length > 1 || !getter.test(word)) return result;
  const held = word.replace(getter, '');
  const source = run.rules.namedField(held.charAt(0).toLowerCase() + held.slice(1));
  return source
    ? run.taintBoth(result, run.origins.source(source.kind, source.title, expr, source.mask))
    : result;
}

/** `f.call(self, x)` and `f.apply(self, list)` are calls of `f`, where it is a function that is known. */
function directCall(run: Run, expr: Expr & { k: 'call' }): (Expr & { k: 'call' }) | undefined {
  const { callee, args } = expr;
  if (callee.k !== 'member' || (callee.property !== 'call' && callee.property !== 'apply')) return undefined;
  const { closures, name } = run.evaluate(callee.object);
  if (!closures && !(name && run.rules.match(name))) return undefined;
  const list = args[1];
  const given: readonly Argument[] =
    callee.property === 'call' ? args.slice(1) : list ? [{ ...list, spread: 'list' }] : [];
  return { ...expr, callee: callee.object, args: [...given] };
}

/** The function that a call is in; a lambda is a part of the method around it. */
function methodOf(run: Run): CallEvent['within'] {
  let { frame } = run;
  if (run.traits.codeInMethods)
    while (frame.fn && !frame.fn.ownsThis && frame.fn.name === '' && frame.outer?.fn) frame = frame.outer;
  return frame.fn;
}

/** What is read by a call without arguments, where the object is known to hold it. */
function isAttribute({ expr, receiver }: CallEvent, target: Value): boolean {
  if (expr.args.length > 0 || !receiver || expr.callee.k !== 'member' || target.closures) return false;
  return receiver.shape?.kind === 'map' && receiver.shape.fields.has(expr.callee.property);
}

/** An object of a type that is not known here, made by a literal that names its fields. */
function literalOf(run: Run, event: CallEvent): Value | undefined {
  const { expr, named, receiver } = event;
  // What one of an enumeration is asked for is as fixed as the enumeration.
  if (receiver?.instance?.definition.isClosed && event.args.length === 0) return literalValue;
  if (!run.traits.literalsNameFields || !expr.isNew || !run.abilities.shapes || event.args.length)
    return undefined;
  const fields = new Map(named);
  return {
    ...unknownValue,
    name: event.name.called(),
    shape: { kind: 'map', fields, rest: unknownValue, length: undefined },
  };
}

/** A method that a class of the program has is not one of a library that is called alike. */
function whoseFunction(run: Run, { expr, name, match, receiver }: CallEvent): CallEvent['definedIn'] {
  if (match!.sinks.length === 0) return undefined;
  const method = expr.callee.k === 'member' ? expr.callee.property : undefined;
  if (method !== undefined && receiver?.instance && run.classes.method(receiver.instance, method))
    return 'here';
  const first = firstSegment(name);
  const mayBe = first !== undefined && mayBeLocal(run, first) && !run.rules.knows(first);
  return mayBe && run.abilities.crossFile ? 'elsewhere' : undefined;
}

/** A function of a package that was imported and that no rule knows anything of: what it gives for a text may be anything. */
function isStrange(run: Run, { name, match }: CallEvent): boolean {
  const first = firstSegment(name);
  return (
    first !== undefined &&
    !match?.returned.length &&
    !/^[~?@]/.test(first) &&
    !run.rules.knows(first) &&
    !mayBeLocal(run, first)
  );
}

/** A callee that another file of the repository may define; only the rules' own libraries are known better. */
function mayBeElsewhere(run: Run, event: CallEvent): boolean {
  if (!run.abilities.crossFile) return false;
  // A literal of a type calls nothing.
  if (event.expr.isNew && run.traits.literalsNameFields) return false;
  const first = firstSegment(event.name);
  if (isOfAncestor(run, event)) return true;
  if (first === undefined || !(mayBeLocal(run, first) || run.file.ownNames.has(first))) return false;
  const { match, name } = event;
  // Whatever other classes have a method of that name, this one is the program's; but it may have what it brings in, or makes, from a framework's.
  const mayInherit = match?.sources.length || match?.returned.some(({ as }) => as);
  if (isOwnObject(run, name) && !mayInherit && !match?.sanitizers.some(isCleaner)) return true;
  const isModelled =
    match !== null &&
    match.sources.length + match.returned.length + match.sanitizers.filter(cleansData).length > 0;
  if (isModelled && run.traits.openClasses) return false;
  if (bringsNews(match)) return !run.rules.knows(first);
  // Who names a method of their own like a known cleaner means the same.
  if (run.traits.declaredTypes && match && (match.sanitizers.length || match.returned.some(({ as }) => as)))
    return false;
  return !isModelled || !(run.rules.knows(first) || name.segments().includes(callSegment));
}

/** A method of an object of the program that is called like one of a library: what that one gives is known here, and what it is given still reaches it. */
function mayBeOwnMethod(run: Run, { name, args, named }: CallEvent): boolean {
  const first = firstSegment(name);
  if (!run.abilities.crossFile || first === undefined) return false;
  if (!isOwnObject(run, name) && !makesOwnObject(run, name)) return false;
  if (!mayBeLocal(run, first) && !run.file.ownNames.has(first)) return false;
  return [...args, ...named.values()].some((value) => deepTaint(value));
}

/** `Finder.new(x)`, where no library says what becomes of what goes in. */
function isOpenObject(run: Run, { name, match }: CallEvent, { taint, shape }: Value): boolean {
  if (!makesOwnObject(run, name) || !taint?.some(({ mask }) => mask) || shape) return false;
  return !match?.sources.length && !match?.returned.length;
}

/** What is left of some data in the place of which something else stands. */
function withLabels(taint: Taint, left: Taint): Taint {
  const mask = left.reduce((all, entry) => all | entry.mask, 0);
  return taint.map((entry) => ({ ...entry, mask }));
}

/** `store_location(path)` in a method: where a class has its methods from other files by what it extends and includes, one of these is meant. Asked for where something is handed over. */
function isOfAncestor(run: Run, { expr, name, match, args, named }: CallEvent): boolean {
  if (!run.traits.ancestorsAnywhere || expr.callee.k !== 'name' || match || name.depth !== 1) return false;
  if (!bareMethod.test(name.segment) || run.frame.fn?.className === undefined) return false;
  return [...args, ...named.values()].some((value) => deepTaint(value));
}

/** Neither what a block is called by nor the method of the same name above. */
const bareMethod = /^~(?!super$)[a-z_]\w*[?!]?$/;

/** A method of an object that a class of the program made, by the way that classes are named: `store.Finder().find`, `Finder.new().find`. */
function isOwnObject(run: Run, name: Name): boolean {
  const segments = name.segments();
  const made = segments.indexOf(callSegment);
  if (made < 1 || made !== segments.length - 2 || run.rules.knows(segments[0]!)) return false;
  const type = segments[made - 1] === 'new' ? segments[made - 2] : segments[made - 1];
  return type !== undefined && /^[A-Z]/.test(type);
}

/** `new Finder(x)` where `new` also writes literals: what goes in reaches the constructor, which may be in another file. */
function runsConstructor(run: Run, { expr, name, args }: CallEvent): boolean {
  if (!run.abilities.crossFile || !expr.isNew || !run.traits.literalsNameFields || name.depth !== 1)
    return false;
  const first = name.segment;
  if (!mayBeLocal(run, first) || run.rules.knows(first)) return false;
  return args.some((value) => deepTaint(value));
}

/** `Finder.new(x)`: the constructor is in another file, as the class is. */
function makesOwnObject(run: Run, name: Name): boolean {
  if (!run.traits.openClasses || name.segment !== 'new' || !name.parent) return false;
  return /^[A-Z]/.test(name.parent.segment) && !run.rules.knows(name.root);
}

/** A call such as `find` that is named like one whose result has nothing to do with what goes in; what goes in may still do harm inside. */
function bringsNews(match: CallEvent['match']): boolean {
  if (!match || match.sanitizers.length === 0 || match.sources.length + match.returned.length > 0)
    return false;
  return match.sanitizers.every(
    ({ on, clears, harmless, when }) =>
      on === 'call' && clears === allLabels && !harmless && when.length === 0,
  );
}

/** What it gives is what it was given, made harmless for some uses; what is harmless for all is something else. */
function isCleaner({ clears, when }: Sanitizer): boolean {
  return clears !== allLabels && when.length === 0;
}

/** That an answer is no credential any more says nothing about what else the callee does. */
function cleansData({ clears }: Sanitizer): boolean {
  return clears !== credentialLabels;
}

const credentialLabels = labelMask(['secret']);

function linkedCall(run: Run, event: CallEvent): Value {
  const isNews =
    bringsNews(event.match) || event.match?.sanitizers.some(({ clears }) => clears === allLabels);
  const call = run.facts.linkedCall(event.name, event, isNews === true ? 'news' : undefined);
  fillArguments(run, event, call);
  fillReceiver(run, event, call);
  const taint = resultAsked(run, event, run.origins.callResult(call));
  return heldElsewhere(run, event, { ...unknownValue, name: event.name.called(), taint });
}

function firstSegment(name: Name): string | undefined {
  return name.parent ? name.root : undefined;
}

function evaluateArguments(run: Run, list: readonly Argument[]) {
  const args: Value[] = [];
  let given: Map<string, Value> | undefined;
  let openList = false;
  let openMap = false;
  let opened: Value | undefined;
  for (const argument of list) {
    const value = run.evaluate(argument.value);
    if (argument.name !== undefined) {
      given ??= new Map();
      given.set(argument.name, value);
      run.events.keyed(run, argument.name, value, { key: undefined, value: argument.value });
    } else if (argument.spread === 'map') {
      given ??= new Map();
      if (value.shape?.kind === 'map') for (const [key, field] of value.shape.fields) given.set(key, field);
      if (!value.shape || value.shape.rest) {
        openMap = true;
        if (!isHandedOn(run, argument.value)) opened = opened ? joinValues(opened, value) : value;
      }
    } else if (argument.spread === 'list') {
      if (value.shape?.kind === 'list' && !value.shape.rest) args.push(...value.shape.fields.values());
      else {
        openList = true;
        args.push({ ...unknownValue, taint: deepTaint(value) });
      }
    } else args.push(value);
  }
  return { args, named: given ?? noNames, openList, openMap, opened };
}

/** `def f(**options): g(**options)`: each of them is there for the parameter that it names, which a sum of them all does not tell. */
function isHandedOn(run: Run, expr: Expr): boolean {
  return (
    expr.k === 'name' &&
    run.frame.fn?.parameters.some(({ kind, name }) => kind === 'keywords' && name === expr.name) === true
  );
}

/** `require('m')`, `import('m')` and `module.require('m')` are names, as imports are. */
function moduleOf(run: Run, event: CallEvent): Value | undefined {
  const { callee } = event.expr;
  const word = callee.k === 'name' ? callee.name : callee.k === 'member' ? callee.property : '';
  if (!run.traits.importFunctions?.has(word)) return undefined;
  const specifier = event.args[0]?.constant;
  if (typeof specifier !== 'string') return undefined;
  const path = run.file.modulePath(specifier);
  const plain = run.rules.name(path);
  const alias = aliasOf(run.file, run.rules.match(plain));
  const name = alias ? run.rules.name(alias) : plain;
  run.events.imported(run, {
    k: 'import',
    module: path[0]!,
    bindings: [],
    start: event.expr.start,
    end: event.expr.end,
  });
  return { ...namedValue(name), dynamic: false };
}

/** Functions given to a call that is not followed: the framework calls them, or the callee may. What those give that were run here. */
function runCallbacks(run: Run, event: CallEvent, followed: boolean): Value | undefined {
  let given: Value | undefined;
  const isEntry = event.match !== null && event.match.entries.length > 0;
  if (!isEntry && !hasFunction(event)) return undefined;
  const entries = (event.match?.entries ?? []).filter((entry) => callHolds(run.file, event, entry.when));
  for (const value of [...event.args, ...event.named.values()])
    for (const closure of entries.length ? handlersIn(run, value) : (value.closures ?? [])) {
      noteRoute(run, closure.fn, event.args[0]?.constant);
      if (entries.length) {
        noteRequests(run, event, entries, closure.fn);
        // A handler that is written above the function that registers it has been run without its request.
        const isLate = run.executed.has(closure.fn) && !run.entries.has(closure.fn);
        run.entries.set(closure.fn, [...entries]);
        if (run.topLevel.has(closure.fn) && !isLate) continue;
        run.runClosure(closure, undefined, undefined);
        continue;
      }
      if (followed || run.executed.has(closure.fn) || run.topLevel.has(closure.fn)) continue;
      const inherited = event.receiver?.taint;
      // `emitter.on('entry', f)`: what a listener is given is no element of what it listens to.
      const each = typeof event.args[0]?.constant === 'string' ? undefined : elementType(run, event.receiver);
      const args = closure.fn.parameters.map((_, index) => {
        const plain = withTaint(symbolicParameter(run, closure.fn, index), undefined);
        const symbol = index === 0 ? asHeld(run, plain, each) : plain;
        return inherited ? withTaint(symbol, stepTaint(inherited, event.expr, 'callback')) : symbol;
      });
      const returned = run.runClosure(closure, args, undefined);
      given = given ? joinValues(given, returned) : returned;
    }
  return given;
}

function hasFunction(event: CallEvent): boolean {
  for (const value of event.args) if (value.closures) return true;
  if (event.named.size > 0) for (const value of event.named.values()) if (value.closures) return true;
  return false;
}

/** Most calls name no argument. */
const noNames: ReadonlyMap<string, Value> = new Map();

const getter = /^(?:get|fetch|read|load)_?(?=[A-Za-z])/i;
