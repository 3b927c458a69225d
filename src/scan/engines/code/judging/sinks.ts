import { atMost } from '../../../model/finding.ts';
import { isCheckedInFront } from '../analysis/entries/checks-in-front.ts';
import type { RunView } from '../analysis/events.ts';
import { soundsLikeCleaning } from '../analysis/guards/check-names.ts';
import { isTested } from '../analysis/guards/tested-data.ts';
import { awaitsDefinition, passedInTurn, programAwaited, versionAwaited } from '../domain/awaited-check.ts';
import { scopeOf } from '../domain/scope.ts';
import { isOfFilled, type Taint, type TaintEntry } from '../domain/taint.ts';
import { isEffect, isOwnPart, leavesNoMarkup } from '../domain/unknown-effect.ts';
import { deepTaint, isDynamic, leadsDown, type Value } from '../domain/value.ts';
import type { Span } from '../ir/ir.ts';
import { labelMask } from '../knowledge/labels.ts';
import { callSegment } from '../knowledge/qualified-name.ts';
import type { Sink } from '../knowledge/rule-types.ts';
import { isAsked, isDecidedByTests, isOfMembers, isOfOwner } from './certainty/certainty.ts';
import { isCleanedAtSource } from './certainty/cleaned-source.ts';
import { asQueried } from './certainty/compared-values.ts';
import { ratedByFile } from './certainty/fixed-file.ts';
import { onlyNamesThings } from './certainty/identifier-position.ts';
import { severityWhereGiven } from './certainty/open-address.ts';
import { asArguments } from './certainty/option-start.ts';
import { isOwnAddress } from './certainty/own-address.ts';
import { isRandomKey } from './certainty/random-keys.ts';
import { isSentAsText } from './certainty/sent-as-text.ts';
import { mayBeWritten } from './certainty/written-text.ts';
import type { FindingLog } from './finding-log.ts';
import { type JoinedPieces, makesMarkup } from './markup/joined-pieces.ts';
import type { WayProof } from './proof/way-proof.ts';
import { asAssigned, builtText } from './sink-part.ts';
import { showsPurpose } from './value-purpose.ts';

/** Sinks that only callers or other files can decide. */
export interface WaitingSinks {
  sink(
    entry: TaintEntry,
    sink: Sink,
    span: Span,
    scope: string,
    fallback: Sink['severity'] | undefined,
    /** The same where it is nothing but what a function gives that is not the repository's. */
    made?: Sink['severity'],
  ): void;
}

/** Where it is written down that something reached a sink. */
interface SinkReport {
  readonly log: FindingLog;
  readonly waiting: WaitingSinks;
  readonly proof: WayProof;
  readonly pieces: JoinedPieces;
}

