import { markedLines } from '../findings/marked-lines.ts';
import { secretMask } from '../findings/snippet.ts';
import type { Finding, Snippet, TraceStep } from '../model/finding.ts';
import { originText } from './origin-text.ts';
import { moreText, similarText } from './similar-text.ts';
import { xmlText as text } from './xml-text.ts';

/** One finding as a card that unfolds: what it is, what to do, the code, and how the value gets there. */
export function findingCard(finding: Finding, open: boolean): string {
  const fresh = finding.baselineState === 'new' ? '<span class="chip new">new</span>' : '';
  const classes = [
    finding.severity,
    `by-${finding.engine}`,
    ...(finding.baselineState === 'new' ? ['is-new'] : []),
  ];
  return `<details class="card ${classes.join(' ')}"${open ? ' open' : ''}>
<summary><span class="pill ${finding.severity}">${finding.severity}</span><span class="title">${text(finding.title)}${fresh}</span><code class="where">${text(finding.file)}:${finding.line}</code></summary>
<div class="body" id="${text(finding.id)}">
<p class="description">${text(finding.description)}</p>
${origin(finding)}
${finding.snippet ? codeFrame(finding, finding.snippet) : ''}
${finding.suggestion ? `<p class="advice"><b>What to do</b>${text(finding.suggestion)}</p>` : ''}
${similar(finding)}
${finding.fix ? `<div class="advice"><b>${text(finding.fix.description)}</b><pre>${text(finding.fix.replacement, { multiline: true })}</pre></div>` : ''}
${finding.trace && finding.trace.length > 0 ? trace(finding.trace) : ''}
${packagePath(finding)}
${details(finding)}
</div>
</details>`;
}

function origin(finding: Finding): string {
  const words = originText(finding);
  return words === undefined ? '' : `<p class="quiet">${text(words)}</p>`;
}

function similar(finding: Finding): string {
  const found = similarText(finding);
  if (!found) return '';
  const { lead, repository, reason } = found;
  return `<p class="advice"><b>${lead}</b>in <code>${text(repository)}</code>${moreText(found)}, because: ${text(reason)}</p>`;
}

function codeFrame(finding: Finding, snippet: Snippet): string {
  const [first, last] = markedLines(finding);
  return frame(snippet, first, last, (line) => markedLine(finding, line));
}

function frame(
  snippet: Snippet,
  firstHit: number,
  lastHit: number,
  mark = (line: string) => text(line) || ' ',
): string {
  const lines = snippet.text.split('\n').map((line, index) => {
    const number = snippet.startLine + index;
    const hit = number >= firstHit && number <= lastHit;
    return `<span class="line${hit ? ' hit' : ''}"><i>${number}</i>${hit ? mark(line) : text(line) || ' '}\n</span>`;
  });
  return `<pre class="frame" tabindex="0" role="group" aria-label="Code">${lines.join('')}</pre>`;
}

/** Underlines the columns where they are known; cut before escaping, because escaping moves columns. */
function markedLine(finding: Finding, line: string): string {
  const { startColumn, endColumn } = finding;
  // A mask is not as long as what it hides: of a secret the masks are marked, wherever they are.
  if (line.includes(secretMask)) return text(line).replaceAll(secretMask, `<mark>${secretMask}</mark>`);
  const known = startColumn !== undefined && endColumn !== undefined && finding.startLine === finding.endLine;
  if (!known || endColumn <= startColumn || startColumn > line.length) return text(line) || ' ';
  return `${text(line.slice(0, startColumn - 1))}<mark>${text(line.slice(startColumn - 1, endColumn - 1))}</mark>${text(line.slice(endColumn - 1))}`;
}

function trace(steps: readonly TraceStep[]): string {
  const items = steps.map(
    (step) =>
      `<li class="${step.kind}"><span>${text(step.message)}</span><code>${text(step.file)}:${step.line}</code>${step.snippet ? frame(step.snippet, step.line, step.line) : ''}</li>`,
  );
  return `<h3>How it gets there</h3><ol class="trace">${items.join('')}</ol>`;
}

function packagePath({ package: details }: Finding): string {
  if (details === undefined) return '';
  const path = details.path.map((step) => `<code>${text(step)}</code>`).join(' → ');
  const fixed = details.fixedVersion
    ? ` · fixed in <code>${text(details.fixedVersion)}</code>`
    : ' · no fixed version is known';
  return `<p class="package">${path || `<code>${text(details.purl)}</code>`}${fixed}</p>`;
}

function details(finding: Finding): string {
  // A vulnerable dependency is often named by its rule and by its advisory: once is enough.
  const chips = new Set([
    finding.ruleId,
    ...finding.cwe,
    ...(finding.owasp ?? []),
    ...(finding.package?.vulnIds ?? []),
    `${finding.confidence} confidence`,
    finding.engine,
  ]);
  // The address itself is what one reads, so that a link cannot pretend to lead elsewhere.
  const references = (finding.references ?? [])
    .map(
      (url) =>
        `<li>${isHttps(url) ? `<a href="${text(url)}" rel="noopener noreferrer nofollow">${text(url)}</a>` : text(url)}</li>`,
    )
    .join('');
  return `<p class="chips">${[...chips].map((chip) => `<span class="chip">${text(chip)}</span>`).join(' ')}</p>${references ? `<ul class="references">${references}</ul>` : ''}<p class="quiet id"><a href="#${text(finding.id)}">${text(finding.id)}</a></p>`;
}

function isHttps(url: string): boolean {
  return URL.parse(url)?.protocol === 'https:';
}
