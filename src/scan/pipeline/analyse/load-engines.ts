import type { Engine, EngineTools } from '../../engines/engine.ts';
import { type EngineSettings, engineRegistry } from '../../engines/registry.ts';
import { hashSecret } from '../../findings/identity.ts';
import type { EngineId } from '../../model/finding.ts';
import type { ScanRule } from '../../model/secret-rule.ts';
import type { ChildTask } from '../child-protocol.ts';

/** The engines of a scan, in the registry's order. */
export async function loadEngines(
  wanted: readonly EngineId[] | undefined,
  settings: EngineSettings,
): Promise<Engine[]> {
  const entries = engineRegistry.filter(({ id }) => wanted === undefined || wanted.includes(id));
  const readsCode = entries.some(({ id }) => id === 'code');
  return Promise.all(entries.map(({ create }) => create({ ...settings, readsCode })));
}

export function createTools(identityKey: Uint8Array): EngineTools {
  return { hashSecret: (value) => hashSecret(identityKey, value) };
}

/** Of the task, and the credential formats that the repository brings itself. */
export function engineSettings(
  { advisoryIndexFile, licencePolicy, codeRules, secretRules = [] }: ChildTask,
  ofRepository: readonly ScanRule[],
): EngineSettings {
  return {
    ...(advisoryIndexFile !== undefined && { advisoryIndexFile }),
    ...(licencePolicy && { licencePolicy }),
    ...(codeRules && { codeRules }),
    secretRules: [...secretRules, ...ofRepository],
  };
}
