import type { EngineSettings } from '../../engines/registry.ts';
import type { ValueMask } from '../../findings/value-mask.ts';
import type { GatheredCode } from '../../model/code-symbol.ts';
import type { RepositoryEntry, RepositoryReader } from '../../source/repository-entry.ts';
import { loadEngines } from '../analyse/load-engines.ts';
import type { ChildTask } from '../child-protocol.ts';
import { gatherSymbols } from './gather-symbols.ts';

export interface CodeSurroundings {
  reader: RepositoryReader;
  settings: EngineSettings;
  mask: ValueMask;
  isOver(): boolean;
}

/** The code of these files, to be asked for in words, without the secrets in it. */
export async function gatherCode(
  { gatherCode: asked, limits }: ChildTask,
  entries: readonly RepositoryEntry[],
  { reader, settings, mask, isOver }: CodeSurroundings,
): Promise<GatheredCode> {
  const [secrets] = await loadEngines(['secrets'], settings);
  return gatherSymbols([...entries], {
    reader,
    maxFileBytes: limits.fileBytes,
    secrets: secrets!,
    tests: asked?.tests ?? false,
    mask: (text) => mask.apply(text),
    isOver,
  });
}
