import type { SchemaElsewhere } from './schemas/schema.ts';

/**
 * A test of which another file knows what it says: whether a value is in a collection that is written there, or what a function there answers. A file is
 * analysed alone; its data carries the question along, and the linker answers it. The question is a plain text: facts are plain data, and two ways that
 * have passed the same test are recognised by it.
 */
export type AwaitedCheck = string;

/** A way out of a function: any at all, with yes, with no, with nothing such as no error. */
export type Outcome = 'any' | 'yes' | 'no' | 'nothing';

/** Was a key that this function or collection of another file tests for names that lead to what all objects share. */
export function keyTestAwaited(name: readonly string[]): AwaitedCheck {
  return [`${keyTest} -1`, ...name].join(separator);
}

/** Harms nothing where a class extends one of these, which only the file that has it says. */
export function extendsAwaited(name: string, bases: readonly string[]): AwaitedCheck {
  return [`${extending} -1`, name, ...bases].join(separator);
}

/** Harms only versions of a package before a major one: `package@major`. */
export function versionAwaited(until: string): AwaitedCheck {
  return [`${version} -1`, until].join(separator);
}

/** Is in this collection; then it does these kinds of harm no more. */
export function membershipAwaited(name: readonly string[], clears: number): AwaitedCheck {
  return [`in ${clears}`, ...name].join(separator);
}

/** Was this argument, by its place or its name, of a call that had this outcome; it may have been the normal form of a path. */
export function outcomeAwaited(
  callee: readonly string[],
  outcome: Outcome,
  argument: number | string,
  isNormal = false,
): AwaitedCheck {
  return [`${outcome} ${argument}${isNormal ? normal : ''}`, ...callee].join(separator);
}

/** Came out of a call as what went in does where nothing is known of the function; one of another file says itself what it gives. */
export function definitionAwaited(callee: readonly string[]): AwaitedCheck {
  return [defined, ...callee].join(separator);
}

/** Whether another file may say itself what it is. */
export function awaitsDefinition(awaits: readonly AwaitedCheck[] | undefined): boolean {
  return awaits?.some((check) => check.startsWith(defined + separator)) === true;
}

/** Is in a list that objects of a class of the program hold, and that a method of theirs gives. */
export function heldAwaited(type: string, method: string, clears: number): AwaitedCheck {
  return [`${held} ${clears}`, type, method].join(separator);
}

/** Does no harm where some file of the program does the first, and none the second. */
export function programAwaited({ does, never }: { does: string; never: string }): AwaitedCheck {
  return [program, does, never].join(separator);
}

/** Was held, in this way, against a regular expression, and matched or did not. */
export function matchAwaited(pattern: readonly string[], way: string, matches: boolean): AwaitedCheck {
  const name = [...pattern.slice(0, -1), patternKey(pattern.at(-1) ?? '')];
  return outcomeAwaited(name, matches ? 'yes' : 'no', way);
}

/**
 * Was read through these members of an object of a class: another file knows what the class declares them to be. Where a value may have been read
 * in several ways, it is harmless where all of them are.
 */
export function typeAwaited(path: readonly string[]): AwaitedCheck {
  return ofType + separator + path.join(stepSeparator);
}

/** Has passed this part of a schema that another file has. */
export function schemaAwaited({ name, library, path, isOpened }: SchemaElsewhere): AwaitedCheck {
  const whose = `${isOpened ? '+' : '-'}${library}`;
  const part = [whose, name.join(stepSeparator), path.join(stepSeparator)].join(partSeparator);
  return [asSchema, part].join(separator);
}

/** Data has passed a part of a schema: what was known of the whole says less. */
export function passedPart(
  awaits: readonly AwaitedCheck[] | undefined,
  part: AwaitedCheck,
): readonly AwaitedCheck[] | undefined {
  const others = awaits?.filter((check) => !isWholeOf(check, part));
  return passedInTurn(others?.length ? others : undefined, [part]);
}

function isWholeOf(check: AwaitedCheck, part: AwaitedCheck): boolean {
  if (!isOfSchema(check) || !part.startsWith(check)) return false;
  return check.endsWith(partSeparator) || part[check.length] === stepSeparator;
}

