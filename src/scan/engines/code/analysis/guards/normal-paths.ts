import { insideMark, pathLabels } from '../../domain/guarded-labels.ts';
import type { Value } from '../../domain/value.ts';
import type { Expr } from '../../ir/ir.ts';
import type { Run } from '../run.ts';
import type { Barrier } from './barriers/barrier.ts';
import { innermost, insideOf } from './same-value.ts';

/** Of a path, or of the path that a text is: `path.to_s`. */
export function formOf(run: Run, expr: Expr): Value['form'] {
  const { form } = run.evaluate(expr);
  const inner = form === undefined ? insideOf(expr) : undefined;
  return inner ? formOf(run, inner) : form;
}

/** `isInside(root, file) { return file.startsWith(root + sep); }`: whether the file is normal is known where the helper is called. */
export function givenInside({ frame }: Run, expr: Expr): Barrier[] {
  const about = innermost(expr);
  const isGiven =
    about.k === 'name' &&
    frame.isAsGiven(about.name) &&
    frame.fn?.parameters.some(({ target }) => target.k === 'name' && target.name === about.name);
  return isGiven ? [{ expr: about, clears: insideMark }] : [];
}

/** What a helper has established of what it was given. */
export function settledMask(run: Run, given: Expr, mask: number): number {
  return mask & insideMark && formOf(run, given) !== undefined ? (mask & ~insideMark) | pathLabels : mask;
}
