import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { importsOf } from './support/import-graph.ts';

const source = join(dirname(fileURLToPath(import.meta.url)), '..', 'src');

/** Which room may use which. A room is a folder of `src`; the files directly in `src` are the roof. */
const mayUse: Record<string, string[]> = {
  kernel: [],
  // What a text holds that neither a repository nor a memory should: shared by the two domains.
  content: ['kernel'],
  platform: ['kernel'],
  config: ['kernel'],
  telemetry: ['kernel', 'config'],
  jobs: ['kernel', 'config', 'telemetry'],
  access: ['kernel', 'config', 'telemetry', 'jobs'],
  memory: ['kernel', 'content', 'config', 'telemetry', 'jobs'],
  scan: ['kernel', 'content', 'platform', 'config', 'telemetry', 'jobs'],
  storage: ['kernel', 'platform', 'config', 'telemetry', 'jobs', 'access', 'memory', 'scan'],
  // What the API takes and gives; every way in (http, control, mcp) speaks it, none owns it.
  contract: ['kernel', 'config', 'access', 'memory', 'scan'],
  control: ['kernel', 'config', 'telemetry'],
  mcp: ['kernel', 'access', 'memory', 'scan', 'contract'],
  http: ['kernel', 'config', 'telemetry', 'jobs', 'access', 'memory', 'scan', 'contract'],
  cli: ['kernel', 'config', 'telemetry', 'jobs', 'access', 'memory', 'scan', 'contract', 'control', 'mcp'],
  app: [
    'kernel',
    'content',
    'platform',
    'config',
    'telemetry',
    'jobs',
    'access',
    'memory',
    'scan',
    'storage',
    'control',
    'contract',
    'mcp',
    'http',
    'cli',
  ],
  roof: [
    'kernel',
    'platform',
    'app',
    'config',
    'telemetry',
    'jobs',
    'access',
    'memory',
    'scan',
    'storage',
    'contract',
    'control',
    'mcp',
    'http',
    'cli',
  ],
};

test('every import goes in an allowed direction', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({ path: join(source, name), text: readFileSync(join(source, name), 'utf8') }));
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap(({ path, text }) => violations(path, text))).toEqual([]);
});

test.each([
  ['a static import', "import { x } from '../http/server.ts';"],
  ['a type-only import', "import type { X } from '../http/server.ts';"],
  ['a bare import', "import '../http/server.ts';"],
  ['a re-export', "export { x } from '../http/server.ts';"],
  ['a dynamic import', "const x = await import('../http/server.ts');"],
  ['an import type', "type X = import('../http/server.ts').X;"],
  ['a URL of a module', "new Worker(new URL('../http/server.ts', import.meta.url));"],
  ['an import over several lines', "import {\n  a,\n  b,\n} from '../http/server.ts';"],
])('%s in the wrong direction is found', (_, text) => {
  expect(violations(join(source, 'memory', 'planted.ts'), text)).toEqual([
    'memory/planted.ts must not import http/server.ts',
  ]);
});

test('the two domains do not know each other', () => {
  const text = "import { x } from '../../scan/finding.ts';";
  expect(violations(join(source, 'memory', 'index', 'planted.ts'), text)).toHaveLength(1);
});

test('transports do not reach storage', () => {
  expect(
    violations(join(source, 'http', 'planted.ts'), "import '../storage/embedded/database.ts';"),
  ).toHaveLength(1);
});

test('operations of the control socket do not reach into the HTTP server', () => {
  const operations = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /operations?(\/[^/]+)?\.ts$/.test(name),
  );
  expect(operations.length).toBeGreaterThan(1);
  const reached = operations.filter((name) =>
    importsOf(readFileSync(join(source, name), 'utf8')).some((target) => /(^|\/)http\//.test(target)),
  );
  expect(reached).toEqual([]);
});

test('the contract knows no transport', () => {
  const planted = join(source, 'contract', 'planted.ts');
  expect(violations(planted, "import '../http/route.ts';")).toHaveLength(1);
  expect(violations(planted, "import '../control/client.ts';")).toHaveLength(1);
  expect(violations(planted, "import '../memory/filter.ts';")).toEqual([]);
});

test('ARCHITECTURE.md names every room, and every file of the roof', () => {
  const page = readFileSync(join(source, '..', 'ARCHITECTURE.md'), 'utf8');
  const houses = ['', 'memory', 'scan', 'scan/engines', 'scan/engines/code'];
  const missing = houses.flatMap((house) =>
    readdirSync(join(source, house), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || (house === '' && /(?<!\.test)\.ts$/.test(entry.name)))
      .map((entry) => entry.name)
      .filter((name) => !new RegExp(`(?<![\\w-])${name.replace('.', '\\.')}(?![\\w-])`).test(page))
      .map((name) => join(house, name)),
  );
  expect(missing).toEqual([]);
});

function violations(path: string, text: string): string[] {
  const from = room(path);
  return importsOf(text)
    .map((target) => join(dirname(path), target))
    .filter((target) => room(target) !== from && !mayUse[from]?.includes(room(target)))
    .map((target) => `${relative(source, path)} must not import ${relative(source, target)}`);
}

function room(path: string): string {
  const parts = relative(source, path).split('/');
  return parts.length === 1 ? 'roof' : parts[0]!;
}
