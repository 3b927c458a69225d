import { awaitedResult } from '../domain/call-event.ts';
import {
  binaryValue,
  concatenated,
  piecesOf,
  truthOf,
  truthOfTest,
  unaryValue,
} from '../domain/constants.ts';
import { pathLabels } from '../domain/guarded-labels.ts';
import { mergeLayers } from '../domain/scope.ts';
import { clearLabels, joinTaints, type Taint } from '../domain/taint.ts';
import {
  constantValue,
  deepTaint,
  isDynamic,
  joinValues,
  literalValue,
  unknownValue,
  type Value,
  withTaint,
} from '../domain/value.ts';
import type { Expr } from '../ir/ir.ts';
import { assign, augmented, stepped } from './assignments.ts';
import { evaluateCall } from './calls/calls.ts';
import { evaluateComprehension, evaluateList, evaluateMap } from './collection-literals.ts';
import { announceFunction } from './definitions.ts';
import { noteExportAlias } from './exported-objects.ts';
import { proofsOf } from './guards/barriers/guard-barriers.ts';
import { isLastSegment } from './guards/elements/last-segment.ts';
import { rememberTest } from './guards/flags.ts';
import { applyGuards, narrowedBy } from './guards/guards.ts';
import { rememberMade } from './guards/made/made-texts.ts';
import { testedValue } from './guards/tested-data.ts';
import { elementOf, readIndex, readMember, readName } from './members.ts';
import { namedSource } from './named-source.ts';
import { knownOf } from './own-classes.ts';
import type { Run } from './run.ts';
import { asSaid } from './types/object-types.ts';

export function evaluate(run: Run, expr: Expr): Value {
  const value = evaluatePlain(run, expr);
  return expr.said === undefined ? value : asSaid(run, value, expr.said);
}

function evaluatePlain(run: Run, expr: Expr): Value {
  run.step();
  switch (expr.k) {
    case 'const':
      return constantValue(expr.value);
    case 'name':
      return evaluateName(run, expr);
    case 'member': {
      const value = readMember(run, run.evaluate(expr.object), expr.property, expr);
      return value.taint ? narrowedBy(run, expr, value) : value;
    }
    case 'index': {
      const object = run.evaluate(expr.object);
      const value = readIndex(run, object, run.evaluate(expr.index), expr);
      return value.taint ? withoutFolders(run, expr, narrowedBy(run, expr, value)) : value;
    }
    case 'slice': {
      const object = run.evaluate(expr.object);
      const [from] = expr.parts.map((part) => run.evaluate(part));
      const taint = deepTaint(object);
      const leadsUp =
        taint && !(object.form === 'rooted' && from?.constant === 1) && !isLastSegment(run, expr);
      return {
        ...unknownValue,
        // A path that was resolved below the root leads nowhere above a folder, once its slash is gone.
        taint: leadsUp ? taint : clearLabels(taint, pathLabels),
        dynamic: isDynamic(object),
        name: object.name,
      };
    }
    case 'call': {
      const value = evaluateCall(run, expr);
      if (value.text && value.taint && expr.callee.k === 'member' && expr.callee.property === 'format')
        run.events.putTogether(run, value, expr);
      return value.taint ? withoutFolders(run, expr, narrowedBy(run, expr, value)) : value;
    }
    case 'binary': {
      const left = run.evaluate(expr.left);
      const right = run.evaluate(expr.right);
      run.events.compared(run, expr, left, right);
      const made = binaryValue(expr.op, left, right, run.abilities.constants);
      const value = expr.op === '%' ? formattedBy(run, left, made) : made;
      if (value.text && value.taint) {
        run.events.putTogether(run, value, expr);
        run.events.joined(run, expr.op === '%' ? piecesOf(left, [right]) : [left, right], expr);
      }
      return value;
    }
    case 'unary':
      return unaryValue(expr.op, run.evaluate(expr.value));
    case 'logic':
      return evaluateLogic(run, expr);
    case 'cond':
      return evaluateCondition(run, expr);
    case 'template': {
      const parts = expr.parts.map((part) => run.evaluate(part));
      const value = concatenated(parts, true);
      if (value.text && value.taint) {
        run.events.putTogether(run, value, expr);
        run.events.joined(run, parts, expr);
      }
      return value;
    }
    case 'list':
      return evaluateList(run, expr);
    case 'map':
      return evaluateMap(run, expr);
    case 'function': {
      if (run.frame === run.moduleFrame && !run.topLevel.has(expr.fn))
        run.topLevel.set(expr.fn, expr.fn.name);
      announceFunction(run, expr.fn);
      return run.closureOf(expr.fn);
    }
    case 'class':
      return run.defineClass(expr.definition);
    case 'assign':
      return evaluateAssign(run, expr);
    case 'comprehension':
      return evaluateComprehension(run, expr);
    case 'element':
      return evaluateElement(run, expr);
    case 'yield': {
      const value = run.evaluate(expr.value);
      run.frame.hand(expr.isEach ? elementOf(run, value) : value);
      // What the caller sends back is mostly what became of the value.
      return value;
    }
    case 'await':
      return awaitedResult(run.evaluate(expr.value));
    case 'regex': {
      const value = { ...literalValue, text: `/${expr.pattern}/${expr.flags}` };
      run.events.pattern(run, value, expr);
      return value;
    }
    case 'unknown': {
      let taint: Taint | undefined;
      for (const part of expr.parts) taint = joinTaints(taint, deepTaint(run.evaluate(part)));
      return { ...unknownValue, taint };
    }
  }
}

