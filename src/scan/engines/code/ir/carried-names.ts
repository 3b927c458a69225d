import type { Expr, Stmt, Target } from './ir.ts';
import { eachPart, type Part } from './parts.ts';

type Loop = Stmt & { k: 'each' | 'loop' };

/**
 * The variables that a round of a loop may read before it sets them: only through them does a round see what the one before it left.
 * Nothing where functions are written in the loop, which may read any variable at any time.
 */
export function carriedNames(loop: Loop): ReadonlySet<string> | undefined {
  let known = carried.get(loop);
  if (!known) {
    known = { names: new Reads().ofLoop(loop) };
    carried.set(loop, known);
  }
  return known.names;
}

/** Follows the order in which a round runs. */
class Reads {
  readonly #names = new Set<string>();
  /** What is certainly set where the walk has come to; nothing where it does not come further. */
  #set: Set<string> | undefined = new Set();
  #isOpen = false;

  ofLoop(loop: Loop): ReadonlySet<string> | undefined {
    if (loop.k === 'each') this.#target(loop.target);
    else if (loop.test) this.#part(loop.test);
    this.#block(loop.body);
    // A round that ended early leads here as well.
    this.#set = new Set();
    if (loop.k === 'loop' && loop.update) this.#part(loop.update);
    return this.#isOpen ? undefined : this.#names;
  }

  #block(statements: readonly Stmt[]): void {
    for (const statement of statements) {
      if (!this.#set) return;
      this.#part(statement);
    }
  }

  #part(part: Part): void {
    switch (part.k) {
      case 'name':
        if (!this.#set?.has(part.name)) this.#names.add(part.name);
        return;
      case 'function':
      case 'class':
        this.#isOpen = true;
        return;
      case 'import':
        for (const { local } of part.bindings) this.#set?.add(local);
        return;
      case 'assign':
        this.#part(part.value);
        if (part.op !== undefined) this.#part(part.target);
        this.#target(part.target);
        return;
      case 'logic':
        this.#part(part.left);
        this.#aside(() => this.#part(part.right));
        return;
      case 'cond':
        this.#part(part.test);
        this.#choice(
          () => this.#part(part.yes),
          () => this.#part(part.otherwise),
        );
        return;
      case 'comprehension':
        this.#aside(() => {
          for (const { target, iterable, conditions } of part.clauses) {
            this.#part(iterable);
            this.#target(target);
            for (const condition of conditions) this.#part(condition);
          }
          if (part.key) this.#part(part.key);
          this.#part(part.element);
        });
        return;
      case 'if':
        this.#part(part.test);
        this.#choice(
          () => this.#block(part.yes),
          () => this.#block(part.otherwise),
        );
        return;
      case 'loop':
        if (part.test) this.#part(part.test);
        this.#aside(() => this.#block(part.body));
        if (part.update) this.#aside(() => this.#part(part.update as Expr));
        return;
      case 'each':
        this.#part(part.iterable);
        this.#aside(() => {
          this.#target(part.target);
          this.#block(part.body);
        });
        this.#aside(() => this.#block(part.otherwise));
        return;
      case 'switch':
        this.#part(part.subject);
        for (const { tests, bindings, guard, body } of part.cases)
          this.#aside(() => {
            for (const test of tests) this.#part(test);
            for (const binding of bindings) this.#target(binding);
            if (guard) this.#part(guard);
            this.#block(body);
          });
        return;
      case 'try':
        this.#try(part);
        return;
      case 'block':
        this.#block(part.body);
        return;
      case 'return':
      case 'throw':
        if (part.value) this.#part(part.value);
        this.#set = undefined;
        return;
      case 'break':
      case 'continue':
        this.#set = undefined;
        return;
      default:
        eachPart(part, (inner) => this.#part(inner));
    }
  }

  #target(target: Target): void {
    switch (target.k) {
      case 'name':
        this.#set?.add(target.name);
        return;
      case 'member':
        this.#part(target.object);
        return;
      case 'index':
        this.#part(target.object);
        this.#part(target.index);
        return;
      case 'list':
        for (const item of target.items) if (item) this.#target(item);
        if (target.rest) this.#target(target.rest);
        return;
      case 'map':
        for (const { target: inner, otherwise } of target.entries) {
          if (otherwise) this.#part(otherwise);
          this.#target(inner);
        }
        if (target.rest) this.#target(target.rest);
        return;
      case 'default':
        this.#part(target.value);
        this.#target(target.target);
        return;
      case 'none':
        return;
    }
  }

  /** The body may stop anywhere; what it set is certain only where no handler leads on. */
  #try({ body, handlers, otherwise, last }: Stmt & { k: 'try' }): void {
    const before = this.#set;
    this.#set = before && new Set(before);
    this.#block(body);
    if (this.#set) this.#block(otherwise);
    const ends = [this.#set];
    for (const handler of handlers) {
      this.#set = before && new Set(before);
      if (handler.name) this.#target(handler.name);
      this.#block(handler.body);
      ends.push(this.#set);
    }
    const after = inAll(ends);
    this.#set = before && new Set(before);
    this.#block(last);
    this.#set = this.#set && after && new Set([...this.#set, ...after]);
  }

  #choice(yes: () => void, otherwise: () => void): void {
    const before = this.#set;
    const ends = [yes, otherwise].map((way) => {
      this.#set = before && new Set(before);
      way();
      return this.#set;
    });
    this.#set = inAll(ends);
  }

  /** What may not run, or not to its end. */
  #aside(way: () => void): void {
    const before = this.#set;
    this.#set = before && new Set(before);
    way();
    this.#set = before;
  }
}

/** What is set at the end of every way that leads on; nothing where none does. */
function inAll(ends: ReadonlyArray<Set<string> | undefined>): Set<string> | undefined {
  const [first, ...others] = ends.filter((end) => end !== undefined);
  return first && new Set([...first].filter((name) => others.every((other) => other.has(name))));
}

const carried = new WeakMap<Loop, { readonly names: ReadonlySet<string> | undefined }>();
