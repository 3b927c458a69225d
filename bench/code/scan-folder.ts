/**
 * Scans a folder with the code engine alone: `node bench/code/scan-folder.ts DIR [--out findings.json] [--without constants,shapes,calls,crossFile] [--max-cwe 2]`.
 * Prints the time taken; the findings are in the form that the quality benchmarks read.
 */
import { writeFileSync } from 'node:fs';
import { scanFolder } from './folder.ts';
import { startAsAnalysingProcess } from './in-analysing-process.ts';

startAsAnalysingProcess();

const args = process.argv.slice(2);
const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const folder = args[0]!;
const without = (option('--without') ?? '').split(',').filter(Boolean);
const result = await scanFolder(folder, without);
const out = option('--out');
if (out) writeFileSync(out, JSON.stringify(result.findings));
console.log(JSON.stringify({ ...result, findings: result.findings.length }, null, 1));