/** An object that was held against what its class declares, by those who look for such declarations. */
export function validAwaited(by: string): AwaitedCheck {
  return validBy + by;
}

/** Only what other files have to answer: that an object was held against declarations is no question by itself. */
export function questionsIn(
  awaits: readonly AwaitedCheck[] | undefined,
): readonly AwaitedCheck[] | undefined {
  return awaits?.some((check) => !check.startsWith(validBy)) ? awaits : undefined;
}

/** Who has held data against declarations. */
export function checkersOf(awaits: readonly AwaitedCheck[]): string[] {
  return awaits.flatMap((check) => (check.startsWith(validBy) ? [check.slice(validBy.length)] : []));
}

/** The same of a part of the value, which says no more about the whole than this. */
export function awaitedOfPart(check: AwaitedCheck | undefined, limit: number): AwaitedCheck | undefined {
  if (check === undefined) return undefined;
  const [question, ...name] = check.split(separator);
  return [`${question!.replace(normal, '')} ${limit}`, ...name].join(separator);
}

export interface ReadCheck {
  /** The collection or the function. */
  readonly name: string[];
  /** Absent for a collection. */
  readonly outcome: Outcome | undefined;
  /** The place or name of the argument; the kinds of harm that being in a collection takes. */
  readonly detail: string;
  /** The kinds of harm that it can say something about. */
  readonly limit: number;
  /** The argument was a path in its normal form. */
  readonly isNormal?: true;
  /** The function or collection tests keys. */
  readonly isKeyTest?: true;
  /** The name is that of a package, with the major version from which on nothing is harmed. */
  readonly isVersion?: true;
  /** The name is that of a class and of the method that gives the list. */
  readonly isHeld?: true;
  /** The names are what some file has to do, and what none may. */
  readonly isProgram?: true;
  /** Whether there is a function of that name is all that is asked. */
  readonly isDefined?: true;
  /** The name is that of a class, with the bases of which it is to have one. */
  readonly isBase?: true;
  /** The ways through members of which all have to be harmless. */
  readonly ways?: string[][];
  /** The parts of schemas of which all have to be harmless. */
  readonly schemas?: SchemaElsewhere[];
}

/** The way that data was last read through members, where it was one and the same for all of the data. */
export function wayOfAll(
  data: ReadonlyArray<{ readonly awaits: readonly AwaitedCheck[] | undefined }>,
): readonly string[] | undefined {
  const way = lastWay(data[0]?.awaits);
  for (let i = 1; i < data.length; i++)
    if (data[i]!.awaits !== data[0]!.awaits && lastWay(data[i]!.awaits) !== way) return undefined;
  return way?.split(stepSeparator);
}

/** As it is written in the check. */
function lastWay(awaits: readonly AwaitedCheck[] | undefined): string | undefined {
  const check = awaits?.findLast(isOfType);
  if (!check?.startsWith(separator, ofType.length)) return undefined;
  const way = check.slice(ofType.length + separator.length);
  return way.includes(separator) ? undefined : way;
}

/** Takes data a way further. */
export function wayFurther(
  from: readonly string[],
  to: readonly string[],
): (awaits: readonly AwaitedCheck[] | undefined) => readonly AwaitedCheck[] | undefined {
  if (to.length > maxLength) return (awaits) => awaits;
  const [before, after] = [typeAwaited(from), typeAwaited(to)];
  const added = [after];
  return (awaits) =>
    awaits?.includes(before)
      ? awaits.map((check) => (check === before ? after : check))
      : passedInTurn(awaits, added);
}

function isOfSchema(check: AwaitedCheck): boolean {
  return check.startsWith(asSchema);
}

/** Whether it is about declared types. */
export function isOfType(check: AwaitedCheck): boolean {
  return check.startsWith(ofType);
}

