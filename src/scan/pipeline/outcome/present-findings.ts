import { compareTexts } from '../../../kernel/compare-texts.ts';
import { FixTable } from '../../findings/fixes/fix-table.ts';
import { type AttributedFinding, type IdentifiedFinding, identify } from '../../findings/identity.ts';
import type { RepositoryConfig } from '../../findings/repository-config.ts';
import { SnippetMaker } from '../../findings/snippet.ts';
import { StepSnippets } from '../../findings/step-snippets.ts';
import { suppressedByRepository, suppressedByTriage } from '../../findings/suppression.ts';
import { CommentsByLine } from '../../findings/suppression-comment.ts';
import { ValueMask } from '../../findings/value-mask.ts';
import { type Finding, type Fix, severities } from '../../model/finding.ts';
import { decodeText } from '../../source/source-text.ts';
import { encodingOf } from '../../source/text-encoding.ts';
import type { ChildTask } from '../child-protocol.ts';

/** A file that something is shown of, and what must not be shown of it. */
export interface ShownText {
  path: string;
  /** Equal for those that share a content. */
  contentKey: string;
  bytes: Uint8Array | undefined;
  redactions: ReadonlyArray<readonly [number, number]>;
  /** Those of the redactions that must not be shown of any other file either. */
  maskEverywhere: ReadonlyArray<readonly [number, number]>;
}

/** A finding with the file that it is in. */
export interface FindingOrigin extends ShownText {
  finding: AttributedFinding;
}

export interface Presented {
  open: Finding[];
  suppressed: Finding[];
  /** By fingerprint: the identity of each finding whose severity is the engine's own, so that it may be rated once all is known. */
  identities: Map<string, AttributedFinding['identity']>;
  /** By fingerprint: each finding as the engine gave it. */
  given: Map<string, AttributedFinding>;
  /** Findings that the repository itself speaks about, whether it was listened to or not. */
  repositorySuppressions: number;
  /** Places, as `path:line`, of the comments and entries that matched a finding. */
  used: Set<string>;
  /** Knows every secret of the scan, for whatever else is told of it. */
  mask: ValueMask;
}

/** Gives findings their identity, status and snippet. */
export function presentFindings(
  origins: readonly FindingOrigin[],
  config: RepositoryConfig | undefined,
  task: Pick<ChildTask, 'triage' | 'now' | 'trustRepositoryConfig' | 'repository'> & {
    identityKey: Uint8Array;
    configPath?: string | undefined;
  },
  /** The files that data flows pass through. */
  passed: readonly ShownText[] = [],
): Presented {
  const fixes = new FixTable();
  const makers = new Map<string, SnippetMaker>();
  const comments = new Map<SnippetMaker | undefined, CommentsByLine>();
  const texts = new Map<string, boolean>();
  const mask = new ValueMask(secretValues([...origins, ...passed]));
  const triage = new Map(task.triage.map((decision) => [decision.findingId, decision]));
  const identified = identify(
    origins.map(({ finding }) => finding),
    task.identityKey,
    task.repository,
  );
  const presented: Presented = {
    open: [],
    suppressed: [],
    identities: new Map(),
    given: new Map(identified.map(({ fingerprint, finding }) => [fingerprint, finding])),
    repositorySuppressions: 0,
    used: new Set(),
    mask,
  };
  identified.forEach((one, i) => {
    const maker = makerOf(origins[i]!, makers, mask);
    const said = comments.get(maker) ?? new CommentsByLine((line) => maker?.line(line));
    comments.set(maker, said);
    const byRepository = suppressedByRepository(one, said, config, task.now);
    if (byRepository) presented.repositorySuppressions++;
    if (byRepository?.comment) presented.used.add(`${one.finding.file}:${byRepository.comment.line}`);
    for (const line of config?.linesFor(one) ?? []) presented.used.add(`${task.configPath}:${line}`);
    const verdict =
      suppressedByTriage(one, triage, task.now) ?? (task.trustRepositoryConfig ? byRepository : undefined);
    const severity = task.trustRepositoryConfig ? config?.severityOf(one.finding) : undefined;
    if (!severity) presented.identities.set(one.fingerprint, one.finding.identity);
    const snippet = isText(origins[i]!, texts)
      ? maker?.snippet(one.finding.startLine, one.finding.endLine, undefined, one.finding.line)
      : undefined;
    const fix = one.finding.fix ?? fixes.fixFor(one.finding, (line) => maker?.plainLine(line));
    const finding: Finding = {
      ...maskedWords(toFinding(one), mask),
      ...(fix && isUnmasked(fix, mask) && { fix }),
      ...(severity && { severity }),
      status: verdict?.status ?? 'open',
      ...(verdict && {
        suppression: { ...verdict.suppression, reason: mask.apply(verdict.suppression.reason) },
      }),
      ...(snippet && { snippet }),
    };
    (verdict ? presented.suppressed : presented.open).push(finding);
  });
  const passedTexts = new Map(passed.map((text) => [text.path, text]));
  const steps = new StepSnippets((file) => {
    const text = passedTexts.get(file);
    return text && makerOf(text, makers, mask);
  });
  const inOrder = (list: Finding[]) => list.sort(compareFindings).map((finding) => steps.addTo(finding));
  presented.open = inOrder(presented.open);
  presented.suppressed = inOrder(presented.suppressed);
  return presented;
}

