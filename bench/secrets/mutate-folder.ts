// Copies a folder of labelled cases with other file names and other values, so that nothing can be recognised by heart:
//   node bench/secrets/mutate-folder.ts DIR OUT    (OUT/names.json maps new paths to old ones)
// Lines keep their place; extensions stay, since they say what syntax a file has; runs of letters and digits that are no ordinary
// words are replaced sign by sign within their class.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readCompiledRules } from '../../src/scan/engines/secrets/rules/compiled-rules.ts';
import { readFolder } from './read-folder.ts';

const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) throw new Error('usage: mutate-folder.ts DIR OUT');
const words = new Set(readCompiledRules().words.words);
const names: Record<string, string> = {};
for (const file of readFolder(from)) {
  const extension = /[^/.]\.([A-Za-z0-9]{1,5})$/.exec(file.path)?.[0].slice(1) ?? '';
  const path = `${hash(file.path).slice(0, 2)}/f${hash(file.path).slice(2, 10)}${extension}`;
  names[path] = file.path;
  mkdirSync(dirname(join(to, path)), { recursive: true });
  const content = Buffer.from(file.bytes).toString('latin1');
  writeFileSync(join(to, path), Buffer.from(content.replace(/[A-Za-z0-9]{9,}/g, mutate), 'latin1'));
}
writeFileSync(join(to, 'names.json'), JSON.stringify(names));

/** Only what looks machine-made or ends in digits is changed: keywords and names of settings must stay what they are. */
function mutate(run: string): string {
  const lower = run.toLowerCase();
  const random = /\d/.test(run) && /[A-Za-z]/.test(run) && !/^(?:AKIA|xox|eyJ|key|sk|base64|sha)/i.test(run);
  if (!random || words.has(lower)) return run;
  const seed = createHash('sha512').update(run).digest();
  return [...run].map((char, i) => swap(char, seed[i % seed.length]!)).join('');
}

function swap(char: string, by: number): string {
  if (/[0-9]/.test(char)) return String((Number(char) + by) % 10);
  const [base, size] = /[a-f]/.test(char)
    ? [97, 6]
    : /[A-F]/.test(char)
      ? [65, 6]
      : /[a-z]/.test(char)
        ? [103, 20]
        : [71, 20];
  return String.fromCharCode(base + ((((char.charCodeAt(0) - base + by) % size) + size) % size));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
