import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { scanLimitDefaults } from '../config/scan-defaults.ts';
import type { Config } from '../config/schema.ts';
import { licencePolicyOf } from '../scan/engines/dependencies/licence-policy.ts';
import type { EngineCrash } from '../scan/model/engine-crash.ts';
import { ScanFailure } from '../scan/model/failure.ts';
import type { CompletedScan, FailedScan, ScanOutcome } from '../scan/model/outcome.ts';
import type { Sandbox } from '../scan/model/sandbox.ts';
import type { ScanTask } from '../scan/model/task.ts';
import { type Command, FileError, type Invocation, textOption, UsageError } from './command.ts';
import { interruptible } from './interruptible.ts';
import { createProgressBar } from './output/progress-bar.ts';
import { readBaseline, writeBaseline } from './scan/scan-baseline.ts';
import type { ServerOutcome } from './scan/scan-on-server.ts';
import {
  enginesOption,
  formatOption,
  pathsOption,
  policyOption,
  reportsOption,
  sourceOption,
  viewOption,
} from './scan/scan-options.ts';
import { showProgress } from './scan/scan-progress.ts';
import { checkTargets } from './scan/scan-targets.ts';

export const scan: Command = {
  summary:
    'Scan a folder or a repository for secrets, vulnerable code and dependencies, and risky configuration.',
  usage: [
    'scan [FOLDER] [--staged | --ref REF] [--fail-on SEVERITY] [--format FORMAT] [--output FILE]',
    'scan https://HOST/REPOSITORY [--ref REF] …',
    'scan https://HOST/REPOSITORY --server URL …',
  ],
  help: `
What is scanned: the files of FOLDER (the working folder by default) without those that git ignores; of a bare
repository its HEAD.
  --ref REF              a branch, tag or full commit instead
  --staged               the files that the next commit would add or change; what is new in them counts; for a pre-commit hook
  --history              also look for secrets in all commits
  --engines LIST         secrets, code, dependencies, infrastructure, supply-chain; all by default
  --secret-rules FILE    credential formats to look for in addition to the built-in ones
  --code-rules FOLDER    libraries and rules for code of your own; may be given several times (see "lorekeep rules")
  --include PATTERNS     only these paths
  --exclude PATTERNS     not these paths

What counts:
  --fail-on SEVERITY     exit with 1 from this severity on: critical, high, medium, low or info
  --baseline FILE        only findings that the file does not know count
  --baseline-ref REF     only findings that the other branch or commit does not have count
  --write-baseline FILE  write all findings to the file, to be the baseline of later scans
  --allow-incomplete     let --fail-on pass although something could not be analysed; without it the exit code is 4
  --require-complete     exit with 4 if anything was not read, also what cannot be analysed at all, such as git-lfs files
  --ignore-config        follow neither inline comments nor .lorekeep.yaml of the repository

What dependencies are checked against:
  --advisories FOLDER    a folder that "advisories sync --advisories FOLDER" filled, or one of OSV records; without it those of
                         LOREKEEP_ADVISORIES_DIR, of the data folder that is named, or of your cache folder
  --sync                 update them first, from osv.dev, unless that was done in the last 12 hours
  --sync-from SOURCE     update them first from there: a folder, a zip, or the https URL of a zip or a mirror

What you see (text, compact, github and rdjson; all other formats have every finding):
  --min-severity LEVEL   from this severity on; medium when omitted, or that of --fail-on where it is lower. The rest is counted
  --all                  every severity, and each place with its code
  --sort ORDER           worst-last (next to the prompt) or worst-first
  --show-suppression     with each finding a line to copy that suppresses it

What comes out:
  --format FORMAT        text, compact (one line per finding), json, sarif, github (annotations), gitlab, rdjson (reviewdog), junit,
                         markdown, html, csv, cyclonedx or spdx
  --output FILE          write the report to a file; the one for people still goes to the terminal
  --report FORMAT=FILE   write this report as well; may be given several times
  --cache FOLDER         remember results there, so that the next scan takes less time
  --no-cache             with --staged: do not remember the files of the last commits in your cache folder

Elsewhere:
  --server URL           let a running service scan; its key comes from LOREKEEP_API_KEY

Exit codes: 0 passed, 1 policy violated, 2 wrong usage or a .lorekeep.yaml that cannot be followed, 3 scan failed, 4 incomplete, 5 network.`,
  options: {
    ref: { type: 'string' },
    staged: { type: 'boolean' },
    history: { type: 'boolean' },
    engines: { type: 'string', multiple: true },
    include: { type: 'string', multiple: true },
    exclude: { type: 'string', multiple: true },
    'fail-on': { type: 'string' },
    baseline: { type: 'string' },
    'baseline-ref': { type: 'string' },
    'write-baseline': { type: 'string' },
    'require-complete': { type: 'boolean' },
    'allow-incomplete': { type: 'boolean' },
    'ignore-config': { type: 'boolean' },
    'min-severity': { type: 'string' },
    all: { type: 'boolean' },
    sort: { type: 'string' },
    'show-suppression': { type: 'boolean' },
    format: { type: 'string' },
    output: { type: 'string' },
    report: { type: 'string', multiple: true },
    cache: { type: 'string' },
    'no-cache': { type: 'boolean' },
    advisories: { type: 'string' },
    sync: { type: 'boolean' },
    'sync-from': { type: 'string', multiple: true },
    server: { type: 'string' },
    'secret-rules': { type: 'string' },
    'code-rules': { type: 'string', multiple: true },
  },
  // 1 would tell a build that the policy was violated.
  errorCode: 3,
  async run(invocation) {
    const format = formatOption(invocation);
    const view = viewOption(invocation);
    const more = reportsOption(invocation);
    checkTargets(invocation);
    const startedAt = new Date().toISOString();
    const outcome = await perform(invocation, format);
    if (outcome.status === 'failed') return reportFailure(outcome, format, invocation);
    const baselineFile = textOption(invocation, 'write-baseline');
    if (baselineFile !== undefined) writeBaseline(baselineFile, outcome);
    const { writeReport } = await import('./scan/write-report.ts');
    await writeReport(outcome, { format, view, startedAt, more }, invocation);
    const { refusedConfig } = await import('./scan/report/config-problem-text.ts');
    const refused = invocation.options['ignore-config'] === true ? undefined : refusedConfig(outcome);
    if (refused !== undefined) throw new FileError(refused);
    return exitCode(outcome);
  },
};

