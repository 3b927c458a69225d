import { callSegment } from '../knowledge/qualified-name.ts';

/** What follows a type in the name of its objects, and a function in the name of what it gives. */
export const made = callSegment;

/** The part of a function's result that stands for what it put into one of its arguments. */
export function filledPart(argument: number): string {
  return `&${argument}`;
}

/** The place of the object that a method is called on, among the arguments. */
export const ownObject = -1;

/** One field of what a function filled. */
export function partOfFilled(filled: string, field: string): string {
  return filled.includes(fieldMark) ? filled : `${filled}${fieldMark}${field}`;
}

/** The field of what was filled; undefined for all of it. */
export function fieldOfFilled(part: string): string | undefined {
  const at = part.indexOf(fieldMark);
  return at < 0 ? undefined : part.slice(at + 1);
}

/** Whether one of two parts that functions filled is the other one, or a field of it. */
export function areSameFilled(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}${fieldMark}`) || b.startsWith(`${a}${fieldMark}`);
}

const fieldMark = '.';

/** Whether a part of a result is what a function put into one of its arguments, and nothing of what it gives back. */
export function isFilled(part: number | string | undefined): boolean {
  return typeof part === 'string' && part.startsWith('&');
}

/** The names of a qualified name, without its calls: `a.b().c` is `a`, `b` and `c`. */
export function namesOf(callee: readonly string[]): string[] {
  return callee.filter((segment) => segment !== callSegment);
}

/** What is called in the end: the last name. */
export function lastName(callee: readonly string[]): string {
  return callee.findLast((segment) => segment !== callSegment) ?? '';
}

/** What the function is called that a function gives. It is no method of anything, whatever gives it. */
export function resultKey(key: string): string {
  return `${key.replaceAll('.', ' ')} ()`;
}

/** Whether what a function gave is called, not the function: `make(x)(y)`. */
export function callsResult(callee: readonly string[]): boolean {
  return callee.at(-1) === callSegment;
}
