import { releaseOfRecord } from '../distributions.ts';
import { type Ecosystem, ecosystemOf, ecosystemTraits } from '../ecosystems.ts';
import type {
  Advisory,
  AdvisoryKind,
  Affected,
  AffectedRange,
  RangeEvent,
  VulnerableCode,
} from './advisory.ts';
import { scoreCvss } from './cvss/cvss.ts';

export interface OsvRecord {
  advisory: Advisory;
  modified: string;
  withdrawn: boolean;
  affected: Array<{ ecosystem: Ecosystem; name: string } & Affected>;
  /** Ecosystems in the record that we cannot judge. */
  unknownEcosystems: string[];
}

const limits = {
  affected: 2_000,
  ranges: 500,
  events: 5_000,
  versions: 20_000,
  aliases: 100,
  references: 20,
  summary: 300,
  details: 2_000,
  name: 512,
};

const idPattern = /^[A-Za-z0-9][\w.:-]*$/;

/** Reads an OSV record, or says why it is none. Only known fields are looked at, each with its type and a limit. */
export function readOsvRecord(text: string): OsvRecord | { problem: string } {
  let json: unknown;
  try {
    // Some editors begin a file with a byte order mark, which is no JSON.
    json = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return { problem: text.trim() === '' ? 'empty' : 'not JSON' };
  }
  const record = object(json);
  const id = shortText(record['id'], 100);
  if (!idPattern.test(id)) return { problem: id === '' ? 'no "id"' : 'an "id" that is none' };
  if (record['affected'] !== undefined && !Array.isArray(record['affected']))
    return { problem: '"affected" is no list' };
  const entries = list(record['affected'], limits.affected).map(object);
  const affected: OsvRecord['affected'] = [];
  const unknown = new Set<string>();
  for (const entry of entries) {
    const named = object(entry['package']);
    const written = shortText(named['ecosystem'], 200);
    const name = shortText(named['name'], limits.name);
    const ecosystem = ecosystemOf(written);
    if (!ecosystem || name === '') {
      if (written !== '') unknown.add(written.replace(/:.*/s, ''));
      continue;
    }
    const read = readAffected(entry, ecosystem, written);
    if (read.ranges.length === 0 && read.versions.length === 0) continue;
    affected.push({ ecosystem, name: ecosystemTraits(ecosystem).normaliseName(name), ...read });
  }
  return {
    advisory: readAdvisory(id, record, entries),
    modified: shortText(record['modified'], 40),
    withdrawn: typeof record['withdrawn'] === 'string',
    affected,
    unknownEcosystems: [...unknown],
  };
}

