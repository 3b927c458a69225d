import { fieldKey } from '../domain/facts.ts';
import type { Value } from '../domain/value.ts';
import { callSegment } from '../knowledge/qualified-name.ts';
import type { Run } from './run.ts';

/** A plain name that nothing here declares, in a class whose base lies in another file: it may be a field of the base, of which the linker knows more. */
export function inheritedField(run: Run, name: string, value: Value): Value {
  const base = run.abilities.crossFile ? run.self()?.name : undefined;
  const type = base?.segment === callSegment ? base.parent : undefined;
  if (!type || type.parent !== run.rules.root || !run.traits.mayBeLocal(type.segment)) return value;
  if (!run.frame.fn || !plainName.test(name)) return value;
  return run.taintBoth(value, run.origins.callResult(run.facts.readField([type.segment, fieldKey(name)])));
}

const plainName = /^[a-z_]\w*$/;
