import { createHash } from 'node:crypto';
import type { CodeSymbol } from '../model/code-symbol.ts';

/** A part of a repository as memory keeps it. */
export interface CodeEntry {
  /** The same in every scan, as long as the path and the name stay. */
  externalId: string;
  content: string;
  metadata: Record<string, string | number | boolean>;
}

const prefix = 'code:';

/** Equal names in one file are told apart by their order. */
export function codeEntries(repository: string, symbols: readonly CodeSymbol[]): CodeEntry[] {
  const seen = new Map<string, number>();
  return symbols.map((symbol) => {
    const { path, kind, name, content, language, signature, line, endLine, isTest } = symbol;
    const place = JSON.stringify([repository, path, kind, name]);
    const nth = seen.get(place) ?? 0;
    seen.set(place, nth + 1);
    return {
      externalId: externalIdOf(place, nth),
      content,
      metadata: {
        repository,
        path,
        kind,
        ...(language !== undefined && { language }),
        ...(name !== '' && { symbol: name }),
        ...(signature !== undefined && { signature }),
        line,
        endLine,
        ...(isTest && { test: true }),
      },
    };
  });
}

/** Whether an entry of memory was made here, going by the name that it has. */
export function isCodeEntry(externalId: string | undefined): externalId is string {
  return externalId?.startsWith(prefix) ?? false;
}

function externalIdOf(place: string, nth: number): string {
  return `${prefix}${createHash('sha256').update(`${place} ${nth}`).digest('hex').slice(0, 40)}`;
}
