/**
 * A test of which another file knows what it says: whether a value is in a collection that is written there, or what a function there answers. A file is
 * analysed alone; its data carries the question along, and the linker answers it. The question is a plain text: facts are plain data, and two ways that
 * have passed the same test are recognised by it.
 */
export type AwaitedCheck = string;

/** A way out of a function: any at all, with yes, with no, with nothing such as no error. */
export type Outcome = 'any' | 'yes' | 'no' | 'nothing';

/** Is in this collection; then it does these kinds of harm no more. */
export function membershipAwaited(name: readonly string[], clears: number): AwaitedCheck {
  return [`in ${clears}`, ...name].join(separator);
}

/** Was this argument, by its place or its name, of a call that had this outcome. */
export function outcomeAwaited(
  callee: readonly string[],
  outcome: Outcome,
  argument: number | string,
): AwaitedCheck {
  return [`${outcome} ${argument}`, ...callee].join(separator);
}

/** The same of a part of the value, which says no more about the whole than this. */
export function awaitedOfPart(check: AwaitedCheck | undefined, limit: number): AwaitedCheck | undefined {
  if (check === undefined) return undefined;
  const [question, ...name] = check.split(separator);
  return [`${question} ${limit}`, ...name].join(separator);
}

interface ReadCheck {
  /** The collection or the function. */
  readonly name: string[];
  /** Absent for a collection. */
  readonly outcome: Outcome | undefined;
  /** The place or name of the argument; the kinds of harm that being in a collection takes. */
  readonly detail: string;
  /** The kinds of harm that it can say something about. */
  readonly limit: number;
}

export function readAwaited(check: AwaitedCheck): ReadCheck {
  const [question = '', ...name] = check.split(separator);
  const [how = '', detail = '', limit = -1] = question.split(' ');
  return { name, outcome: how === 'in' ? undefined : (how as Outcome), detail, limit: Number(limit) };
}

/** What both of two ways have passed. */
export function passedByBoth(
  a: readonly AwaitedCheck[] | undefined,
  b: readonly AwaitedCheck[] | undefined,
): readonly AwaitedCheck[] | undefined {
  if (!a || !b || a === b) return a && b;
  const shared = a.filter((check) => b.includes(check));
  if (shared.length === a.length) return a;
  return shared.length > 0 ? shared : undefined;
}

/** What one way has passed, one after the other. */
export function passedInTurn(
  a: readonly AwaitedCheck[] | undefined,
  b: readonly AwaitedCheck[] | undefined,
): readonly AwaitedCheck[] | undefined {
  if (!a || !b) return a ?? b;
  const added = b.filter((check) => !a.includes(check));
  return added.length > 0 && a.length < maxChecks ? [...a, ...added].slice(0, maxChecks) : a;
}

/** Other files see collections of constants as functions of such a name, which give nothing. */
export function collectionKey(name: string): string {
  return `%${name}`;
}

const separator = '\n';
const maxChecks = 4;