/** A value stands where it may do harm: what it carries is reported, or else that it is put together or not constant where that is worth a look. */
export function arriveAtSink(
  report: SinkReport,
  run: RunView,
  given: Sink,
  arriving: Value | undefined,
  span: Span,
): void {
  const value = asAssigned(given, asQueried(given.rule, asArguments(given.rule, arriving)));
  // A path that was resolved below the root is put behind another one here.
  if (!value || (given.late && leadsDown(value))) return;
  if (isOpenFile(run, given, value)) return;
  const meant = given.likely && !showsPurpose(given, value) ? given.likely : given;
  const sink = ratedByFile(meant, value);
  const scope = scopeOf(run.frame);
  const taint = deepTaint(value);
  if (taint && reachSink(report, run, sink, taint, span, scope, value.text)) return;
  // What a guard behind its source has cleared is as good as a constant.
  const able = taint?.filter((entry) => entry.mask & sink.label && !isOfFilled(entry));
  if (able?.length && able.every((entry) => isHarmless(run, sink, entry))) return;
  const built = builtText(value)?.includes('\0') && isDynamic(value) ? sink.built : undefined;
  // A method that only its name tells of, such as `entity.setUrl(x)`, is no request as long as nothing speaks for one.
  const dynamic = sink.dynamic ?? (given.likely ? undefined : severityWhereGiven(run, sink, value, able));
  const unknown = built ?? (dynamic && isDynamic(value) && !value.closures ? dynamic : undefined);
  if (!unknown) return;
  const isDoubtful =
    onlyNamesThings(sink, builtText(value)) ||
    hasPassedTest(sink, able) ||
    isLikelyClean(value) ||
    (sink.part !== undefined && makesMarkup(value.name));
  // Of several unknown parts the one decides that can be anything: what a function of the program gives may turn out to be harmless, and the others not.
  const open = able?.some(({ awaits }) => !awaits) ? able.filter(({ awaits }) => !awaits) : able;
  const rated = sink.part && !mayBeWritten(value, open, report.pieces) ? atMost(unknown, sink.part) : unknown;
  const fallback = isDoubtful ? atMost(rated, 'low') : rated;
  const waiting =
    open?.find((entry) => entry.origin.k === 'parameter') ?? open?.find((entry) => entry.origin.k === 'call');
  const made = sink.own && !value.isCaptured && isMade(value) ? atMost(fallback, sink.own) : undefined;
  // Of a text that is put together other parts may come from elsewhere.
  const whole = value.text === undefined ? made : undefined;
  if (waiting && run.abilities.crossFile)
    report.waiting.sink(asAsked(waiting, sink), sink, span, scope, fallback, whole);
  else
    report.log.add(
      sink.rule,
      waiting ? fallback : (made ?? fallback),
      'low',
      span,
      scope,
      undefined,
      undefined,
    );
}

/** `Image.open(upload.file)`: what is open already names no file and no address, whatever is in it. */
function isOpenFile(run: RunView, { label }: Sink, { name }: Value): boolean {
  return (label & ofNames) !== 0 && name !== undefined && run.rules.match(name)?.stream === true;
}

const ofNames = labelMask(['path', 'url', 'redirect']);

/** Where no source is known, a function that says that it cleans is believed: `purifier.sanitize(x)` of another file. */
function isLikelyClean({ name }: Value): boolean {
  const called = name?.segment === callSegment ? name.parent : undefined;
  return called !== undefined && soundsLikeCleaning(called.segment);
}

/** Where no source is known, a test that could not be resolved speaks against harm, and nothing for it; so does what says that it leaves no markup, in a page. */
function hasPassedTest({ rule }: Sink, able: readonly TaintEntry[] | undefined): boolean {
  const isPage = rule.cwe.includes('CWE-79');
  return able?.length
    ? able.every(
        ({ check }) =>
          check !== undefined && !isOwnPart(check) && (!isEffect(check) || (isPage && leavesNoMarkup(check))),
      )
    : false;
}

/** A text that is put together, what a call gives, what a variable holds: likely what the program made. A part of an object is a piece of data, and of what has no name nothing is known. */
function isMade({ name, text }: Value): boolean {
  if (text !== undefined) return true;
  return name !== undefined && (name.depth === 1 || name.segment === callSegment);
}

