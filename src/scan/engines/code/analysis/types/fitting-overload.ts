import type { Value } from '../../domain/value.ts';
import type { FunctionIr } from '../../ir/ir.ts';
import { callSegment } from '../../knowledge/qualified-name.ts';

/**
 * Of several methods of one name that take as many arguments the one whose parameters are declared with the types of what is given. Where types do not decide, a method
 * mostly hands on to another one, not to itself.
 */
export function fittingOverload(
  candidates: readonly FunctionIr[],
  args: readonly Value[],
  running: FunctionIr | undefined,
): FunctionIr | undefined {
  let best: FunctionIr | undefined;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const candidate of candidates) {
    const score = agreement(candidate, args) - (candidate === running ? 0.5 : 0);
    if (score <= bestScore) continue;
    best = candidate;
    bestScore = score;
  }
  return best;
}

function agreement(fn: FunctionIr, args: readonly Value[]): number {
  let score = 0;
  for (const [index, arg] of args.entries()) {
    const written = fn.parameters[index]?.written;
    const given = typeOf(arg);
    if (written === undefined || given === undefined) continue;
    const wanted = simpleName(written);
    if (wanted === given) score += 1;
    else if (isOther(wanted, given)) score -= 100;
  }
  return score;
}

/** Whether nothing of one type is of the other: texts, numbers and truth values are no objects of a class. */
function isOther(wanted: string, given: string): boolean {
  if (open.test(wanted)) return false;
  const [a, b] = [groupOf(wanted), groupOf(given)];
  return a !== b && !(a === 'object' && wideTypes.has(wanted));
}

function groupOf(type: string): 'text' | 'number' | 'truth' | 'object' {
  if (texts.has(type)) return 'text';
  if (truths.has(type)) return 'truth';
  return numbers.has(type) ? 'number' : 'object';
}

function typeOf({ name, constant, instance }: Value): string | undefined {
  if (typeof constant === 'string') return 'String';
  if (typeof constant === 'boolean') return 'boolean';
  if (typeof constant === 'number') return 'int';
  if (instance) return instance.isClass ? undefined : instance.definition.name;
  const type = name?.segment === callSegment ? name.parent : undefined;
  return type && !type.segment.startsWith('@') ? type.segment.replace(/^[~?]/, '') : undefined;
}

/** `java.util.List<String>` is a `List`; of what is written in front of it or behind it, nothing counts. */
function simpleName(written: string): string {
  const plain = written.replace(/[<[?(].*$/s, '').trim();
  return /[\w$]+$/.exec(plain)?.[0] ?? '';
}

/** A parameter of a type that is itself a parameter, or of none that is known, takes anything. */
const open = /^[A-Z]?$|^T[A-Z]\w*$/;
const texts = new Set(['String', 'string', 'CharSequence', 'Substring']);
const truths = new Set(['boolean', 'Boolean', 'bool', 'Bool']);
const numbers = new Set(
  'int Int Integer long Long short Short byte Byte double Double float Float decimal Decimal Number char Character uint ulong BigInteger BigDecimal'.split(
    ' ',
  ),
);
const wideTypes = new Set(
  'Object object Any AnyObject dynamic Comparable Serializable Iterable Collection'.split(' '),
);
