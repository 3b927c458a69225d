import type { CallEvent } from '../../domain/call-event.ts';
import type { Value } from '../../domain/value.ts';
import { withField, writeBack } from '../assignments.ts';
import type { Run } from '../run.ts';

/**
 * `object.setName(x)` and `object.getName()` of a class in another file: by convention the one keeps what the other gives. Undefined where
 * nothing was kept under the name.
 */
export function beanAccess(run: Run, event: CallEvent): Value | undefined {
  const { receiver, receiverExpr, args, expr } = event;
  if (!run.abilities.shapes || expr.callee.k !== 'member' || !receiver || !receiverExpr) return undefined;
  const match = accessor.exec(expr.callee.property);
  if (!match) return undefined;
  const key = `property ${match[2]}`;
  if (match[1] !== 'set') return args.length === 0 ? receiver.shape?.fields.get(key) : undefined;
  const [value] = args;
  if (value && args.length === 1) writeBack(run, receiverExpr, withField(receiver, 'map', key, value));
  return undefined;
}

const accessor = /^(get|is|set)([A-Z]\w*)$/;
