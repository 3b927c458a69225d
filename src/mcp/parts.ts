import type { Scope } from '../access/principal.ts';
import type { Api } from '../contract/api.ts';
import type { CountTokens } from './budget.ts';
import type { FolderScans } from './folder-scans.ts';
import type { Tool } from './tool.ts';

/** What a server for one caller is made of. */
export interface McpParts {
  api: Api;
  version: string;
  /** Where memory goes when a call names no namespace. */
  namespace: string;
  countTokens: CountTokens;
  may(scope: Scope): boolean;
  folders?: FolderScans | undefined;
  /** `memory`, `scan` or names of tools; all when omitted. */
  only?: readonly string[] | undefined;
  readOnly?: boolean | undefined;
  /** In place of the six, for those who come from another server. */
  tools?: readonly Tool[] | undefined;
  /** What has to be there before a tool runs, but not before the server answers. */
  prepare?: (() => Promise<unknown>) | undefined;
  /** Only this tool will be called: a server that answers one message need not know the rest. */
  onlyCall?: string | undefined;
  /** An error that is not the caller's fault. */
  onFailure(error: unknown): void;
}
