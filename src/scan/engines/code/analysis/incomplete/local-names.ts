import type { Expr, Span } from '../../ir/ir.ts';
import { containment } from './containment.ts';
import type { FileView } from './file-view.ts';
import { isHost } from './known-hosts.ts';
import type { Question } from './questions.ts';
import { textsOf } from './refused-kinds.ts';
import type { Unit } from './units.ts';

/**
 * Hosts are refused by the names of this machine, and nothing in the file looks them up: other names, other ways to write the address and all other
 * networks inside are let through.
 */
export function refusedLocalNames(unit: Unit, view: FileView): Span[] {
  const asked = unit.questions.flatMap((question) => {
    const names = question.fails ? refusedNames(question, unit, view) : [];
    return names.filter((name) => own.test(name)).map((name) => ({ name, expr: question.expr }));
  });
  return new Set(asked.map(({ name }) => name)).size >= 2 ? [asked[0]!.expr] : [];
}

function refusedNames({ expr, positive }: Question, unit: Unit, view: FileView): string[] {
  const held = containment(expr, view.words);
  if (held) return held.holds === positive && isHost(held.what, unit, view) ? textsOf(held.whole, view) : [];
  const sides = equalSides(expr, view);
  if (!sides || !positive) return [];
  const [one, other] = sides;
  const text = one.k === 'const' ? one : other;
  const host = text === one ? other : one;
  return isHost(host, unit, view) ? textsOf(text, view) : [];
}

function equalSides(expr: Expr, { words }: FileView): [Expr, Expr] | undefined {
  if (expr.k === 'binary') return /^===?$/.test(expr.op) ? [expr.left, expr.right] : undefined;
  if (expr.k !== 'call' || expr.callee.k !== 'member' || !words.has('equals', expr.callee.property))
    return undefined;
  const other = expr.args[0]?.value;
  return other && [expr.callee.object, other];
}

const own = /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[?::1?\]?)$/i;
