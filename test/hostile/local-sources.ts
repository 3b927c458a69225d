import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { CompletedScan } from '../../src/scan/model/outcome.ts';
import type { ScanTask } from '../../src/scan/model/task.ts';
import type { Harness, HarnessSource } from './harness.ts';
import { expectNothingCaught } from './use-harness.ts';

/** Folders and repositories on this machine, as the command line meets them. */
export class LocalSources {
  readonly #harness: Harness;

  constructor(harness: Harness) {
    this.#harness = harness;
  }

  makeFolder(files: Record<string, string>): string {
    const folder = mkdtempSync(join(this.#harness.root, 'folder-'));
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return folder;
  }

  git(folder: string, ...args: string[]): string {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
    return execFileSync('git', [...identity, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  }

  makeRepository(files: Record<string, string>): string {
    const folder = this.makeFolder(files);
    this.git(folder, 'init', '-q', '--initial-branch=main');
    this.git(folder, 'add', '-A');
    this.git(folder, 'commit', '-q', '-m', 'x');
    return folder;
  }

  /** The files with findings; nothing may have been started, contacted or left behind. */
  async filesFound(source: HarnessSource): Promise<string[]> {
    this.#harness.caught();
    const outcome = (await this.#harness.scan(source)) as CompletedScan;
    expect(outcome).toMatchObject({ status: 'completed' });
    expectNothingCaught(this.#harness);
    return outcome.findings.map(({ file }) => file);
  }

  /** What was not read and why; one reason for each path. */
  async skippedOf(
    source: HarnessSource,
    task: Partial<ScanTask> = {},
  ): Promise<Array<[path: string, reason: string]>> {
    const { coverage } = (await this.#harness.scan(source, task)) as CompletedScan;
    expect(coverage.complete).toBe(false);
    return coverage.skipped.map(({ path, reason }) => [path, reason]);
  }
}
