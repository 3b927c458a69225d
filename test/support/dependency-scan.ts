import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { AdvisoryIndex } from '../../src/scan/engines/dependencies/advisories/advisory-index.ts';
import { prepareAdvisoryIndex } from '../../src/scan/engines/dependencies/advisories/prepare-index.ts';
import { createDependenciesEngine } from '../../src/scan/engines/dependencies/dependencies-engine.ts';
import type { DependenciesEngineOptions } from '../../src/scan/engines/dependencies/engine-options.ts';
import type { FileImports } from '../../src/scan/engines/engine.ts';
import { createParser } from '../../src/scan/syntax/parser.ts';

const tools = { hashSecret: (value: string) => value };
const parser = createParser();

interface Shape {
  id: string;
  ecosystem: string;
  name: string;
  events?: object[];
  versions?: string[];
  type?: 'SEMVER' | 'ECOSYSTEM';
  more?: object;
  specific?: object;
}

function osv({ id, ecosystem, name, events, versions, type, more, specific }: Shape) {
  return {
    id,
    modified: '2026-05-01T00:00:00Z',
    summary: `A problem in ${name}`,
    affected: [
      {
        package: { ecosystem, name },
        ...(events ? { ranges: [{ type: type ?? 'ECOSYSTEM', events }] } : {}),
        ...(versions ? { versions } : {}),
        ...specific,
      },
    ],
    ...more,
  };
}

/** An index of these records. */
export function indexOf(...shapes: Shape[]): AdvisoryIndex {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-engine-'));
  mkdirSync(join(folder, 'osv'));
  for (const shape of shapes)
    writeFileSync(join(folder, 'osv', `${shape.id}.json`), JSON.stringify(osv(shape)));
  const file = join(folder, 'index.db');
  prepareAdvisoryIndex(file, join(folder, 'osv'), { now: () => 0 });
  const index = AdvisoryIndex.open(file)!;
  onTestFinished(() => {
    index.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return index;
}

/** What the engine says about these files; what each gives goes through JSON, as in a real scan. `unread` are files beyond its limits. */
export async function scan(
  files: Record<string, string>,
  options: DependenciesEngineOptions,
  unread: string[] = [],
) {
  const engine = createDependenciesEngine({ readsImports: true, ...options });
  const { parse } = await parser.then((each) => ({ parse: each.parse.bind(each) }));
  const notes: Array<{ reason: string; path: string; message: string }> = [];
  const read = new Map<string, FileImports>();
  const wanted = Object.keys(files)
    .sort()
    .filter((path) => engine.wants(path, files[path]!.length));
  await engine.prepare!(wanted);
  const facts = wanted.flatMap((path) => {
    const text = files[path]!;
    const file = { path, text, bytes: Buffer.from(text), tree: parse(path, text) };
    const analysis = engine.analyse(file, tools);
    notes.push(...(analysis.notes ?? []));
    if (analysis.imports) read.set(path, JSON.parse(JSON.stringify(analysis.imports)));
    return analysis.facts ? [{ path, facts: JSON.parse(JSON.stringify(analysis.facts)) }] : [];
  });
  const conclusion = engine.conclude!(facts, tools, { read, unread, isWhole: true });
  return { ...conclusion, notes: [...notes, ...(conclusion.notes ?? [])] };
}

/** A lockfile of npm with these packages. */
export const lock = (packages: object) => JSON.stringify({ lockfileVersion: 3, packages }, null, 1);
/** What makes a record severe. */
export const high = {
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N' }],
};

/** A small project: express needs qs and is imported, another package is not. */
export const tree = {
  'package.json': JSON.stringify({ dependencies: { express: '^4' } }),
  'package-lock.json': lock({
    '': { dependencies: { express: '^4', unused: '1' } },
    'node_modules/express': { version: '4.0.0', dependencies: { qs: '~1.0.0' } },
    'node_modules/qs': { version: '1.0.0', license: 'MIT' },
    'node_modules/unused': { version: '1.0.0', license: 'GPL-3.0-only' },
  }),
  'server.js': "import express from 'express';\n",
};
