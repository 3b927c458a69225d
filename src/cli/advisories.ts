import { existsSync } from 'node:fs';
import { counted } from '../kernel/counted.ts';
import type { IndexStatus } from '../scan/engines/dependencies/advisories/advisory-index.ts';
import type { SyncResult } from '../scan/engines/dependencies/advisories/sync/sync.ts';
import { describeUnreadable } from '../scan/engines/dependencies/advisories/unreadable-records.ts';
import { advisoriesPlace } from './advisories/advisories-place.ts';
import { syncAdvisories } from './advisories/sync-advisories.ts';
import { type Command, type Invocation, listOption, textOption, UsageError } from './command.ts';
import { plain, table } from './terminal.ts';

export const advisories: Command = {
  summary: 'Fill the index of security advisories, or say how old it is.',
  usage: [
    'advisories sync [--from FOLDER|ZIP|URL]… [--ecosystems LIST] [--exploited FILE] [--epss FILE]',
    'advisories status',
  ],
  help: `
Options of sync:
  --from SOURCE       a folder of OSV records (JSON), a zip of them, the https URL of a zip, or the https URL of a mirror that is laid out
                      as the archive of osv.dev; may be given several times. Without it: the archive of osv.dev
  --ecosystems LIST   which ecosystems to take from an archive (npm,PyPI,…); without it all that are supported
  --exploited FILE    a list of known exploited vulnerabilities (JSON, CSV or text that names CVE ids)
  --epss FILE         EPSS scores (CSV, may be .gz)

Options of both:
  --advisories FOLDER where the index is kept; without it the folder of LOREKEEP_ADVISORIES_DIR, the data folder that --data-dir or LOREKEEP_DATA_DIR
                      names, or your cache folder, where every scan of yours and a service of yours find it

The index is built next to the present one and takes its place when it is whole. Only what changed is taken where the source can tell.`,
  options: {
    from: { type: 'string', multiple: true },
    ecosystems: { type: 'string', multiple: true },
    exploited: { type: 'string' },
    epss: { type: 'string' },
    advisories: { type: 'string' },
  },
  async run(invocation) {
    const [action, ...rest] = invocation.positionals;
    if (rest.length > 0) throw new UsageError('There is one argument too many.');
    if (action === 'sync') return sync(invocation);
    if (action === 'status') return status(invocation);
    throw new UsageError('Say "sync" or "status".');
  },
};

async function sync(invocation: Invocation): Promise<number> {
  const { terminal, options } = invocation;
  const config = await invocation.namedConfig();
  const { indexFile, recordsFolder } = advisoriesPlace(invocation, config);
  if (recordsFolder !== undefined)
    throw new UsageError(
      `${JSON.stringify(recordsFolder)} holds OSV records, which are read as they are; name another folder.`,
    );
  const exploitedFile = textOption(invocation, 'exploited');
  const epssFile = textOption(invocation, 'epss');
  const onlyLists = (exploitedFile ?? epssFile) !== undefined && options['from'] === undefined;
  const result = await syncAdvisories(invocation, {
    indexFile,
    from: listOption(invocation, 'from') ?? (onlyLists ? [] : undefined),
    ecosystems: listOption(invocation, 'ecosystems'),
    exploitedFile,
    epssFile,
  });
  terminal.out(
    options['json']
      ? JSON.stringify({ file: indexFile, ...result }, null, 2)
      : describeSync(result, indexFile),
  );
  return 0;
}

function describeSync(result: SyncResult, indexFile: string): string {
  const { records, added, changed, unchanged, removed, withdrawn, unreadable, unknownEcosystems } = result;
  const lines = [
    `${counted(records, 'advisory', 'advisories')}: ${added} new, ${changed} changed, ${unchanged} as before, ${removed} gone, ${withdrawn} withdrawn.`,
  ];
  lines.push(`The index is ${plain(indexFile)}.`);
  if (unreadable.count > 0) lines.push(plain(describeUnreadable(unreadable)));
  if (unknownEcosystems.length > 0) {
    const names = unknownEcosystems.slice(0, 10).map(([name, count]) => `${plain(name)} (${count})`);
    lines.push(`Not judged, because their versions are not known here: ${names.join(', ')}.`);
  }
  return lines.join('\n');
}

async function status(invocation: Invocation): Promise<number> {
  const { terminal, options } = invocation;
  const { AdvisoryIndex } = await import('../scan/engines/dependencies/advisories/advisory-index.ts');
  const { indexFile: file } = advisoriesPlace(invocation, await invocation.namedConfig());
  const index = AdvisoryIndex.open(file);
  const state = index?.status();
  index?.close();
  if (options['json']) terminal.out(JSON.stringify({ file, exists: index !== undefined, ...state }, null, 2));
  else if (state && state.records > 0) terminal.out(describeStatus(state));
  else {
    const why = existsSync(file) ? 'is empty or cannot be read by this version' : 'does not exist yet';
    terminal.out(
      `The index of advisories (${plain(file)}) ${why}: dependencies are listed, but none is judged. Run "lorekeep advisories sync".`,
    );
  }
  return state && state.records > 0 ? 0 : 1;
}

function describeStatus(state: IndexStatus): string {
  return [
    `${counted(state.records, 'advisory', 'advisories')}, the newest of ${state.newest || 'unknown date'}, taken ${state.syncedAt}.`,
    `Known exploited: ${state.exploited}; EPSS scores: ${state.epss}.`,
    '',
    table(state.ecosystems.map(({ ecosystem, packages }) => [ecosystem, counted(packages, 'package')])),
    '',
    table(
      state.sources.map(({ name, records, syncedAt }) => [plain(name), counted(records, 'record'), syncedAt]),
    ),
    ...(state.unreadable.count > 0 ? ['', plain(describeUnreadable(state.unreadable))] : []),
  ].join('\n');
}
