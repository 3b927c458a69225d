import { allAbilities } from '../../src/scan/engines/code/analysis/options.ts';
import { createCodeEngine } from '../../src/scan/engines/code/code-engine.ts';
import type { EngineFinding } from '../../src/scan/model/finding.ts';
import type { FlatTree } from '../../src/scan/syntax/flat-tree.ts';
import { createParser } from '../../src/scan/syntax/parser.ts';

/** A file to scan; its bytes are read when its turn comes. */
export interface SourceToScan {
  readonly path: string;
  readonly size: number;
  read(): Buffer;
}

export interface SourcesResult {
  findings: Array<EngineFinding & { line: number }>;
  files: number;
  megabytes: number;
  cpuMs: { parse: number; analyse: number; conclude: number };
  megabytesPerCpuSecond: number;
  factsMegabytes: number;
  notes: Record<string, number>;
}

/** Runs the code engine over files in one thread, as the pipeline would, and says what it cost. */
export async function scanSources(
  given: readonly SourceToScan[],
  without: readonly string[] = [],
  onName?: (pattern: string, path: string) => void,
): Promise<SourcesResult> {
  const abilities = { ...allAbilities };
  for (const ability of without) abilities[ability as keyof typeof abilities] = false;
  // Where no call is followed, none is followed into another file.
  abilities.crossFile &&= abilities.calls;
  let analysed = '';
  const engine = createCodeEngine({
    abilities,
    ...(onName && { onName: (pattern: string) => onName(pattern, analysed) }),
  });
  const parser = await createParser();
  const cpuMs = { parse: 0, analyse: 0, conclude: 0 };
  const findings: EngineFinding[] = [];
  const facts: Array<{ path: string; facts: NonNullable<ReturnType<typeof engine.analyse>['facts']> }> = [];
  const notes: Record<string, number> = {};
  const tools = { hashSecret: (value: string) => value };
  let bytes = 0;
  let files = 0;
  const wanted = given.filter(({ path, size }) => size <= 5 << 20 && engine.wants(path, size));
  await engine.prepare!(wanted.map(({ path }) => path));
  for (let from = 0; from < wanted.length; from += batchSize) {
    const batch = wanted.slice(from, from + batchSize).map((source) => {
      const raw = source.read();
      files++;
      bytes += raw.length;
      return { path: source.path, bytes: raw, text: raw.toString('utf8') };
    });
    await parser.ready();
    const parsing = cpuMs.parse;
    const analyses = timed('analyse', () =>
      batch.map((file) => {
        analysed = file.path;
        let tree: { made: FlatTree | undefined } | undefined;
        return engine.analyse(
          {
            ...file,
            // As in a scan, where a tree is made when the engine asks for it.
            get tree() {
              tree ??= { made: timed('parse', () => parser.parse(file.path, file.text)) };
              return tree.made;
            },
            parseAs: (path, text) => timed('parse', () => parser.tryParse(path, text)),
          },
          tools,
        );
      }),
    );
    cpuMs.analyse -= cpuMs.parse - parsing;
    for (const [i, analysis] of analyses.entries()) {
      findings.push(...analysis.findings);
      for (const note of analysis.notes ?? []) notes[note.reason] = (notes[note.reason] ?? 0) + 1;
      if (analysis.facts) facts.push({ path: batch[i]!.path, facts: analysis.facts });
    }
  }
  const factsMegabytes = JSON.stringify(facts).length / 1e6;
  if (abilities.calls && abilities.crossFile)
    findings.push(...timed('conclude', () => engine.conclude!(facts, tools)).findings);

  function timed<T>(what: keyof typeof cpuMs, work: () => T): T {
    const before = process.cpuUsage();
    const result = work();
    const used = process.cpuUsage(before);
    cpuMs[what] += (used.user + used.system) / 1000;
    return result;
  }

  return {
    findings: findings.map((finding) => ({ ...finding, line: finding.startLine })),
    files,
    megabytes: bytes / 1e6,
    cpuMs,
    megabytesPerCpuSecond: bytes / 1e3 / (cpuMs.parse + cpuMs.analyse + cpuMs.conclude),
    factsMegabytes,
    notes,
  };
}

const batchSize = 25;
