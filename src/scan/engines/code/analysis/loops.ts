import { truthOf } from '../domain/constants.ts';
import { fetchLabels } from '../domain/guarded-labels.ts';
import { isReplacedKey, Layer, mergeLayers } from '../domain/scope.ts';
import { unknownValue, type Value } from '../domain/value.ts';
import { carriedNames } from '../ir/carried-names.ts';
import type { Expr, Stmt } from '../ir/ir.ts';
import { assign, stepped } from './assignments.ts';
import { leavingBarriers } from './guards/elements/element-tests.ts';
import { copiesPieces, noteCharacter } from './guards/elements/kept-characters.ts';
import {
  applyChecked,
  checkedByIndex,
  checkedCollection,
  checkedVariable,
  countedThrough,
  indexIn,
  type ListedVariable,
} from './guards/elements/listed-variables.ts';
import { variable } from './guards/flags.ts';
import { applyGuards, clearGuarded } from './guards/guards.ts';
import { elementOf, keyOf } from './members.ts';
import type { Run } from './run.ts';

/** Runs a loop until nothing changes any more, a few rounds at most. */
export function runLoop(run: Run, statement: Stmt & { k: 'loop' }): void {
  const { frame } = run;
  const base = frame.layer;
  let endless = statement.test === undefined;
  const breaks: Layer[] = [];
  const rounds = iterations(run);
  const counted = countedThrough(statement.test);
  let cleared = 0;
  for (let round = 0; round < rounds; round++) {
    const exits = { breaks: [] as Layer[], continues: [] as Layer[] };
    const self = run.self();
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
      run.runBlock(statement.body);
      const isThrough = counted && !run.frame.layer.dead && exits.continues.length === 0;
      cleared = isThrough ? checkedByIndex(counted.collection, counted.index, run.frame.layer) : 0;
      if (statement.update && !run.frame.layer.dead) run.evaluate(statement.update);
    });
    frame.exits.pop();
    frame.layer = base;
    breaks.push(...withExits(exits.breaks));
    if (skipped) {
      mergeLayers(base, [body]);
      return;
    }
    const ends = [new Layer(base), body, ...withExits(exits.continues)];
    if (!mergeLayers(base, ends, carriedBy(run, statement, self))) break;
  }
  if (endless) {
    if (breaks.length === 0) base.dead = true;
    else mergeLayers(base, breaks);
    return;
  }
  const straight = run.branch(() => {
    if (statement.test && !countsUp(statement.test)) applyGuards(run, statement.test, false);
  });
  mergeLayers(base, [straight, ...breaks]);
  if (breaks.length > 0) return;
  clearChecked(run, statement);
  if (counted && cleared && !base.dead) clearGuarded(run, counted.collection, cleared);
}

/** What a loop has looked at to its end. */
function clearChecked(run: Run, statement: Stmt & { k: 'each' | 'loop' }): void {
  if (run.frame.layer.dead) return;
  for (const { expr, clears } of leavingBarriers(statement)) clearGuarded(run, expr, clears);
}

/** `i < n` says no more behind the loop than that it has counted. */
function countsUp(test: Expr): boolean {
  return test.k === 'binary' && orders.has(test.op) && test.left.k !== 'call';
}

const orders = new Set(['<', '<=', '>', '>=']);

