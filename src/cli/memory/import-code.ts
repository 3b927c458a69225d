import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, resolve } from 'node:path';
import { scanLimitDefaults } from '../../config/scan-defaults.ts';
import { counted } from '../../kernel/counted.ts';
import type { GatheredCode } from '../../scan/model/code-symbol.ts';
import { chosenPaths } from '../../scan/pipeline/plan/file-plan.ts';
import { type CodeEntry, codeEntries, isCodeEntry } from '../../scan/symbols/code-entries.ts';
import { type Invocation, listOption, textOption, UsageError } from '../command.ts';
import { interruptible } from '../interruptible.ts';
import { createProgressBar } from '../output/progress-bar.ts';

const partEntries = 2_000;
const deletedAtOnce = 500;

interface ExportPage {
  items: Array<{ id: string; externalId?: string; metadata?: { repository?: unknown; path?: unknown } }>;
  next: string | null;
}

/** `lorekeep memory import-code`: the functions, classes and files of a folder as entries; again later, only what changed. */
export async function importCode(
  invocation: Invocation,
  tenant: string,
  namespace: string,
  folder = '.',
  gatherCode: typeof gather = gather,
): Promise<number> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`there is no folder ${JSON.stringify(folder)}.`);
  const repository = textOption(invocation, 'repository') ?? basename(resolve(folder));
  const code = await gatherCode(invocation, folder);
  const entries = codeEntries(repository, code.symbols);
  const { written, rejected } = await write(invocation, { tenant, namespace }, entries);
  const removed = code.truncated
    ? 0
    : await removeOthers(invocation, { tenant, namespace }, repository, entries, code.unread);
  const { terminal, options } = invocation;
  const kept = entries.length - rejected;
  const result = {
    repository,
    entries: kept,
    written,
    removed,
    unread: code.unread.length,
    ...(rejected > 0 && { rejected }),
  };
  if (options['json']) terminal.out(JSON.stringify(result, null, 2));
  else {
    terminal.say(
      `${namespace} has ${counted(kept, 'entry', 'entries')} of ${repository}: ${written} written, ${kept - written} unchanged, ${removed} removed.`,
    );
    if (rejected > 0) terminal.say(`Rejected by the guard of the namespace: ${rejected}.`);
    if (code.unread.length > 0) terminal.say(`${counted(code.unread.length, 'file')} could not be parsed.`);
    if (code.truncated) terminal.say('There is more code than the limits allow; choose with --include.');
  }
  return 0;
}

async function gather(invocation: Invocation, folder: string): Promise<GatheredCode> {
  const { runScan } = await import('../../scan/pipeline/run-scan.ts');
  const bar = createProgressBar(invocation.terminal, 'Reading');
  try {
    const outcome = await interruptible((signal) =>
      runScan(
        {
          source: { kind: 'folder', path: folder },
          // Secrets are looked for in any case, to be masked; findings are not what is wanted here.
          engines: ['secrets'],
          gatherCode: { tests: invocation.options['tests'] === true },
          history: false,
          paths: pathsOf(invocation),
          trustRepositoryConfig: false,
          triage: [],
          identityKey: Buffer.alloc(32),
          now: Date.now(),
          limits: scanLimitDefaults,
        },
        {
          onProgress: ({ percent }) => bar.update(percent, 100),
          signal,
          network: { allowHosts: [] },
          scratchFolder: tmpdir(),
        },
      ),
    );
    if (outcome.status === 'failed') throw new Error(outcome.error);
    return outcome.code ?? { symbols: [], unread: [], truncated: false };
  } finally {
    bar.end();
  }
}

async function write(
  { operate, terminal }: Invocation,
  place: { tenant: string; namespace: string },
  entries: readonly CodeEntry[],
): Promise<{ written: number; rejected: number }> {
  const bar = createProgressBar(terminal, 'Importing');
  let written = 0;
  let rejected = 0;
  for (let from = 0; from < entries.length; from += partEntries) {
    const part = entries.slice(from, from + partEntries);
    const lines = part.map((entry) => JSON.stringify({ ...entry, source: { kind: 'scan' } })).join('\n');
    const result = await operate<{ written: number; rejected?: number }>(
      'memory.import',
      { ...place, lines, linesBefore: from },
      ({ lastLine }) => bar.update(Number(lastLine), entries.length),
    );
    written += result.written;
    rejected += result.rejected ?? 0;
    bar.update(from + part.length, entries.length);
  }
  bar.end();
  return { written, rejected };
}

function pathsOf(invocation: Invocation): { include?: string[]; exclude?: string[] } {
  const include = listOption(invocation, 'include');
  const exclude = listOption(invocation, 'exclude');
  return { ...(include && { include }), ...(exclude && { exclude }) };
}

/** What earlier imports of the same repository left whose code is gone. */
async function removeOthers(
  invocation: Invocation,
  place: { tenant: string; namespace: string },
  repository: string,
  entries: readonly CodeEntry[],
  unread: readonly string[],
): Promise<number> {
  const kept = new Set(entries.map(({ externalId }) => externalId));
  const { operate } = invocation;
  const isChosen = chosenPaths(pathsOf(invocation));
  const unknown = new Set(unread);
  const wasLookedAt = (path: string) => isChosen({ path }) && !unknown.has(path);
  const gone: string[] = [];
  let after: string | null = null;
  do {
    const page: ExportPage = await operate('memory.export', { ...place, after });
    for (const { id, externalId, metadata } of page.items)
      if (
        isCodeEntry(externalId) &&
        metadata?.repository === repository &&
        !kept.has(externalId) &&
        wasLookedAt(String(metadata.path))
      )
        gone.push(id);
    after = page.next;
  } while (after !== null);
  for (let from = 0; from < gone.length; from += deletedAtOnce) {
    const ids = gone.slice(from, from + deletedAtOnce);
    await operate('memory.delete', {
      ...place,
      ids,
      all: false,
      dryRun: false,
      metadataFilter: null,
      filter: null,
    });
  }
  return gone.length;
}
