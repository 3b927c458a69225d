import { fileURLToPath } from 'node:url';
import { readManifest, readModelFile } from './model-manifest.ts';
import { WordPiece } from './wordpiece.ts';

const manifestPath = fileURLToPath(new URL('../../../models/lorekeep-embed-fast.json', import.meta.url));

/** Counts tokens without opening a model, for a process that has none. */
export async function openTokenCounter(): Promise<(text: string) => number> {
  const manifest = await readManifest(manifestPath);
  const tokenizer = WordPiece.parse((await readModelFile(manifestPath, manifest.tokenizer)).toString());
  return (text) => tokenizer.count(text);
}
