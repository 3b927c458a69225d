import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAuthority } from '../hostile/authority.ts';
import { type GitHost, startGitHost } from '../hostile/git-host.ts';

export interface TrustedHost {
  host: GitHost;
  /** Where its repositories lie. */
  repositories: string;
  /** What a service needs to know to trust and contact it. */
  caFile: string;
  allowHost: string;
}

/** A git host on loopback with a certificate of an authority of its own, both below the folder. */
export async function startTrustedHost(root: string): Promise<TrustedHost> {
  const repositories = join(root, 'repositories');
  mkdirSync(repositories);
  const authority = createAuthority();
  const caFile = join(root, 'authority.pem');
  writeFileSync(caFile, authority.certificate);
  const host = await startGitHost(repositories, authority.issue(['127.0.0.1']));
  return { host, repositories, caFile, allowHost: `127.0.0.1:${host.port}` };
}
