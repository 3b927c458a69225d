import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { App } from './app.ts';
import type { Config } from './config/schema.ts';

/** What the operator sees when the service has started: where it is, the first key once, and lines to try. */
export function welcome(app: App, config: Config): string {
  const { port } = app.server.server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const base = `http://${host}:${port}`;
  const greeting = `Lorekeep is listening on ${base} (reference: ${base}/docs).`;
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

function examples(base: string, key: string): string {
  return [
    `curl -s ${base}/healthz`,
    `curl -s ${base}/v1/limits -H 'Authorization: Bearer ${key}'`,
    `curl -s ${base}/v1/keys -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' ` +
      `-d '{"name":"my app","scopes":["memory:read","memory:write"]}'`,
  ]
    .map((line) => `  ${line}`)
    .join('\n');
}
