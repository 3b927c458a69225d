import type { Span } from '../../ir/ir.ts';
import type { FileView } from './file-view.ts';
import { matchedPattern } from './open-patterns.ts';
import type { Unit } from './units.ts';

/** An address is held against an expression with the name of a host in which a dot stands for any character, or which has no end behind the name. */
export function openAddresses(unit: Unit, view: FileView): Span[] {
  return unit.questions.flatMap(({ expr }) => {
    // `preg_match(…) === 1`
    const test = expr.k === 'binary' && expr.right.k === 'const' ? expr.left : expr;
    const pattern = matchedPattern(test, view);
    return pattern !== undefined && named.test(pattern) && (looseDot.test(pattern) || noEnd.test(pattern))
      ? [expr]
      : [];
  });
}

/** A scheme and a host behind it. */
const named = /^[\^(?:i)\\A]*https?\??(?:\(\?:s\)\?)?:(?:\\?\/){2}/;
/** `www.example.com` without a backslash in front of a dot between two names. */
const looseDot = /\/(?:[^/\\]|\\[^.])*?[\w)\]+*]\.[a-z][\w-]*(?:\\?\.[a-z]{2,})?(?:\\?\/|\$|$)/i;
const noEnd = /(?:\\\.|\.)(?:com|org|net|io|dev|edu|gov|co|eu|de|uk)\)?$/;
