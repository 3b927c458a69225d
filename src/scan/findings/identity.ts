import { createHmac, hash } from 'node:crypto';
import type { EngineFinding, EngineId, Finding } from '../model/finding.ts';
import type { RepositoryUrl } from '../model/repository-url.ts';

/** An engine's finding with the engine's name, and what the history says of it. */
export interface AttributedFinding extends EngineFinding, Pick<Finding, 'commit' | 'authorDate' | 'inTree'> {
  engine: EngineId;
}

export interface IdentifiedFinding {
  finding: AttributedFinding;
  id: string;
  fingerprint: string;
}

/**
 * Gives every finding the identity that it keeps from scan to scan. Findings come in their final order; those that are
 * equal in rule, path, scope and tokens are told apart by counting.
 */
export function identify(
  findings: readonly AttributedFinding[],
  identityKey: Uint8Array,
  repository: string,
): IdentifiedFinding[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const base = baseFingerprint(finding);
    const ordinal = (seen.get(base) ?? 0) + 1;
    seen.set(base, ordinal);
    const fingerprint = `${base}:${ordinal}`;
    return { finding, fingerprint, id: findingId(identityKey, repository, fingerprint) };
  });
}

/** The fingerprint without the ordinal: what two scans, or two versions of a file, have in common. */
export function baseFingerprint({ ruleId, file, identity }: AttributedFinding): string {
  const said = JSON.stringify([ruleId, file, identity.scope, identity.tokens]);
  return hash('sha256', said, 'hex').slice(0, 32);
}

/** One hash for a secret value in one tenant: links equal secrets and says nothing to those who lack the key. */
export function hashSecret(identityKey: Uint8Array, value: string): string {
  return createHmac('sha256', identityKey).update('secret\0').update(value).digest('hex').slice(0, 32);
}

/**
 * What a repository is called for identity: moving from `…/a.git` to `…/A/` of the same host is no new repository. Everything that is on this machine
 * is one repository.
 */
export function repositoryName({ base }: Pick<RepositoryUrl, 'base'>): string {
  return base
    .replace(/^https:\/\//, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .toLowerCase();
}

function findingId(identityKey: Uint8Array, repository: string, fingerprint: string): string {
  const digest = createHmac('sha256', identityKey).update(`finding\0${repository}\0${fingerprint}`).digest();
  let id = 'fin_';
  for (let i = 0; i < 26; i++) id += alphabet[digest[i]! & 31];
  return id;
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
