import { calledEquality } from '../../analysis/guards/written/called-equality.ts';
import type { Expr, Span, Stmt } from '../../ir/ir.ts';
import type { Part } from '../../ir/parts.ts';

/**
 * Comparisons of data with one fixed text that say nothing where the data is used: behind `if (name === 'all') return list();` the name may still be any other. `holds` is how the
 * condition turned out there.
 */
export function idleComparisons(test: Expr, holds: boolean, isData: (expr: Expr) => boolean): Expr[] {
  switch (test.k) {
    case 'unary':
      if (test.op !== '!' && test.op !== 'not') return [];
      return idleComparisons(test.value, !holds, isData);
    case 'logic':
      return [test.left, test.right].flatMap((side) => idleComparisons(side, holds, isData));
    case 'binary':
    case 'call': {
      const equality = test.k === 'call' ? calledEquality(test) : test;
      if (equality === undefined || (equality.op !== '==' && equality.op !== '!=')) return [];
      if (holds === (equality.op === '==')) return [];
      const { left, right } = equality;
      return (isText(right) && isData(left)) || (isText(left) && isData(right)) ? [test] : [];
    }
    default:
      return [];
  }
}

/** How the condition of a branch turned out at a place in it or behind it; undefined where that is not known, since a branch may end in a way that is not seen. */
export function outcomeAt(part: Part, place: Span): boolean | undefined {
  if (part.k === 'cond') {
    if (holdsPlace([part.yes], place)) return true;
    return part.otherwise.k === 'const' && !holdsPlace([part.otherwise], place);
  }
  if (part.k !== 'if') return undefined;
  if (holdsPlace(part.yes, place)) return true;
  if (holdsPlace(part.otherwise, place)) return false;
  if (leaves(part.otherwise)) return leaves(part.yes) ? undefined : true;
  return part.otherwise.length === 0 || leaves(part.yes) ? false : undefined;
}

function holdsPlace(parts: readonly Span[], { start }: Span): boolean {
  return parts.some((part) => part.start <= start && start < part.end);
}

function leaves(body: readonly Stmt[]): boolean {
  const last = body.at(-1);
  return last !== undefined && leaving.has(last.k);
}

function isText(expr: Expr): boolean {
  return expr.k === 'const' && typeof expr.value === 'string' && expr.value !== '';
}

const leaving: ReadonlySet<string> = new Set(['return', 'throw', 'break', 'continue']);
