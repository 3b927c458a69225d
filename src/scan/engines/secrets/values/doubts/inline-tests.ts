import type { FileContext } from '../file-context.ts';
import { isBuiltForTestsAlone } from './build-tags.ts';

export const inlineTest = 'it stands in a test';

/**
 * Whether a place is in a file of Go that only tests are built with, or in `#[cfg(test)] mod tests { … }`, which Rust keeps next to what is tested and leaves out of what is
 * built. Such a block ends with a bracket that is indented as its first line is.
 */
export function isInInlineTest(bytes: Buffer, at: number, { extension }: FileContext): boolean {
  if (extension === 'go') return isBuiltForTestsAlone(bytes);
  if (extension !== 'rs') return false;
  for (
    let found = bytes.lastIndexOf(mark, at), tries = 0;
    found >= 0 && tries < maxTries;
    found = found === 0 ? -1 : bytes.lastIndexOf(mark, found - 1), tries++
  ) {
    const line = bytes.lastIndexOf(0x0a, found) + 1;
    const indent = bytes.toString('latin1', line, found);
    const opening = bytes.toString('latin1', found + mark.length, found + mark.length + 300);
    if (!/^\s*$/.test(indent) || !opensModule.test(opening)) continue;
    const end = bytes.indexOf(`\n${indent}}`, found);
    if (end < 0 || end > at) return true;
  }
  return false;
}

const mark = '#[cfg(test)]';
const maxTries = 64;
/** Other attributes may stand in between. */
const opensModule = /^(?:\s*#\[[^\]\n]{1,120}\])*\s*(?:pub(?:\([a-z]+\))?\s+)?mod\s+\w+\s*\{/;