export function readAwaited(check: AwaitedCheck): ReadCheck {
  const [question = '', ...name] = check.split(separator);
  const [how = '', detail = '', limit = -1] = question.split(' ');
  const ways = isOfType(check) ? name.map((way) => way.split(stepSeparator)) : undefined;
  const schemas = isOfSchema(check) ? name.map(readSchema) : undefined;
  const isKeyTest = how === keyTest && { isKeyTest: true as const };
  const isVersion = how === version && { isVersion: true as const };
  const isBase = how === extending && { isBase: true as const };
  const isDefined = how === defined && { isDefined: true as const };
  const isProgram = how === program && { isProgram: true as const };
  const isHeld = how === held && { isHeld: true as const };
  const isMark = isKeyTest || isVersion || isBase || isDefined || isProgram || isHeld;
  const isOther = how === 'in' || how === valid || isMark || ways || schemas;
  const outcome = isOther ? undefined : (how as Outcome);
  const isNormal = question.endsWith(normal) && { isNormal: true as const };
  return {
    name,
    outcome,
    detail,
    limit: Number(limit),
    ...isNormal,
    ...isKeyTest,
    ...isVersion,
    ...isBase,
    ...isDefined,
    ...isProgram,
    ...isHeld,
    ...(ways && { ways }),
    ...(schemas && { schemas }),
  };
}

function readSchema(text: string): SchemaElsewhere {
  const [whose = '', name = '', path = ''] = text.split(partSeparator);
  return {
    name: name.split(stepSeparator),
    library: whose.slice(1),
    path: path === '' ? [] : path.split(stepSeparator),
    isOpened: whose.startsWith('+'),
  };
}

/** What both of two ways have passed. */
export function passedByBoth(
  a: readonly AwaitedCheck[] | undefined,
  b: readonly AwaitedCheck[] | undefined,
): readonly AwaitedCheck[] | undefined {
  if (!a || !b || a === b) return a && b;
  const joined = [joinedOf(a, b, isOfType), joinedOf(a, b, isOfSchema)];
  const shared = a.filter((check) => b.includes(check) || joined.includes(check));
  if (shared.length === a.length) return a;
  for (const check of joined) if (check !== undefined && !shared.includes(check)) shared.push(check);
  return shared.length > 0 ? shared : undefined;
}

/** Of what was read, or has passed, in one way or in another all have to be harmless. */
function joinedOf(
  a: readonly AwaitedCheck[],
  b: readonly AwaitedCheck[],
  isOne: (check: AwaitedCheck) => boolean,
): AwaitedCheck | undefined {
  const own = a.findLast(isOne);
  const other = b.findLast(isOne);
  if (own === undefined || b.includes(own)) return own;
  if (other === undefined) return undefined;
  const [question, ...ways] = own.split(separator);
  const [otherQuestion, ...others] = other.split(separator);
  if (question !== otherQuestion) return undefined;
  const all = [...new Set([...ways, ...others])].sort();
  return all.length > maxWays ? undefined : [question, ...all].join(separator);
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

/** Other files see schemas as functions of such a name, which give nothing. */
export function schemaKey(name: string): string {
  return `$${name}`;
}

/** Other files see collections of constants as functions of such a name, which give nothing. */
export function collectionKey(name: string): string {
  return `%${name}`;
}

/** Other files see what the program does as a function of such a name. */
export function doneKey(what: string): string {
  return `@does:${what}`;
}

/** Other files see what tests keys as functions of such a name, which give nothing. */
export function keyTestKey(name: string): string {
  return `!${name}`;
}

/** Other files see regular expressions as functions of such a name, whose parameters are the ways in which a text may be held against one. */
export function patternKey(name: string): string {
  return `^${name}`;
}

/** Between the names of several functions that all hold requests against something. */
export const otherwise = '|';
const separator = '\n';
/** What follows the argument in a question about a normal path; no kind of harm is excepted from its answer. */
const normal = ' -1 normal';
const stepSeparator = '\t';
const defined = 'own';
const program = 'program';
const held = 'held';
const ofType = 'of -';
const keyTest = 'key';
const version = 'version';
const extending = 'extends';
const valid = 'valid';
const validBy = `${valid} `;
const asSchema = 'as -';
const partSeparator = '\f';
const maxWays = 8;
const maxLength = 12;
const maxChecks = 4;
