import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config/schema.ts';
import type { App } from './app.ts';

/** What the operator sees when the service has started: where it is, the first key once, and lines to try. */
export function welcome(app: App, config: Config): string {
  const { port } = app.server.server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const base = `http://${host}:${port}`;
  const greeting = `Lorekeep is listening on ${base} (console: ${base}/console/, reference: ${base}/docs).`;
  if (!app.firstKey) {
    return existsSync(app.firstKeyFile)
      ? `${greeting} The first API key is in ${app.firstKeyFile}.`
      : greeting;
  }
  return `
${greeting}

Your API key, printed this once and saved in ${app.firstKeyFile}:

  ${app.firstKey.key}

Try it:

${examples(base, app.firstKey.key)}
`;
}

/** Lines to copy into a shell as they are. */
function examples(base: string, key: string): string {
  const call = (path: string, body: unknown) =>
    `curl -s ${base}${path} -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
  return [
    call('/v1/memory/entries', {
      namespace: 'demo',
      entries: [{ content: 'Ada prefers tea in the morning.' }],
    }),
    call('/v1/memory/search', { namespace: 'demo', query: 'What does Ada like to drink?' }),
    call('/v1/security/scan', { repoUrl: 'https://github.com/fastify/fastify' }),
  ]
    .map((line) => `  ${line}`)
    .join('\n');
}
