/**
 * What each ability of the analysis is worth: Youden's J on a labelled set of files with one ability switched off at a time.
 * `node bench/code/ablation.ts CASES expect.json classes.json`, where `expect.json` labels whole files and `classes.json` says which CWEs a class has.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { allAbilities } from '../../src/scan/engines/code/core/options.ts';
import { scanFolder } from './folder.ts';

interface Label {
  file: string;
  class: string;
  vulnerable: boolean;
}

const [folder, expectFile, classesFile] = process.argv.slice(2) as [string, string, string];
const { cases } = JSON.parse(readFileSync(expectFile, 'utf8')) as { cases: Label[] };
const classes = JSON.parse(readFileSync(classesFile, 'utf8')) as Record<string, { cwe: number[] }>;

const table: Record<string, { tpr: number; fpr: number; macroJ: number }> = {};
for (const without of ['', ...Object.keys(allAbilities)]) {
  const { findings } = await scanFolder(folder, without ? [without] : []);
  const cwesOf = new Map<string, Set<number>>();
  for (const finding of findings) {
    if (finding.severity === 'low' || finding.severity === 'info') continue;
    const known = cwesOf.get(finding.file) ?? new Set();
    for (const cwe of finding.cwe) known.add(Number(cwe.slice('CWE-'.length)));
    cwesOf.set(finding.file, known);
  }
  table[without ? `without ${without}` : 'everything'] = score(
    (label) => classes[label.class]?.cwe.some((cwe) => cwesOf.get(label.file)?.has(cwe)) ?? false,
  );
}
console.table(table);
writeFileSync('bench/results/code-ablation.json', `${JSON.stringify(table, null, 2)}\n`);

/** True and false positive rates over all labels, and J as the mean over classes, as OWASP scores it. */
function score(isHit: (label: Label) => boolean) {
  const rate = (labels: readonly Label[]) => labels.filter(isHit).length / (labels.length || 1);
  const byClass = Map.groupBy(cases, (label) => label.class);
  const youdens = [...byClass.values()].map(
    (labels) =>
      rate(labels.filter((label) => label.vulnerable)) - rate(labels.filter((label) => !label.vulnerable)),
  );
  const percent = (value: number) => Math.round(value * 1000) / 10;
  return {
    tpr: percent(rate(cases.filter((label) => label.vulnerable))),
    fpr: percent(rate(cases.filter((label) => !label.vulnerable))),
    macroJ: percent(youdens.reduce((sum, j) => sum + j, 0) / youdens.length),
  };
}