/** A fix with a masked secret in it would write the mask. */
function isUnmasked({ replacement }: Fix, mask: ValueMask): boolean {
  return mask.apply(replacement) === replacement;
}

function* secretValues(texts: readonly ShownText[]): Iterable<string> {
  const done = new Set<string>();
  for (const { contentKey, bytes, maskEverywhere } of texts) {
    if (!bytes || maskEverywhere.length === 0 || done.has(contentKey)) continue;
    done.add(contentKey);
    const text = decodeText(bytes);
    for (const [start, end] of maskEverywhere) yield text.slice(start, end);
  }
}

/**
 * Engines quote code: a secret of any file is masked in what they say. What tells the finding apart and what its rule is stays as it is, even where a
 * password is called like a rule, and so do the words of the secrets engine, which never quotes.
 */
function maskedWords(finding: Finding, mask: ValueMask): Finding {
  if (finding.engine === 'secrets') return finding;
  const {
    id,
    fingerprint,
    file,
    secret,
    trace,
    engine,
    ruleId,
    severity,
    confidence,
    category,
    cwe,
    ...words
  } = finding;
  return {
    ...finding,
    ...mask.applyDeep(words),
    ...(trace && { trace: trace.map((step) => ({ ...step, message: mask.apply(step.message) })) }),
  };
}

function makerOf(
  shown: ShownText,
  makers: Map<string, SnippetMaker>,
  mask: ValueMask,
): SnippetMaker | undefined {
  if (!shown.bytes) return undefined;
  let maker = makers.get(shown.contentKey);
  if (!maker) {
    maker = new SnippetMaker(decodeText(shown.bytes), shown.redactions, mask);
    makers.set(shown.contentKey, maker);
  }
  return maker;
}

/** The bytes of an archive or a program say nothing to a reader: such a finding has no snippet. */
function isText({ contentKey, bytes }: ShownText, known: Map<string, boolean>): boolean {
  let answer = known.get(contentKey);
  if (answer === undefined) {
    answer = bytes !== undefined && encodingOf(bytes) !== undefined;
    known.set(contentKey, answer);
  }
  return answer;
}

/** The seed's fields first: this is the order in which people read them. */
function toFinding({ finding, id, fingerprint }: IdentifiedFinding): Finding {
  const {
    identity: _,
    edit: __,
    severity,
    title,
    description,
    file,
    startLine,
    line = startLine,
    suggestion,
    ...rest
  } = finding;
  return {
    id,
    severity,
    title,
    description,
    file,
    line,
    ...(suggestion !== undefined && { suggestion }),
    startLine,
    ...rest,
    fingerprint,
    status: 'open',
  };
}

export function compareFindings(a: Finding, b: Finding): number {
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    compareTexts(a.file, b.file) ||
    a.startLine - b.startLine ||
    (a.startColumn ?? 0) - (b.startColumn ?? 0) ||
    compareTexts(a.ruleId, b.ruleId) ||
    compareTexts(a.fingerprint, b.fingerprint)
  );
}
