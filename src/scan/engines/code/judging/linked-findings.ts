import { atMost, type EngineFinding, type Severity } from '../../../model/finding.ts';
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
import { severityOfWay } from './certainty.ts';
import { describeFinding, type Way } from './describe-finding.ts';
import { calledText, returnedText } from './step-text.ts';

/** What the linker found, each place and rule once; a way from a source says more than a place without one. */
export class LinkedFindings implements LinkEvents {
  readonly #files: ReadonlyMap<string, FileFacts>;
  readonly #rules: (language: string, id: string) => RuleMeta | undefined;
  readonly #found = new Map<string, EngineFinding>();

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
  ): void {
    const unit = this.#files.get(file);
    const rule = unit && this.#rules(unit.language, sink.rule);
    if (!rule) return;
    const [where, at] = sink.atSource ? [flow.file, flow.at] : [file, sink.at];
    const key = `${where}:${sink.rule}:${at[0]}:${at[2]}`;
    const before = this.#found.get(key);
    if (before?.trace && (check !== undefined || before.confidence !== 'low')) return;
    const source = { file: flow.file, place: flow.at, title: flow.title };
    const files = new Set([flow.file, file, ...via.map((step) => step.file)]);
    const isLong = files.size > maxFiles || via.length > maxSteps;
    const isStraight = files.size === 1 || !via.some(({ winds }) => winds);
    const way = { kind: flow.kind, check, isStraight, isLong };
    const isProduct = [...files].every((path) => this.#files.get(path)?.isProduct);
    const severity = isProduct ? severityOfWay(sink.severity, rule, way) : atMost(sink.severity, 'low');
    this.#found.set(
      key,
      describeFinding(
        rule,
        severity,
        isLong || check !== undefined ? 'low' : rule.confidence,
        where,
        at,
        sink.code,
        sink.scope,
        source,
        wayTo(sink, via.slice(0, maxVia)),
        check,
      ),
    );
  }

  unreached(fn: LinkedFunction, sink: SinkFact, severity: Severity): void {
    const rule = this.#rules(fn.unit.language, sink.rule);
    const key = `${fn.file}:${sink.rule}:${sink.at[0]}:${sink.at[2]}`;
    if (!rule || this.#found.has(key)) return;
    this.#found.set(
      key,
      describeFinding(rule, severity, 'low', fn.file, sink.at, sink.code, sink.scope, undefined),
    );
  }

  offered(fn: LinkedFunction, reached: ParameterSink, at?: Place): void {
    const { sink, file, via, check } = reached;
    const unit = this.#files.get(file);
    const rule = unit && this.#rules(unit.language, sink.rule);
    if (!rule || !sink.offered || !unit.isProduct || (check !== undefined && !isEffect(check))) return;
    const [where, place] = at ? [fn.file, at] : [file, sink.at];
    const key = `${where}:${sink.rule}:${place[0]}:${place[2]}`;
    if (this.#found.get(key)?.trace) return;
    const name = fn.facts.parameters[reached.index] ?? 'an argument';
    const source = {
      file: fn.file,
      place: fn.facts.at!,
      title: `the argument \`${name}\` of \`${fn.facts.key}\`, which the package offers`,
    };
    const steps = at ? [] : via.slice(0, maxVia);
    this.#found.set(
      key,
      describeFinding(
        rule,
        sink.offered,
        'low',
        where,
        place,
        sink.code,
        at ? fn.facts.key : sink.scope,
        source,
        wayTo(sink, steps),
      ),
    );
  }

  inOrder(): EngineFinding[] {
    const order = [...this.#found.values()];
    return order.sort((a, b) =>
      a.file < b.file
        ? -1
        : a.file > b.file
          ? 1
          : a.startLine - b.startLine || (a.ruleId < b.ruleId ? -1 : 1),
    );
  }
}

function wayTo({ label, joined }: SinkFact, steps: readonly Via[]): Way {
  return {
    steps: steps.map((via) => ({ file: via.file, place: via.place, text: textOf(via) })),
    label,
    isJoined: joined === true,
  };
}

function textOf(via: Via): string {
  if ('text' in via) return via.text;
  return 'passedTo' in via ? calledText(via.passedTo) : returnedText(via.returnedBy);
}

/** A way through more files, or with more steps, than these follows an object, not the field of it that matters, too often to be called certain. */
const maxFiles = 2;
const maxSteps = 4;
