import { Layer, mergeLayers } from '../domain/scope.ts';
import type { Value } from '../domain/value.ts';
import type { Stmt, SwitchCase } from '../ir/ir.ts';
import { allLabels } from '../knowledge/labels.ts';
import { assign } from './assignments.ts';
import { assignedPlaces, holdNarrowed, holdPlaces } from './guards/assigned-places.ts';
import { remainingCharacters } from './guards/elements/kept-characters.ts';
import { applyGuards, clearGuarded } from './guards/guards.ts';
import { withExits } from './loops.ts';
import type { Run } from './run.ts';

export function runSwitch(run: Run, statement: Stmt & { k: 'switch' }): void {
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
    const places = statement.cases.flatMap(({ body }) => assignedPlaces(body)).slice(0, maxPlaces);
    holdNarrowed(run, places);
    holdPlaces(run, places);
    for (const each of statement.cases) {
      const end: Layer = run.branch(() => {
        const isReached = falling !== undefined && !falling.dead;
        if (isReached) mergeLayers(run.frame.layer, [new Layer(run.frame.layer), falling!]);
        applyCase(run, statement, each);
        if (!isReached && each.tests.length === 0 && !each.guard)
          for (const { expr, clears } of remainingCharacters(run, statement.subject, statement.cases))
            clearGuarded(run, expr, clears);
        holdNarrowed(run, places);
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
function applyCase(run: Run, statement: Stmt & { k: 'switch' }, each: SwitchCase): void {
  const { subject } = statement;
  if (each.tests.length === 0 || !each.tests.every((test) => test.k === 'const')) return;
  if (subject.k !== 'name') {
    clearGuarded(run, subject, allLabels);
    return;
  }
  const value = run.evaluate(subject);
  run.assignName(subject.name, { ...value, taint: undefined, dynamic: false });
}

function runCase(run: Run, each: SwitchCase, subject: Value): void {
  for (const binding of each.bindings) assign(run, binding, subject);
  if (each.guard) {
    run.evaluate(each.guard);
    applyGuards(run, each.guard, true);
  }
  run.runBlock(each.body);
}

/** The case that a constant selects; -1 for none, undefined when that is not known. */
function chosenCase(run: Run, subject: Value, cases: readonly SwitchCase[]): number | undefined {
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

const maxPlaces = 32;
