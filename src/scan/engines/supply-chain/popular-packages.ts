import type { CompiledSupplyChain } from './supply-chain-rules.ts';

interface KnownNames {
  names: ReadonlySet<string>;
  /** Names that look like a popular one and are fine. */
  fine: ReadonlySet<string>;
}

export interface PopularPackages {
  npm: KnownNames;
  pypi: KnownNames;
}

export function popularPackages({ npm, pypi }: CompiledSupplyChain['packages']): PopularPackages {
  const known = ({ popular, fine }: { popular: string[]; fine: string[] }): KnownNames => ({
    names: new Set(popular),
    fine: new Set(fine),
  });
  return { npm: known(npm), pypi: known(pypi) };
}
