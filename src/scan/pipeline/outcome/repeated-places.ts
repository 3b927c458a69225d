import type { AttributedFinding } from '../../findings/identity.ts';
import { hasSource } from '../../model/finding.ts';

/** What the rating looks at. */
type Rated = Pick<
  AttributedFinding,
  'engine' | 'ruleId' | 'severity' | 'file' | 'trace' | 'cwe' | 'identity'
>;

/**
 * One mistake with many places is one mistake: the first places of it stay medium, the others are low, and all of them are still reported. Whoever fixes the source of a way has
 * fixed every way that starts there, and whoever looks at one value that a function puts into markup or a statement sees the others of the same function. What is high stays high.
 */
export function withoutRepetition<T extends Rated>(findings: readonly T[]): T[] {
  const repeated = new Set<T>([
    ...beyond(findings, startOf, mostOfOneStart, shortestFirst),
    ...beyond(findings, functionOf, mostOfOneFunction),
    ...beyond(findings, endOf, mostOfOneEnd, shortestFirst),
    ...beyond(findings, comparisonOf, mostOfOneComparison),
  ]);
  return findings.map((finding) => (repeated.has(finding) ? { ...finding, severity: 'low' } : finding));
}

/** Of each group what comes after the first few. */
function beyond<T extends Rated>(
  findings: readonly T[],
  groupOf: (finding: T) => string | undefined,
  most: number,
  inOrder?: (a: T, b: T) => number,
): T[] {
  const grouped = findings.filter(
    (finding) => finding.engine === 'code' && finding.severity === 'medium' && groupOf(finding) !== undefined,
  );
  return [...Map.groupBy(grouped, groupOf).values()].flatMap((group) =>
    (inOrder ? group.toSorted(inOrder) : group).slice(most),
  );
}

/**
 * Where the data of a way comes from, and where it goes first: a function that reads the request for a whole program (`param('id')`) is one source with a way for every call, and each
 * of them is a mistake of its own.
 */
function startOf(finding: Rated): string | undefined {
  if (!hasSource(finding)) return undefined;
  const { ruleId, trace } = finding;
  const begin = trace!.slice(0, 2).map(({ file, line, column }) => `${line}:${column} ${file}`);
  return [ruleId, ...begin].join(' ');
}

/**
 * The function that hashes, which every way leads into: each secret is reported where it is read, and there is one place to mend. Of other weaknesses each way needs a look of its
 * own.
 */
function endOf(finding: Rated): string | undefined {
  const { ruleId, trace, cwe } = finding;
  const last = trace?.at(-2);
  if (
    trace === undefined ||
    !hasSource(finding) ||
    trace.length < 3 ||
    last === undefined ||
    !cwe.some((each) => ofHashes.has(each))
  )
    return undefined;
  return `${ruleId} ${last.line} ${last.file}`;
}

/** The same comparison of a path with one folder again and again in a file: the folder lacks its separator. */
function comparisonOf(finding: Rated): string | undefined {
  const { file, cwe, identity } = finding;
  return !hasSource(finding) && cwe.includes('CWE-23') ? `${identity.tokens} ${file}` : undefined;
}

const ofHashes: ReadonlySet<string> = new Set(['CWE-916', 'CWE-328']);

function shortestFirst(a: Rated, b: Rated): number {
  return a.trace!.length - b.trace!.length;
}

/** The function that a place without a known source is in, where the weakness hangs on what arrives there. */
function functionOf(finding: Rated): string | undefined {
  const { file, cwe, identity } = finding;
  const weakness = cwe.find((each) => ofData.has(each));
  if (hasSource(finding) || identity.scope === '' || weakness === undefined) return undefined;
  return `${weakness} ${identity.scope} ${file}`;
}

/** Weaknesses of data that arrives somewhere: pages, statements, paths, commands, code, URLs, keys. */
const ofData: ReadonlySet<string> = new Set(
  'CWE-79 CWE-89 CWE-564 CWE-22 CWE-78 CWE-94 CWE-95 CWE-918 CWE-601 CWE-1321 CWE-943 CWE-643 CWE-90'.split(
    ' ',
  ),
);

const mostOfOneStart = 4;
const mostOfOneFunction = 2;
const mostOfOneEnd = 2;
const mostOfOneComparison = 2;
