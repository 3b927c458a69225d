import { Ajv } from 'ajv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gitlabSchema } from '../../../test/support/gitlab-schema.ts';
import { sampleFinding, sampleScan } from '../../../test/support/sample-scan.ts';
import { type Finding, severities } from '../model/finding.ts';
import type { SimilarDecision } from '../model/similar-decision.ts';
import { csv } from './csv.ts';
import { reportFormats } from './formats.ts';
import { gitlab } from './gitlab.ts';
import { html } from './html.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { visibleText } from './visible-text.ts';

const tool = { version: '0.1.0' };

/** A finding whose every text was written by an attacker. */
function hostileFinding(text: string): Finding {
  return sampleFinding({
    title: text,
    description: text,
    suggestion: text,
    file: text,
    ruleId: text,
    snippet: { startLine: 41, text },
    trace: [{ file: text, line: 1, column: 1, kind: 'source', message: text }],
    references: [text, `https://example.com/${text}`],
    package: { purl: text, path: [text], fixedVersion: text, vulnIds: [text] },
    suppression: { source: 'inline', reason: text },
    fix: { description: text, startLine: 1, endLine: 1, replacement: text },
    similar: [
      similarDecision({ repo: text, reason: text }),
      similarDecision({ repo: `https://example.com/${text}` }),
    ],
  });
}

function similarDecision(change: Partial<SimilarDecision> = {}): SimilarDecision {
  return {
    findingId: 'fin_other',
    repo: 'https://git.example.com/acme/Billing.git',
    status: 'false_positive',
    reason: 'The proxy allows only our own hosts.',
    decidedBy: 'key_1',
    decidedAt: '2026-11-01T09:00:00.000Z',
    score: 0.9,
    ...change,
  };
}

test.each(['markdown', 'html', 'sarif'] as const)(
  '%s says where the same was decided before and why, and nothing where it was not',
  (name) => {
    const render = (similar: SimilarDecision[]) =>
      reportFormats[name]
        .render(sampleScan({ findings: [sampleFinding(similar.length === 0 ? {} : { similar })] }), tool)
        .replace(/<[^>]*>|[`*\\]/g, ' ')
        .replace(/\s+/g, ' ');
    expect(render([])).not.toMatch(/(?:Dismissed|Accepted) before/);
    expect(render([similarDecision()])).toMatch(
      /Dismissed before ?in git\.example\.com\/acme\/billing ?, because: The proxy allows only our own hosts\./,
    );
    expect(render([similarDecision({ status: 'accepted_risk' }), similarDecision()])).toMatch(
      /Accepted before ?in git\.example\.com\/acme\/billing and in 1 more place, because/,
    );
  },
);

function hostileScan(text: string) {
  const finding = hostileFinding(text);
  return sampleScan({
    repoUrl: `https://example.com/${text}`,
    branch: text,
    findings: [finding],
    suppressedFindings: [finding],
    coverage: {
      ...sampleScan().coverage,
      skipped: [
        { path: text, reason: 'malformed', message: text },
        { path: text, reason: 'not_parsed', message: text },
      ],
    },
  });
}

test('no format lets characters through that steer a terminal or turn text around', () => {
  const text = 'a\u001b[31m\u0007\u009b\u202e\u2066\u200b\ufeff\u{e0041}\u0000z';
  for (const [name, format] of Object.entries(reportFormats)) {
    // In JSON every character may stay as it is: whoever shows it decodes and escapes it.
    const output = format.render(hostileScan(text), tool);
    expect(output, name).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/);
    if (name === 'sarif' || name === 'gitlab') continue;
    expect(output, name).not.toMatch(
      /[\u0080-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u,
    );
    expect(output, name).toContain('\\u{202e}');
  }
});

test('visible text is well-formed and keeps ordinary letters of every language', () => {
  expect(visibleText('Grüße, 世界! שלום 👍 e\u0301')).toBe('Grüße, 世界! שלום 👍 e\u0301');
  expect(visibleText('a\nb\tc\r\nd')).toBe('a b c d');
  expect(visibleText('a\r\nb\tc', { multiline: true })).toBe('a\nb\tc');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visibleText(text).isWellFormed()).toBe(true);
      expect(visibleText(text)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }),
  );
});

test('no text of a repository becomes an element, an attribute or an address in HTML', () => {
  const attacks = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</pre></style><style>body{display:none}',
    'javascript:alert(1)',
    '&lt;b&gt;',
    '<!--',
  ];
  const clean = tagsOf(html.render(hostileScan('plain'), tool));
  for (const attack of attacks) {
    const page = html.render(hostileScan(attack), tool);
    expect(tagsOf(page), attack).toEqual(clean);
    expect(page).not.toMatch(/href="(?!https:|#fin_\w+"|#coverage")/);
  }
});

