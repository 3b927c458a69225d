import { spawnSync } from 'node:child_process';
import { compileCacheFolder } from '../../src/platform/compile-cache-folder.ts';
import { analysisFlags } from '../../src/scan/pipeline/analyse/analysis-flags.ts';

/** Starts this program again with the flags of the process that analyses repositories, unless it has them. */
export function startAsAnalysingProcess(): void {
  if (analysisFlags.every((flag) => process.execArgv.includes(flag))) return;
  const { status } = spawnSync(
    process.execPath,
    [...process.execArgv, ...analysisFlags, ...process.argv.slice(1)],
    { stdio: 'inherit', env: { ...process.env, NODE_COMPILE_CACHE: compileCacheFolder } },
  );
  process.exit(status ?? 1);
}
