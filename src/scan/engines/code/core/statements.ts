import { assign } from './assignments.ts';
import { truthOf } from './constants.ts';
import { applyGuards } from './guards.ts';
import type { Interpreter } from './interpreter.ts';
import type { Stmt, SwitchCase } from './ir.ts';
import { elementOf, keyOf } from './members.ts';
import { Layer, mergeLayers } from './scope.ts';
import { joinValues, namedValue, type Value } from './value.ts';

export function runBlock(run: Interpreter, statements: readonly Stmt[]): void {
  for (const statement of statements) if (statement.k === 'function') defineFunction(run, statement);
  for (const statement of statements) {
    if (run.frame.layer.dead) return;
    runStatement(run, statement);
  }
}

function runStatement(run: Interpreter, statement: Stmt): void {
  run.step();
  switch (statement.k) {
    case 'expr':
      run.evaluate(statement.value);
      return;
    case 'block':
      runBlock(run, statement.body);
      return;
    case 'if':
      runIf(run, statement);
      return;
    case 'return': {
      const value = statement.value ? run.evaluate(statement.value) : undefined;
      const { frame } = run;
      if (value) frame.returned = frame.returned ? joinValues(frame.returned, value) : value;
      frame.layer.dead = true;
      return;
    }
    case 'throw':
      if (statement.value) run.evaluate(statement.value);
      run.frame.layer.dead = true;
      return;
    case 'break':
    case 'continue': {
      const exits = run.frame.exits.at(-1);
      const { layer } = run.frame;
      if (exits) (statement.k === 'break' ? exits.breaks : exits.continues).push(snapshot(layer));
      layer.dead = true;
      return;
    }
    case 'loop':
      runLoop(run, statement);
      return;
    case 'each':
      runEach(run, statement);
      return;
    case 'switch':
      runSwitch(run, statement);
      return;
    case 'try':
      runTry(run, statement);
      return;
    case 'function':
      if (statement.fn.decorators.length) defineFunction(run, statement);
      return;
    case 'class': {
      const value = run.defineClass(statement.definition);
      run.assignName(statement.definition.name, value);
      runBlock(run, statement.definition.body);
      return;
    }
    case 'import':
      run.reporter.imported(run, statement);
      for (const binding of statement.bindings) {
        const name = run.rules.name(binding.path);
        const alias = run.rules.match(name)?.alias;
        run.assignName(binding.local, {
          ...namedValue(alias ? run.rules.name(alias) : name),
          dynamic: false,
        });
        run.facts.reexport(binding.local, binding.path);
      }
      return;
    case 'export':
      run.facts.exported(statement.name, statement.local);
      return;
  }
}

function defineFunction(run: Interpreter, statement: Stmt & { k: 'function' }): void {
  const { fn } = statement;
  const isTop = run.frame === run.moduleFrame;
  if (isTop) run.topLevel.set(fn, fn.name);
  run.reporter.definedFunction(run, fn);
  run.assignName(fn.name, run.closureOf(fn));
}

function snapshot(layer: Layer): Layer {
  const copy = new Layer(layer.below);
  for (const [name, value] of layer.values) copy.values.set(name, value);
  return copy;
}

function runIf(run: Interpreter, statement: Stmt & { k: 'if' }): void {
  const test = run.evaluate(statement.test);
  const truth = run.abilities.constants ? truthOf(test) : undefined;
  const { layer } = run.frame;
  if (truth !== undefined) {
    runBlock(run, truth ? statement.yes : statement.otherwise);
    return;
  }
  const then = run.branch(() => {
    applyGuards(run, statement.test, true);
    runBlock(run, statement.yes);
  });
  const otherwise = run.branch(() => {
    applyGuards(run, statement.test, false);
    runBlock(run, statement.otherwise);
  });
  mergeLayers(layer, [then, otherwise]);
}