function withoutFolders(run: Run, expr: Expr, value: Value): Value {
  return isLastSegment(run, expr) ? withTaint(value, clearLabels(value.taint, pathLabels)) : value;
}

/** `Markup('<b>%s</b>') % name`: the class of a text may escape what is put into it. */
function formattedBy(run: Run, { name }: Value, value: Value): Value {
  const operator = value.taint && name && run.rules.match(name.child('__mod__'));
  if (!operator) return value;
  const clears = operator.sanitizers.reduce((mask, each) => mask | each.clears, 0);
  return clears ? { ...value, taint: clearLabels(value.taint, clears) } : value;
}

function evaluateName(run: Run, expr: Expr & { k: 'name' }): Value {
  if (expr.name === run.traits.receiverName) {
    const self = run.self();
    if (self) return self;
  }
  const value = namedSource(run, expr.name, run.lookup(expr.name), expr);
  if (value.taint && !isConstantElsewhere(run, expr.name, value)) return narrowedBy(run, expr, value);
  if (value.name?.depth !== 1) return value;
  const read = readName(run, value, expr);
  return isConstantElsewhere(run, expr.name, read) ? { ...read, taint: undefined, dynamic: false } : read;
}

/** `_DB_PREFIX_`: what a constant of another file holds, the program has written. */
function isConstantElsewhere(run: Run, name: string, { taint }: Value): boolean {
  if (!run.traits.constantCase || !constantName.test(name)) return false;
  return !taint?.some(({ origin }) => origin.k === 'source');
}