/** Names of all elements and their attributes, in order. */
function tagsOf(page: string): string[] {
  return [...page.matchAll(/<([a-z0-9!/]+)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*>/gi)].map(
    ([, name, attributes]) => `${name} ${attributes!.replace(/="[^"]*"/g, '')}`,
  );
}

test('HTML needs nothing from elsewhere and is served in a sandbox', () => {
  const page = html.render(sampleScan(), tool);
  expect(page).not.toMatch(/<(script|link|iframe|object|embed|form|img)\b|@import|url\(|\son\w+=/i);
  expect(html.headers!['Content-Security-Policy']).toMatch(/^sandbox; default-src 'none'/);
});

test('HTML shows at most a thousand findings and says how many it left out', () => {
  const findings = Array.from({ length: 1_200 }, () => sampleFinding());
  const page = html.render(sampleScan({ findings }), tool);
  expect(page.match(/<details class="card/g)).toHaveLength(1_000);
  expect(page).toContain('200 less severe findings are not on this page');
});

test('no cell of the CSV is calculated by a spreadsheet', () => {
  for (const start of ['=', '+', '-', '@', '\t=', '\r=', ' =', '|', '%', '＝']) {
    const output = csv.render(hostileScan(`${start}cmd|' /C calc'!A0`), tool);
    expect(cellsOf(output).filter((cell) => /^\s*[=+\-@|%＝]/.test(cell))).toEqual([]);
  }
});

test('every line of the CSV has the same cells, whatever they hold', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const lines = csv.render(hostileScan(text), tool).split('\r\n').slice(0, -1);
      expect(lines).toHaveLength(3);
      for (const line of lines) expect(cellsOf(line)).toHaveLength(15);
    }),
  );
});

function cellsOf(text: string): string[] {
  return [...text.matchAll(/"((?:[^"]|"")*)"(?:,|\r\n|$)/g)].map(([, cell]) => cell!.replaceAll('""', '"'));
}

test('Markdown holds no markup, link, mention or HTML of the repository', () => {
  const attacks = [
    '[click](https://evil.example)',
    '![x](https://evil.example/pixel.png)',
    '<img src=x>',
    '@somebody',
    '# Heading',
    '</details>',
    'https://evil.example',
    'www.evil.example',
    '``` \n# out',
    '`` ` ``',
    '| a | b |',
    '- item',
    '1. item',
    'fixes #12 and GH-12',
  ];
  for (const attack of attacks) {
    const output = withoutCode(markdown.render(hostileScan(attack), tool));
    expect(output, attack).not.toMatch(
      /(?<!\\)\]\(|<(?!!-- -->|\/?details>|\/?summary>)|@\w|:\/\/\w|www\.\w|#\d|GH-\d|^\d+\. item|^- item/m,
    );
    expect(output.match(/^#+ /gm), attack).toEqual(['# ', '## ', '### ']);
  }
});

/** Removes code blocks and spans the way a reader of Markdown does: a fence is closed by an equal one only. */
function withoutCode(text: string): string {
  return text
    .replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '')
    .replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');
}

test('Markdown fits into a comment, however many findings there are', () => {
  const findings = Array.from({ length: 5_000 }, () => sampleFinding());
  const output = markdown.render(sampleScan({ findings }), tool);
  expect(output.length).toBeLessThan(62_000);
  expect(output).toMatch(/… and [\d,]+ further findings that did not fit here/);
});

test('JUnit counts open findings as failures and suppressed ones as skipped, in well-formed XML', () => {
  const output = junit.render(sampleScan(), tool);
  expect(output).toContain('failures="5" errors="0" skipped="1" time="8.500"');
  expect(output.match(/<failure /g)).toHaveLength(5);
  expect(output.match(/<testsuite /g)).toHaveLength(5);
  for (const attack of ['"/><evil>', ']]>', '&#0;', '\ufffe\uffff\u0000']) {
    const xml = junit.render(hostileScan(attack), tool);
    expect(tagsOf(xml.replace(/<\?xml.*\?>/, '')).filter((tag) => tag.startsWith('evil'))).toEqual([]);
    expect(xml).not.toMatch(/[\u0000-\u0008\ufffe\uffff]|&(?!amp;|lt;|gt;|quot;|#39;)/);
  }
});

test('GitLab gets what its schema requires, whatever the findings say', () => {
  const validate = new Ajv({ strict: false }).compile(gitlabSchema);
  const report = JSON.parse(gitlab.render(sampleScan(), tool));
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  expect(report.vulnerabilities).toHaveLength(5);
  expect(report.scan).toMatchObject({ start_time: '2026-11-15T02:00:01', end_time: '2026-11-15T02:00:09' });
  for (const { location } of report.vulnerabilities) expect(location.start_line).toBeGreaterThan(0);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 400 }), (text) => {
      const output = gitlab.render(hostileScan(text), tool);
      expect(validate(JSON.parse(output)), JSON.stringify(validate.errors)).toBe(true);
      expect(JSON.parse(output).vulnerabilities[0].name.isWellFormed()).toBe(true);
    }),
  );
  const long = JSON.parse(gitlab.render(hostileScan('👍'.repeat(8_000)), tool));
  expect(validate(long), JSON.stringify(validate.errors)).toBe(true);
  expect(long.vulnerabilities[0].name.isWellFormed()).toBe(true);
  const dashed = gitlab.render(hostileScan('-1'), tool);
  expect(validate(JSON.parse(dashed)), JSON.stringify(validate.errors)).toBe(true);
  // The check itself can fail.
  for (const name of Object.keys(report)) expect(validate({ ...report, [name]: undefined })).toBe(false);
  expect(validate({ ...report, vulnerabilities: [{ ...report.vulnerabilities[0], identifiers: [] }] })).toBe(
    false,
  );
});

