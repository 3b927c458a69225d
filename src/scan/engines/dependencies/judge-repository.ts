import type { CoverageNote } from '../../model/coverage.ts';
import type { Confidence, EngineFinding } from '../../model/finding.ts';
import type { LicencePolicy } from '../../model/licence-policy.ts';
import { type Attempt, unguarded } from '../attempt.ts';
import type { Conclusion, ImportTables } from '../engine.ts';
import type { AdvisoryIndex } from './advisories/advisory-index.ts';
import { buildInventory } from './build-inventory.ts';
import { notesOn } from './coverage-notes.ts';
import type { Dependency } from './dependency.ts';
import { DependencyPaths, label } from './dependency-paths.ts';
import { describeFinding } from './describe-finding.ts';
import { packageUrl } from './ecosystems.ts';
import type { DependenciesEngineOptions } from './engine-options.ts';
import type { ManifestFacts, ResolvedFile } from './facts.ts';
import { isOldestGo } from './go-release.ts';
import { judgeDependency, type Verdict } from './judge-dependency.ts';
import { refusedLicence } from './licence-policy.ts';
import { ImportTable } from './reachability/import-table.ts';
import { judgeUsage } from './reachability/judge-usage.ts';
import { judgeReachability } from './reachability/reachability.ts';
import { resolveFiles } from './resolve/resolve-files.ts';
import { dependencyRules } from './rules.ts';

const maxFindings = 50_000;

/** Judges everything that the files of one repository say together. */
export function judgeRepository(
  facts: ReadonlyArray<{ path: string; facts: ManifestFacts }>,
  options: DependenciesEngineOptions,
  imports: ImportTables = { read: new Map(), unread: [], isWhole: false },
  attempt: Attempt = unguarded,
): Conclusion {
  return new Judgement(options, new ImportTable(imports), attempt).conclude(facts);
}

class Judgement {
  readonly #advisories: AdvisoryIndex | undefined;
  readonly #licencePolicy: LicencePolicy | undefined;
  readonly #imports: ImportTable;
  readonly #findings: EngineFinding[] = [];
  readonly #notes: CoverageNote[] = [];
  /** The same package stands in many files; its records are looked up once for each version. */
  readonly #verdicts = new Map<string, Verdict[]>();

  readonly #attempt: Attempt;

  constructor(
    { advisories, licencePolicy }: DependenciesEngineOptions,
    imports: ImportTable,
    attempt: Attempt,
  ) {
    this.#imports = imports;
    this.#attempt = attempt;
    this.#advisories = advisories && advisories.records > 0 ? advisories : undefined;
    this.#licencePolicy = licencePolicy;
  }

  conclude(manifests: ReadonlyArray<{ path: string; facts: ManifestFacts }>): Conclusion {
    for (const { facts } of manifests)
      if (facts.join?.kind === 'npm-manifest') this.#imports.addScripts(facts.join.scripts);
    const { files, notes } = resolveFiles(manifests);
    this.#notes.push(...notes);
    for (const file of files) this.#attempt({ path: file.path }, () => this.#judgeFile(file));
    this.#notes.push(...notesOn(files, this.#advisories));
    const inventory = this.#attempt({ path: '…' }, () => buildInventory(files));
    return { findings: this.#findings, notes: this.#notes, ...(inventory && { inventory }) };
  }

  #judgeFile(file: ResolvedFile): void {
    const { path, dependencies } = file;
    const paths = new DependencyPaths(dependencies);
    const { usage, isShared } = judgeUsage(file, this.#imports);
    const seen = new Set<string>();
    dependencies.forEach((dependency, index) => {
      if (this.#licencePolicy) this.#judgeLicence(path, dependency);
      for (const verdict of this.#verdictsOf(dependency)) {
        // The same version at several places of one tree is one problem.
        const key = `${label(dependency)} ${verdict.ids[0]}`;
        if (seen.has(key) || this.#isFull(path)) continue;
        seen.add(key);
        const reachability = judgeReachability(
          { file: path, dependency, usage: usage[index], isShared: isShared[index]! },
          verdict,
          this.#imports,
        );
        // Only what the own code calls of it is worth a word.
        if (isOldestGo(dependency) && reachability.isReachable !== true) continue;
        const positions = paths.positionsTo(index);
        const way = positions.map((position) => dependencies[position]!);
        const parent = way.at(-2);
        this.#findings.push(
          describeFinding({
            file: path,
            dependency,
            way,
            acceptedByParent: parent?.accepts?.[parent.needs.indexOf(index)] || undefined,
            verdict,
            confidence: confidenceOf(file, dependency),
            reachability,
            isExploited: this.#advisories!.isExploited(verdict.ids),
            exploitProbability: this.#advisories!.exploitProbability(verdict.ids),
          }),
        );
      }
    });
  }

  #verdictsOf(dependency: Dependency): Verdict[] {
    if (!this.#advisories) return [];
    const { ecosystem, name, version, requirement = '', source = '', release = '' } = dependency;
    const key = [ecosystem, dependency.sourceName ?? name, version, requirement, source, release].join('\n');
    let verdicts = this.#verdicts.get(key);
    if (!verdicts) {
      verdicts = judgeDependency(dependency, this.#advisories);
      this.#verdicts.set(key, verdicts);
    }
    return verdicts;
  }

  #judgeLicence(path: string, dependency: Dependency): void {
    for (const licence of dependency.licences ?? []) {
      const refused = refusedLicence(licence, this.#licencePolicy!);
      if (refused === undefined || this.#isFull(path)) continue;
      const { severity, id, category, suggestion } = dependencyRules.licence;
      this.#findings.push({
        ruleId: id,
        severity,
        confidence: 'high',
        title: `${label(dependency)}: licence ${refused} is not accepted`,
        description: `The licence of ${label(dependency)} is "${licence}", and the policy of this installation does not accept ${refused}.`,
        suggestion,
        file: path,
        startLine: dependency.line,
        endLine: dependency.line,
        category,
        cwe: [],
        package: {
          purl: packageUrl(dependency.ecosystem, dependency.name, dependency.version),
          path: [label(dependency)],
          vulnIds: [],
        },
        identity: { scope: `${dependency.ecosystem}:${dependency.name}`, tokens: `licence ${refused}` },
      });
    }
  }

  #isFull(path: string): boolean {
    if (this.#findings.length < maxFindings) return false;
    if (!this.#notes.some(({ reason }) => reason === 'budget_exceeded')) {
      const message = `More than ${maxFindings} findings in dependencies; from this file on they are not listed.`;
      this.#notes.push({ path, reason: 'budget_exceeded', message });
    }
    return true;
  }
}

/** What is locked is certain; what is only asked for, or was only recorded, is less so; a minimum version is a guess. */
function confidenceOf({ readerKind }: ResolvedFile, dependency: Dependency): Confidence {
  if (isOldestGo(dependency)) return 'low';
  if (readerKind === 'lockfile' && dependency.version !== '') return 'high';
  return 'medium';
}
