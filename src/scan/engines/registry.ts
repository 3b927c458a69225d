import type { CodeRulePack } from '../model/code-rule-pack.ts';
import type { EngineId } from '../model/finding.ts';
import type { LicencePolicy } from '../model/licence-policy.ts';
import type { ScanRule } from '../model/secret-rule.ts';
import type { Engine } from './engine.ts';

/** What some engines need in addition to their rules. */
export interface EngineSettings {
  /** The SQLite index of advisories; absent: dependencies are listed but not checked. */
  advisoryIndexFile?: string;
  /** Which licences dependencies may have. */
  licencePolicy?: LicencePolicy;
  /** Credential formats of the operator and of the repository. */
  secretRules?: readonly ScanRule[];
  /** Libraries and rules for code of the operator. */
  codeRules?: readonly CodeRulePack[];
  /** The code engine takes part in the scan and tells what files import; without it, whoever needs that reads it. */
  readsCode?: boolean;
}

export interface EngineEntry {
  id: EngineId;
  /** Loaded when a scan asks for the engine, so that nobody pays for rules that are not used. */
  create(settings: EngineSettings): Promise<Engine>;
}

/** Every engine, in the order in which they look at a file. */
export const engineRegistry: readonly EngineEntry[] = [
  {
    id: 'secrets',
    create: async ({ secretRules = [] }) =>
      (await import('./secrets/secrets-engine.ts')).createSecretsEngine({ customRules: secretRules }),
  },
  {
    id: 'code',
    create: async ({ codeRules = [] }) =>
      (await import('./code/code-engine.ts')).createCodeEngine({ packs: codeRules }) as Engine,
  },
  {
    id: 'dependencies',
    async create({ advisoryIndexFile, licencePolicy, readsCode = false }) {
      const { createDependenciesEngine } = await import('./dependencies/dependencies-engine.ts');
      const { AdvisoryIndex } = await import('./dependencies/advisories/advisory-index.ts');
      return createDependenciesEngine({
        advisories: advisoryIndexFile === undefined ? undefined : AdvisoryIndex.open(advisoryIndexFile),
        ...(licencePolicy && { licencePolicy }),
        readsImports: !readsCode,
      }) as Engine;
    },
  },
  {
    id: 'infrastructure',
    create: async () =>
      (await import('./infrastructure/infrastructure-engine.ts')).createInfrastructureEngine(),
  },
  {
    id: 'supply-chain',
    create: async () => (await import('./supply-chain/supply-chain-engine.ts')).createSupplyChainEngine(),
  },
];
