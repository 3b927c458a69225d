import { addToList } from '../../../../../kernel/add-to-list.ts';
import { clearLabels } from '../../domain/taint.ts';
import type { Value } from '../../domain/value.ts';
import type { Constant, FunctionIr } from '../../ir/ir.ts';
import type { Name } from '../../knowledge/rule-set.ts';
import type { Run } from '../run.ts';
import { clearedByRoutes } from './route-constraints.ts';

/** A function is handed to what takes it for requests of a path. */
export function noteRoute(run: Run, fn: FunctionIr, route: Constant | undefined): void {
  if (typeof route !== 'string' || !asks.test(route)) return;
  if (!run.routes.get(fn)?.includes(route)) addToList(run.routes, fn, route);
}

/** A part of the path that a router gives by its name: what the routes to the function ask of it holds. */
export function partOfRoute(
  run: Run,
  reader: Name | undefined,
  name: Constant | undefined,
  value: Value,
): Value {
  if (!value.taint || typeof name !== 'string' || !readers.test(reader?.segment ?? '')) return value;
  for (let frame: Run['frame'] | undefined = run.frame; frame; frame = frame.outer) {
    const routes = frame.fn && run.routes.get(frame.fn);
    if (!routes) continue;
    const clears = clearedByRoutes(routes, name);
    return clears ? { ...value, taint: clearLabels(value.taint, clears), dynamic: false } : value;
  }
  return value;
}

/** Also a part that nothing is asked of: another route may lead to the same function. */
const asks = /\{|:\w/;
const readers = /^(?:Vars|URLParam|URLParamFromCtx|params?)$/;
