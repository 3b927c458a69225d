import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, type Rolldown } from 'vite';

/**
 * `npm run console:build`: makes `console/dist`, which is kept in the repository, so that nobody who runs the service has to build
 * it. The same sources give the same files; a test builds them again, into the folder that it names.
 */
const root = join(import.meta.dirname, '..', 'console');
const dist = process.argv[2] ?? join(root, 'dist');

const built = (await build({
  root,
  base: '/console/',
  configFile: false,
  mode: 'production',
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    write: false,
    // A colour of both themes is one `light-dark()`.
    target: ['chrome123', 'firefox125', 'safari17.5'],
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
})) as Rolldown.RolldownOutput;

rmSync(dist, { recursive: true, force: true });
for (const file of built.output) write(file.fileName, file.type === 'chunk' ? file.code : file.source);
write('icon.svg', readFileSync(join(root, 'icon.svg')));

function write(name: string, content: string | Uint8Array): void {
  const path = join(dist, `${name}.br`);
  mkdirSync(dirname(path), { recursive: true });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(path, brotliCompressSync(content, { params }));
}
