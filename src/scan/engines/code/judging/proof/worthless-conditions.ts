import type { Expr } from '../../ir/ir.ts';
import type { Part } from '../../ir/parts.ts';
import { type Carries, holds, nameOf } from './looks-at.ts';

/**
 * Conditions that look at data and are known to let everything pass: a list that the sender fills, and a pattern of Ruby that one line of a text has to match. A way past them is as open as
 * without them.
 */
export class WorthlessConditions {
  readonly #carries: Carries;
  /** How the part of the request is written that the data comes from: `request.args`, `params`. */
  readonly #sentBy: string;
  readonly #textOf: (part: Part) => string;
  /** Lists that were taken from the same part of the request, or that the data was put into. */
  readonly #filled = new Set<string>();

  constructor(carries: Carries, origin: Part, textOf: (part: Part) => string) {
    this.#carries = carries;
    this.#textOf = textOf;
    // `request.args` itself is the source, or one value of it.
    const isWhole = origin.k === 'member' && origin.object.k === 'name';
    const whole = isWhole ? origin : requestOf(origin);
    this.#sentBy = whole ? textOf(whole) : '';
  }

  /** What a part of the function puts where. */
  note(part: Part): void {
    if (part.k === 'assign' && part.target.k === 'name') {
      const { name } = part.target;
      if (this.#isSent(part.value)) this.#filled.add(name);
      else this.#filled.delete(name);
    } else if (part.k === 'expr' && part.value.k === 'call') {
      const { callee, args } = part.value;
      if (callee.k !== 'member' || callee.object.k !== 'name' || !adds.has(callee.property)) return;
      if (args.some(({ value }) => this.#carries(value) === 'same')) this.#filled.add(callee.object.name);
    }
  }

  holds(test: Expr): boolean {
    if (test.k === 'binary') return members.has(test.op) && this.#isAnyOf(test.left, test.right);
    if (test.k !== 'call' || test.callee.k !== 'member') return false;
    const { object, property } = test.callee;
    const [asked] = test.args;
    if (asksForMember.has(property) && test.args.length === 1) return this.#isAnyOf(asked!.value, object);
    return (
      nameOf(object) === 'Regexp' &&
      (property === 'occurs' || property === 'covers') &&
      isOfOneLine(test.args[1]?.value)
    );
  }

  #isAnyOf(data: Expr, list: Expr): boolean {
    if (this.#carries(data) !== 'same' || this.#carries(list) !== undefined) return false;
    return list.k === 'name' ? this.#filled.has(list.name) : this.#isSent(list);
  }

  /** `request.args.getlist('a')`, where the data is `request.args['c']`. */
  #isSent(value: Expr): boolean {
    const whole = requestOf(value);
    return this.#sentBy !== '' && whole !== undefined && this.#textOf(whole) === this.#sentBy;
  }
}

/** What a part of a request is taken from: of `req.query.a`, `req.query['a']` and `request.args.getlist('a')`. */
function requestOf(part: Part): Expr | undefined {
  const read = part.k === 'call' ? part.callee : part;
  if (read.k !== 'member' && read.k !== 'index') return undefined;
  if (part.k === 'call' && part.args.some(({ value }) => holds(value, (inner) => inner.k === 'name')))
    return undefined;
  return read.object;
}

function isOfOneLine(pattern: Expr | undefined): boolean {
  return pattern?.k === 'regex' && /^\^[\s\S]*\$$/.test(pattern.pattern);
}

const members: ReadonlySet<string> = new Set(['in', 'not in']);
const adds: ReadonlySet<string> = new Set(['add', 'append', 'push', 'unshift', 'insert', 'Add']);
const asksForMember: ReadonlySet<string> = new Set(['has', 'includes', 'contains', 'Contains', 'include?']);
