/**
 * Judges the code engine on generated variants: `node bench/code/variants/run.ts --seed N [--languages go,php] [--per-class 32] [--misses] [--keep DIR]`.
 * Prints the share of dangerous variants found (TPR) and of safe ones reported (FPR) per language and class. Seed 1 is for
 * development; a figure is reported with a seed whose misses nobody has read.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { scanFolder } from '../folder.ts';
import { variantClasses } from './emitter.ts';
import { emitters } from './emitters.ts';
import { generateVariants, type Variant } from './generate.ts';

const args = process.argv.slice(2);
const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const seed = Number(option('--seed') ?? 1);
const perClass = Number(option('--per-class') ?? 32);
const languages = option('--languages')?.split(',') ?? emitters.map(({ language }) => language);
const keep = option('--keep');
const folder = keep ?? mkdtempSync(join(tmpdir(), 'variants-'));

const variants = emitters
  .filter(({ language }) => languages.includes(language))
  .flatMap((emitter) => generateVariants(emitter, seed, perClass));
for (const { files } of variants)
  for (const { name, text } of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }

const cases = variants.map((variant) => ({
  file: variant.sinkFile,
  class: variant.class,
  vulnerable: variant.vulnerable,
  cwe: variantClasses[variant.class],
  rule: variant.kind,
  lang: variant.language,
}));
writeFileSync(join(folder, 'expect.json'), JSON.stringify({ name: `variants seed ${seed}`, cases }));

const { findings } = await scanFolder(folder);
const cwesOf = new Map<string, Set<number>>();
for (const finding of findings) {
  if (finding.severity === 'low' || finding.severity === 'info') continue;
  const where = folderOf(finding.file);
  const known = cwesOf.get(where) ?? new Set();
  for (const cwe of finding.cwe) known.add(Number(cwe.slice('CWE-'.length)));
  cwesOf.set(where, known);
}
const isHit = (variant: Variant) =>
  variantClasses[variant.class].some((cwe) => cwesOf.get(folderOf(variant.files[0]!.name))?.has(cwe));

const table: Record<string, { dangerous: number; safe: number; tpr: number; fpr: number }> = {};
for (const [language, own] of Map.groupBy(variants, (variant) => variant.language)) {
  for (const [kind, list] of Map.groupBy(own, (variant) => variant.class))
    table[`${language} ${kind}`] = rates(list);
  table[`${language} all`] = rates(own);
}
console.table(table);
if (args.includes('--misses'))
  for (const variant of variants)
    if (isHit(variant) !== variant.vulnerable)
      console.log(
        `${variant.vulnerable ? 'missed' : 'false '}  ${folderOf(variant.files[0]!.name)}  ${variant.kind}`,
      );
if (keep === undefined) rmSync(folder, { recursive: true });
const out = option('--out');
if (out) writeFileSync(out, `${JSON.stringify({ seed, perClass, table }, null, 2)}\n`);

function rates(list: readonly Variant[]) {
  const dangerous = list.filter((variant) => variant.vulnerable);
  const safe = list.filter((variant) => !variant.vulnerable);
  const percent = (part: readonly Variant[]) =>
    Math.round((1000 * part.filter(isHit).length) / (part.length || 1)) / 10;
  return { dangerous: dangerous.length, safe: safe.length, tpr: percent(dangerous), fpr: percent(safe) };
}

function folderOf(file: string): string {
  return file.split('/').slice(0, 3).join('/');
}
