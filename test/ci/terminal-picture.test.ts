import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ansiToSvg } from '../../scripts/terminal-picture/ansi-svg.ts';

test('a picture of a terminal has every line as text, with its colours, and no markup of what was printed', () => {
  const svg = ansiToSvg('\u001b[31mHIGH\u001b[39m \u001b[1mtitle\u001b[22m\n<b> & "x"', 80, 'a "title"');
  expect(svg).toContain('<tspan fill="#ff6b68">HIGH</tspan> <tspan font-weight="bold">title</tspan></text>');
  expect(svg).toContain('&lt;b&gt; &amp; &quot;x&quot;');
  expect(svg).toContain('aria-label="a &quot;title&quot;"');
  expect(svg).not.toContain('\u001b');
});

test('the picture of the guide shows a real scan: problems, places, traces, the table and the last line', () => {
  const svg = readFileSync(new URL('../../docs/guides/terminal.svg', import.meta.url), 'utf8');
  for (const words of [
    'lorekeep scan --fail-on high',
    'src/orders.js',
    'Fix:',
    'source',
    'NOT checked',
    'Policy violated',
  ])
    expect(svg).toContain(words);
});
