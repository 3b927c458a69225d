import type { Sandbox, SandboxMode } from '../model/sandbox.ts';
import { tryBubblewrap } from './bubblewrap.ts';
import { tryNamespaces } from './namespaces.ts';
import { permissionSandbox } from './permissions.ts';

/** Thrown where a sandbox is required and the machine has none; the message says what to do. */
export class NoSandbox extends Error {}

const none: Sandbox = { kind: 'off', wrap: () => [], nodeFlags: () => [] };

/** The strongest sandbox that works on this machine, found by trying each. */
export function chooseSandbox(mode: SandboxMode, searchPath: string): Sandbox {
  if (mode === 'off') return none;
  const reasons: string[] = [];
  for (const attempt of [tryBubblewrap, tryNamespaces]) {
    const found = attempt(searchPath);
    if (typeof found !== 'string') return found;
    reasons.push(found);
  }
  const reason = reasons.join('; ');
  if (mode === 'required')
    throw new NoSandbox(
      `scan.sandbox is "required", and no sandbox works here: ${reason}. Install bubblewrap and allow user namespaces, or set scan.sandbox to "auto".`,
    );
  return permissionSandbox(reason);
}
