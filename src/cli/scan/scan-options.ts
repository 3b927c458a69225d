import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { ServiceError } from '../../kernel/errors.ts';
import { type EngineId, engineIds, type Severity, severities } from '../../scan/model/finding.ts';
import type { RepositoryUrl } from '../../scan/model/repository-url.ts';
import type { Policy, ScanSource } from '../../scan/model/task.ts';
import { isValidRef } from '../../scan/source/git/ref-name.ts';
import { checkRepositoryUrl } from '../../scan/source/guard/url-guard.ts';
import { type Invocation, listOption, textOption, UsageError } from '../command.ts';
import type { ReportView } from './report/report-view.ts';

/** Formats that are rendered here; all others are reports of the scan domain. */
export const ownFormats = ['text', 'compact', 'json', 'github', 'rdjson'];
const reportNames = ['sarif', 'cyclonedx', 'spdx', 'gitlab', 'junit', 'markdown', 'html', 'csv'];
const formats = [...ownFormats, ...reportNames];

/** What is scanned: a URL, a folder, a commit of a local repository or what is staged in it. */
export function sourceOption(invocation: Invocation, allowHosts: readonly string[] | 'any'): ScanSource {
  const [target = '.', ...more] = invocation.positionals;
  if (more.length > 0) throw new UsageError('name one folder or URL.');
  const ref = textOption(invocation, 'ref');
  const staged = invocation.options['staged'] === true;
  if (ref !== undefined && !isValidRef(ref))
    throw new UsageError('--ref is not a branch, tag or full commit.');
  if (staged && ref !== undefined) throw new UsageError('give --staged or --ref, not both.');
  if (isUrl(target)) {
    if (staged) throw new UsageError('--staged is for a local repository.');
    return { kind: 'remote', url: checkedUrl(target, allowHosts), ...(ref !== undefined && { ref }) };
  }
  const found = statSync(target, { throwIfNoEntry: false });
  if (found?.isFile()) {
    throw new UsageError(
      `${JSON.stringify(target)} is a file; name its folder, and the file with --include.`,
    );
  }
  if (!found?.isDirectory()) {
    throw new UsageError(`there is no folder ${JSON.stringify(target)}, and it is not an https URL.`);
  }
  if (staged) return { kind: 'git', path: target, staged: true, ...indexOfCommit(target, invocation) };
  if (ref !== undefined) return { kind: 'git', path: target, ref };
  return { kind: 'folder', path: target };
}

/** A hook of `git commit -a` or `git commit FILE` is told of an index that the repository does not have yet. */
function indexOfCommit(target: string, { environment }: Invocation): { indexFile?: string } {
  const indexFile = environment['GIT_INDEX_FILE'];
  return indexFile && resolve(target) === process.cwd() ? { indexFile: resolve(indexFile) } : {};
}

export function isUrl(target: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(target);
}

function checkedUrl(url: string, allowHosts: readonly string[] | 'any'): RepositoryUrl {
  try {
    return checkRepositoryUrl(url, allowHosts);
  } catch (error) {
    if (error instanceof ServiceError) throw new UsageError(error.message);
    throw error;
  }
}

export function enginesOption(invocation: Invocation): EngineId[] | undefined {
  const names = listOption(invocation, 'engines');
  const unknown = names?.find((name) => !(engineIds as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`there is no engine "${unknown}"; there are ${engineIds.join(', ')}.`);
  }
  // An empty variable in a script would let everything pass.
  if (names?.length === 0) throw new UsageError(`--engines names none; there are ${engineIds.join(', ')}.`);
  return names as EngineId[] | undefined;
}

/** What is read and what is not; never the files that this very command writes, which quote what was found before. */
export function pathsOption(invocation: Invocation): { include?: string[]; exclude?: string[] } {
  const include = listOption(invocation, 'include');
  const exclude = [...(listOption(invocation, 'exclude') ?? []), ...ownFiles(invocation)];
  return { ...(include && { include }), ...(exclude.length > 0 && { exclude }) };
}

function ownFiles(invocation: Invocation): string[] {
  const [target = '.'] = invocation.positionals;
  if (isUrl(target)) return [];
  const named = ['output', 'baseline', 'write-baseline'].flatMap(
    (name) => textOption(invocation, name) ?? [],
  );
  const files = [...named, ...reportsOption(invocation).map(({ file }) => file)];
  return files.flatMap((file) => {
    const path = relative(resolve(target), resolve(file));
    // A pattern has no way to mean these characters themselves.
    const isPlain = path !== '' && !path.startsWith('..') && !/[*?]/.test(path);
    return isPlain ? [`/${path}`] : [];
  });
}

export function formatOption(invocation: Invocation): string {
  const format = textOption(invocation, 'format') ?? (invocation.options['json'] ? 'json' : 'text');
  if (!formats.includes(format)) throw new UsageError(`--format is one of ${formats.join(', ')}.`);
  return format;
}

/** Reports next to the one of `--format`: one scan is enough for a log, annotations and an upload. */
export function reportsOption(invocation: Invocation): Array<{ format: string; file: string }> {
  const given = [invocation.options['report'] ?? []].flat().map(String);
  return given.map((text) => {
    const [, format = '', file = ''] = /^([a-z]+)=(.+)$/.exec(text) ?? [];
    if (file === '' || !formats.includes(format))
      throw new UsageError(`--report is FORMAT=FILE, with a format of ${formats.join(', ')}.`);
    return { format, file };
  });
}

/** What the report for people shows; whatever fails the build is always among it. */
export function viewOption(invocation: Invocation): ReportView {
  const named = severityOption(invocation, 'min-severity');
  const failOn = severityOption(invocation, 'fail-on') ?? 'medium';
  const isLower = severities.indexOf(failOn) > severities.indexOf('medium');
  const sort = textOption(invocation, 'sort') ?? 'worst-last';
  if (sort !== 'worst-last' && sort !== 'worst-first')
    throw new UsageError('--sort is worst-last or worst-first.');
  const all = invocation.options['all'] === true;
  if (all && named !== undefined) throw new UsageError('give --all or --min-severity, not both.');
  return {
    minSeverity: named ?? (isLower ? failOn : 'medium'),
    all,
    worstFirst: sort === 'worst-first',
    withSuppressions: invocation.options['show-suppression'] === true,
    width: Math.max(minWidth, invocation.terminal.columns ?? Number.POSITIVE_INFINITY),
  };
}

/** A narrower terminal cannot show code in any case; it wraps by itself. */
const minWidth = 40;

function severityOption(invocation: Invocation, name: string): Severity | undefined {
  const severity = textOption(invocation, name);
  if (severity !== undefined && !(severities as readonly string[]).includes(severity))
    throw new UsageError(`--${name} is one of ${severities.join(', ')}.`);
  return severity as Severity | undefined;
}

/** Without a demand there is no policy: a report must not say that one was passed. */
export function policyOption(invocation: Invocation, onlyNew: boolean): Policy | undefined {
  const failOn = severityOption(invocation, 'fail-on');
  const requireComplete = invocation.options['require-complete'] === true;
  const allowIncomplete = invocation.options['allow-incomplete'] === true;
  if (requireComplete && allowIncomplete)
    throw new UsageError('give --require-complete or --allow-incomplete, not both.');
  if (failOn === undefined && !requireComplete) return undefined;
  return {
    ...(failOn !== undefined && { failOn }),
    ...(onlyNew && { onlyNew }),
    ...(requireComplete && { requireComplete }),
    ...(allowIncomplete && { allowIncomplete }),
  };
}