type ScanSettings = Pick<Config['scan'], 'allowHosts' | 'limits' | 'caFile' | 'identityKey'> &
  Partial<
    Pick<Config['scan'], 'licences' | 'sandbox' | 'codeRules'> & Pick<Config, 'dataDir' | 'advisoriesDir'>
  >;

/**
 * Settings of a scan: the environment, and a file that `LOREKEEP_CONFIG` names. A `lorekeep.yaml` of the working folder is not read, because that folder
 * is what is scanned. Without any setting the schema and its library are not even loaded: a hook should not wait.
 */
async function settingsOf(invocation: Invocation): Promise<ScanSettings> {
  const { environment, options, terminal } = invocation;
  if (!environment['LOREKEEP_CONFIG'] && existsSync('lorekeep.yaml'))
    terminal.say('lorekeep scan: lorekeep.yaml of this folder is not read; LOREKEEP_CONFIG can name it.');
  const isConfigured =
    options['data-dir'] !== undefined ||
    Object.keys(environment).some((name) => name.startsWith('LOREKEEP_') && name !== 'LOREKEEP_API_KEY');
  if (!isConfigured) return { allowHosts: [], limits: scanLimitDefaults };
  const { scan: own, dataDir, advisoriesDir } = await invocation.namedConfig();
  return { ...own, dataDir, ...(advisoriesDir === undefined ? {} : { advisoriesDir }) };
}

/** Scans what the options name; `fix` does it too. */
export async function perform(invocation: Invocation, format: string): Promise<ServerOutcome> {
  const settings = await settingsOf(invocation);
  const server = serverOption(invocation);
  // A service has hosts of its own that it may contact: the decision is its own.
  const source = sourceOption(invocation, server === undefined ? settings.allowHosts : 'any');
  const engines = enginesOption(invocation);
  const baseline = baselineOption(invocation);
  const policy = policyOption(invocation, baseline !== undefined);
  const secretRules = await secretRulesOption(invocation);
  const codeRules = server === undefined ? await codeRulesOption(invocation, settings, source) : [];
  const task: ScanTask = {
    source,
    history: invocation.options['history'] === true,
    paths: pathsOption(invocation),
    trustRepositoryConfig: invocation.options['ignore-config'] !== true,
    triage: [],
    identityKey: identityKey(settings.identityKey),
    now: Date.now(),
    limits: settings.limits,
    ...(engines && { engines }),
    ...(baseline && { baseline }),
    ...(policy && { policy }),
    ...(secretRules && { secretRules }),
    ...(codeRules.length > 0 && { codeRules }),
    ...(settings.licences && licencePolicyOf(settings.licences)),
  };
  if (server !== undefined) {
    const { scanOnServer } = await import('./scan/scan-on-server.ts');
    return scanOnServer(task, server, format, invocation);
  }
  return scanHere(task, settings, invocation);
}

