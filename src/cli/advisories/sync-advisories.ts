import { readFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import type { Config } from '../../config/schema.ts';
import type { SyncProgress, SyncResult } from '../../scan/engines/dependencies/advisories/sync/sync.ts';
import type { Invocation } from '../command.ts';
import { createProgressBar } from '../output/progress-bar.ts';
import { plain } from '../terminal.ts';

export interface AdvisorySources {
  indexFile: string;
  /** Absent: the archive of osv.dev. */
  from?: string[] | undefined;
  /** Absent: all that can be checked. */
  ecosystems?: string[] | undefined;
  exploitedFile?: string | undefined;
  epssFile?: string | undefined;
}

/** Fills the index of advisories from its sources, with a bar where a person watches. */
export async function syncAdvisories(
  invocation: Invocation,
  { indexFile, from, ecosystems, exploitedFile, epssFile }: AdvisorySources,
): Promise<SyncResult> {
  const { osvArchive, osvEcosystems } = await import(
    '../../scan/engines/dependencies/advisories/sync/osv-archive.ts'
  );
  const { runSync } = await import('../../scan/engines/dependencies/advisories/sync/run-sync.ts');
  const config = await invocation.namedConfig();
  const request = {
    from: from ?? [osvArchive],
    ecosystems: ecosystems ?? osvEcosystems,
    indexFile,
    ...(exploitedFile === undefined ? {} : { exploitedFile }),
    ...(epssFile === undefined ? {} : { epssFile }),
  };
  const progress = createSyncProgress(invocation);
  const certificates = await certificatesOf(config);
  return runSync({ request, allowHosts: config.scan.allowHosts, certificates }, progress.update).finally(
    progress.end,
  );
}

async function certificatesOf({ scan: { caFile } }: Config): Promise<string[] | undefined> {
  return caFile === undefined ? undefined : [...rootCertificates, await readFile(caFile, 'utf8')];
}

function createSyncProgress({ terminal }: Invocation): { update(progress: SyncProgress): void; end(): void } {
  let what = '';
  let bar = createProgressBar(terminal, '');
  return {
    update(progress) {
      if (progress.what !== what) {
        bar.end();
        what = progress.what;
        bar = createProgressBar(terminal, plain(what));
      }
      bar.update(progress.done, progress.total);
    },
    end: () => bar.end(),
  };
}
