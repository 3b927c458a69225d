import { CpuDeadline } from '../../../platform/cpu-deadline.ts';
import { classifyFile } from '../../engines/code/reading/file-class.ts';
import type { Engine } from '../../engines/engine.ts';
import type { CodeSymbol, GatheredCode } from '../../model/code-symbol.ts';
import type { RepositoryEntry, RepositoryReader } from '../../source/repository-entry.ts';
import { decodeText, isBinary } from '../../source/source-text.ts';
import { codeSymbols, documentSymbol } from '../../symbols/code-symbols.ts';
import { languageOf } from '../../syntax/languages.ts';
import { createParser, type Parser } from '../../syntax/parser.ts';
import { fileLimitMs } from '../analyse/file-limit.ts';

export interface GatherOptions {
  reader: Pick<RepositoryReader, 'read'>;
  /** Larger files are not read. */
  maxFileBytes: number;
  /** Says what of a text must not be kept. */
  secrets: Engine;
  /** Masks secrets of the scan wherever else they are. */
  mask(text: string): string;
  /** Whether tests are wanted too. */
  tests: boolean;
  isOver(): boolean;
  bounds?: { symbols: number; units: number };
}

/** What one scan may hand over to memory. */
const defaultBounds = { symbols: 50_000, units: 32 * 1024 ** 2 };

const documents =
  /(?:^|\/)(?:readme|contributing|architecture|changelog)[^/]*$|\.(?:md|mdx|markdown|rst|adoc)$/i;

/**
 * Takes a repository apart into what people ask for, file by file. What is vendored or minified is somebody else's code and stays out;
 * tests repeat the words of what they test, and stay out unless they are asked for.
 */
export async function gatherSymbols(
  entries: readonly RepositoryEntry[],
  options: GatherOptions,
): Promise<GatheredCode> {
  const { reader, maxFileBytes, isOver, bounds = defaultBounds } = options;
  const readable = entries.filter(
    ({ path, sizeBytes, linkTo }) =>
      linkTo === undefined &&
      sizeBytes <= maxFileBytes &&
      (languageOf(path) !== undefined || documents.test(path)),
  );
  const parser = await createParser();
  const symbols: CodeSymbol[] = [];
  const unread: string[] = [];
  let units = 0;
  let next = 0;
  for await (const bytes of reader.read(readable)) {
    const { path } = readable[next++]!;
    const found = bytes && !isBinary(bytes) ? await symbolsOf(path, bytes, parser, options) : undefined;
    if (!found) unread.push(path);
    for (const symbol of found ?? []) {
      units += symbol.content.length;
      if (units > bounds.units || symbols.length === bounds.symbols)
        return { symbols, unread, truncated: true };
      symbols.push(symbol);
    }
    if (isOver()) break;
  }
  return { symbols, unread, truncated: next < readable.length };
}

/** Undefined where the file cannot be parsed. */
async function symbolsOf(
  path: string,
  bytes: Uint8Array,
  parser: Parser,
  { secrets, tests, mask }: GatherOptions,
): Promise<CodeSymbol[] | undefined> {
  const original = decodeText(bytes);
  const { kind } = classifyFile(path, original);
  if (kind === 'vendored' || kind === 'minified' || (kind === 'test' && !tests)) return [];
  const text = withoutSecrets(path, bytes, original, secrets);
  if (languageOf(path) === undefined) {
    const document = documentSymbol(path, text);
    return document ? [masked(document, mask)] : [];
  }
  await parser.ready();
  const tree = parser.tryParse(path, original, new CpuDeadline(fileLimitMs(bytes.length)))?.tree;
  if (!tree) return undefined;
  return codeSymbols(path, text, tree).map((symbol) => ({
    ...masked(symbol, mask),
    ...(kind === 'test' && { isTest: true as const }),
  }));
}

/** Of the same length, so that the places of the tree stay right. */
function withoutSecrets(path: string, bytes: Uint8Array, text: string, secrets: Engine): string {
  const file = { path, bytes, text, tree: undefined };
  const { redactions = [] } = secrets.analyse(file, { hashSecret: () => '' });
  const pieces: string[] = [];
  let done = 0;
  for (const [start, end] of redactions.toSorted((a, b) => a[0] - b[0])) {
    if (end <= done) continue;
    const from = Math.max(start, done);
    pieces.push(text.slice(done, from), text.slice(from, end).replace(/[^\r\n]/g, '*'));
    done = end;
  }
  return pieces.join('') + text.slice(done);
}

function masked(symbol: CodeSymbol, mask: GatherOptions['mask']): CodeSymbol {
  const { content, signature } = symbol;
  return {
    ...symbol,
    content: mask(content),
    ...(signature !== undefined && { signature: mask(signature) }),
  };
}
