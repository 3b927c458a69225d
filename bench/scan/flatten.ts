/**
 * How much faster a tree is read out of WebAssembly memory than through the cursor, in the same run on the same trees.
 * `node bench/scan/flatten.ts DIR…` reads the sources of the folders given (this repository's own by default).
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Language, type Tree, Parser as TreeSitter } from 'web-tree-sitter';
import { flattenByCursor } from '../../src/scan/syntax/flatten/flatten-cursor.ts';
import { HeapFlattener } from '../../src/scan/syntax/flatten/flatten-heap.ts';
import { TreeColumns } from '../../src/scan/syntax/flatten/tree-columns.ts';
import { readGrammar } from '../../src/scan/syntax/grammar-file.ts';
import { languageOf, languages } from '../../src/scan/syntax/languages.ts';

const maxFiles = 400;
const folders = process.argv.slice(2);
const files = (folders.length ? folders : ['src'])
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  .filter((path) =>
    ['javascript', 'typescript', 'tsx', 'python', 'java', 'go'].includes(languageOf(path) ?? ''),
  )
  .sort()
  .slice(0, maxFiles);

const memory = new WebAssembly.Memory({ initial: 512, maximum: 16_384 });
await TreeSitter.init({ wasmMemory: memory });
const treeSitter = new TreeSitter();
const grammars = new Map<string, Language>();
const heap = new HeapFlattener(memory);
const fast = new TreeColumns();
const slow = new TreeColumns();
const cpuMs = { parse: 0, warmUp: 0, heap: 0, cursor: 0 };
const warmUpFiles = 40;
let nodes = 0;
let bytes = 0;
let mismatches = 0;

for (const [index, path] of files.entries()) {
  const text = readFileSync(path, 'utf8');
  const id = languageOf(path)!;
  let grammar = grammars.get(id);
  if (!grammar) {
    const entry = languages.find((language) => language.id === id)!;
    grammar = Language.loadSync(new WebAssembly.Module(readGrammar(entry)));
    grammars.set(id, grammar);
  }
  treeSitter.setLanguage(grammar);
  const tree = timed('parse', () => treeSitter.parse(text))!;
  const address = (tree as unknown as { 0: number })[0];
  // Whoever reads a tree first pays for the cache misses, so they take turns; the first files only warm both up.
  const warmingUp = index < warmUpFiles;
  const readings = [
    () => timed(warmingUp ? 'warmUp' : 'heap', () => heap.flatten(address, 60_000, 1e8, fast)),
    () => timed(warmingUp ? 'warmUp' : 'cursor', () => flattenByCursor(tree as Tree, 60_000, 1e8, slow)),
  ];
  for (const read of index % 2 ? readings : readings.reverse()) read();
  if (!sameColumns()) mismatches++;
  if (!warmingUp) nodes += slow.count;
  bytes += text.length;
  tree.delete();
}

function sameColumns(): boolean {
  if (fast.count !== slow.count) return false;
  for (let i = 0; i < fast.count; i++)
    if (
      fast.symbol[i] !== slow.symbol[i] ||
      fast.skip[i] !== slow.skip[i] ||
      fast.start[i] !== slow.start[i] ||
      fast.field[i] !== slow.field[i]
    )
      return false;
  return true;
}

function timed<T>(what: keyof typeof cpuMs, work: () => T): T {
  const before = process.cpuUsage();
  const result = work();
  const used = process.cpuUsage(before);
  cpuMs[what] += (used.user + used.system) / 1000;
  return result;
}

const result = {
  files: files.length,
  megabytes: bytes / 1e6,
  nodes,
  mismatches,
  nanosecondsPerNode: { heap: (cpuMs.heap * 1e6) / nodes, cursor: (cpuMs.cursor * 1e6) / nodes },
  timesFaster: cpuMs.cursor / cpuMs.heap,
  parseMegabytesPerCpuSecond: bytes / 1e3 / cpuMs.parse,
};
console.log(JSON.stringify(result, null, 2));
writeFileSync('bench/results/flatten.json', `${JSON.stringify(result, null, 2)}\n`);
