import type { Expr, FunctionIr, ModuleIr, Span } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';
import { MergeScope } from './merge-scope.ts';

export interface Merges {
  /** Calls that merge what two objects hold under one key, in functions that write it back under that key. */
  readonly calls: readonly Span[];
  /** Functions that look whether a key leads to what all objects share. */
  readonly guarded: ReadonlySet<FunctionIr>;
}

export const noMerges: Merges = { calls: [], guarded: new Set() };

/**
 * Recursive merges: `merge(target[key], source[key])` for keys of the source, by the function itself, by one that calls it, or by one that it was
 * given. With the key `__proto__` the next round writes to what all objects share.
 */
export function findMerges(module: ModuleIr): Merges {
  const finder = new MergeFinder();
  finder.visitAll(module.body);
  return finder.finish();
}

class MergeFinder {
  readonly #found: Array<{ span: Span; callee: string; within: string; scope: MergeScope }> = [];
  readonly #calls = new Map<string, Set<string>>();
  readonly #scopes: Array<{ fn: FunctionIr; scope: MergeScope }> = [];
  #scope = new MergeScope('', new Set(), undefined);

  visitAll(parts: readonly Part[]): void {
    for (const part of parts) this.#visit(part, '');
  }

  finish(): Merges {
    const guards = new Set(
      this.#scopes.flatMap(({ scope }) => (scope.mentions && scope.name ? [scope.name] : [])),
    );
    const isGuarded = (scope: MergeScope) => scope.mentions || scope.calls.some((name) => guards.has(name));
    return {
      calls: this.#found
        .filter(
          ({ callee, within, scope }) =>
            !isGuarded(scope) && (callee === within || this.#leadsBack(callee, within)),
        )
        .map(({ span }) => span),
      guarded: new Set(this.#scopes.filter(({ scope }) => isGuarded(scope)).map(({ fn }) => fn)),
    };
  }

  #leadsBack(callee: string, within: string): boolean {
    return callee === '' || this.#calls.get(callee)?.has(within) === true;
  }

  #visit(part: Part, name: string): void {
    if (part.k === 'function') {
      this.#enter(part.fn, name);
      return;
    }
    if (part.k === 'class') {
      for (const method of part.definition.methods) this.#enter(method, method.name);
      for (const field of part.definition.fields) if (field.value) this.#visit(field.value, field.name);
      return;
    }
    if (part.k === 'const') this.#scope.mention(part.value);
    if (part.k === 'assign') {
      const { target } = part;
      const given = target.k === 'name' ? target.name : target.k === 'member' ? target.property : '';
      if (target.k === 'name') this.#scope.alias(target.name, part.value);
      if (target.k === 'index') this.#scope.write(target.object, target.index);
      eachPart(part, (inner) => this.#visit(inner, given));
      return;
    }
    if (part.k === 'call') this.#call(part);
    eachPart(part, (inner) => this.#visit(inner, ''));
  }

  #enter(fn: FunctionIr, given: string): void {
    const outer = this.#scope;
    const scope = new MergeScope(fn.name || given, new Set(fn.parameters.map(({ name }) => name)), outer);
    this.#scope = scope;
    for (const statement of fn.body) this.#visit(statement, '');
    this.#scope = outer;
    this.#scopes.push({ fn, scope });
    if (scope.name) {
      const known = this.#calls.get(scope.name) ?? new Set();
      for (const name of scope.calls) known.add(name);
      this.#calls.set(scope.name, known);
    }
    for (const { span, callee } of scope.merges())
      this.#found.push({
        span,
        callee: scope.parameters.has(callee) ? '' : callee,
        within: scope.name,
        scope,
      });
    outer.include(scope);
  }

  #call(call: Expr & { k: 'call' }): void {
    const { callee, args } = call;
    const name = callee.k === 'name' ? callee.name : callee.k === 'member' ? callee.property : '';
    const places = args.map(({ value }) => this.#scope.placesOf(value));
    this.#scope.called(name, call, places);
    const [object, key] =
      callee.k === 'member' && name === 'hasOwnProperty'
        ? [callee.object, args[0]?.value]
        : [args[0]?.value, args[1]?.value];
    if (!object || !key) return;
    if (isOwnTest(callee)) this.#scope.ownTest(object, key);
    else if (key.k === 'map')
      for (const entry of key.entries) {
        if (entry.key) this.#scope.write(object, entry.key);
      }
    else if (args.length > 2) this.#scope.write(object, key);
  }
}

/** `Object.hasOwn(o, k)`, `o.hasOwnProperty(k)` and `hasOwnProperty.call(o, k)`. */
function isOwnTest(callee: Expr): boolean {
  if (callee.k === 'name') return /^_?has(?:Own)?(?:Prop(?:erty)?)?$/.test(callee.name);
  if (callee.k !== 'member') return false;
  if (callee.property === 'hasOwn' || callee.property === 'hasOwnProperty') return true;
  const { object } = callee;
  const name = object.k === 'name' ? object.name : object.k === 'member' ? object.property : '';
  return callee.property === 'call' && /^_?has(?:Own)?(?:Prop(?:erty)?)?$/.test(name);
}