test('every format takes a scan that found nothing', () => {
  const empty = sampleScan({ findings: [], suppressedFindings: [] });
  for (const format of Object.values(reportFormats)) expect(format.render(empty, tool)).toBeTruthy();
  expect(markdown.render({ ...empty, policy: { passed: true, violations: [] } }, tool)).toContain(
    '**Passed**',
  );
});

test('every severity and every engine that found something has its filter in HTML', () => {
  const page = html.render(sampleScan(), tool);
  for (const severity of severities) expect(page).toContain(`#only-${severity}:checked`);
  for (const engine of new Set(sampleScan().findings.map((finding) => finding.engine))) {
    expect(page).toContain(`id="engine-${engine}"`);
    expect(page).toContain(`#engine-${engine}:checked`);
  }
  const alone = html.render(sampleScan({ findings: [sampleFinding()] }), tool);
  expect(alone).not.toContain('id="engine-');
});

test('every link inside the HTML page leads to something on it', () => {
  const findings = [sampleFinding({ file: 'a.ts' }), sampleFinding({ file: 'b.ts', id: 'fin_B' })];
  const coverage = { ...sampleScan().coverage, complete: false };
  const page = html.render(sampleScan({ findings, coverage }), tool);
  const targets = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
  expect(targets).toContain('coverage');
  expect(targets).toContain('fin_B');
  for (const id of targets) expect(page).toContain(` id="${id}"`);
});

test('against a baseline Markdown lists what is new and counts the rest, HTML can show the new alone', () => {
  const findings = [
    sampleFinding({ title: 'Old trouble', baselineState: 'unchanged' }),
    sampleFinding({ title: 'Young trouble', baselineState: 'new', id: 'fin_B' }),
  ];
  const scan = sampleScan({ findings, summary: { ...sampleScan().summary, new: 1, fixed: 0 } });
  const output = markdown.render(scan, tool);
  expect(output).toContain('Young trouble');
  expect(output).not.toContain('Old trouble');
  expect(output).toContain('_1 known finding of the baseline not listed here._');
  const page = html.render(scan, tool);
  expect(page).toContain('Old trouble');
  expect(page).toContain('id="state-new"');
  expect(page.match(/class="card [^"]*is-new/g)).toHaveLength(1);
});

test('a scan in which something failed says so in every report for people and machines', () => {
  const skipped = [{ path: 'src/A.java', reason: 'not_parsed', message: 'Why.', engine: 'code' }] as const;
  const scan = sampleScan({
    findings: [],
    suppressedFindings: [],
    coverage: { ...sampleScan().coverage, skipped: [...skipped] },
  });
  const { policy: _, ...unjudged } = scan;
  const sentence = 'Not everything could be analysed: 1 not parsed (src/A.java).';
  expect(html.render(unjudged, tool)).toContain(sentence);
  expect(html.render(unjudged, tool)).toContain('class="verdict bad"');
  expect(markdown.render(unjudged, tool).replaceAll('\\', '')).toContain(sentence);
  expect(JSON.parse(gitlab.render(unjudged, tool)).scan.messages).toEqual([
    { level: 'warn', value: sentence },
  ]);
  const xml = junit.render(unjudged, tool);
  expect(xml).toMatch(/<testsuites [^>]*errors="1"/);
  expect(xml).toContain('<error type="not_parsed" message="Why."/>');
});
