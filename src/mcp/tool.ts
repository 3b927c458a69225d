import type { z } from 'zod';
import type { Scope } from '../access/principal.ts';
import type { Api } from '../contract/api.ts';
import type { CountTokens } from './budget.ts';
import type { FolderScans } from './folder-scans.ts';

/** What a tool does its work with. */
export interface ToolContext {
  api: Api;
  /** Where nothing else is said. */
  namespace: string;
  countTokens: CountTokens;
  /** Only where the server runs on the machine of its user. */
  folders: FolderScans | undefined;
  signal: AbortSignal;
  /** 0 to 100. */
  progress(percent: number, message: string): void;
}

export interface Tool {
  name: string;
  description: string;
  /** What a key needs for it. */
  scope: Scope;
  /** The part it belongs to, to choose it by. */
  part: 'memory' | 'scan';
  changes: 'nothing' | 'adds' | 'deletes' | 'sets';
  /** Whether it reaches beyond the service. */
  openWorld?: boolean;
  input: z.ZodType;
  run(args: never, context: ToolContext): Promise<string>;
}

/** Declares a tool; only lets the compiler carry the type of its input into `run`. */
export function tool<Input extends z.ZodType>(
  definition: Omit<Tool, 'input' | 'run'> & {
    input: Input;
    run(args: z.output<Input>, context: ToolContext): Promise<string>;
  },
): Tool {
  return definition as unknown as Tool;
}
