import type { Scope } from '../../access/principal.ts';
import type { Tool } from '../tool.ts';
import { memoryTools } from './memory-tools.ts';
import { scanTools } from './scan-tools.ts';

/** All tools in one list: every definition costs its reader context in every conversation, so that there are six. */
export const tools: readonly Tool[] = [...memoryTools, ...scanTools];

export interface Choice {
  /** What the caller may do; tools beyond it are not shown. */
  may(scope: Scope): boolean;
  /** `memory`, `scan` or names of tools; all when omitted. */
  only?: readonly string[] | undefined;
  readOnly?: boolean | undefined;
}

export function chooseTools({ may, only, readOnly }: Choice): Tool[] {
  return tools.filter(
    ({ name, part, scope, changes }) =>
      may(scope) &&
      (only?.some((one) => one === part || one === name) ?? true) &&
      !(readOnly && changes !== 'nothing'),
  );
}
