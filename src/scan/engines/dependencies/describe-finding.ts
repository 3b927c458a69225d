import type { Confidence, EngineFinding, Severity } from '../../model/finding.ts';
import type { Advisory } from './advisories/advisory.ts';
import type { Dependency } from './dependency.ts';
import { label } from './dependency-paths.ts';
import { ecosystemTraits, packageUrl } from './ecosystems.ts';
import { isGoRelease } from './go-release.ts';
import type { Verdict } from './judge-dependency.ts';
import {
  type DescribedReachability,
  describeReachability,
  type Reachability,
} from './reachability/reachability.ts';
import { dependencyRules } from './rules.ts';
import { accepts, parseRequirement } from './versions/requirement.ts';

/** Everything that is known about one problem when it is put into words. */
export interface Judged {
  file: string;
  dependency: Dependency;
  /** From the direct dependency down to this one. */
  way: readonly Dependency[];
  /** What the last but one on the way accepts of this one, where its file says so. */
  acceptedByParent: string | undefined;
  verdict: Verdict;
  confidence: Confidence;
  reachability: Reachability;
  isExploited: boolean;
  exploitProbability: number | undefined;
}

const steps: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'info'];

/** One finding for one package and one group of records. */
export function describeFinding(judged: Judged): EngineFinding {
  const { file, dependency, way, verdict, confidence } = judged;
  const advisories = verdict.candidates.map(({ advisory }) => advisory);
  const rule = ruleFor(advisories);
  const primary = verdict.ids[0]!;
  // What does harm when it is installed need not be imported.
  const isReachable = rule === dependencyRules.malicious ? undefined : judged.reachability.isReachable;
  const full = fullSeverity(judged, advisories);
  const severity = isReachable === false ? oneStepLower(full) : full;
  return {
    ruleId: rule.id,
    severity,
    confidence,
    title: titleOf(dependency, advisories, primary),
    description: descriptionOf(judged, advisories, {
      ...judged.reachability,
      isReachable,
      isLowered: severity !== full,
    }),
    suggestion: suggestionOf(judged),
    file,
    startLine: dependency.line,
    endLine: dependency.line,
    category: rule.category,
    cwe: unique([...advisories.flatMap(({ cwe }) => cwe), ...rule.cwe]).slice(0, 2),
    owasp: ['A06:2021'],
    references: unique(advisories.flatMap(({ references }) => references)).slice(0, 10),
    package: {
      purl: packageUrl(dependency.ecosystem, dependency.name, dependency.version),
      path: way.map(label),
      vulnIds: verdict.ids,
      ...(verdict.fixedVersion === undefined
        ? {}
        : { fixedVersion: shown(dependency, verdict.fixedVersion) }),
      ...(isReachable === undefined ? {} : { reachable: isReachable }),
    },
    // The version is omitted on purpose: raising it without repairing the problem does not make it another problem.
    identity: { scope: `${dependency.ecosystem}:${dependency.name}`, tokens: primary },
  };
}

function ruleFor(advisories: readonly Advisory[]) {
  if (advisories.some(({ kind }) => kind === 'malicious')) return dependencyRules.malicious;
  return isNotice(advisories) ? dependencyRules.unmaintained : dependencyRules.vulnerable;
}

function relation(advisories: readonly Advisory[]): string {
  if (advisories.some(({ kind }) => kind === 'malicious')) return 'malicious, says';
  return isNotice(advisories) ? 'the subject of' : 'affected by';
}

function isNotice(advisories: readonly Advisory[]): boolean {
  return advisories.every(({ kind }) => kind === 'unmaintained' || kind === 'notice');
}

/** As if the problem were reached. */
function fullSeverity(judged: Judged, advisories: readonly Advisory[]): Severity {
  if (advisories.some(({ kind }) => kind === 'malicious')) return 'critical';
  const step = judged.isExploited
    ? 0
    : Math.min(...advisories.map((each) => steps.indexOf(ownSeverity(each, advisories))));
  return steps[judged.confidence === 'low' ? Math.max(step, steps.indexOf('medium')) : step]!;
}

function oneStepLower(severity: Severity): Severity {
  return steps[Math.min(steps.indexOf(severity) + 1, steps.length - 1)]!;
}

function ownSeverity(advisory: Advisory, group: readonly Advisory[]): Severity {
  if (advisory.kind === 'unmaintained' || advisory.kind === 'notice') return 'info';
  if (advisory.score !== undefined) return severityOfScore(advisory.score);
  if (advisory.severity !== undefined) return advisory.severity;
  if (advisory.kind === 'unsound') return 'low';
  // One database often has no score where another has: then its silence must not count as "medium".
  return group.some((other) => other.score !== undefined || other.severity !== undefined) ? 'info' : 'medium';
}

