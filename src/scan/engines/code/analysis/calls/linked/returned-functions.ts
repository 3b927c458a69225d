import { resultKey } from '../../../domain/callee.ts';
import type { Frame } from '../../../domain/scope.ts';
import type { Run } from '../../run.ts';

/** `serveFiles(root)` gives a function: other files call what it gives, so that it is known by the name of the function that gives it. */
export function offerReturned(run: Run): void {
  for (const [fn, key] of [...run.topLevel]) {
    if (key === '' || key.endsWith(')')) continue;
    const { returned } = run.summaryOf(fn, run.outerOf.get(fn) ?? run.moduleFrame) ?? {};
    const given = returned?.closures?.length === 1 ? returned.closures[0]! : undefined;
    if (!given || given.fn.parameters.length === 0 || run.topLevel.has(given.fn)) continue;
    run.outerOf.set(given.fn, given.frame as Frame);
    run.topLevel.set(given.fn, resultKey(key));
  }
}
