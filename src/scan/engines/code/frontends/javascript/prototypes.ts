import type { ClassIr, Expr, FunctionIr, Span, Stmt } from '../../ir/ir.ts';

/**
 * Classes from before there were classes, as classes: a function whose prototype is given methods among the same statements
 * (`F.prototype.method = function`, `F.prototype = { … }`), with the base that `inherits` or `Object.create` names.
 */
export function withPrototypeClasses(body: Stmt[]): Stmt[] {
  if (!body.some(givesMethods)) return body;
  const found = new Map<string, PrototypeClass>();
  for (const stmt of body) collect(stmt, found);
  const taken = new Set<Stmt>();
  for (const [name, known] of found) {
    if (!known.maker || known.methods.size === 0 || givesFunctions(known.maker.fn)) found.delete(name);
    else for (const stmt of known.taken) taken.add(stmt);
  }
  const hoisted: Stmt[] = [];
  const rest: Stmt[] = [];
  for (const stmt of body) {
    const name = makerName(stmt);
    const made = name === undefined ? undefined : found.get(name);
    if (made?.maker?.stmt === stmt) {
      // What a function declaration makes is known before the first statement runs.
      (stmt.k === 'function' ? hoisted : rest).push(classOf(name!, made, stmt));
      const exported = exportedAs(stmt, name!);
      if (exported) rest.push(exported);
    } else if (!taken.has(stmt)) rest.push(stmt);
  }
  // Behind what the file begins with, `var Base = require('base')`: a class needs its base.
  const first = rest.findIndex((stmt) => !isOpening(stmt));
  return first < 0 ? [...rest, ...hoisted] : [...rest.slice(0, first), ...hoisted, ...rest.slice(first)];
}

/** An import, a directive, or the declaration of a variable. */
function isOpening({ k, ...stmt }: Stmt): boolean {
  if (k !== 'expr') return k === 'import';
  const { value } = stmt as Stmt & { k: 'expr' };
  return value.k === 'const' || (value.k === 'assign' && value.target.k !== 'member');
}

function givesMethods(stmt: Stmt): boolean {
  if (stmt.k !== 'expr' || stmt.value.k !== 'assign' || stmt.value.target.k !== 'member') return false;
  const { object, property } = stmt.value.target;
  return property === 'prototype' || prototypeOwner(object) !== undefined;
}

/** `this.method = function` in the function itself: its objects have methods of their own, which see its variables. */
function givesFunctions({ body }: FunctionIr): boolean {
  return body.some(
    (stmt) =>
      stmt.k === 'expr' &&
      stmt.value.k === 'assign' &&
      stmt.value.target.k === 'member' &&
      stmt.value.value.k === 'function',
  );
}

interface PrototypeClass {
  maker: { stmt: Stmt; fn: FunctionIr } | undefined;
  readonly methods: Map<string, FunctionIr>;
  readonly bases: Expr[];
  /** Statements that say nothing but what the class says. */
  readonly taken: Set<Stmt>;
}

function collect(stmt: Stmt, found: Map<string, PrototypeClass>): void {
  const name = makerName(stmt);
  if (name !== undefined) {
    const fn = stmt.k === 'function' ? stmt.fn : assignedFunction(stmt)!;
    entry(found, name).maker ??= { stmt, fn };
    return;
  }
  if (stmt.k !== 'expr') return;
  const inherited = inheritance(stmt.value);
  if (inherited) entry(found, inherited.name).bases.push(inherited.base);
  if (stmt.value.k !== 'assign' || stmt.value.op !== undefined) return;
  const { target, value } = stmt.value;
  if (target.k !== 'member') return;
  const owner = prototypeOwner(target.object);
  if (owner !== undefined && isMethod(value)) {
    const known = entry(found, owner);
    known.methods.set(target.property, value.fn);
    known.taken.add(stmt);
  } else if (target.property === 'prototype' && target.object.k === 'name') {
    const known = entry(found, target.object.name);
    const base = createdFrom(value);
    if (base) known.bases.push(base);
    if (value.k !== 'map') return;
    for (const each of value.entries)
      if (each.key?.k === 'const' && typeof each.key.value === 'string' && isMethod(each.value))
        known.methods.set(each.key.value, each.value.fn);
    if (value.entries.every((each) => isMethod(each.value))) known.taken.add(stmt);
  }
}

