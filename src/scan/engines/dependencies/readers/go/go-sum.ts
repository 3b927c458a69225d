import { goScheme } from '../../versions/go.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';

/**
 * `go.sum`: checksums of all versions that were ever looked at. It only helps where a `go.mod` older than Go 1.17 does not list what is
 * needed indirectly: then the highest version whose code (not only its go.mod) was downloaded is the one that is built.
 */
export const readGoSum: ReadFile = (text) => {
  const highest = new Map<string, { version: string; line: number }>();
  for (const [index, raw] of text.split('\n').entries()) {
    const [name, version, hash] = raw.trim().split(/\s+/);
    if (!name || !version || !hash?.startsWith('h1:') || version.endsWith('/go.mod')) continue;
    const known = highest.get(name);
    if (!known || goScheme.compare(version, known.version) > 0)
      highest.set(name, { version, line: index + 1 });
  }
  const collector = new DependencyCollector('Go');
  for (const [name, { version, line }] of highest) collector.add({ name, version, line });
  return { ...collector.finish(), join: { kind: 'go-sum' } };
};
