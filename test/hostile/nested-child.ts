/** Analyses every nested program of one language, each followed by a vulnerable file, and prints what each cost: `node nested-child.ts LANGUAGE BYTES`. */
import { readFileSync } from 'node:fs';
import { FileAnalyser } from '../../src/scan/pipeline/analyse/file-analyser.ts';
import { createTools, loadEngines } from '../../src/scan/pipeline/analyse/load-engines.ts';
import { nestedPrograms, pathOf, vulnerableProgram } from '../support/nested-programs.ts';

export interface NestedResult {
  kind: string;
  cpuMs: number;
  /** Of the whole process so far. */
  maxMegabytes: number;
  reasons: string[];
  /** What was found in the vulnerable file after it. */
  foundAfter: string[];
}

const [language, bytes] = [process.argv[2]!, Number(process.argv[3])];
const analyser = new FileAnalyser(await loadEngines(['code'], {}), createTools(new Uint8Array(32)), {
  onCrash: () => {},
});
// What is loaded for the first file of a language is no cost of a file.
await analyse(vulnerableProgram(language));
const results: NestedResult[] = [];
for (const { kind, text } of nestedPrograms(language, bytes)) {
  const before = process.threadCpuUsage();
  const { notes = [] } = await analyse(text);
  const { user, system } = process.threadCpuUsage(before);
  const { findings } = await analyse(vulnerableProgram(language));
  results.push({
    kind,
    cpuMs: (user + system) / 1000,
    maxMegabytes: peakMegabytes(),
    reasons: notes.map(({ reason }) => reason),
    foundAfter: findings.map(({ ruleId }) => ruleId),
  });
}
process.stdout.write(JSON.stringify(results));

/** Linux counts the memory of the process that started this one in `maxRSS`; the high-water mark in `/proc` is this process's own. */
function peakMegabytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1024;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))!;
  return Number(kilobytes) / 1024;
}

async function analyse(text: string) {
  const { results } = await analyser.analyse(pathOf(language), Buffer.from(text), ['code']);
  return JSON.parse(results.code || '{"findings":[]}') as {
    findings: Array<{ ruleId: string }>;
    notes?: Array<{ reason: string }>;
  };
}
