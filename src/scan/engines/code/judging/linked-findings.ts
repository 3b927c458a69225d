import { atMost, type EngineFinding, hasSource, type Severity } from '../../../model/finding.ts';
import type { FileFacts, Place, SinkFact } from '../domain/facts.ts';
import {
  type Flow,
  type LinkEvents,
  type LinkedFunction,
  maxVia,
  type ParameterSink,
  type Via,
} from '../domain/flow.ts';
import { isEffect } from '../domain/unknown-effect.ts';
import type { RuleMeta } from '../knowledge/rule-types.ts';
import { severityOfWay } from './certainty/certainty.ts';
import { describeFinding, type Way } from './describe-finding.ts';
import { calledText, returnedText } from './step-text.ts';

/**
 * What the linker found: each place and rule once for every file that data comes from, up to a few. Each caller of a wrapper has a mistake of
 * its own: who accepts one of them has not accepted the others. A way from a source says more than a place without one.
 */
export class LinkedFindings implements LinkEvents {
  readonly #files: ReadonlyMap<string, FileFacts>;
  readonly #rules: (language: string, id: string) => RuleMeta | undefined;
  readonly #found = new Map<string, EngineFinding>();
  /** Where something with a way begins: there a place without one says nothing new. */
  readonly #begun = new Set<string>();
  /** By place and rule: the files that the ways to it start in, the first one first. */
  readonly #starts = new Map<string, string[]>();

  constructor(
    files: ReadonlyArray<{ path: string; facts: FileFacts }>,
    rules: (language: string, id: string) => RuleMeta | undefined,
  ) {
    this.#files = new Map(files.map(({ path, facts }) => [path, facts]));
    this.#rules = rules;
  }

  reached(
    sink: SinkFact,
    flow: Flow & { k: 'source' },
    via: readonly Via[],
    file: string,
    check: string | undefined,
    isKept = false,
  ): void {
    const unit = this.#files.get(file);
    const rule = unit && this.#rules(unit.language, sink.rule);
    if (!rule) return;
    const [where, at] = sink.atSource ? [flow.file, flow.at] : [file, sink.at];
    const place = placeKey(where, sink, at);
    const files = new Set([flow.file, file, ...via.map((step) => step.file)]);
    const isStraight = !via.some(({ winds }) => winds);
    const most = isStraight ? mostStraight : mostWinding;
    const isLong = files.size > most || via.length > most;
    const isCertain = check === undefined && !isLong;
    const key = this.#keyOf(place, flow.file, isCertain);
    if (key === undefined) return;
    const before = this.#found.get(key);
    if (before && hasSource(before) && (check !== undefined || before.confidence !== 'low')) return;
    const source = { file: flow.file, place: flow.at, title: flow.title };
    // What an unknown function hands on at once has left no function of the program; whether it ends in a page is not known here.
    const isDirect = files.size === 1 && via.length === 0 && !rule.cwe.includes('CWE-79');
    const isGuess = flow.isGuess === true;
    const way = { kind: flow.kind, check, isDirect, isStraight, isTested: false, isGuess, isKept, isLong };
    const isProduct = [...files].every((path) => this.#files.get(path)?.isProduct);
    const isAnswer = sink.onlyAsks && (check !== undefined || via.some(({ asks }) => asks));
    const likely =
      isProduct && !isAnswer ? severityOfWay(sink.severity, rule, way) : atMost(sink.severity, 'low');
    const isProof = flow.kind === 'archive' || !via.some(({ asks }) => asks);
    const isLoud = likely === 'critical' || likely === 'high';
    // Addresses are kept in records and asked for far from where they came in.
    const mayGoFar = flow.kind === 'archive' || rule.cwe.includes('CWE-918');
    const isLost = !isCertain && via.filter(isStep).length > mostDoubtful && !mayGoFar;
    const severity = isLost ? atMost(likely, 'low') : isLoud && !isProof ? 'medium' : likely;
    const finding = describeFinding(
      rule,
      severity,
      isCertain ? rule.confidence : 'low',
      where,
      at,
      sink.code,
      sink.scope,
      source,
      wayTo(sink, via.slice(0, maxVia)),
      check,
    );
    if (key !== place) finding.identity.tokens += ` from ${flow.file}`;
    this.#keep(key, finding, beginningOf(where, sink, at));
  }

  /** Which finding a way belongs to: that of its place, or one of its own where data comes from another file as well. Undefined where there are enough. */
  #keyOf(place: string, start: string, isCertain: boolean): string | undefined {
    let starts = this.#starts.get(place);
    if (!starts) {
      starts = [];
      this.#starts.set(place, starts);
    }
    const first = this.#found.get(place);
    // What is certain takes the place of what is not.
    if (starts[0] === start || !first || !hasSource(first) || (first.confidence === 'low' && isCertain)) {
      starts[0] = start;
      return place;
    }
    if (!isCertain) return undefined;
    if (!starts.includes(start)) {
      if (starts.length >= maxStarts) return undefined;
      starts.push(start);
    }
    return `${place} from ${start}`;
  }

