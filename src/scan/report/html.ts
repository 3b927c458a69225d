import { compareTexts } from '../../kernel/compare-texts.ts';
import { describeFailures, failuresOf } from '../findings/failures.ts';
import { engineIds, type Finding, type Severity, severities } from '../model/finding.ts';
import type { ReportedScan } from '../model/outcome.ts';
import { skipKind } from '../model/skip-reason.ts';
import { findingCard } from './html-finding.ts';
import { htmlStyle } from './html-style.ts';
import type { ReportFormat, ReportTool } from './report.ts';
import { xmlText as text } from './xml-text.ts';

/**
 * One page that needs nothing else: no script, no font, no image. Filters work by CSS alone, because the page is served in a
 * sandbox and what it shows was written by strangers.
 */
export const html: ReportFormat = {
  contentType: 'text/html; charset=utf-8',
  extension: 'html',
  headers: { 'Content-Security-Policy': `sandbox; ${policy()}`, 'Referrer-Policy': 'no-referrer' },
  render: page,
};

/** A browser stumbles over more, and nobody reads them. */
const maxCards = 1_000;

/** The mark of the console, drawn in the page itself. */
const mark =
  '<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#1f2937"/><path d="M10 7v18h13" fill="none" stroke="#f9fafb" stroke-width="4"/><circle cx="21" cy="12" r="3" fill="#fbbf24"/></svg>';

function policy(): string {
  return "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
}

