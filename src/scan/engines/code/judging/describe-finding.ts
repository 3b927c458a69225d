import type { EngineFinding, Severity, TraceStep } from '../../../model/finding.ts';
import type { Place } from '../domain/facts.ts';
import type { RuleMeta } from '../knowledge/rule-types.ts';
import { sinkText } from './step-text.ts';

export interface SourcePlace {
  file: string;
  place: Place;
  title: string;
}

/** How data gets from its source to where it does harm. */
export interface Way {
  steps: ReadonlyArray<{ file: string; place: Place; text: string }>;
  /** What it does harm to; 0 where that is not known. */
  label: number;
  /** It becomes part of a text at the end of the way. */
  isJoined: boolean;
}

/** One finding in the words of its rule, with the way that the data took. */
export function describeFinding(
  rule: RuleMeta,
  severity: Severity,
  confidence: EngineFinding['confidence'],
  file: string,
  place: Place,
  code: string,
  scope: string,
  source: SourcePlace | undefined,
  way?: Way,
  check?: string,
): EngineFinding {
  const passed =
    check === undefined
      ? ''
      : ` It has passed \`${check}\`, which could not be resolved: see whether that is enough.`;
  const where = source
    ? ` The data comes from ${source.title} in ${source.file}, line ${source.place[0]}.`
    : '';
  const finding: EngineFinding = {
    ruleId: rule.id,
    severity,
    confidence,
    title: rule.title,
    description: rule.message + where + passed,
    suggestion: rule.suggestion,
    file,
    startLine: place[0],
    endLine: place[1],
    startColumn: place[2],
    endColumn: place[3],
    category: rule.category,
    cwe: rule.cwe,
    owasp: rule.owasp,
    references: rule.references,
    identity: { scope, tokens: normalise(code) },
  };
  if (source) finding.trace = trace(file, place, source, code, way);
  else if (way && way.steps.length > 0) {
    const steps = wayTo(file, place, [], code, way);
    // The place alone is no way.
    if (steps.length > 1) finding.trace = steps;
  }
  return finding;
}

function trace(
  file: string,
  place: Place,
  source: SourcePlace,
  code: string,
  way: Way = { steps: [], label: 0, isJoined: false },
): TraceStep[] {
  const begin = step(source.file, source.place, 'source', `Untrusted: ${source.title}`);
  return wayTo(file, place, [begin], code, way);
}

/** Each line once, and the end of the way as the sink that it is. */
function wayTo(
  file: string,
  place: Place,
  found: TraceStep[],
  code: string,
  { steps, label, isJoined }: Way,
): TraceStep[] {
  for (const each of steps) {
    const last = found.at(-1);
    if (last?.file === each.file && last.line === each.place[0]) continue;
    found.push(step(each.file, each.place, 'step', each.text));
  }
  const last = found.at(-1);
  if (last?.kind === 'step' && last.line === place[0] && last.file === file) found.pop();
  found.push(step(file, place, 'sink', sinkText(code, label, isJoined)));
  return found;
}

function step(file: string, place: Place, kind: TraceStep['kind'], message: string): TraceStep {
  return { file, line: place[0], column: place[2], kind, message };
}

/** The code without what changes when nothing changed: blanks, quotes, numbers. */
function normalise(code: string): string {
  return code.replace(/\s+/g, ' ').replace(/["'`]/g, "'").slice(0, 200);
}
