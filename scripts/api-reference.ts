// `npm run api-reference:update`: vendors the script of /docs from the package that vendor/api-reference/package.json names.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import fastify, { type FastifyPluginAsync } from 'fastify';

const folder = join(import.meta.dirname, '..', 'vendor', 'api-reference');
const name = '@scalar/fastify-api-reference';
const { status } = spawnSync('npm', ['install', '--ignore-scripts', '--loglevel=error'], {
  cwd: folder,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
if (status !== 0) process.exit(status ?? 1);

// The package carries its script inside its plugin, so a small server is asked for it.
const installed = join(folder, 'node_modules', name);
const { default: plugin } = (await import(pathToFileURL(join(installed, 'dist', 'index.js')).href)) as {
  default: FastifyPluginAsync<{ routePrefix: string; configuration: object }>;
};
const server = fastify();
await server.register(plugin, { routePrefix: '/docs', configuration: { content: {} } });
const { rawPayload } = await server.inject('/docs/js/scalar.js');
await server.close();

const { version, license } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
const record = {
  file: 'reference.js.br',
  package: name,
  version,
  integrity: lock.packages[`node_modules/${name}`].integrity,
  licence: license,
  bytes: rawPayload.length,
  sha256: createHash('sha256').update(rawPayload).digest('hex'),
};
const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
writeFileSync(join(folder, record.file), brotliCompressSync(rawPayload, { params }));
writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(record, null, 2)}\n`);
copyFileSync(join(installed, 'LICENSE'), join(folder, 'LICENSE'));
console.log(`${record.file}: ${record.bytes} bytes unpacked, sha256 ${record.sha256}`);
