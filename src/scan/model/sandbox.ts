/** What a process in a sandbox may see of the machine next to the programs of the system. */
export interface SandboxFolders {
  readOnly: string[];
  writable: string[];
  /** An empty folder that nobody else uses, where a sandbox may put up a file system of its own. */
  root: string;
  /** Git fetches inside the sandbox, with the network and nothing else of the machine. */
  network?: boolean;
}

/**
 * How the processes of a scan are kept away from the rest of the machine:
 * - `bubblewrap` and `namespaces`: they see the named folders, no other process and no network;
 * - `permissions`: Node's permission model around the analysing process: it cannot read the data folder or `/proc`. It is no
 *   boundary for native code such as git;
 * - `off`: a process of its own with limits, and nothing more.
 */
export const sandboxKinds = ['bubblewrap', 'namespaces', 'permissions', 'off'] as const;
export type SandboxKind = (typeof sandboxKinds)[number];

export interface Sandbox {
  readonly kind: SandboxKind;
  /** Why a stronger one is not used; absent where the strongest is, or none is wanted. */
  readonly reason?: string;
  /** What goes before the command of any process. */
  wrap(folders: SandboxFolders): string[];
  /** Flags of the analysing Node process. */
  nodeFlags(folders: SandboxFolders): string[];
}

export const sandboxModes = ['auto', 'required', 'off'] as const;
export type SandboxMode = (typeof sandboxModes)[number];

/** Programs and their libraries; not `/etc` as a whole, not `/home`, not `/var`. */
export const systemFolders = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib64',
  '/etc/alternatives',
  '/etc/ld.so.cache',
];

/** What a process needs to talk to a host by TLS. Names are resolved before it starts, and it is told the address. */
export const networkFiles = [
  '/etc/ssl',
  '/etc/pki',
  '/etc/ca-certificates',
  '/etc/nsswitch.conf',
  '/etc/hosts',
  '/etc/resolv.conf',
];
