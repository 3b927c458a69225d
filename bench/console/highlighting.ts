import { zstdCompressSync } from 'node:zlib';
import { commentsOf, type TokenKind, tokensOf } from '../../console/src/ui/highlight.ts';
import { readCatalogue } from '../../src/scan/catalogue/read-catalogue.ts';
import type { FlatTree } from '../../src/scan/syntax/flat-tree.ts';
import { createParser } from '../../src/scan/syntax/parser.ts';

/**
 * How often the console's highlighter, which sees one line at a time, colours a character as the grammar of the language does, over the
 * examples of all rules; and what it would cost to send the grammar's tokens instead. `node bench/console/highlighting.ts`
 */
const parser = await createParser();
const kinds: readonly TokenKind[] = ['plain', 'comment', 'text', 'number', 'word'];
const byLanguage = new Map<string, { characters: number; agreed: number }>();
const confusions = new Map<string, number>();
let [lines, tokenBytes, lineBytes] = [0, 0, 0];
const sentTokens: string[] = [];
const sentLines: string[] = [];

for (const { examples } of await readCatalogue())
  for (const { files } of examples)
    for (const { path, text } of files) {
      await parser.ready();
      const tree = parser.parse(path, text);
      if (tree && !tree.hasError) compare(path, text, tree);
    }

const rows = [...byLanguage].sort((a, b) => b[1].characters - a[1].characters);
for (const [language, { characters, agreed }] of rows)
  console.log(`${language.padEnd(12)} ${characters} characters, ${percent(agreed, characters)} the same`);
const all = rows.reduce((sum, [, one]) => sum + one.characters, 0);
console.log(
  `all          ${all} characters, ${percent(
    rows.reduce((sum, [, one]) => sum + one.agreed, 0),
    all,
  )} the same`,
);
const worst = [...confusions].sort((a, b) => b[1] - a[1]).slice(0, 6);
for (const [pair, count] of worst) console.log(`${pair}: ${percent(count, all)}`);
console.log(
  `tokens of a line ${(tokenBytes / lines).toFixed(0)} bytes, its text ${(lineBytes / lines).toFixed(0)} bytes; ` +
    `compressed in hundreds of lines ${size(sentTokens)} and ${size(sentLines)} bytes a line`,
);

function compare(path: string, text: string, tree: FlatTree): void {
  const wanted = grammarKinds(tree, text);
  const sum = byLanguage.get(tree.language) ?? { characters: 0, agreed: 0 };
  byLanguage.set(tree.language, sum);
  let at = 0;
  for (const line of text.split('\n')) {
    let column = at;
    for (const token of tokensOf(line, commentsOf(path)))
      for (const character of token.text) {
        if (character.trim() !== '') {
          sum.characters++;
          const right = kinds[wanted[column]!]!;
          if (right === token.kind) sum.agreed++;
          else add(`${right} shown as ${token.kind}`);
        }
        column += character.length;
      }
    noteCost(line, wanted.subarray(at, at + line.length));
    at += line.length + 1;
  }
}

function add(pair: string): void {
  confusions.set(pair, (confusions.get(pair) ?? 0) + 1);
}

/** Tokens as a server would send them: a letter for the kind and a length for each run. */
function noteCost(line: string, wanted: Uint8Array): void {
  let runs = '';
  for (let from = 0; from < wanted.length; ) {
    let to = from;
    while (to < wanted.length && wanted[to] === wanted[from]) to++;
    runs += `${kinds[wanted[from]!]![0]}${to - from}`;
    from = to;
  }
  lines++;
  tokenBytes += runs.length;
  lineBytes += line.length;
  sentTokens.push(runs);
  sentLines.push(line);
}

/** What each character is by the grammar, as an index into `kinds`. */
function grammarKinds(tree: FlatTree, text: string): Uint8Array {
  const found = new Uint8Array(text.length);
  for (let node = 0; node < tree.count; node++) {
    const isLeaf = tree.skip[node] === node + 1;
    const kind = kindOf(tree.symbolNames[tree.symbol[node]!]!, tree.named[node] === 1, isLeaf);
    // Later nodes are inside of earlier ones or behind them, so that code inside of a text is code again.
    if (kind !== undefined) found.fill(kinds.indexOf(kind), tree.start[node], tree.end[node]);
  }
  return found;
}

function kindOf(name: string, isNamed: boolean, isLeaf: boolean): TokenKind | undefined {
  if (/comment/.test(name)) return 'comment';
  if (isNamed && /interpolation|substitution|_expansion$/.test(name)) return 'plain';
  if (
    isNamed &&
    /string|heredoc|^char|rune_literal/.test(name) &&
    !/^(string_type|character_class)$/.test(name)
  )
    return 'text';
  if (isNamed && isLeaf && /number|integer|float|_int$|^int|numeric|decimal/.test(name) && !/type/.test(name))
    return 'number';
  if (isNamed && isLeaf && /^(true|false|null|nil|none|this|self|super|boolean)/.test(name)) return 'word';
  if (!isNamed && isLeaf) return /^[a-z_]+$/i.test(name) ? 'word' : undefined;
  return isLeaf && isNamed && /identifier|name|constant/.test(name) ? 'plain' : undefined;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}

function size(texts: readonly string[]): string {
  let bytes = 0;
  for (let i = 0; i < texts.length; i += 500)
    bytes += zstdCompressSync(texts.slice(i, i + 500).join('\n')).length;
  return (bytes / texts.length).toFixed(1);
}
