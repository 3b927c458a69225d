import { truthOfTest } from '../domain/constants.ts';
import { Layer, mergeLayers } from '../domain/scope.ts';
import { joinValues, namedValue, type Value } from '../domain/value.ts';
import type { Expr, Handler, ImportBinding, Stmt } from '../ir/ir.ts';
import { assign } from './assignments.ts';
import { aliasOf } from './conditions/alias-of.ts';
import { announceFunction } from './definitions.ts';
import { isOwnError } from './errors/caught-errors.ts';
import { assignedPlaces, holdNarrowed, holdPlaces, type Place } from './guards/assigned-places.ts';
import type { BarriersOf } from './guards/barriers/barrier.ts';
import { proofsOf } from './guards/barriers/guard-barriers.ts';
import { rememberStayed, variable } from './guards/flags.ts';
import { noteExit } from './guards/guarded-parameters.ts';
import { applyAssertion, applyGuards, applyThrowing, keepNarrowed } from './guards/guards.ts';
import { keepUnderSwitch } from './guards/own-switches.ts';
import { noteChosen, noteReplaced, noteTested } from './guards/tested-data.ts';
import { joinedAnswer } from './guards/written/early-answer.ts';
import { runEach, runLoop } from './loops.ts';
import type { Run } from './run.ts';
import { pipesIn } from './schemas/validation-pipes.ts';
import { runSwitch } from './switch-statement.ts';

export function runBlock(run: Run, statements: readonly Stmt[]): void {
  for (let i = 0; i < statements.length; i++) {
    const statement = statements[i]!;
    if (statement.k === 'function') defineFunction(run, statement);
  }
  for (let i = 0; i < statements.length && !run.frame.layer.dead; i++) {
    const answer = joinedAnswer(statements[i]!, statements[i + 1]);
    runStatement(run, answer ?? statements[i]!);
    if (answer) break;
  }
}

function runStatement(run: Run, statement: Stmt): void {
  run.step();
  switch (statement.k) {
    case 'expr':
      run.evaluate(statement.value);
      applyThrowing(run, statement.value);
      applyAssertion(run, statement.value);
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
      if (value) frame.give(value, statement);
      noteExit(run, frame, statement.value, value);
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
      run.events.imported(run, statement);
      for (const pipe of pipesIn(statement)) run.facts.pipe(pipe);
      for (const binding of statement.bindings) {
        // A function of the same name further down takes its place before anything is called.
        const hoisted = run.frame.layer.values.get(binding.local)?.closures?.[0]?.fn;
        if (hoisted && hoisted.start > statement.start) continue;
        run.assignName(binding.local, {
          ...namedValue(run.rules.name(aliasedPath(run, importedPath(run, binding)))),
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

function importedPath(run: Run, binding: ImportBinding): readonly string[] {
  return run.imports.pathOf(binding, (module) => run.rules.knows(module));
}

/** What is imported from a module that goes by another name goes by it too. */
function aliasedPath(run: Run, path: readonly string[]): readonly string[] {
  for (let length = path.length; length > 0; length--) {
    const alias = aliasOf(run.file, run.rules.match(run.rules.name(path.slice(0, length))));
    if (alias) return [...alias, ...path.slice(length)];
  }
  return path;
}

function defineFunction(run: Run, statement: Stmt & { k: 'function' }): void {
  const { fn } = statement;
  const isTop = run.frame === run.moduleFrame;
  if (isTop) run.topLevel.set(fn, fn.name);
  announceFunction(run, fn);
  run.assignName(fn.name, run.closureOf(fn));
}

function snapshot(layer: Layer): Layer {
  const copy = new Layer(layer.below);
  for (const [name, value] of layer.values) copy.set(name, value);
  return copy;
}

function runIf(run: Run, statement: Stmt & { k: 'if' }): void {
  const test = run.evaluate(statement.test);
  const truth = run.abilities.constants ? truthOfTest(statement.test, test) : undefined;
  const { layer } = run.frame;
  if (truth !== undefined) {
    runBlock(run, truth ? statement.yes : statement.otherwise);
    return;
  }
  const [inThen, inOtherwise] = [assignedPlaces(statement.yes), assignedPlaces(statement.otherwise)];
  holdNarrowed(run, inThen);
  holdNarrowed(run, inOtherwise);
  holdPlaces(run, inThen);
  holdPlaces(run, inOtherwise);
  const self = run.selfFrame();
  const before = self?.self;
  const then = run.branch(() => runBranch(run, statement.test, true, statement.yes, inOtherwise));
  const after = self?.self;
  if (self) self.self = before;
  const { cleared, asked } = run.frame;
  const isOpen = statement.otherwise.length === 0 && !then.dead && !sets(then);
  const known = isOpen ? { cleared: new Map(cleared), asked: new Map(asked) } : undefined;
  const otherwise = run.branch(() => runBranch(run, statement.test, false, statement.otherwise, inThen));
  // What a branch has made of the object is known of it, also where the branch leads nowhere.
  if (self?.self && after) self.self = joinValues(self.self, after);
  // `if (!isInside(path)) log(path);`: where both ways lead on and nothing was replaced, the test decided nothing.
  if (known) {
    restore(cleared, known.cleared);
    restore(asked, known.asked);
  }
  const barriersOf: BarriersOf = (test, holds) => proofsOf(run, test, holds);
  rememberStayed(run, statement.test, then, otherwise, false, barriersOf);
  rememberStayed(run, statement.test, otherwise, then, true, barriersOf);
  if (statement.otherwise.length === 0) keepUnderSwitch(run, statement.test, then, otherwise);
  keepNarrowed(run, then, otherwise);
  keepNarrowed(run, otherwise, then);
  mergeLayers(layer, [then, otherwise]);
  noteReplaced(run, statement);
  noteChosen(run, statement);
}

function restore<T>(map: Map<number, T>, before: ReadonlyMap<number, T>): void {
  map.clear();
  for (const [id, value] of before) map.set(id, value);
}

/** Whether a branch has set a variable, be it to what may be used instead. */
function sets({ values }: Layer): boolean {
  return [...values.keys()].some((name) => variable.test(name));
}

/** Runs one branch of two, of which the other assigns to some places. */
function runBranch(
  run: Run,
  test: Expr,
  holds: boolean,
  body: readonly Stmt[],
  elsewhere: readonly Place[],
): void {
  applyGuards(run, test, holds);
  holdNarrowed(run, elsewhere);
  noteTested(run, test, holds);
  const { conditions } = run.frame;
  conditions.push({ expr: test, holds });
  runBlock(run, body);
  conditions.pop();
  if (body.length > 0) holdNarrowed(run, elsewhere);
}

function runTry(run: Run, statement: Stmt & { k: 'try' }): void {
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
        // What the body has proved is not proved where it stopped before.
        if (before || !proof.test(name))
          run.frame.layer.set(name, before ? joinValues(before, value) : value);
      }
      run.events.handler(run, handler, statement);
      if (handler.name) assign(run, handler.name, caught(run, handler));
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

/** What an error of the program's own says is written for whoever made it, unlike what the language or a database says. */
function caught(run: Run, { name, types }: Handler): Value {
  const isInternal = name?.k === 'name' && !isOwnError(types);
  return namedValue(run.rules.root.child(isInternal ? '~error' : '~caught'));
}

/** How places are called of which a condition said something; see `guards/guards.ts`. */
const proof = /^(?:[#%=]|@\d)/;
