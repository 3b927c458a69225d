/**
 * What each ability of the analysis is worth: rates and Youden's J on labelled sets with one ability switched off at a time.
 *   node bench/code/ablation.ts --scorer scan-quality.mjs CASES expect.json [CASES expect.json …]
 * `variants/run.ts --keep` writes such a set, in which functions matter most. Findings of medium severity and above count, as everywhere.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { allAbilities } from '../../src/scan/engines/code/analysis/options.ts';
import { scanFolder } from './folder.ts';
import { startAsAnalysingProcess } from './in-analysing-process.ts';

interface Score {
  micro: { tpr: number; fpr: number; youden: number };
  macro: { youden: number };
}

startAsAnalysingProcess();
const { values, positionals } = parseArgs({
  options: { scorer: { type: 'string' } },
  allowPositionals: true,
});
const scorer = values.scorer ?? '';
const scratch = mkdtempSync(join(tmpdir(), 'lorekeep-ablation-'));
const tables: Record<string, Record<string, ReturnType<typeof percentages>>> = {};
for (let i = 0; i < positionals.length; i += 2) {
  const [folder, expectFile] = positionals.slice(i, i + 2) as [string, string];
  const { name } = JSON.parse(readFileSync(expectFile, 'utf8')) as { name: string };
  const table: (typeof tables)[string] = {};
  for (const without of ['', ...Object.keys(allAbilities)]) {
    const { findings } = await scanFolder(folder, without ? [without] : []);
    table[without ? `without ${without}` : 'everything'] = percentages(score(expectFile, findings));
  }
  console.table(table);
  tables[name] = table;
}
rmSync(scratch, { recursive: true });
writeFileSync('bench/results/code-ablation.json', `${JSON.stringify(tables, null, 2)}\n`);

function score(expectFile: string, findings: unknown): Score {
  const found = join(scratch, 'findings.json');
  const result = join(scratch, 'score.json');
  writeFileSync(found, JSON.stringify(findings));
  const files = ['--expect', expectFile, '--findings', found, '--json', result];
  execFileSync(process.execPath, [scorer, ...files, '--min-severity', 'medium']);
  return JSON.parse(readFileSync(result, 'utf8')) as Score;
}

function percentages({ micro, macro }: Score) {
  const percent = (rate: number) => Math.round(rate * 1000) / 10;
  return {
    tpr: percent(micro.tpr),
    fpr: percent(micro.fpr),
    microJ: percent(micro.youden),
    macroJ: percent(macro.youden),
  };
}
