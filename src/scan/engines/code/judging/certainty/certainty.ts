import { atMost, type Severity } from '../../../../model/finding.ts';
import { soundsLikeAnswer, soundsLikeCleaning } from '../../analysis/guards/check-names.ts';
import { isEffect, isPartOfEffect, leavesNoMarkup, leavesNoQuotes } from '../../domain/unknown-effect.ts';
import type { RuleMeta } from '../../knowledge/rule-types.ts';

/** What is known about the way from a source to a sink. */
export interface WayEvidence {
  /** Of the source. */
  readonly kind: string;
  /** A check or an unknown function that the data has passed. */
  readonly check: string | undefined;
  /** It stays in one function, and no condition there has looked at the data. */
  readonly isDirect: boolean;
  /** It leads through functions that have neither branches nor loops, or through none. */
  readonly isStraight: boolean;
  /** A condition next to the place has looked at the data. */
  readonly isTested: boolean;
  /** Only the name of a variable or member says that the source is one. */
  readonly isGuess: boolean;
  /** It was kept in an object, from which another function took it. */
  readonly isKept: boolean;
  /** So long that it likely follows an object, not the field of it that matters. */
  readonly isLong: boolean;
}

/**
 * High and critical are for what a remote party sends and what arrives as it was sent; whatever leaves room for doubt is medium. A way that is both long
 * and leads through something that nothing is known of is low where it ends in a page, in a redirect, in a search of a directory or in a format, and
 * so is what begins with who has started the program. A line break in a log misleads whoever reads it, and does nothing by itself: low. What a log gets from another function is low.
 */
export function severityOfWay(severity: Severity, rule: RuleMeta, given: WayEvidence): Severity {
  const way = inContext(rule, given);
  if (rule.cwe.includes('CWE-117')) return atMost(severity, 'low');
  if (isOfOwner(rule, way.kind) && !isPlainCommand(rule, way)) return atMost(severity, 'low');
  if (isCertain(rule, way)) return severity;
  if (way.check !== undefined && isEffect(way.check) && isLikelyHarmless(rule, way.check))
    return atMost(severity, 'low');
  // A page that shows a part of what was found by what was sent shows a record, of which the sender has chosen which.
  if (way.kind === 'remote' && way.check !== undefined && isPartOfEffect(way.check) && isShown(rule))
    return atMost(severity, 'low');
  // A member that was looked up in a list before it is called by its name is one of those that are there to be called.
  if (isOfMembers(rule) && (way.isTested || isAsked(way.check))) return atMost(severity, 'low');
  const isDoubtful = way.check !== undefined || way.isLong;
  if (!way.isDirect && rule.cwe.some((cwe) => logged.has(cwe))) return atMost(severity, 'low');
  const isVeryDoubtful = way.check !== undefined && way.isLong;
  if (isVeryDoubtful && (way.kind === 'cli' || isShown(rule) || isOfRecords(rule)))
    return atMost(severity, 'low');
  return atMost(
    severity,
    isDoubtful && (isSlowPattern(rule) || rule.cwe.some((cwe) => reported.has(cwe))) ? 'low' : 'medium',
  );
}

/** What says that it leaves no markup says something of pages alone. */
function inContext({ cwe }: RuleMeta, way: WayEvidence): WayEvidence {
  const isElsewhere = way.check !== undefined && leavesNoMarkup(way.check) && !cwe.includes('CWE-79');
  return isElsewhere ? { ...way, check: undefined } : way;
}

/**
 * Whoever starts a program, or sets its environment, may do as that user what the program would do for them: no border is crossed. Memory is another matter,
 * and so are languages in which programs are tools that others call: their arguments are what is sent to them.
 */
export function isOfOwner({ id, cwe }: RuleMeta, kind: string): boolean {
  return kind === 'cli' && !tools.test(id) && !cwe.some((weakness) => memory.has(weakness));
}

/** An argument that becomes a command at once: a script that others may call with what they were sent. */
function isPlainCommand({ cwe }: RuleMeta, { isDirect, check }: WayEvidence): boolean {
  return isDirect && check === undefined && cwe.some((id) => commands.has(id));
}

/** A pattern of the program that takes long on a long text; what another function hands on is mostly a piece of one. */
function isSlowPattern({ cwe }: RuleMeta): boolean {
  return cwe.includes('CWE-1333') && cwe.includes('CWE-400');
}

function isShown({ cwe }: RuleMeta): boolean {
  return cwe.some((id) => shown.has(id));
}

/** A condition that could not be resolved, unlike a function that did something with the data. */
export function isAsked(check: string | undefined): boolean {
  return check !== undefined && !isEffect(check);
}

