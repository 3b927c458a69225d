import { readFileSync } from 'node:fs';

/** The version of this installation; `package.json` lies beside `src` in a checkout and beside `dist` when installed. */
export function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
