import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { grammarFolder } from '../../src/scan/syntax/grammar-file.ts';

/** Where a vendored grammar comes from and what its bytes are. */
export interface GrammarRecord {
  /** The compressed file in `grammars/`. */
  file: string;
  package: string;
  version: string;
  /** Of the package's archive, as npm's lockfile has it. */
  integrity: string;
  /** The file inside the package. */
  source: string;
  licence: string;
  bytes: number;
  /** Of the grammar itself, unpacked. */
  sha256: string;
}

export const manifestFile = join(grammarFolder, 'manifest.json');
export const licencesFile = join(grammarFolder, 'LICENSES.txt');

export function readManifest(): GrammarRecord[] {
  return JSON.parse(readFileSync(manifestFile, 'utf8')) as GrammarRecord[];
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
