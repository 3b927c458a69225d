import type { RuleMeta } from '../knowledge/rule-types.ts';
import { concreteName } from './concrete-name.ts';
import type { Fact } from './name-facts.ts';
import type { Argument, Exercise } from './writer.ts';

/** What arrives at a sink from outside must be reported there, a constant must not be. */
export interface SinkExercise {
  readonly pattern: string;
  readonly rule: string;
  readonly tainted: Exercise;
  /** Absent where the rule also has a setting of that name, which holds whatever is given. */
  readonly constant: Exercise | undefined;
}

/** The exercises of a name that is a sink. A sink with conditions needs more than its name, and one inside an object needs the object. */
export function sinkExercises(
  pattern: string,
  facts: readonly Fact[],
  rules: readonly RuleMeta[],
): SinkExercise[] {
  const name = concreteName(pattern);
  if (!name) return [];
  return facts.flatMap(({ part, item, use }): SinkExercise[] => {
    if (part.kind !== 'sink' || (use !== 'call' && use !== 'assign')) return [];
    if (
      item['when'] !== undefined ||
      item['key'] !== undefined ||
      item['late'] === true ||
      item['atSource'] === true
    )
      return [];
    const kinds = item['kinds'] as readonly string[] | undefined;
    if (kinds && !kinds.includes('remote')) return [];
    const args = argumentsFor(item['args'] as ReadonlyArray<number | string> | undefined);
    if (!args) return [];
    const rule = rules[part.rule]!.id;
    const isSetting = facts.some((other) => other.part.kind === 'check' && other.part.rule === part.rule);
    const exercise = (isTainted: boolean): Exercise => ({
      name,
      use,
      args: args.map((arg) => ({ ...arg, isTainted: isTainted && arg.isTainted })),
    });
    return [{ pattern, rule, tainted: exercise(true), constant: isSetting ? undefined : exercise(false) }];
  });
}

/** The dangerous argument by its first position, with constants in front of it; undefined where it is none, such as the receiver. */
function argumentsFor(args: ReadonlyArray<number | string> = []): Argument[] | undefined {
  if (args.length === 0) return [{ isTainted: true }];
  const position = args.find((arg) => typeof arg === 'number');
  if (position === undefined || position < 0) return undefined;
  return Array.from({ length: position + 1 }, (_, at) => ({ isTainted: at === position }));
}
