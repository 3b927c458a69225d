import type { Expr, Target } from '../../ir/ir.ts';

/** Variables that hold parts of a text: what an expression matched, or what lies between separators. */
export class KeysInText {
  readonly #parts = new Set<string>();
  readonly #keys = new Set<string>();
  /** Objects that begin empty, with the prototype that all objects share. */
  readonly #plain = new Set<string>();

  assign(target: Target, value: Expr): void {
    if (target.k === 'list' && takesApart(value))
      for (const item of target.items) item?.k === 'name' && this.#keys.add(item.name);
    if (target.k !== 'name') return;
    if (takesApart(value)) this.#parts.add(target.name);
    if (this.isKey(value)) this.#keys.add(target.name);
    if (value.k === 'map' && value.entries.length === 0) this.#plain.add(target.name);
  }

  /** A part of a text, also trimmed or decoded. */
  isKey(value: Expr): boolean {
    if (value.k === 'name') return this.#keys.has(value.name);
    if (value.k === 'index')
      return value.object.k === 'name' && value.index.k === 'const' && this.#parts.has(value.object.name);
    if (value.k !== 'call') return false;
    const { callee, args } = value;
    if (callee.k === 'member') return trims.has(callee.property) && this.isKey(callee.object);
    return (
      callee.k === 'name' && decodes.has(callee.name) && args[0] !== undefined && this.isKey(args[0].value)
    );
  }

  /** `object[key]` of an object with a prototype, by a part of a text; also where it is made when it is not there. */
  isPlace(value: Expr): boolean {
    if (value.k === 'logic') return this.isPlace(value.left);
    if (value.k === 'assign') return value.target.k === 'index' && this.isPlace(value.target);
    return (
      value.k === 'index' &&
      value.object.k === 'name' &&
      this.#plain.has(value.object.name) &&
      this.isKey(value.index)
    );
  }
}

/** `line.match(pair)`, `pair.exec(line)`, `line.split('=')`. */
function takesApart(value: Expr): boolean {
  return value.k === 'call' && value.callee.k === 'member' && apart.has(value.callee.property);
}

const apart = new Set(['match', 'exec', 'split']);
const trims = new Set(['trim', 'toString']);
const decodes = new Set(['decodeURIComponent', 'unescape', 'String']);
