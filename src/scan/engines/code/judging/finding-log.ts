import { atMost, type EngineFinding, hasSource, type Severity, severities } from '../../../model/finding.ts';
import type { AwaitedCheck } from '../domain/awaited-check.ts';
import type { HeldFinding } from '../domain/facts.ts';
import type { Frame } from '../domain/scope.ts';
import { type SourceOrigin, type Step, stepsOf, type Taint, type TaintEntry } from '../domain/taint.ts';
import type { Span } from '../ir/ir.ts';
import type { Sink } from '../knowledge/rule-types.ts';
import type { FileClass } from '../reading/file-class.ts';
import { type Asked, askedOf, askedOnBoth } from './certainty/asked-elsewhere.ts';
import { severityOfWay } from './certainty/certainty.ts';
import { describeFinding, type SourcePlace, type Way } from './describe-finding.ts';
import type { SourcePlaces } from './source-places.ts';
import { isJoinedAt, stepText } from './step-text.ts';

interface Waiting {
  readonly frame: Frame;
  readonly origins: readonly number[];
  readonly label: number;
  readonly report: (asked: readonly AwaitedCheck[] | undefined) => void;
}

/** The findings of one file, each place and rule once with the worst that was found there, and how places are told. */
export class FindingLog {
  readonly path: string;
  readonly findings: EngineFinding[] = [];
  readonly places: SourcePlaces;
  readonly #fileClass: FileClass;
  readonly #waiting: Waiting[] = [];
  readonly #seen = new Map<string, number>();
  /** What other files are asked about a finding before it is one, by its index. */
  readonly #asked = new Map<number, Asked>();
  /** Texts that were reported for how they are put together, by rule and line: where the same line also uses one, that says more. */
  readonly #texts = new Map<string, number>();

  constructor(path: string, places: SourcePlaces, fileClass: FileClass) {
    this.path = path;
    this.places = places;
    this.#fileClass = fileClass;
  }

  flow(
    sink: Sink,
    entry: TaintEntry,
    origin: SourceOrigin,
    span: Span,
    scope: string,
    /** Where somebody has looked at the data: a condition of the same function, or what comes before it. */
    asked: 'here' | 'before' | undefined,
    /** Whether the whole way is understood; asked only where the finding would be high or critical. */
    isProof: () => boolean,
  ): void {
    const source: SourcePlace = {
      file: this.path,
      place: this.places.place(origin.span),
      title: origin.title,
    };
    const steps = stepsOf(entry).map((step) => ({
      file: this.path,
      place: this.places.place(step.span),
      text: stepText(step, this.places),
    }));
    const { check } = entry;
    const isLong = stepsOf(entry).filter(({ how }) => how && crossings.has(how)).length > maxCrossings;
    const isDirect = asked === undefined && staysInside(stepsOf(entry), origin);
    const evidence = {
      kind: origin.kind,
      check,
      isDirect,
      isStraight: asked === undefined,
      isTested: asked === 'here',
      isGuess: origin.isGuess === true,
      isKept: isKept(stepsOf(entry)),
      isLong,
    };
    const likely = severityOfWay(sink.severity, sink.rule, evidence);
    const isLoud = likely === 'critical' || likely === 'high';
    const severity = isLoud && !isProof() ? 'medium' : likely;
    this.add(
      sink.rule,
      sink.onlyAsks && !isDirect ? atMost(severity, 'low') : severity,
      check === undefined ? sink.rule.confidence : 'low',
      sink.atSource ? origin.span : span,
      scope,
      source,
      { steps, label: sink.label, isJoined: isJoinedAt(span) },
      false,
      check,
      askedOf([entry], sink.label),
    );
  }

  add(
    rule: Sink['rule'],
    severity: Severity,
    confidence: EngineFinding['confidence'],
    span: Span,
    scope: string,
    source: SourcePlace | undefined,
    way: Way | undefined,
    isText = false,
    check?: string,
    asked?: Asked,
  ): void {
    const place = this.places.place(span);
    const line = `${rule.id}:${place[0]}`;
    const key = `${line}:${place[2]}`;
    if (isText && this.#texts.has(line)) return;
    const finding = describeFinding(
      rule,
      this.#fileClass.rate(severity),
      confidence,
      this.path,
      place,
      this.places.code(span),
      scope,
      source,
      way,
      check,
    );
    const before = this.#seen.get(key);
    const text = isText ? undefined : this.#texts.get(line);
    if (text !== undefined) {
      this.#texts.delete(line);
      this.#seen.set(key, text);
      this.findings[text] = finding;
      this.#ask(text, asked);
    } else if (before === undefined) {
      (isText ? this.#texts : this.#seen).set(isText ? line : key, this.findings.length);
      this.#ask(this.findings.length, asked);
      this.findings.push(finding);
    } else {
      // What arrives on two ways is harmless only where both are.
      this.#ask(before, askedOnBoth(this.#asked.get(before), asked));
      if (isWorse(finding, this.findings[before]!)) this.findings[before] = finding;
    }
  }

  #ask(index: number, asked: Asked | undefined): void {
    if (asked) this.#asked.set(index, asked);
    else this.#asked.delete(index);
  }

  /** The findings of the file, and those that other files decide about. */
  decided(): { findings: EngineFinding[]; held: HeldFinding[] } {
    const held = [...this.#asked].map(([index, asked]) => ({ finding: this.findings[index]!, ...asked }));
    return { findings: this.findings.filter((_, index) => !this.#asked.has(index)), held };
  }

  /** Waits for the end of the file, and drops what a guard in the same function has cleared by then; what other files were asked about it is for them to decide. */
  later(frame: Frame, taint: Taint | undefined, label: number, report: Waiting['report']): void {
    this.#waiting.push({ frame, origins: (taint ?? []).map(({ origin }) => origin.id), label, report });
  }

  /** Reports what has waited. */
  settle(): void {
    for (const { frame, origins, label, report } of this.#waiting.splice(0))
      if (!origins.some((id) => (frame.cleared.get(id) ?? 0) & label))
        report(origins.map((id) => frame.asked.get(id)).find((asked) => asked !== undefined));
  }

  rate(severity: Severity): Severity {
    return this.#fileClass.rate(severity);
  }
}

/** Of one place what is more severe, or as severe and more certain, or says where the data comes from. */
function isWorse(a: EngineFinding, b: EngineFinding): boolean {
  if (a.severity !== b.severity) return severities.indexOf(a.severity) < severities.indexOf(b.severity);
  if (a.severity === 'medium' && hasSource(a) && !hasSource(b)) return true;
  return b.confidence === 'low' && a.confidence !== 'low';
}

/** Whether a way leads into no other function. What is written inside of this one, and is called with what a collection or a promise holds, is no other. */
function staysInside(steps: readonly Step[], origin: SourceOrigin): boolean {
  return steps.every(
    ({ how, span }, i) =>
      how === undefined ||
      !crossings.has(how) ||
      how === 'callback' ||
      (how === 'parameter' && (span.start === origin.span.start || steps[i - 1]?.how === 'callback')),
  );
}

/** Whether an object has carried it into another function: a call that is given it, and none of whose parameters gets it. */
function isKept(steps: readonly Step[]): boolean {
  return steps.some(({ how }, i) => how === 'called' && steps[i + 1]?.how !== 'parameter');
}

/** Steps into a function and out of one. */
const crossings: ReadonlySet<string> = new Set(['parameter', 'called', 'returned', 'callback']);
const maxCrossings = 2;
