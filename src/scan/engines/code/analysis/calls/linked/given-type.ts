import { made } from '../../../domain/callee.ts';
import type { Value } from '../../../domain/value.ts';
import type { GivenTypes, Run } from '../../run.ts';
import { mayBeLocal } from '../may-be-local.ts';

/** The class of the object that a value is, and that of what it holds. */
export function givenTypes(run: Run, value: Value): GivenTypes {
  return { gives: givenType(run, value), holds: value.holds && givenType(run, value.holds) };
}

/** The class of the object that a function gives, by its name: one of this file behind a mark, or one that another file may have. */
function givenType(run: Run, { instance, name }: Value): readonly string[] | undefined {
  if (instance) {
    const { isClass, definition } = instance;
    return isClass || definition.name === '' ? undefined : [`#${definition.name}`];
  }
  if (name?.segment !== made || !name.parent) return undefined;
  const segments = name.parent.segments();
  const type = segments.at(-1) === 'new' ? segments.slice(0, -1) : segments;
  const [first = ''] = type;
  if (type.length > maxSegments || type.includes(made) || !className.test(type.at(-1) ?? ''))
    return undefined;
  return /^[~?@]/.test(first) || run.rules.knows(first) || !mayBeLocal(run, first) ? undefined : type;
}

const className = /^_*[A-Z]\w*$/;
const maxSegments = 8;