function entry(found: Map<string, PrototypeClass>, name: string): PrototypeClass {
  let known = found.get(name);
  if (!known) {
    known = { maker: undefined, methods: new Map(), bases: [], taken: new Set() };
    found.set(name, known);
  }
  return known;
}

/** `function F() …`, `var F = function () …`. */
function makerName(stmt: Stmt): string | undefined {
  if (stmt.k === 'function') return stmt.fn.ownsThis ? stmt.fn.name : undefined;
  if (stmt.k !== 'expr' || stmt.value.k !== 'assign' || stmt.value.target.k !== 'name') return undefined;
  return stmt.value.op === undefined && assignedFunction(stmt) ? stmt.value.target.name : undefined;
}

/** Of `var F = module.exports = function () …` the function, too. */
function assignedFunction(stmt: Stmt): FunctionIr | undefined {
  if (stmt.k !== 'expr' || stmt.value.k !== 'assign') return undefined;
  let { value } = stmt.value;
  while (value.k === 'assign') value = value.value;
  return isMethod(value) ? value.fn : undefined;
}

/** `module.exports = F` of `var F = module.exports = function () …`. */
function exportedAs(stmt: Stmt, name: string): Stmt | undefined {
  if (stmt.k !== 'expr' || stmt.value.k !== 'assign' || stmt.value.value.k !== 'assign') return undefined;
  const renamed = (expr: Expr): Expr =>
    expr.k === 'assign'
      ? { ...expr, value: renamed(expr.value) }
      : { k: 'name', name, start: expr.start, end: expr.start };
  return { k: 'expr', value: renamed(stmt.value.value), ...spanOf(stmt) };
}

function isMethod(value: Expr): value is Expr & { k: 'function' } {
  return value.k === 'function' && value.fn.ownsThis;
}

/** F of `F.prototype`. */
function prototypeOwner(object: Expr): string | undefined {
  if (object.k !== 'member' || object.property !== 'prototype') return undefined;
  return object.object.k === 'name' ? object.object.name : undefined;
}

/** `inherits(F, Base)`, as `util` and a package of that name have it. */
function inheritance(value: Expr): { name: string; base: Expr } | undefined {
  if (value.k !== 'call' || value.args.length !== 2) return undefined;
  const { callee } = value;
  const called = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  const [derived, base] = value.args;
  if (called !== 'inherits' || derived?.value.k !== 'name') return undefined;
  return { name: derived.value.name, base: base!.value };
}

/** Base of `Object.create(Base.prototype)` and `new Base()`. */
function createdFrom(value: Expr): Expr | undefined {
  if (value.k !== 'call') return undefined;
  if (value.isNew) return value.callee;
  const { callee } = value;
  const isCreate =
    callee.k === 'member' &&
    callee.property === 'create' &&
    callee.object.k === 'name' &&
    callee.object.name === 'Object';
  const given = value.args[0]?.value;
  return isCreate && given?.k === 'member' && given.property === 'prototype' ? given.object : undefined;
}

function classOf(name: string, { maker, methods, bases }: PrototypeClass, stmt: Stmt): Stmt {
  const { fn } = maker!;
  const asMethod = (method: FunctionIr, as: string): FunctionIr => {
    method.name = as;
    method.className = name;
    return method;
  };
  const definition: ClassIr = {
    name,
    bases: bases.slice(0, 1),
    methods: [
      asMethod(fn, 'constructor'),
      ...[...methods].map(([called, method]) => asMethod(method, called)),
    ],
    fields: [],
    decorators: [],
    heading: fn.heading,
    isFunction: true,
    body: [],
    ...spanOf(fn),
  };
  return { k: 'class', definition, ...spanOf(stmt) };
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}
