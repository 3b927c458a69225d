import { MalformedFile } from '../../../../formats/malformed-file.ts';
import { DependencyCollector } from '../dependency-collector.ts';
import type { ReadFile } from '../reader.ts';
import { npmSource } from './npm-specifier.ts';

interface Entry {
  keys: string[];
  line: number;
  version: string;
  resolution: string;
  needs: Array<[name: string, range: string]>;
  isWorkspace: boolean;
}

/** `yarn.lock` of Yarn 1 and of Yarn 2 to 4: one block a package, keyed by every `name@range` that led to it. */
export const readYarnLock: ReadFile = (text) => {
  const entries = readEntries(text);
  if (entries.length === 0 && text.replace(/#[^\n]*/g, '').trim() !== '') {
    throw new MalformedFile('No package block: not a lockfile of Yarn.');
  }
  const collector = new DependencyCollector('npm');
  const positions = new Map<string, number>();
  const byPosition: Entry[] = [];
  for (const entry of entries) {
    if (entry.isWorkspace || entry.version === '') continue;
    const source = npmSource(entry.resolution) ?? npmSource(rangeOf(entry.keys[0] ?? ''));
    const name = realName(entry);
    const aliases = [...new Set(entry.keys.map(askedName))].filter((each) => each !== name);
    const position = collector.add({
      name,
      version: entry.version,
      line: entry.line,
      ...(source ? { source } : {}),
      ...(aliases.length > 0 ? { importedAs: aliases } : {}),
    });
    if (position === undefined) continue;
    byPosition[position] = entry;
    for (const key of entry.keys) positions.set(key, position);
  }
  byPosition.forEach((entry, from) => {
    for (const [name, range] of entry.needs) collector.link(from, positions.get(keyOf(name, range)), range);
  });
  const workspaces = entries.filter((entry) => entry.isWorkspace);
  for (const { needs } of workspaces) {
    for (const [name, range] of needs) {
      const position = positions.get(keyOf(name, range));
      if (position !== undefined) collector.at(position).direct = true;
    }
  }
  if (workspaces.length === 0) collector.markUnneededAsDirect();
  return {
    ...collector.finish(),
    join: { kind: 'npm-roots', keys: byPosition.map((entry) => entry.keys) },
  };
};

/** Yarn 2 and later write the protocol of the registry, Yarn 1 does not: without it both have the same keys. */
function keyOf(name: string, range: string): string {
  return `${name}@${range.replace(/^npm:(?!@?[^@/]+(\/[^@]+)?@)/, '')}`;
}

function normaliseKey(key: string): string {
  const at = key.indexOf('@', 1);
  return at === -1 ? key : keyOf(key.slice(0, at), key.slice(at + 1));
}

function rangeOf(key: string): string {
  const at = key.indexOf('@', 1);
  return at === -1 ? '' : key.slice(at + 1);
}

/** `alias@npm:real@1.0.0` installs `real`. */
function realName(entry: Entry): string {
  const resolved = /^(@?[^@]+)@npm:/.exec(entry.resolution);
  if (resolved) return resolved[1]!;
  const key = entry.keys[0] ?? '';
  const alias = /^npm:(@?[^@]+)@/.exec(rangeOf(key));
  return alias ? alias[1]! : askedName(key);
}

/** Whoever asks for any version at all may leave the range out. */
function askedName(key: string): string {
  const at = key.indexOf('@', 1);
  return at === -1 ? key : key.slice(0, at);
}

function readEntries(text: string): Entry[] {
  const entries: Entry[] = [];
  let entry: Entry | undefined;
  let section = '';
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trimEnd();
    if (line === '' || line.startsWith('#')) continue;
    const indent = line.length - line.trimStart().length;
    if (indent === 0) {
      entry = startEntry(line, index + 1);
      if (entry) entries.push(entry);
      section = '';
    } else if (entry && indent === 2) {
      section = readField(entry, line.trim());
    } else if (entry && indent === 4 && /^(optionalD|d)ependencies$/.test(section)) {
      const [name, range] = readPair(line.trim());
      if (name && range !== undefined) entry.needs.push([name, range]);
    }
  }
  return entries;
}

function startEntry(line: string, number: number): Entry | undefined {
  if (!line.endsWith(':')) return undefined;
  const written = line.slice(0, -1).replace(/"/g, '');
  if (written === '__metadata') return undefined;
  return {
    keys: written.split(/,\s*/).map(normaliseKey),
    line: number,
    version: '',
    resolution: '',
    needs: [],
    isWorkspace: false,
  };
}

function readField(entry: Entry, line: string): string {
  const [name, value] = readPair(line);
  if (value === undefined) return name;
  if (name === 'version') entry.version = value;
  else if (name === 'resolved' || name === 'resolution') entry.resolution = value;
  else if (name === 'linkType' && value === 'soft') entry.isWorkspace = true;
  if (name === 'resolution' && value.includes('@workspace:')) entry.isWorkspace = true;
  return '';
}

/** `name "value"` (Yarn 1) or `name: value` (later); only a name where a section begins. */
function readPair(line: string): [name: string, value: string | undefined] {
  const match = /^("[^"]+"|[^\s":]+)(?::\s*|\s+)(.*)$/.exec(line);
  if (!match) return [line.replace(/:$/, '').replace(/"/g, ''), undefined];
  const value = match[2]!.replace(/^"(.*)"$/, '$1');
  return [match[1]!.replace(/"/g, ''), value === '' ? undefined : value];
}
