import type { Engine, FileAnalysis, SourceFile } from '../engine.ts';
import { hiddenCharacters } from './hidden-characters.ts';
import { isTextPath } from './path-kinds.ts';
import { loadSupplyChainRules, type SupplyChainRules } from './supply-chain-rules.ts';

/** Beyond this a file is generated data; a trick for human readers needs a file that humans read. */
const maxTextBytes = 4 * 1024 * 1024;

/** Looks for what deceives a reviewer or runs without being asked for: hidden characters, disguised packages, install-time code. */
export function createSupplyChainEngine(): Engine {
  const rules = loadSupplyChainRules();
  return {
    id: 'supply-chain',
    version: rules.version,
    rules: rules.descriptions,
    wants: (path, sizeBytes) => sizeBytes > 0 && sizeBytes <= maxTextBytes && isTextPath(path),
    analyse: (file) => analyse(file, rules),
  };
}

function analyse(file: SourceFile, rules: SupplyChainRules): FileAnalysis<unknown> {
  return { findings: hiddenCharacters(file, rules) };
}
