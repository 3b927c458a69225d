import { isBinary } from '../../source/source-text.ts';
import { attemptOf } from '../attempt.ts';
import type { Engine, FileAnalysis, SourceFile } from '../engine.ts';
import { agentInstructions, isMcpPath } from './agent-instructions.ts';
import { committedBinaries, isBinaryPath } from './committed-binaries.ts';
import { hiddenCharacters } from './hidden-characters.ts';
import { installScripts } from './install-scripts.ts';
import { type LockfileFacts, lockfileDrift, lockfileFacts } from './lockfile-drift.ts';
import { type LockFacts, lockFacts, missingLockfiles } from './missing-lockfile.ts';
import { obfuscatedCode } from './obfuscated-code.ts';
import { packageSources } from './package-sources.ts';
import { isTextPath } from './path-kinds.ts';
import { pipeToShell } from './pipe-to-shell.ts';
import { popularPackages } from './popular-packages.ts';
import type { SupplyChainCheck } from './source-place.ts';
import { loadSupplyChainRules } from './supply-chain-rules.ts';
import { typosquats } from './typosquats.ts';

/** Beyond this a file is generated data; a trick for human readers needs a file that humans read. */
const maxTextBytes = 4 * 1024 * 1024;
const maxBinaryBytes = 16 * 1024 * 1024;

/** What a file leaves for the second step. */
export interface SupplyChainFacts {
  drift?: LockfileFacts;
  lock?: LockFacts;
}

/** Looks for what deceives a reviewer or runs without being asked for: hidden characters, disguised packages, install-time code. */
export function createSupplyChainEngine(): Engine<SupplyChainFacts> {
  const rules = loadSupplyChainRules();
  const checks: SupplyChainCheck[] = [
    hiddenCharacters,
    installScripts,
    pipeToShell,
    obfuscatedCode,
    agentInstructions,
    packageSources,
    typosquats(popularPackages(rules.packages)),
  ];
  return {
    id: 'supply-chain',
    version: rules.version,
    rules: rules.descriptions,
    // Its files are all that people might read: it is no news that some of them are not text.
    readsBinary: () => true,
    wants: (path, sizeBytes) =>
      sizeBytes > 0 &&
      ((sizeBytes <= maxTextBytes && (isTextPath(path) || isMcpPath(path))) ||
        (sizeBytes <= maxBinaryBytes && isBinaryPath(path))),
    analyse(file: SourceFile, tools): FileAnalysis<SupplyChainFacts> {
      const attempt = attemptOf(tools);
      const { path } = file;
      if (isBinaryPath(file.path) || isElf(file.bytes)) return { findings: committedBinaries(file, rules) };
      if (isBinary(file.bytes)) return { findings: [] };
      const drift = lockfileFacts(file);
      const lock = lockFacts(file);
      return {
        findings: checks.flatMap((check) => attempt({ path }, () => check(file, rules)) ?? []),
        ...((drift || lock) && { facts: { ...(drift && { drift }), ...(lock && { lock }) } }),
      };
    },
    conclude(all, tools) {
      const attempt = attemptOf(tools);
      const path = '…';
      const drift = all.flatMap(({ path, facts }) => (facts.drift ? [{ path, facts: facts.drift }] : []));
      const locks = all.flatMap(({ path, facts }) => (facts.lock ? [{ path, facts: facts.lock }] : []));
      return {
        findings: [
          ...(attempt({ path }, () => lockfileDrift(drift, rules)) ?? []),
          ...(attempt({ path }, () => missingLockfiles(locks, rules)) ?? []),
        ],
      };
    },
  };
}

// A program needs no extension, and its bytes are no text for the other checks.
function isElf(bytes: Uint8Array): boolean {
  return bytes[0] === 0x7f && bytes[1] === 0x45 && bytes[2] === 0x4c && bytes[3] === 0x46;
}