/** Tainted data arrived at a sink, here or inside a function that was called. */
export function reachSink(
  report: SinkReport,
  run: RunView,
  sink: Sink,
  taint: Taint,
  span: Span,
  scope: string,
  text?: string,
): boolean {
  const able = taint.filter((entry) => entry.mask & sink.label && !isHarmless(run, sink, entry));
  const harmful = able.map((entry) => asAsked(entry, sink));
  let reported = false;
  let isOwners = true;
  for (const entry of harmful) {
    const { origin } = entry;
    if (origin.k !== 'source' || !sink.kinds.includes(origin.kind)) continue;
    if (isOwnAddress(run, sink, entry, origin) || isRandomKey(run, sink, origin)) continue;
    // What other files say of a function on the way says nothing of where the data comes from.
    const isCleaned = isCleanedAtSource(run, sink, origin);
    const awaited = isCleaned
      ? { ...sink, severity: atMost(sink.severity, 'medium') }
      : asLookedUp(run, sink, entry);
    if (origin.awaits !== undefined) {
      report.waiting.sink(entry, awaited, span, scope, undefined);
      continue;
    }
    isOwners &&= isOfOwner(sink.rule, origin.kind) && !isParameter(run, origin.span);
    if (sink.unless && !sink.late) {
      report.waiting.sink(entry, awaited, span, scope, undefined);
      reported = true;
      continue;
    }
    const rated = isSentAsText(run, sink, span, text)
      ? { ...sink, severity: atMost(sink.severity, 'low') }
      : sink;
    const isLookedAt = isTested(run.file.text, run.frame, origin);
    const asked = isLookedAt
      ? 'here'
      : isCleaned || isCheckedInFront(run.checkedInFront, run.frame)
        ? 'before'
        : undefined;
    const isProof = () => asked !== 'before' && report.proof.holds(entry, origin, span, isLookedAt);
    if (sink.late)
      report.log.later(run.frame, [entry], sink.label, (later) => {
        const way = later ? { ...entry, awaits: passedInTurn(entry.awaits, later) } : entry;
        report.log.flow(rated, way, origin, span, scope, asked, isProof);
      });
    else report.log.flow(rated, entry, origin, span, scope, asked, isProof);
    // What another file gives is looked at for itself.
    reported ||= !awaitsDefinition(entry.awaits);
  }
  // A place that is reported already needs no word from callers and other files, unless only who starts the program is known to reach it.
  if ((!reported || isOwners) && !sink.late) {
    const fallback = reported ? (sink.built ?? sink.dynamic) : undefined;
    for (const entry of harmful)
      if (entry.origin.k !== 'source')
        report.waiting.sink(
          entry,
          asLookedAt(run, sink, entry),
          span,
          scope,
          isOfFilled(entry) ? undefined : fallback,
        );
  }
  return reported;
}

/** Which version of the library there is only a manifest knows, what a class extends the one that has it, and what the program does all of its files. */
function asAsked(entry: TaintEntry, { until, unlessProgram, awaits }: Sink): TaintEntry {
  if (until === undefined && !unlessProgram && !awaits) return entry;
  const asked = [
    ...(awaits ?? []),
    ...(until === undefined ? [] : [versionAwaited(until)]),
    ...(unlessProgram ? [programAwaited(unlessProgram)] : []),
  ];
  return { ...entry, awaits: passedInTurn(entry.awaits, asked) };
}

/** Where a condition of this function has looked at what callers give, whatever they give is not certainly harmful. */
function asLookedAt({ file, frame }: RunView, sink: Sink, { origin }: TaintEntry): Sink {
  const isAsked = isDecidedByTests(sink.rule) && isTested(file.text, frame, origin);
  return isAsked ? { ...sink, severity: atMost(sink.severity, 'medium') } : sink;
}

/** A member that was looked up in a list before it is called by its name is one of those that are there to be called. */
function asLookedUp({ file, frame }: RunView, sink: Sink, { origin, check }: TaintEntry): Sink {
  const isLow = isOfMembers(sink.rule) && (isAsked(check) || isTested(file.text, frame, origin));
  return isLow ? { ...sink, severity: atMost(sink.severity, 'low') } : sink;
}

/** A test on the way here cleared this kind of harm from all that comes from there. */
function isHarmless(run: RunView, sink: Sink, { origin }: TaintEntry): boolean {
  return (Number(run.frame.layer.get(`@${origin.id}`)?.constant ?? 0) & sink.label) !== 0;
}

/** It is what the function itself is given: `argv` of `main`. */
function isParameter({ frame: { fn } }: RunView, { start }: Span): boolean {
  return fn !== undefined && start >= fn.start && start < (fn.body[0]?.start ?? fn.end);
}