  unreached(fn: LinkedFunction, sink: SinkFact, severity: Severity, via: readonly Via[]): void {
    const rule = this.#rules(fn.unit.language, sink.rule);
    const key = beginningOf(fn.file, sink, sink.at);
    if (!rule || this.#begun.has(key) || this.#found.has(key)) return;
    this.#found.set(
      key,
      describeFinding(
        rule,
        severity,
        'low',
        fn.file,
        sink.at,
        sink.code,
        sink.scope,
        undefined,
        wayTo(sink, via.slice(0, maxVia)),
      ),
    );
  }

  offered(fn: LinkedFunction, reached: ParameterSink, at?: Place): void {
    const { sink, file, via, check } = reached;
    const unit = this.#files.get(file);
    const rule = unit && this.#rules(unit.language, sink.rule);
    if (!rule || !sink.offered || !unit.isProduct || (check !== undefined && !isEffect(check))) return;
    const [where, place] = at ? [fn.file, at] : [file, sink.at];
    const key = placeKey(where, sink, place);
    const before = this.#found.get(key);
    if (before && hasSource(before)) return;
    const name = fn.facts.parameters[reached.index] ?? 'an argument';
    // Who hands over all of the arguments means their options as well.
    if (rule.cwe.includes('CWE-88') && allArguments.test(name)) return;
    const source = {
      file: fn.file,
      place: fn.facts.at!,
      title: `the argument \`${name}\` of \`${fn.facts.key}\`, which the package offers`,
    };
    const steps = at ? [] : via.slice(0, maxVia);
    const finding = describeFinding(
      rule,
      sink.offered,
      'low',
      where,
      place,
      sink.code,
      at ? fn.facts.key : sink.scope,
      source,
      wayTo(sink, steps),
    );
    this.#keep(key, finding, beginningOf(where, sink, place));
  }

  /** A finding with a way, in the place of one without. */
  #keep(key: string, finding: EngineFinding, beginning: string): void {
    this.#found.delete(beginning);
    this.#begun.add(beginning);
    this.#found.set(key, finding);
  }

  inOrder(): EngineFinding[] {
    const order = onceForEachStart([...this.#found.values()]);
    return order.sort((a, b) =>
      a.file < b.file
        ? -1
        : a.file > b.file
          ? 1
          : a.startLine - b.startLine || (a.ruleId < b.ruleId ? -1 : 1),
    );
  }
}

/**
 * One mistake at a source that many places of helpers are reached from, by ways of which none is certain, is one mistake: the shortest of these ways are worth a look,
 * and the others are low.
 */
function onceForEachStart(findings: readonly EngineFinding[]): EngineFinding[] {
  const byStart = Map.groupBy(findings, (finding) =>
    finding.severity === 'medium' && finding.confidence === 'low' && hasSource(finding)
      ? `${finding.ruleId} ${finding.trace![0]!.file}:${finding.trace![0]!.line}`
      : '',
  );
  byStart.delete('');
  const others = new Set(
    [...byStart.values()].flatMap((those) =>
      those.toSorted((a, b) => a.trace!.length - b.trace!.length).slice(mostOfOneStart),
    ),
  );
  return findings.map((finding) => (others.has(finding) ? { ...finding, severity: 'low' } : finding));
}

const mostOfOneStart = 6;

const allArguments = /^[$*]*(?:\w*_)?(?:args|arguments|argv|params|cmd|command|flags|opts|options)$/i;

/** Calls of a chain start where the whole chain does: `load(a).relative(b)` is two places. */
function placeKey(file: string, { rule }: SinkFact, at: Place): string {
  return `${file}:${rule}:${at.join(':')}`;
}

function beginningOf(file: string, { rule }: SinkFact, [line, , column]: Place): string {
  return `${file}:${rule}:${line}:${column}`;
}

function wayTo({ label, joined }: SinkFact, steps: readonly Via[]): Way {
  return {
    // What a field of another file is read from stands at no place of its own.
    steps: steps
      .filter(({ place: [line] }) => line > 0)
      .map((via) => ({ file: via.file, place: via.place, text: textOf(via) })),
    label,
    isJoined: joined === true,
  };
}

function textOf(via: Via): string {
  if ('text' in via) return via.text;
  return 'passedTo' in via ? calledText(via.passedTo) : returnedText(via.returnedBy);
}

/**
 * A way through more files, or with more steps, than these follows an object, not the field of it that matters, too often to be called certain. Functions without branches, which hand on what they are
 * given, may be more: a controller, a service and a repository are three files.
 */
const mostWinding = 2;
const mostStraight = 4;

/** What a function without branches gives back, such as a getter or a setter of a builder, takes the data nowhere. */
function isStep(via: Via): boolean {
  return !('returnedBy' in via) || via.winds !== false;
}

/** A doubtful way with more steps than these mostly ends in another field of another object than the one that was sent. */
const mostDoubtful = 7;

/** From how many files data may come to one place, each reported on its own. */
const maxStarts = 4;
