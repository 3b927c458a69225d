import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scanLimitDefaults } from '../../src/config/scan-defaults.ts';
import { ScanFailure } from '../../src/scan/model/failure.ts';
import type { FailedScan, ScanOutcome } from '../../src/scan/model/outcome.ts';
import type { Sandbox } from '../../src/scan/model/sandbox.ts';
import type { ScanSource, ScanTask } from '../../src/scan/model/task.ts';
import { runScan } from '../../src/scan/pipeline/run-scan.ts';
import { acceptedUrl } from '../../src/scan/service/accepted-url.ts';
import { createAuthority } from './authority.ts';
import { type GitHost, startGitHost } from './git-host.ts';

/** As the service is asked: a remote repository by the text of its URL. */
export type HarnessSource =
  | Exclude<ScanSource, { kind: 'remote' }>
  | (Omit<Extract<ScanSource, { kind: 'remote' }>, 'url'> & { url: string });

/** Everything a hostile repository meets in a test, and the traps that notice when it gets further than that. */
export interface Harness {
  root: string;
  /** Where the repositories of the git host lie. */
  repositories: string;
  host: GitHost;
  /** Touching a file in here is what every smuggled command tries. */
  canaries: string;
  /** A port on loopback where nobody may arrive. */
  trapPort: number;
  /** What a name resolves to, one list for each time it is asked for; the last one repeats. */
  names: Map<string, string[][]>;
  asked: string[];
  url(path: string, name?: string): string;
  scan(
    source: HarnessSource | string,
    task?: Partial<ScanTask>,
    signal?: AbortSignal,
    sandbox?: Sandbox,
  ): Promise<ScanOutcome>;
  /** What got through since the last time. */
  caught(): { connections: number; executed: string[]; commands: string[][]; scratch: string[] };
  close(): Promise<void>;
}

export async function createHarness(): Promise<Harness> {
  const root = mkdtempSync(join(tmpdir(), 'lorekeep-hostile-'));
  const [repositories, canaries, scratch, traps] = ['repositories', 'canaries', 'scratch', 'traps'].map(
    (name) => {
      const folder = join(root, name);
      mkdirSync(folder);
      return folder;
    },
  ) as [string, string, string, string];
  const authority = createAuthority();
  const caFile = join(root, 'authority.pem');
  writeFileSync(caFile, authority.certificate);
  const host = await startGitHost(
    repositories,
    authority.issue(['git.test', 'other.test', 'pinned.test', '127.0.0.1']),
  );
  let connections = 0;
  const trap: Server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  const restorePath = layProcessTraps(traps, canaries, join(root, 'commands'));
  const names = new Map<string, string[][]>([
    ['git.test', [['127.0.0.1']]],
    ['other.test', [['127.0.0.1']]],
  ]);
  const asked: string[] = [];
  const allowHosts = [`git.test:${host.port}`, `other.test:${host.port}`];
  return {
    root,
    repositories,
    host,
    canaries,
    trapPort: (trap.address() as { port: number }).port,
    names,
    asked,
    url: (path, name = 'git.test') => `https://${name}:${host.port}/${path}`,
    scan: async (source, task = {}, signal = new AbortController().signal, sandbox = undefined) => {
      const checked = checkedSource(source, allowHosts);
      if ('errorCode' in checked) return checked;
      return runScan(
        {
          source: checked,
          history: false,
          trustRepositoryConfig: false,
          triage: [],
          identityKey: Buffer.alloc(32, 7),
          now: Date.UTC(2026, 0, 1),
          // Engines are not what most of these tests are about; one small one keeps scans short.
          engines: ['supply-chain'],
          ...task,
          limits: { ...scanLimitDefaults, ...task.limits },
        },
        {
          ...(sandbox && { sandbox }),
          onProgress: () => {},
          signal,
          network: { allowHosts, caFile },
          scratchFolder: scratch,
          resolveHost: async (name) => {
            asked.push(name);
            const answers = names.get(name);
            if (!answers) throw new Error('ENOTFOUND');
            return answers.length > 1 ? answers.shift()! : answers[0]!;
          },
        },
      );
    },
    caught: () => {
      const caught = {
        connections,
        executed: readdirSync(canaries),
        commands: readCommands(join(root, 'commands')),
        scratch: readdirSync(scratch),
      };
      connections = 0;
      return caught;
    },
    close: async () => {
      restorePath();
      await host.close();
      await new Promise((resolve) => trap.close(resolve));
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Programs that git could be tricked into running leave a canary; git itself is recorded and let through. */
function layProcessTraps(folder: string, canaries: string, log: string): () => void {
  const path = process.env['PATH'] ?? '';
  const realGit = path
    .split(':')
    .map((entry) => join(entry, 'git'))
    .find(existsSync);
  const script = (name: string, body: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  script('git', `printf '%s\\0' "$@" >> '${log}'; printf '\\n' >> '${log}'; exec '${realGit}' "$@"`);
  for (const name of ['ssh', 'curl', 'wget', 'nc', 'git-lfs', 'less', 'gpg', 'askpass']) {
    script(name, `touch '${canaries}/${name}'; exit 1`);
  }
  process.env['PATH'] = `${folder}:${path}`;
  return () => {
    process.env['PATH'] = path;
  };
}

function readCommands(log: string): string[][] {
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, 'utf8').split('\0\n');
  rmSync(log);
  return lines.filter((line) => line !== '').map((line) => line.split('\0'));
}

/** What the service does with the URL of a scan before it is run. */
function checkedSource(
  source: HarnessSource | string,
  allowHosts: readonly string[],
): ScanSource | FailedScan {
  const remote = typeof source === 'string' ? { kind: 'remote' as const, url: source } : source;
  if (remote.kind !== 'remote') return remote;
  try {
    return { ...remote, url: acceptedUrl(remote.url, allowHosts) };
  } catch (error) {
    if (error instanceof ScanFailure) return error.toOutcome();
    throw error;
  }
}