function readAdvisory(id: string, record: Json, entries: Json[]): Advisory {
  const specific = object(record['database_specific']);
  const severities = [record['severity'], ...entries.map((entry) => entry['severity'])].flatMap((each) =>
    list(each, 20),
  );
  const score = bestScore(severities.map(object));
  const severity = severityWord(
    specific['severity'] ??
      object(entries[0]?.['database_specific'])['severity'] ??
      severities.map(object).find((each) => each['type'] === 'Ubuntu')?.['score'],
  );
  return {
    id,
    aliases: [...new Set([...idsOf(record['aliases']), ...soleUpstream(record)])],
    kind: kindOf(id, entries),
    summary: oneLine(shortText(record['summary'], limits.summary)),
    details: shortText(record['details'], limits.details),
    ...(score === undefined ? {} : { score }),
    ...(severity === undefined ? {} : { severity }),
    cwe: texts(specific['cwe_ids'] ?? object(entries[0]?.['database_specific'])['cwes'], 10, 20).filter(
      (cwe) => /^CWE-\d+$/.test(cwe),
    ),
    references: list(record['references'], limits.references)
      .map((each) => shortText(object(each)['url'], 500))
      .filter((url) => /^https?:\/\//.test(url)),
  };
}

function idsOf(value: unknown): string[] {
  return texts(value, limits.aliases, 100).filter((each) => idPattern.test(each));
}

/** Distributions name the problem that they repackage apart from aliases. A record about several problems is another name of none of them. */
function soleUpstream(record: Json): string[] {
  const upstream = idsOf(record['upstream']);
  return upstream.length === 1 ? upstream : [];
}

function kindOf(id: string, entries: Json[]): AdvisoryKind {
  if (id.startsWith('MAL-')) return 'malicious';
  const informational = entries
    .map((entry) => object(entry['database_specific'])['informational'])
    .find((each) => typeof each === 'string');
  if (informational === 'unmaintained' || informational === 'unsound') return informational;
  return informational ? 'notice' : 'vulnerability';
}

/** The newest kind of score counts; among several of a kind the highest. */
function bestScore(severities: Json[]): number | undefined {
  for (const type of ['CVSS_V4', 'CVSS_V3', 'CVSS_V2']) {
    const scores = severities
      .filter((each) => each['type'] === type)
      .flatMap((each) => scoreCvss(shortText(each['score'], 512)) ?? []);
    if (scores.length > 0) return Math.max(...scores);
  }
  return undefined;
}

function severityWord(value: unknown): Advisory['severity'] {
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  if (word === 'moderate') return 'medium';
  if (word === 'negligible') return 'low';
  return word === 'critical' || word === 'high' || word === 'medium' || word === 'low' ? word : undefined;
}

function readAffected(entry: Json, ecosystem: Ecosystem, written: string): Affected {
  const release = releaseOfRecord(ecosystem, written);
  const code = readCode(object(entry['ecosystem_specific']));
  const lastKnown = shortText(object(entry['database_specific'])['last_known_affected_version_range'], 200);
  return {
    ranges: list(entry['ranges'], limits.ranges).flatMap((each) => readRange(object(each), lastKnown)),
    versions: texts(entry['versions'], limits.versions, 256),
    ...(release ? { release } : {}),
    ...(code.length > 0 ? { code } : {}),
  };
}

function readRange(range: Json, lastKnown: string): AffectedRange[] {
  const type = range['type'];
  if (type !== 'SEMVER' && type !== 'ECOSYSTEM') return [];
  const events = list(range['events'], limits.events).flatMap((each) => readEvents(object(each)));
  if (events.length === 0) return [];
  const isOpen = !events.some((event) => 'fixed' in event || 'last_affected' in event || 'limit' in event);
  const bound = isOpen ? /^(<=?)\s*([\w.+!~:-]+)$/.exec(lastKnown) : null;
  // GitHub knows an upper end even where no fix exists, and says it only here.
  if (bound) events.push(bound[1] === '<' ? { limit: bound[2]! } : { last_affected: bound[2]! });
  return [{ type, events }];
}

function readEvents(event: Json): RangeEvent[] {
  const { introduced, fixed, last_affected, limit } = event;
  const events: RangeEvent[] = [];
  if (isVersion(introduced)) events.push({ introduced });
  if (isVersion(fixed)) events.push({ fixed });
  if (isVersion(last_affected)) events.push({ last_affected });
  if (isVersion(limit)) events.push({ limit });
  return events;
}

/** Go names packages and symbols, Rust names functions. */
function readCode(specific: Json): VulnerableCode[] {
  const imports = list(specific['imports'], 200).map((each) => ({
    path: shortText(object(each)['path'], 300),
    symbols: texts(object(each)['symbols'], 200, 200),
  }));
  const functions = object(object(specific['affects'])['functions']);
  const names = Array.isArray(object(specific['affects'])['functions'])
    ? texts(object(specific['affects'])['functions'], 200, 300)
    : Object.keys(functions).slice(0, 200);
  const rust = names.map((path) => ({ path: path.slice(0, 300), symbols: [] }));
  return [...imports, ...rust].filter((each) => each.path !== '');
}

type Json = Record<string, unknown>;

// What has no such fields of its own answers every question with nothing; `__proto__` of a parsed text is a field like others.
function object(value: unknown): Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {};
}

function list(value: unknown, limit: number): unknown[] {
  return Array.isArray(value) ? value.slice(0, limit) : [];
}

function texts(value: unknown, limit: number, length: number): string[] {
  return list(value, limit).filter(
    (each): each is string => typeof each === 'string' && each !== '' && each.length <= length,
  );
}

function shortText(value: unknown, length: number): string {
  return typeof value === 'string' ? value.slice(0, length) : '';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function isVersion(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 256;
}
