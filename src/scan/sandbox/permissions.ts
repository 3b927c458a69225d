import { existsSync, realpathSync } from 'node:fs';
import type { Sandbox, SandboxFolders } from '../model/sandbox.ts';

/**
 * The last resort, for machines without namespaces: Node refuses its own program every file that was not named, so that a defect in a reader
 * cannot be led to the data folder, to `/proc` or to the service's socket. Git must be started, so child processes are allowed; git itself is not held by this.
 */
export function permissionSandbox(reason: string): Sandbox {
  return {
    kind: 'permissions',
    reason,
    wrap: () => [],
    nodeFlags: ({ readOnly, writable }: SandboxFolders) => [
      '--permission',
      '--allow-child-process',
      '--allow-worker',
      ...[...readOnly, ...writable].flatMap(namesOf).map((path) => `--allow-fs-read=${path}`),
      ...writable.flatMap(namesOf).map((path) => `--allow-fs-write=${path}`),
    ],
  };
}

/** A folder under the name that is used and under its real one. */
function namesOf(path: string): string[] {
  if (!existsSync(path)) return [path];
  const real = realpathSync(path);
  return real === path ? [path] : [path, real];
}
