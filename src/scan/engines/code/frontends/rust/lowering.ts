import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { ClassIr, Expr, ModuleIr, Span, Stmt, Target } from '../../ir/ir.ts';
import { Lowering } from '../shared/lowering.ts';
import { isNone } from '../shared/tree-reader.ts';

export class RustLowering extends Lowering {
  /** Types of this file with the methods of all their implementations. */
  readonly types = new Map<string, ClassIr>();
  /** Attributes before an item, such as the route of a handler. */
  attributes: string[] = [];
  typeName: string | undefined;
  readonly #bound = new Set<string>();
  readonly #free = new Set<string>();
  readonly #numbers: ReadonlySet<string>;

  constructor(tree: FlatTree, text: string) {
    super(tree, text);
    this.#numbers = numericFields(text);
  }

  /** Types and functions that are neither imported nor defined here are known by their plain name. */
  override module(): ModuleIr {
    const module = super.module();
    for (const name of this.#free) {
      if (this.#bound.has(name) || this.types.has(name) || module.locals.has(name)) continue;
      module.locals.add(name);
      const bindings = [{ local: name, path: [name] }];
      module.body.unshift({ k: 'import', module: name, bindings, start: 0, end: 0 });
    }
    return module;
  }

  bind(local: string): void {
    this.#bound.add(local);
    this.declare(local);
  }

  reference(name: string, span: Span): Expr {
    if (name === 'Self' && this.typeName !== undefined) return { k: 'name', name: this.typeName, ...span };
    if (/^[A-Z]/.test(name)) this.#free.add(name);
    return { k: 'name', name, ...span };
  }

  /** What an assignment writes to: `(a, b) = (b, a)` writes to both. */
  target(n: number): Target {
    if (!/^(?:tuple|array)_expression$/.test(this.kind(n))) return this.place(n);
    return { k: 'list', items: this.named(n).map((child) => this.target(child)), ...this.span(n) };
  }

  place(n: number): Expr & { k: 'name' | 'member' | 'index' } {
    const value = this.expression(n);
    if (value.k === 'name' || value.k === 'member' || value.k === 'index') return value;
    const [field] = value.k === 'call' ? value.args : [];
    if (field?.value.k === 'member' && this.#numbers.has(field.value.property)) return field.value;
    return { k: 'name', name: '_', ...this.span(n) };
  }

  /** The value of a block: its last expression, when that is not ended by a semicolon. */
  lastOf(n: number): Expr {
    if (isNone(n)) return this.missing();
    const children = this.named(n);
    const items = children.map((child) => ({ spread: false, value: this.expression(child) }));
    if (items.length === 1) return items[0]!.value;
    if (items.length === 0) return { k: 'const', value: null, ...this.span(n) };
    const span = this.span(n);
    return {
      k: 'index',
      object: { k: 'list', items, isSet: false, ...span },
      index: { k: 'const', value: items.length - 1, ...span },
      ...span,
    };
  }

  /** A field that every type of this file declares as a number holds one, wherever the object came from. */
  fieldOf(object: Expr, property: string, span: Span): Expr {
    const field: Expr = { k: 'member', object, property, ...span };
    return this.#numbers.has(property) ? this.asNumber(field) : field;
  }

  /** What its declared type says to be a number. */
  asNumber(value: Expr): Expr {
    const { start, end } = value;
    const callee: Expr = { k: 'name', name: '@number', start, end };
    return { k: 'call', callee, args: [{ value }], isNew: false, start, end };
  }

  /** A path such as `std::fs::read`. */
  scoped(n: number): Expr {
    const path = this.field(n, 'path');
    const name = this.slice(this.field(n, 'name'));
    if (isNone(path)) return this.reference(name, this.span(n));
    const object = this.expression(path);
    // A path that starts with a crate needs no import.
    if (object.k === 'name' && !/^[A-Z]/.test(object.name)) this.#free.add(object.name);
    return { k: 'member', object, property: name, ...this.span(n) };
  }

  bodyOf(n: number): Stmt[] {
    return isNone(n) ? [] : this.block(n);
  }
}

/** Names of fields that are declared as numbers and never as anything else. */
function numericFields(text: string): Set<string> {
  const numbers = new Set<string>();
  const others = new Set<string>();
  for (const [, name = '', type = ''] of text.matchAll(/\b([a-z_]\w*)\s{0,4}:\s{0,4}([A-Za-z_&<:]+\d*)/g))
    if (/^(?:Option<)?(?:[iu](?:8|16|32|64|128|size)|f32|f64|bool|Uuid|NaiveDate)$/.test(type))
      numbers.add(name);
    else others.add(name);
  for (const name of others) numbers.delete(name);
  return numbers;
}