export function runEach(run: Run, statement: Stmt & { k: 'each' }): void {
  const { frame } = run;
  const iterable = run.evaluate(statement.iterable);
  const base = frame.layer;
  const item: Value = statement.keys
    ? keyOf(iterable)
    : run.traits.eachOverMap === 'entries' && iterable.shape?.kind === 'map'
      ? entryOf(run, iterable)
      : elementOf(
          run,
          iterable,
          run.traits.eachOverMap === 'values' ? undefined : statement.iterable,
          statement.iterable,
        );
  if (!statement.keys && copiesPieces(statement)) noteCharacter(run, statement.target, iterable);
  // A list of known items is gone through one by one; then each has its own value.
  const listed = listedItems(run, iterable, statement.keys);
  // Lists within lists multiply: four of them may be ten thousand rounds.
  const known = listed && frame.unrolled * listed.length <= maxUnrolledTogether ? listed : undefined;
  frame.unrolled *= known?.length ?? 1;
  const breaks: Layer[] = [];
  let addresses: ReadonlyArray<readonly [string, Value]> = [];
  const rounds = known ? known.length : iterations(run);
  const checked: ListedVariable[] = [];
  let collection: ListedVariable | undefined;
  let byIndex = 0;
  for (let round = 0; round < rounds; round++) {
    const exits = { breaks: [] as Layer[], continues: [] as Layer[] };
    const version = statement.target.k === 'name' ? frame.versionOf(statement.target.name) : 0;
    const self = run.self();
    frame.exits.push(exits);
    const body = run.branch(() => {
      assign(run, statement.target, stepped(known ? known[round]! : item, statement.target, 'element'));
      run.runBlock(statement.body);
    });
    frame.exits.pop();
    frame.layer = base;
    breaks.push(...withExits(exits.breaks));
    collection =
      known || body.dead || exits.continues.length > 0
        ? undefined
        : checkedCollection(run, statement, body, version);
    byIndex =
      known || body.dead || exits.continues.length > 0
        ? 0
        : checkedByIndex(statement.iterable, indexIn(statement), body);
    addresses = checkedAddresses(body.dead ? exits.continues : [body, ...exits.continues]);
    if (known) mergeLayers(base, [body, ...withExits(exits.continues)]);
    else {
      const ends = [new Layer(base), body, ...withExits(exits.continues)];
      if (!mergeLayers(base, ends, carriedBy(run, statement, self))) break;
    }
    if (base.dead) break;
    const variable =
      known && exits.continues.length === 0 ? checkedVariable(run, statement, round, version) : undefined;
    if (variable) checked.push(variable);
  }
  frame.unrolled /= known?.length ?? 1;
  if (breaks.length) {
    const straight = new Layer(base);
    straight.dead = base.dead;
    base.dead = false;
    mergeLayers(base, [straight, ...breaks]);
  } else {
    if (!base.dead && collection) {
      applyChecked(run, [collection]);
      if (collection.cleared) clearGuarded(run, statement.iterable, collection.cleared);
    }
    if (!base.dead && byIndex) clearGuarded(run, statement.iterable, byIndex);
    clearChecked(run, statement);
    if (!base.dead) applyChecked(run, checked);
    for (const [key, value] of addresses) if (!base.dead) base.set(key, value);
  }
  if (!base.dead) run.runBlock(statement.otherwise);
}

/**
 * What has been established of the network that data leads to wherever a round of the loop ends: behind it, that holds of all addresses that were looked up, or for
 * all networks that an address was compared with.
 */
function checkedAddresses(layers: readonly Layer[]): ReadonlyArray<readonly [string, Value]> {
  const [first, ...others] = layers;
  return [...(first?.values ?? [])].flatMap(([key, value]) => {
    if (!key.startsWith('@')) return [];
    const clears = others.reduce((mask, layer) => mask & clearedIn(layer, key), clearedIn(first!, key));
    return clears & fetchLabels ? [[key, { ...value, constant: clears & fetchLabels }] as const] : [];
  });
}

function clearedIn(layer: Layer, key: string): number {
  return Number(layer.get(key)?.constant ?? 0);
}

/** An entry of a map, which languages read by different names. */
function entryOf(run: Run, map: Value): Value {
  const [key, value] = [keyOf(map), elementOf(run, map)];
  const names = [
    ['key', key],
    ['Key', key],
    ['first', key],
    ['value', value],
    ['Value', value],
    ['second', value],
  ] as const;
  return {
    ...unknownValue,
    shape: { kind: 'map', fields: new Map(names), rest: undefined, length: undefined },
  };
}

function listedItems(run: Run, iterable: Value, keys: boolean): Value[] | undefined {
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

/** Whether the next round may see what this one left under a key: where it sees nothing new it finds what this one found. */
function carriedBy(
  run: Run,
  loop: Stmt & { k: 'each' | 'loop' },
  self: Value | undefined,
): (key: string) => boolean {
  const { frame } = run;
  // Functions read variables that the loop does not name, and anything may read the object.
  const isOpen = frame === run.moduleFrame || frame.created.length > 0 || run.self() !== self;
  const carried = isOpen ? undefined : carriedNames(loop);
  return (key) => !isReplacedKey(key) && (!carried || !variable.test(key) || carried.has(key));
}

/** A layer that ran to a `break` inside deeper layers, seen from the loop's base. */
export function withExits(layers: readonly Layer[]): Layer[] {
  return layers.map((layer) => {
    layer.dead = false;
    return layer;
  });
}

function iterations(run: Run): number {
  return run.frame.exits.length > 2 || !run.abilities.repeats ? 1 : run.frame.exits.length > 1 ? 2 : 3;
}

const maxUnrolled = 12;
const maxUnrolledTogether = 256;