function severityOfScore(score: number): Severity {
  if (score >= 9) return 'critical';
  if (score >= 7) return 'high';
  return score >= 4 ? 'medium' : 'low';
}

function titleOf(dependency: Dependency, advisories: readonly Advisory[], primary: string): string {
  const summary =
    advisories.map((each) => each.summary).find((each) => each !== '') ?? firstSentence(advisories);
  return `${label(dependency)}: ${summary || wordFor(advisories)} (${primary})`.slice(0, 400);
}

/** Where no record says what the problem is. */
function wordFor(advisories: readonly Advisory[]): string {
  const rule = ruleFor(advisories);
  if (rule === dependencyRules.malicious) return 'malicious package';
  return rule === dependencyRules.unmaintained ? 'notice about the package' : 'known vulnerability';
}

function firstSentence(advisories: readonly Advisory[]): string {
  const details = advisories.map((each) => each.details).find((each) => each !== '') ?? '';
  return (/^[^\n]{1,160}?(?:\.\s|\n|$)/.exec(details)?.[0] ?? details.slice(0, 120))
    .trim()
    .replace(/\.$/, '');
}

function descriptionOf(
  judged: Judged,
  advisories: readonly Advisory[],
  reachability: DescribedReachability,
): string {
  const { dependency, way, verdict } = judged;
  const details = advisories.map((each) => each.details).find((each) => each !== '') ?? '';
  const score = Math.max(...advisories.map((each) => each.score ?? -1));
  const facts = [
    `${label(dependency)} (${dependency.ecosystem}) is ${relation(advisories)} ${verdict.ids.join(', ')}.`,
    way.length > 1 ? `It comes in through ${way.map(label).join(' → ')}.` : '',
    dependency.scope === 'runtime'
      ? ''
      : `It is ${dependency.scope === 'dev' ? 'a development' : 'an optional'} dependency.`,
    dependency.version === ''
      ? `The requirement "${dependency.requirement}" accepts only affected versions.`
      : '',
    score >= 0 ? `CVSS ${score.toFixed(1)}.` : '',
    judged.isExploited ? 'It is on the list of vulnerabilities that are known to be exploited.' : '',
    judged.exploitProbability === undefined
      ? ''
      : `Probability of exploitation (EPSS): ${(judged.exploitProbability * 100).toFixed(1)} %.`,
    describeReachability(reachability),
  ];
  return [facts.filter(Boolean).join(' '), details].filter(Boolean).join('\n\n');
}

function suggestionOf(judged: Judged): string {
  const { dependency, verdict } = judged;
  const { fixedVersion, fixesAll, isCompatibleFix } = verdict;
  if (verdict.candidates.some(({ advisory }) => advisory.kind === 'malicious')) {
    return `Remove ${dependency.name}, and replace every credential that was within reach where it was installed.`;
  }
  if (fixedVersion === undefined)
    return `No fixed version of ${dependency.name} is known: replace it, or check whether the problem concerns you.`;
  const scale = isCompatibleFix ? 'no major change' : 'a major change; no smaller step repairs it';
  const all =
    fixesAll && fixesAll !== fixedVersion
      ? ` ${shown(dependency, fixesAll)} repairs everything known about it.`
      : '';
  if (isGoRelease(dependency))
    return `Build with Go ${fixedVersion} (${scale}), and say so in go.mod ("go" or "toolchain").${all}`;
  return `Raise ${dependency.name} to ${shown(dependency, fixedVersion)} (${scale}).${all}${howTo(judged, fixedVersion)}`;
}

function howTo({ dependency, way, acceptedByParent: wanted }: Judged, fixedVersion: string): string {
  const direct = way[0]!;
  const parent = way.at(-2);
  if (!parent) return '';
  const { scheme, style } = ecosystemTraits(dependency.ecosystem);
  const intervals = wanted ? parseRequirement(wanted, style) : undefined;
  if (intervals && accepts(intervals, fixedVersion, scheme)) {
    return ` ${label(parent)} accepts it already ("${wanted}"): renewing the lockfile entry is enough.`;
  }
  return ` The direct dependency to raise is ${direct.name} (now ${direct.version || direct.requirement}).`;
}

function shown(dependency: Dependency, version: string): string {
  return dependency.version.startsWith('v') && /^\d/.test(version) ? `v${version}` : version;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
