import type { Run } from '../run.ts';

/** Whether a name may be defined in another file of the repository, as far as the language and its libraries say. */
export function mayBeLocal({ traits, file }: Pick<Run, 'traits' | 'file'>, first: string): boolean {
  return traits.mayBeLocal(first) && !file.externalNames.has(first);
}