function page(scan: ReportedScan, tool: ReportTool): string {
  const shown = scan.findings.slice(0, maxCards);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${text(`${repositoryName(scan)}: security report`)}</title>
<style>${htmlStyle}</style>
</head>
<body>
<header class="top">
<p class="brand">${mark}Lorekeep <span>security report</span></p>
<h1>${text(repositoryName(scan))}</h1>
${facts(scan)}
</header>
<main>
${verdict(scan)}
${tiles(scan)}
${moreFilters(scan)}
${scan.findings.length === 0 ? nothingFound(scan) : hotFiles(scan)}
${scan.findings.length === 0 ? '' : `<section class="findings"><h2>Findings</h2>${shown.map((one, index) => findingCard(one, index < 3)).join('\n')}${leftOut(scan, shown)}<p class="none-here">No finding of this kind.</p></section>`}
${suppressed(scan)}
${coverage(scan)}
</main>
<footer>Lorekeep ${text(tool.version)}${scan.scanId ? ` · ${text(scan.scanId)}` : ''} · rules ${text(scan.coverage.rulesVersion.slice(0, 12))}</footer>
</body>
</html>
`;
}

function repositoryName({ repoUrl, folder }: ReportedScan): string {
  if (repoUrl === undefined) return folder || 'Local files';
  const path = repoUrl.replace(/^https:\/\/[^/]+\//, '').replace(/(\.git)?\/*$/, '');
  return path || repoUrl;
}

function facts(scan: ReportedScan): string {
  const seconds =
    scan.startedAt && scan.finishedAt && (Date.parse(scan.finishedAt) - Date.parse(scan.startedAt)) / 1000;
  const list: Array<[string, string | undefined]> = [
    ['Repository', scan.repoUrl],
    ['Branch', scan.branch],
    ['Commit', scan.commit?.slice(0, 12)],
    ['Finished', scan.finishedAt && `${scan.finishedAt.slice(0, 16).replace('T', ' ')} UTC`],
    ['Took', seconds === undefined || seconds === '' ? undefined : `${seconds.toFixed(1)} s`],
  ];
  const items = list.flatMap(([name, value]) =>
    value ? [`<div><dt>${name}</dt><dd>${text(value)}</dd></div>`] : [],
  );
  return items.length === 0 ? '' : `<dl class="facts">${items.join('')}</dl>`;
}

function verdict({
  policy: result,
  findings,
  summary,
  coverage: { complete, skipped },
}: ReportedScan): string {
  const failures = describeFailures(skipped);
  const words = failures === undefined ? 'Not everything was read' : 'Not everything could be analysed';
  const unread = complete ? '' : ` <a class="unread" href="#coverage">${words}</a>`;
  const changes =
    summary.new === undefined
      ? ''
      : ` <span class="delta">${summary.new} new${summary.fixed === undefined ? '' : `, ${summary.fixed} fixed`}</span>`;
  if (result === undefined) {
    const worst = severities.find((severity) => summary[severity] > 0);
    const headline =
      worst === undefined
        ? complete
          ? 'Nothing to fix was found'
          : 'Nothing was found in what could be read'
        : `${number(findings.length)} open ${findings.length === 1 ? 'finding' : 'findings'}`;
    const look = worst ?? (failures === undefined ? 'good' : 'bad');
    const sentence = failures === undefined ? '' : `<p>${text(failures)}</p>`;
    return `<section class="verdict ${look}"><strong>${headline}</strong>${changes}${unread}${sentence}</section>`;
  }
  const list = result.violations.map(({ message }) => `<li>${text(message)}</li>`).join('');
  return `<section class="verdict ${result.passed ? 'good' : 'bad'}"><strong>${result.passed ? 'Passed the policy' : 'Failed the policy'}</strong>${changes}${unread}${list ? `<ul>${list}</ul>` : ''}</section>`;
}

/** The tiles are labels of radio buttons, and the style sheet hides what is not chosen. */
function tiles({ summary, findings }: ReportedScan): string {
  const tile = (id: 'all' | Severity, label: string, value: number): string =>
    `<input type="radio" name="severity" id="only-${id}"${id === 'all' ? ' checked' : ''}><label for="only-${id}" class="tile ${id}${value === 0 ? ' zero' : ''}"><b>${number(value)}</b>${label}</label>`;
  return `<fieldset class="tiles"><legend>Show</legend>${tile('all', 'all', findings.length)}${severities
    .map((severity) => tile(severity, severity, summary[severity]))
    .join('')}</fieldset>`;
}

/** Rows of smaller buttons next to the tiles; only those that would make a difference. */
function moreFilters({ findings, summary }: ReportedScan): string {
  const engines = engineIds.filter((id) => findings.some(({ engine }) => engine === id));
  const button = (group: string, id: string, label: string): string =>
    `<input type="radio" name="${group}" id="${group}-${id}"${id === 'all' ? ' checked' : ''}><label for="${group}-${id}">${label}</label>`;
  const row = (legend: string, buttons: string[]): string =>
    `<fieldset class="choices"><legend>${legend}</legend>${buttons.join('')}</fieldset>`;
  const rows = [
    ...(engines.length > 1
      ? [row('Found by', [button('engine', 'all', 'all'), ...engines.map((id) => button('engine', id, id))])]
      : []),
    ...(summary.new === undefined || summary.new === findings.length
      ? []
      : [row('Baseline', [button('state', 'all', 'all'), button('state', 'new', 'only new')])]),
  ];
  return rows.length === 0 ? '' : `<div class="filters">${rows.join('')}</div>`;
}

function hotFiles({ findings }: ReportedScan): string {
  const byFile = new Map<string, Record<Severity, number>>();
  // Findings come worst first. A link to what is inside a folded card unfolds it.
  const firstOf = new Map<string, string>();
  for (const [index, { file, severity, id }] of findings.entries()) {
    if (index < maxCards && !firstOf.has(file)) firstOf.set(file, id);
    const counts = byFile.get(file) ?? { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
    counts[severity]++;
    byFile.set(file, counts);
  }
  if (byFile.size < 2) return '';
  const weight = (counts: Record<Severity, number>): number =>
    counts.critical * 1000 + counts.high * 100 + counts.medium * 10 + counts.low * 2 + counts.info;
  const total = (counts: Record<Severity, number>): number =>
    severities.reduce((sum, one) => sum + counts[one], 0);
  const worst = [...byFile]
    .sort((a, b) => weight(b[1]) - weight(a[1]) || compareTexts(a[0], b[0]))
    .slice(0, 8);
  const widest = Math.max(4, ...worst.map(([, counts]) => total(counts)));
  const row = ([file, counts]: [string, Record<Severity, number>]): string => {
    const bars = severities
      .filter((severity) => counts[severity] > 0)
      .map(
        (severity) =>
          `<i class="${severity}" style="width:${((100 * counts[severity]) / widest).toFixed(1)}%"></i>`,
      );
    const first = firstOf.get(file);
    const name = first === undefined ? text(file) : `<a href="#${text(first)}">${text(file)}</a>`;
    return `<tr><th scope="row">${name}</th><td class="bars">${bars.join('')}</td><td>${total(counts)}</td></tr>`;
  };
  return `<section class="hot"><h2>Where it is</h2><table>${worst.map(row).join('')}</table>${byFile.size > worst.length ? `<p class="quiet">and ${number(byFile.size - worst.length)} more files</p>` : ''}</section>`;
}

function nothingFound({ coverage: { files } }: ReportedScan): string {
  return `<section class="calm"><p>${number(files)} ${files === 1 ? 'file was' : 'files were'} read, and there is nothing open in ${files === 1 ? 'it' : 'them'}.</p></section>`;
}

function leftOut({ findings, truncated }: ReportedScan, shown: readonly Finding[]): string {
  const missing = findings.length - shown.length;
  const notes = [
    ...(missing > 0
      ? [`${number(missing)} less severe findings are not on this page; JSON, SARIF and CSV hold them.`]
      : []),
    ...(truncated ? ['There were more findings than a scan keeps; the least severe were left out.'] : []),
  ];
  return notes.map((note) => `<p class="notice">${note}</p>`).join('');
}

function suppressed({ suppressedFindings }: ReportedScan): string {
  if (suppressedFindings.length === 0) return '';
  const rows = suppressedFindings
    .slice(0, maxCards)
    .map(
      (finding) =>
        `<tr><td><span class="pill ${finding.severity}">${finding.severity}</span></td><td>${text(finding.title)}<br><code>${text(finding.file)}:${finding.line}</code></td><td>${text(finding.suppression?.reason ?? finding.status)}${finding.suppression?.expiresAt ? `<br><span class="quiet">until ${text(finding.suppression.expiresAt.slice(0, 10))}</span>` : ''}</td></tr>`,
    );
  return `<section><details class="fold"><summary><h2>Suppressed <small>${number(suppressedFindings.length)}</small></h2></summary><table class="list"><thead><tr><th>Severity</th><th>Finding</th><th>Reason</th></tr></thead><tbody>${rows.join('')}</tbody></table></details></section>`;
}

function coverage({
  coverage: { complete, files, bytes, skipped, engines, advisoriesDate },
}: ReportedScan): string {
  const rows = [...failuresOf(skipped), ...skipped.filter(({ reason }) => skipKind(reason) !== 'failed')]
    .slice(0, 500)
    .map(
      ({ path, reason, message, count, engine }) =>
        `<tr><td><code>${text(path || '—')}</code>${count ? ` and ${number(count)} more` : ''}</td><td class="reason">${text(reason.replaceAll('_', ' '))}${skipKind(reason) === 'failed' ? ' <small class="bad">failed</small>' : ''}</td><td>${text(message)}${engine ? ` <span class="quiet">${engine}</span>` : ''}</td></tr>`,
    );
  const more = skipped.length > 500 ? `<p class="quiet">and ${number(skipped.length - 500)} more</p>` : '';
  return `<section id="coverage"><details class="fold"${complete ? '' : ' open'}><summary><h2>Coverage <small class="${complete ? 'good' : 'bad'}">${complete ? 'complete' : 'incomplete'}</small></h2></summary>
<p>${number(files)} ${files === 1 ? 'file' : 'files'}, ${size(bytes)}, read by ${engines.map(({ id }) => `<span class="chip">${id}</span>`).join(' ')}${advisoriesDate ? ` · advisories of ${text(advisoriesDate.slice(0, 10))}` : ''}</p>
${rows.length === 0 ? '<p class="quiet">Nothing was left out.</p>' : `<table class="list"><thead><tr><th>Not read</th><th>Why</th><th></th></tr></thead><tbody>${rows.join('')}</tbody></table>${more}`}</details></section>`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}

function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${(bytes / 1024).toFixed(1)} KiB`;
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}