/** What is chosen by its name. */
export function isOfMembers({ cwe }: RuleMeta): boolean {
  return cwe.includes('CWE-470');
}

function isOfRecords({ cwe }: RuleMeta): boolean {
  return cwe.some((id) => ofRecords.has(id));
}

/** A function of which nothing is known, but whose name says that it cleans or, where pages are concerned, that it answers with data. */
function isLikelyHarmless({ cwe }: RuleMeta, check: string): boolean {
  const isPage = cwe.includes('CWE-79');
  // What escapes the texts of a statement helps in no page.
  if (leavesNoQuotes(check) && !cwe.includes('CWE-89')) return isPage && leavesNoMarkup(check);
  return soundsLikeCleaning(check) || (isPage && (soundsLikeAnswer(check) || leavesNoMarkup(check)));
}

/**
 * Whether a path or a piece of a page does harm is decided by checks, which programs like to have elsewhere: a way is certain only where it
 * stays in one function, in which no condition has looked at the data. Names of entries in archives and data that becomes part of something that runs are
 * rarely made harmless far from where they are used: such a way may lead through other functions. What is chosen by its name is there already. That a program calls or sends somebody to an address
 * that it was given may be what it is for: no way shows that it is not.
 */
function isCertain(rule: RuleMeta, way: WayEvidence): boolean {
  const { kind, check, isDirect, isStraight, isTested, isGuess, isKept, isLong } = way;
  if (
    isLong ||
    (isTested && isDecidedByTests(rule)) ||
    isGuess ||
    isKept ||
    check !== undefined ||
    indirectKinds.has(kind)
  )
    return false;
  if (rule.cwe.some((cwe) => intended.has(cwe))) return false;
  if (isDirect || (kind === 'archive' && isStraight)) return true;
  return rule.cwe.some((cwe) => runs.has(cwe)) && !rule.cwe.some((cwe) => chosen.has(cwe));
}

/** What is left of a text that a condition has looked at seldom does harm, but for commands and code: little is needed there, and few conditions keep it out. */
export function isDecidedByTests({ cwe }: RuleMeta): boolean {
  return !cwe.some((id) => commands.has(id));
}

/** Rules of C, C++, Rust and shells. */
const tools = /^(?:c|rust|bash)-/;

/** Overflows, formats of C, sizes and numbers that run over. */
const memory: ReadonlySet<string> = new Set(
  'CWE-119 CWE-120 CWE-121 CWE-122 CWE-125 CWE-126 CWE-131 CWE-134 CWE-190 CWE-191 CWE-242 CWE-676 CWE-680 CWE-787 CWE-789'.split(
    ' ',
  ),
);

/** Members by their name, which are there already, and arguments of a program, which are harmless unless they begin like an option. */
const chosen: ReadonlySet<string> = new Set(['CWE-470', 'CWE-88']);

/** A person at the command line, or what was stored before: less dangerous than what comes from the network. */
const indirectKinds: ReadonlySet<string> = new Set(['cli', 'stored']);

/** SQL and other queries that are texts, commands, code, objects, templates, documents with entities. */
const runs: ReadonlySet<string> = new Set(
  'CWE-89 CWE-564 CWE-90 CWE-643 CWE-77 CWE-78 CWE-94 CWE-95 CWE-96 CWE-502 CWE-1336 CWE-917 CWE-611'.split(
    ' ',
  ),
);

const commands: ReadonlySet<string> = new Set(['CWE-77', 'CWE-78', 'CWE-94', 'CWE-95']);

/** Requests to addresses that somebody gives, and redirects to them. */
const intended: ReadonlySet<string> = new Set(['CWE-918', 'CWE-601']);

/** Pages, redirects, formats: what long ways end in there is mostly an answer of data, or the field of a record. */
const shown: ReadonlySet<string> = new Set(['CWE-79', 'CWE-601', 'CWE-134']);

/** Searches of directories and names of members: what a long way ends in there is mostly a setting of a record that was found by what was sent. */
const ofRecords: ReadonlySet<string> = new Set(['CWE-90', 'CWE-470']);

/**
 * Entries of logs, and texts that are made into numbers: from another function mostly an object arrives, of which another field was sent or is secret, or which has been checked.
 */
const logged: ReadonlySet<string> = new Set(['CWE-117', 'CWE-532', 'CWE-704']);

/**
 * Headers, logs, what an error says and keys of objects: programs check, escape or drop such data in functions of their own. A test that could not be
 * resolved is mostly one of these, and a way over many steps mostly follows another field of an object than the one that was sent.
 */
const reported: ReadonlySet<string> = new Set('CWE-113 CWE-93 CWE-117 CWE-532 CWE-209 CWE-1321'.split(' '));