/** A layer that ran to a `break` inside deeper layers, seen from the loop's base. */
function withExits(layers: readonly Layer[]): Layer[] {
  return layers.map((layer) => {
    layer.dead = false;
    return layer;
  });
}

function iterations(run: Interpreter): number {
  return run.frame.exits.length > 2 ? 1 : run.frame.exits.length > 1 ? 2 : 3;
}

function runLoop(run: Interpreter, statement: Stmt & { k: 'loop' }): void {
  const { frame } = run;
  const base = frame.layer;
  let endless = statement.test === undefined;
  const breaks: Layer[] = [];
  const rounds = iterations(run);
  for (let round = 0; round < rounds; round++) {
    const exits = { breaks: [] as Layer[], continues: [] as Layer[] };
    frame.exits.push(exits);
    let skipped = false;
    const body = run.branch(() => {
      if (statement.test) {
        const truth = run.abilities.constants ? truthOf(run.evaluate(statement.test)) : undefined;
        if (round === 0 && truth === false && !statement.runsFirst) {
          skipped = true;
          return;
        }
        if (round === 0 && truth === true && statement.test.k === 'const') endless = true;
        applyGuards(run, statement.test, true);
      }
      runBlock(run, statement.body);
      if (statement.update && !run.frame.layer.dead) run.evaluate(statement.update);
    });
    frame.exits.pop();
    frame.layer = base;
    breaks.push(...withExits(exits.breaks));
    if (skipped) {
      mergeLayers(base, [body]);
      return;
    }
    const changed = mergeLayers(base, [new Layer(base), body, ...withExits(exits.continues)]);
    if (!changed) break;
  }
  if (endless) {
    if (breaks.length === 0) base.dead = true;
    else mergeLayers(base, breaks);
  } else if (breaks.length) mergeLayers(base, [new Layer(base), ...breaks]);
}

function runEach(run: Interpreter, statement: Stmt & { k: 'each' }): void {
  const { frame } = run;
  const iterable = run.evaluate(statement.iterable);
  const base = frame.layer;
  const item: Value = statement.keys
    ? keyOf(iterable)
    : elementOf(run, iterable, run.traits.eachGivesValues ? undefined : statement.iterable);
  // A list of known items is gone through one by one; then each has its own value.
  const known = listedItems(run, iterable, statement.keys);
  const breaks: Layer[] = [];
  const rounds = known ? known.length : iterations(run);
  for (let round = 0; round < rounds; round++) {
    const exits = { breaks: [] as Layer[], continues: [] as Layer[] };
    frame.exits.push(exits);
    const body = run.branch(() => {
      assign(run, statement.target, known ? known[round]! : item);
      runBlock(run, statement.body);
    });
    frame.exits.pop();
    frame.layer = base;
    breaks.push(...withExits(exits.breaks));
    if (known) mergeLayers(base, [body, ...withExits(exits.continues)]);
    else if (!mergeLayers(base, [new Layer(base), body, ...withExits(exits.continues)])) break;
    if (base.dead) break;
  }
  if (breaks.length) {
    const straight = new Layer(base);
    straight.dead = base.dead;
    base.dead = false;
    mergeLayers(base, [straight, ...breaks]);
  }
  if (!base.dead) runBlock(run, statement.otherwise);
}

function listedItems(run: Interpreter, iterable: Value, keys: boolean): Value[] | undefined {
  const { shape } = iterable;
  if (!run.abilities.shapes || keys || shape?.kind !== 'list' || shape.rest || shape.length === undefined)
    return undefined;
  if (shape.length === 0 || shape.length > maxUnrolled || iterable.taint) return undefined;
  const items: Value[] = [];
  for (let i = 0; i < shape.length; i++) {
    const item = shape.fields.get(String(i));
    if (!item) return undefined;
    items.push(item);
  }
  return items;
}

