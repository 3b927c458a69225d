import { type Finding, severities } from '../finding.ts';
import { type AttributedFinding, type IdentifiedFinding, identify } from '../identity.ts';
import type { RepositoryConfig } from '../repository-config.ts';
import { SnippetMaker } from '../snippet.ts';
import { decodeText } from '../source-text.ts';
import { suppressedByRepository, suppressedByTriage } from '../suppression.ts';
import type { ChildTask } from './child-protocol.ts';

/** Where a finding's text comes from: the file it is in, and what must not be shown of it. */
export interface FindingOrigin {
  finding: AttributedFinding;
  /** Equal for findings that share a content. */
  contentKey: string;
  bytes: Uint8Array | undefined;
  redactions: ReadonlyArray<readonly [number, number]>;
}

export interface Presented {
  open: Finding[];
  suppressed: Finding[];
  /** Findings that the repository itself speaks about, whether it was listened to or not. */
  repositorySuppressions: number;
}

/** Gives findings their identity, status and snippet. */
export function presentFindings(
  origins: readonly FindingOrigin[],
  config: RepositoryConfig | undefined,
  task: Pick<ChildTask, 'triage' | 'now' | 'trustRepositoryConfig' | 'repository'> & {
    identityKey: Uint8Array;
  },
): Presented {
  const makers = new Map<string, SnippetMaker>();
  const triage = new Map(task.triage.map((decision) => [decision.findingId, decision]));
  const identified = identify(
    origins.map(({ finding }) => finding),
    task.identityKey,
    task.repository,
  );
  const presented: Presented = { open: [], suppressed: [], repositorySuppressions: 0 };
  identified.forEach((one, i) => {
    const maker = makerOf(origins[i]!, makers);
    const byRepository = suppressedByRepository(one, (line) => maker?.line(line), config, task.now);
    if (byRepository) presented.repositorySuppressions++;
    const verdict =
      suppressedByTriage(one, triage, task.now) ?? (task.trustRepositoryConfig ? byRepository : undefined);
    const severity = task.trustRepositoryConfig ? config?.severityOf(one.finding.ruleId) : undefined;
    const snippet = maker?.snippet(one.finding.startLine, one.finding.endLine);
    const finding: Finding = {
      ...toFinding(one),
      ...(severity && { severity }),
      status: verdict?.status ?? 'open',
      ...(verdict && { suppression: verdict.suppression }),
      ...(snippet && { snippet }),
    };
    (verdict ? presented.suppressed : presented.open).push(finding);
  });
  presented.open.sort(compareFindings);
  presented.suppressed.sort(compareFindings);
  return presented;
}

function makerOf(origin: FindingOrigin, makers: Map<string, SnippetMaker>): SnippetMaker | undefined {
  if (!origin.bytes) return undefined;
  let maker = makers.get(origin.contentKey);
  if (!maker) {
    maker = new SnippetMaker(decodeText(origin.bytes), origin.redactions);
    makers.set(origin.contentKey, maker);
  }
  return maker;
}

/** The seed's fields first: this is the order in which people read them. */
function toFinding({ finding, id, fingerprint }: IdentifiedFinding): Finding {
  const { identity: _, severity, title, description, file, startLine, suggestion, ...rest } = finding;
  return {
    id,
    severity,
    title,
    description,
    file,
    line: startLine,
    ...(suggestion !== undefined && { suggestion }),
    startLine,
    ...rest,
    fingerprint,
    status: 'open',
  };
}

function compareFindings(a: Finding, b: Finding): number {
  return (
    severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
    compareText(a.file, b.file) ||
    a.startLine - b.startLine ||
    (a.startColumn ?? 0) - (b.startColumn ?? 0) ||
    compareText(a.ruleId, b.ruleId) ||
    compareText(a.fingerprint, b.fingerprint)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