function serverOption(invocation: Invocation): string | undefined {
  const server = textOption(invocation, 'server');
  if (server === undefined) return undefined;
  if (!/^https?:\/\//i.test(server))
    throw new UsageError('--server is the http or https URL of a running service.');
  for (const name of ['secret-rules', 'code-rules', 'cache', 'advisories', 'sync', 'sync-from', 'report']) {
    if (invocation.options[name] !== undefined)
      throw new UsageError(`--${name} is for scans without --server.`);
  }
  return server;
}

async function scanHere(
  task: ScanTask,
  settings: ScanSettings,
  invocation: Invocation,
): Promise<ScanOutcome> {
  const { allowHosts, caFile, sandbox } = settings;
  const { runScan } = await import('../scan/pipeline/run-scan.ts');
  const { cacheOption, findAdvisories, recentFolder, removeLeftovers } = await import(
    './scan/scan-folders.ts'
  );
  const cacheFolder = cacheOption(invocation, settings.identityKey !== undefined);
  const recent = recentFolder(invocation);
  const advisoryIndexFile = await findAdvisories(invocation, settings).catch(asFailure);
  if (advisoryIndexFile instanceof ScanFailure) return advisoryIndexFile.toOutcome();
  if (task.source.kind === 'git' && task.source.staged) await invocation.stopCompilers?.();
  const scratchFolder = tmpdir();
  await removeLeftovers(scratchFolder, invocation);
  const bar = createProgressBar(invocation.terminal, 'Scanning');
  const crashes: EngineCrash[] = [];
  try {
    return await interruptible(async (signal) =>
      runScan(task, {
        onProgress: (progress) => showProgress(bar, progress),
        onCrash: (crash) => crashes.push(crash),
        signal,
        network: { allowHosts, ...(caFile !== undefined && { caFile }) },
        ...(task.source.kind === 'remote' && { sandbox: await sandboxFor(sandbox) }),
        scratchFolder,
        mayAnalyseHere: true,
        ...(cacheFolder !== undefined && { cacheFolder }),
        ...(recent !== undefined && { recentFolder: recent }),
        ...(advisoryIndexFile !== undefined && { advisoryIndexFile }),
      }),
    );
  } finally {
    bar.end();
    if (crashes.length > 0) {
      const { crashLines } = await import('./scan/crash-lines.ts');
      for (const line of crashLines(crashes)) invocation.terminal.say(line);
    }
  }
}

function asFailure(error: unknown): ScanFailure {
  if (error instanceof ScanFailure) return error;
  throw error;
}

/** Trying what the machine allows takes a moment, and a folder of one's own needs none. */
async function sandboxFor(mode: Config['scan']['sandbox'] = 'auto'): Promise<Sandbox> {
  const { chooseSandbox } = await import('../scan/sandbox/choose-sandbox.ts');
  return chooseSandbox(mode, process.env['PATH'] ?? '');
}

async function secretRulesOption(invocation: Invocation): Promise<ScanTask['secretRules']> {
  const file = textOption(invocation, 'secret-rules');
  if (file === undefined) return undefined;
  const { readCustomRules } = await import('../scan/engines/secrets/rules/custom-rules.ts');
  return readCustomRules(file);
}

/** Rules inside of what is scanned belong to whoever wrote it: they may add findings and take none away. */
async function codeRulesOption(
  invocation: Invocation,
  settings: ScanSettings,
  source: ScanTask['source'],
): Promise<NonNullable<ScanTask['codeRules']>> {
  const named = [invocation.options['code-rules'] ?? []].flat().map(String);
  const folders = [...(settings.codeRules ?? []), ...named];
  if (folders.length === 0) return [];
  const { readCodeRulePacks } = await import('./code-rules/read-packs.ts');
  return readCodeRulePacks(folders, source.kind === 'remote' ? undefined : source.path, invocation.terminal);
}

function baselineOption(invocation: Invocation): ScanTask['baseline'] {
  const file = textOption(invocation, 'baseline');
  const ref = textOption(invocation, 'baseline-ref');
  if (file !== undefined && ref !== undefined)
    throw new UsageError('give --baseline or --baseline-ref, not both.');
  if (file !== undefined) return { known: readBaseline(file) };
  // A hook is asked about what the commit adds, not about what its files held before.
  const isStaged = invocation.options['staged'] === true;
  return ref === undefined && !isStaged ? undefined : { ref: ref ?? 'HEAD' };
}

/**
 * Without a configured key everybody has the same one: then ids are equal on every machine, which baselines need, and the
 * hash of a weak secret could be guessed by whoever sees the report.
 */
function identityKey(configured: string | undefined): Uint8Array {
  return createHash('sha256')
    .update(configured ?? 'lorekeep command line')
    .digest();
}

function reportFailure(outcome: FailedScan, format: string, { terminal }: Invocation): number {
  if (format === 'json') {
    const { status, errorCode, error } = outcome;
    terminal.out(JSON.stringify({ status, error, errorCode }, null, 2));
  }
  terminal.say(`lorekeep scan: ${outcome.error} (${outcome.errorCode})`);
  return outcome.network ? 5 : 3;
}

function exitCode({ policy }: CompletedScan): number {
  if (!policy || policy.passed) return 0;
  return policy.violations.some(({ rule }) => rule === 'failOn') ? 1 : 4;
}