function runSwitch(run: Interpreter, statement: Stmt & { k: 'switch' }): void {
  const subject = run.evaluate(statement.subject);
  const { frame } = run;
  const base = frame.layer;
  const exits = { breaks: [] as Layer[], continues: frame.exits.at(-1)?.continues ?? [] };
  frame.exits.push(exits);
  const chosen = run.abilities.constants ? chosenCase(run, subject, statement.cases) : undefined;
  const ends: Layer[] = [];
  if (chosen !== undefined) {
    if (chosen >= 0) {
      const end = run.branch(() => {
        for (let i = chosen; i < statement.cases.length && !run.frame.layer.dead; i++) {
          runCase(run, statement.cases[i]!, subject);
          if (!statement.fallsThrough) break;
        }
      });
      ends.push(end);
    } else ends.push(new Layer(base));
  } else {
    let falling: Layer | undefined;
    for (const each of statement.cases) {
      const end: Layer = run.branch(() => {
        if (falling && !falling.dead) mergeLayers(run.frame.layer, [new Layer(run.frame.layer), falling]);
        applyCase(run, statement, each);
        runCase(run, each, subject);
      });
      if (statement.fallsThrough) falling = end;
      else ends.push(end);
    }
    if (falling) ends.push(falling);
    if (!statement.cases.some((each) => each.tests.length === 0 && !each.guard)) ends.push(new Layer(base));
  }
  frame.exits.pop();
  frame.layer = base;
  if (ends.length || exits.breaks.length) mergeLayers(base, [...ends, ...withExits(exits.breaks)]);
}

/** Inside a case of a literal the subject is that literal. */
function applyCase(run: Interpreter, statement: Stmt & { k: 'switch' }, each: SwitchCase): void {
  if (each.tests.length === 0 || statement.subject.k !== 'name') return;
  if (!each.tests.every((test) => test.k === 'const')) return;
  const value = run.evaluate(statement.subject);
  run.assignName(statement.subject.name, { ...value, taint: undefined });
}

function runCase(run: Interpreter, each: SwitchCase, subject: Value): void {
  for (const binding of each.bindings) assign(run, binding, subject);
  if (each.guard) run.evaluate(each.guard);
  runBlock(run, each.body);
}

/** The case that a constant selects; -1 for none, undefined when that cannot be told. */
function chosenCase(run: Interpreter, subject: Value, cases: readonly SwitchCase[]): number | undefined {
  if (subject.constant === undefined) return undefined;
  let otherwise = -1;
  for (const [i, each] of cases.entries()) {
    if (each.guard) return undefined;
    if (each.tests.length === 0) {
      otherwise = i;
      continue;
    }
    for (const test of each.tests) {
      const value = run.evaluate(test);
      if (value.constant === undefined) return undefined;
      if (value.constant === subject.constant) return i;
    }
  }
  return otherwise;
}

function runTry(run: Interpreter, statement: Stmt & { k: 'try' }): void {
  const base = run.frame.layer;
  const body = run.branch(() => runBlock(run, statement.body));
  const bodyValues = [...body.values];
  const completed = body.dead
    ? body
    : run.branch(() => {
        for (const [name, value] of bodyValues) run.frame.layer.set(name, value);
        runBlock(run, statement.otherwise);
      });
  const ends = [completed];
  for (const handler of statement.handlers) {
    const end = run.branch(() => {
      // The body may have stopped anywhere: each variable holds what it had before or what it got.
      for (const [name, value] of bodyValues) {
        const before = base.get(name);
        run.frame.layer.set(name, before ? joinValues(before, value) : value);
      }
      run.reporter.handler(run, handler, statement);
      if (handler.name) assign(run, handler.name, caught(run, handler.name));
      runBlock(run, handler.body);
    });
    ends.push(end);
  }
  mergeLayers(base, ends);
  if (statement.last.length) {
    const { dead } = base;
    base.dead = false;
    runBlock(run, statement.last);
    base.dead ||= dead;
  }
}

function caught(run: Interpreter, target: { k: string }): Value {
  return namedValue(run.rules.root.child(target.k === 'name' ? '~error' : '~caught'));
}

const maxUnrolled = 12;
