import { compareTexts } from '../../../kernel/compare-texts.ts';
import type { CoverageNote } from '../../model/coverage.ts';
import type { EngineFinding } from '../../model/finding.ts';
import { attemptOf } from '../attempt.ts';
import type { Engine, FileAnalysis } from '../engine.ts';
import type { FactKind, FactsOf, InfrastructureFacts } from './facts.ts';
import { type FileAnalyser, fileAnalysers } from './file-analysers.ts';
import {
  type FileKind,
  fileKind,
  isCertain,
  isOverlong,
  isPlainManifest,
  maxScriptCharacters,
  mightMatter,
  wantsFile,
} from './file-kind.ts';
import { ratedByPlace } from './rated-by-place.ts';
import { RuleLibrary } from './rules/rule-library.ts';

/** Judges what runs the code: containers, clusters, cloud resources and the workflows that build them. */
export function createInfrastructureEngine(): Engine<InfrastructureFacts> {
  const library = new RuleLibrary();
  const loaded = new Map<FileKind, FileAnalyser>();
  return {
    id: 'infrastructure',
    version: library.version,
    get rules() {
      return library.descriptions();
    },
    describe: (ids) => library.descriptionsOf(ids),
    wants: wantsFile,
    async prepare(paths) {
      for (const kind of new Set(paths.map(fileKind))) {
        if (kind !== undefined && !loaded.has(kind)) loaded.set(kind, await fileAnalysers[kind]());
      }
    },
    analyse(file, tools) {
      const kind = fileKind(file.path);
      if (kind === undefined || !mightMatter(kind, file.text)) return { findings: [] };
      if (isOverlong(kind, file.text)) return { findings: [], notes: [overlong(file.path)] };
      const found = loaded.get(kind)!.analyse(file, library.guardedBy(attemptOf(tools)));
      const analysis = { ...found, findings: found.findings.map(ratedByPlace) };
      const isSure = isCertain(kind) || (kind === 'yaml' && isPlainManifest(file.text));
      return isSure ? { ...analysis, ...unparsed(analysis) } : analysis;
    },
    conclude(all, tools) {
      const guarded = library.guardedBy(attemptOf(tools));
      const findings: EngineFinding[] = [];
      const notes: CoverageNote[] = [];
      const factsOf = <Kind extends FactKind>(kind: Kind): FactsOf<Kind> =>
        all.flatMap(({ path, facts }) =>
          facts.kind === kind ? [{ path, ...(facts as Extract<InfrastructureFacts, { kind: Kind }>) }] : [],
        );
      const present = new Set(all.map(({ facts }) => facts.kind));
      for (const { of, all: judgeAll } of judges(loaded)) {
        if (!present.has(of)) continue;
        const part = guarded.attempt({ path: '…' }, () => judgeAll(factsOf, guarded));
        findings.push(...(part?.findings ?? []).map(ratedByPlace));
        notes.push(...(part?.notes ?? []));
      }
      return { findings, notes };
    },
  };
}

/** One for each kind of facts, in the order of their names: files of several kinds share one. */
function judges(loaded: ReadonlyMap<FileKind, FileAnalyser>): Array<NonNullable<FileAnalyser['judge']>> {
  const byKind = new Map([...loaded.values()].flatMap(({ judge }) => (judge ? [[judge.of, judge]] : [])));
  return [...byKind.values()].sort((a, b) => compareTexts(a.of, b.of));
}

/** Of a file that is certainly what its name says, what cannot be read may be read by the tool that it is for. */
function unparsed({ notes }: FileAnalysis<InfrastructureFacts>): { notes?: CoverageNote[] } {
  if (!notes) return {};
  return {
    notes: notes.map((note) => (note.reason === 'malformed' ? { ...note, reason: 'not_parsed' } : note)),
  };
}

function overlong(path: string): CoverageNote {
  return {
    path,
    reason: 'too_large',
    message: `The file is longer than ${maxScriptCharacters} characters, which no file of its kind is.`,
  };
}