const constantName = /^_*[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+_*$/;

function evaluateLogic(run: Run, expr: Expr & { k: 'logic' }): Value {
  const left = run.evaluate(expr.left);
  const truth = run.abilities.constants ? truthOf(left) : undefined;
  if (truth !== undefined && left.constant !== undefined) {
    if (expr.op === 'and' && !truth) return left;
    if (expr.op === 'or' && truth) return left;
    if (expr.op === 'nullish' && left.constant !== null) return left;
    return run.evaluate(expr.right);
  }
  let right: Value = unknownValue;
  const base = run.frame.layer;
  const branch = run.branch(() => {
    if (expr.op !== 'nullish') applyGuards(run, expr.left, expr.op === 'and');
    right = run.evaluate(expr.right);
    // What a guard narrowed holds only on the right side.
    for (const name of [...run.frame.layer.values.keys()])
      if (/^[#%=^]/.test(name)) run.frame.layer.forget(name);
  });
  if (hasAssignment(expr.right))
    mergeLayers(base, [
      branch,
      run.branch(() => {
        // Behind `x.matches(p) || fail()` the left side held.
        if (branch.dead && expr.op !== 'nullish') applyGuards(run, expr.left, expr.op === 'or');
      }),
    ]);
  // Where only truth values are joined, one false part makes a conjunction false, and one true part a disjunction true.
  const isTelling = run.abilities.constants && run.traits.truthLogic && expr.op !== 'nullish';
  if (isTelling && right.constant === (expr.op === 'or')) return constantValue(right.constant);
  if (expr.op === 'and') return { ...right, constant: undefined, dynamic: left.dynamic || right.dynamic };
  return joinValues(left, right);
}

function hasAssignment(expr: Expr): boolean {
  return (
    expr.k === 'assign' ||
    expr.k === 'call' ||
    (expr.k === 'logic' && (hasAssignment(expr.left) || hasAssignment(expr.right)))
  );
}

function evaluateCondition(run: Run, expr: Expr & { k: 'cond' }): Value {
  const test = run.evaluate(expr.test);
  const truth = run.abilities.constants ? truthOfTest(expr.test, test) : undefined;
  if (truth !== undefined) return run.evaluate(truth ? expr.yes : expr.otherwise);
  let then: Value = unknownValue;
  let otherwise: Value = unknownValue;
  const base = run.frame.layer;
  const layers = [
    run.branch(() => {
      applyGuards(run, expr.test, true);
      then = testedValue(run, expr.test, true, run.evaluate(expr.yes));
    }),
    run.branch(() => {
      applyGuards(run, expr.test, false);
      otherwise = testedValue(run, expr.test, false, run.evaluate(expr.otherwise));
    }),
  ];
  mergeLayers(base, layers);
  return joinValues(then, otherwise);
}

function evaluateAssign(run: Run, expr: Expr & { k: 'assign' }): Value {
  let value = run.evaluate(expr.value);
  if (expr.op) {
    const { target } = expr;
    const before =
      target.k === 'name'
        ? run.lookup(target.name)
        : target.k === 'member'
          ? shownAlready(
              readMember(run, run.evaluate(target.object), target.property, target),
              target.property,
            )
          : target.k === 'index'
            ? readIndex(run, run.evaluate(target.object), run.evaluate(target.index), target)
            : unknownValue;
    const added = value;
    const folded = (op: string, a: Value, b: Value) => binaryValue(op, a, b, run.abilities.constants);
    const isLibrary = (root: string) => knownOf(run, run.rules.name([root])) !== null;
    value = augmented(expr.op, before, value, folded, isLibrary);
    if (expr.op === '+' && value.text && value.taint) run.events.joined(run, [before, added], expr);
  } else if (expr.target.k === 'member') {
    // `exports.handler = …` names the function as well as a declaration would.
    const fn = value.closures?.[0]?.fn;
    if (fn && !fn.name && expr.target.property !== 'exports') fn.name = expr.target.property;
  } else if (expr.target.k === 'name') {
    if (value.closures?.[0] && !value.closures[0].fn.name) {
      value.closures[0].fn.name = expr.target.name;
      if (unnamed.has(run.topLevel.get(value.closures[0].fn)))
        run.topLevel.set(value.closures[0].fn, expr.target.name);
    }
  }
  if (run.traits.importFunctions) noteExportAlias(run, expr);
  if (expr.target.k === 'name') run.events.variable(run, expr.target.name, value, expr);
  assign(run, expr.target, isJoined(expr) ? stepped(value, expr.target, 'joined') : value);
  rememberTest(run, expr, (test, holds) => proofsOf(run, test, holds));
  rememberMade(run, expr);
  return value;
}

/** `query = 'select ' + name`, `query += name`. */
function isJoined({ op, value }: Expr & { k: 'assign' }): boolean {
  return op === '+' || value.k === 'template' || (value.k === 'binary' && value.op === '+');
}

function evaluateElement(run: Run, expr: Expr & { k: 'element' }): Value {
  const attributes = new Map<string, Value>();
  for (const attribute of expr.attributes) {
    const value = attribute.value ? run.evaluate(attribute.value) : constantValue(true);
    attributes.set(attribute.name, value);
    run.events.attribute(run, expr, attribute, value, attributes);
  }
  for (const child of expr.children) run.evaluate(child);
  return { ...unknownValue, name: run.rules.root.child('jsx') };
}

/** `element.innerHTML += text`: what the page shows already is no text that comes from elsewhere. */
function shownAlready(before: Value, property: string): Value {
  if (property !== 'innerHTML' && property !== 'outerHTML') return before;
  return before.taint?.some(({ origin }) => origin.k === 'source') ? before : literalValue;
}

/** Keys of functions that nothing has named yet. */
const unnamed: ReadonlySet<string | undefined> = new Set(['', 'default']);
