import { describe, expect, test } from 'vitest';
import { createParser } from '../../../../../syntax/parser.ts';
import { unknownValue } from '../../../domain/value.ts';
import { InspectedFile } from '../../../inspect-file.ts';
import type { Expr, Stmt } from '../../../ir/ir.ts';
import { labelNames } from '../../../knowledge/labels.ts';
import type { Run } from '../../run.ts';
import type { Barrier } from '../barriers/barrier.ts';
import { elementBarriers, leavingBarriers } from './element-tests.ts';

const parser = await createParser();

async function bodyOf(path: string, program: string): Promise<{ body: readonly Stmt[]; text: string }> {
  const { module } = (await InspectedFile.open(path, program, parser))!;
  const statement = module.body.find(({ k }) => k === 'function') as Stmt & { k: 'function' };
  return { body: statement.fn.body, text: program };
}

/** What is cleared, and of which expression: `text: path log`. */
function shown(barriers: readonly Barrier[] | undefined, source: string): string {
  if (!barriers) return 'not asked';
  const said = barriers.map(({ expr, clears }) => {
    const labels = labelNames.filter((_, at) => clears & (1 << at));
    return `${source.slice(expr.start, expr.end)}: ${labels.length > 12 ? 'much' : labels.join(' ')}`;
  });
  return said.join(', ') || 'nothing';
}

/** What is known behind the first loop of a function of JavaScript. */
async function behind(loop: string, path = 'a.js'): Promise<string> {
  const { body, text } = await bodyOf(path, `function f(text, list) {\n${loop}\n}\n`);
  const statement = body.find(({ k }) => k === 'each' || k === 'loop');
  return shown(leavingBarriers(statement as Stmt & { k: 'each' | 'loop' }), text);
}

describe('behind a loop over characters that leaves at one', () => {
  const slash = "c === '/' || c === '\\\\'";
  test.each([
    [`for (const c of [...text]) { if (${slash}) return; }`, 'text: path'],
    [`for (const c of text.split('')) { if (${slash}) throw new Error(); }`, 'text: path'],
    [`for (const c of text.split(',')) { if (${slash}) return; }`, 'nothing'],
    [`for (const c of Array.from(text)) { if (${slash}) return; }`, 'text: path'],
    [`for (const c of Array.from()) { if (${slash}) return; }`, 'nothing'],
    [`for (const c of list(text)) { if (${slash}) return; }`, 'text: path'],
    [`for (const c of other(text)) { if (${slash}) return; }`, 'nothing'],
    [`for (const c of [text]) { if (${slash}) return; }`, 'nothing'],
    [`for (const c of [...text, ...list]) { if (${slash}) return; }`, 'nothing'],
    // An item of a list may hold more than a character.
    [`for (const c of text) { if (${slash}) return; }`, 'nothing'],
    ["for (const c of text) { if (c < 'a' || c > 'z') return; }", 'text: much'],
    [`for (let i = 0; i < text.length; i++) { const c = text[i]; if (${slash}) return; }`, 'text: path'],
    [`for (let i = 0; i < 9; i++) { const c = text.charAt(i); if (${slash}) return; }`, 'text: path'],
    [`for (let i = 0; i < 9; i++) { const c = text.other(i); if (${slash}) return; }`, 'nothing'],
    [`for (let i = 0; i < 9; i++) { let c; c += text[i]; if (${slash}) return; }`, 'nothing'],
    [`for (let i = 0; i < 9; i++) { const c = text; if (${slash}) return; }`, 'nothing'],
    [`for (let i = 0; i < 9; i++) { if (${slash}) return; }`, 'nothing'],
    [`for (let i = 0; i < 9; i++) { list.c = text[i]; if (${slash}) return; }`, 'nothing'],
    [`for (const c of [...text]) { if (${slash}) { log(c); return; } }`, 'text: path'],
    [`for (const c of [...text]) { if (${slash}) { log(c); } }`, 'nothing'],
    [`for (const c of [...text]) { if (${slash}) {} }`, 'nothing'],
    [`for (const c of [...text]) { if (${slash}) return; else log(c); }`, 'nothing'],
    [`for (const c of [...text]) { log(c); if (${slash}) return; }`, 'nothing'],
    [
      `for (const c of [...text]) { if (${slash}) return; if (c === '\\n' || c === '\\r') return; }`,
      'text: path, text: log header mail',
    ],
    [`for (const [c] of [...text]) { if (${slash}) return; }`, 'nothing'],
    [`for (const c in [...text]) { if (${slash}) return; }`, 'nothing'],
    ['for (const c of [...text]) {}', 'nothing'],
  ])('%s', async (loop, known) => {
    expect(await behind(loop)).toBe(known);
  });
});

/** What a question about elements says where it is true and where it is false. */
async function asked(condition: string, path = 'a.js'): Promise<string> {
  const program = path.endsWith('.py')
    ? `def f(text, list):\n    return ${condition}\n`
    : `function f(text, list) { return ${condition}; }\n`;
  const { body, text } = await bodyOf(path, program);
  const call = (body[0] as { value: Expr & { k: 'call' } }).value;
  // Nothing is known of the collections.
  const run = { evaluate: () => unknownValue } as unknown as Run;
  return [true, false]
    .map((outcome) =>
      shown(
        elementBarriers(run, call, outcome, () => []),
        text,
      ),
    )
    .join(' | ');
}

describe('a question about all characters', () => {
  test.each([
    ["[...text].every((c) => c !== '/' && c !== '\\\\')", 'text: path | nothing'],
    ["[...text].some((c) => c === '/' || c === '\\\\')", 'nothing | text: path'],
    ["text.split('').none((c) => c === '/' || c === '\\\\')", 'text: path | nothing'],
    ["text.split('', '').none((c) => c === '/' || c === '\\\\')", 'text: path | nothing'],
    ["text.split('', 1).none((c) => c === '/' || c === '\\\\')", 'nothing | nothing'],
    ["text.chars().all((c) => c >= 'a' && c <= 'z')", 'text: much | nothing'],
    ["text.all((c) => c >= 'a' && c <= 'z')", 'text: much | nothing'],
    ["text.all((c) => c !== '/' && c !== '\\\\')", 'nothing | nothing'],
    ["text.chars().all((c) => { log(c); return c >= 'a'; })", 'not asked | not asked'],
    ["text.chars().all((c) => { return c >= 'a' && c <= 'z'; })", 'text: much | nothing'],
    ['text.chars().all((c) => { return; })', 'not asked | not asked'],
    ["text.chars().all(() => c >= 'a')", 'not asked | not asked'],
    ['text.chars().all(check)', 'not asked | not asked'],
    ["text.chars().other((c) => c >= 'a' && c <= 'z')", 'not asked | not asked'],
    ["all((c) => c >= 'a' && c <= 'z')", 'not asked | not asked'],
    ["text.chars().all(1, (c) => c >= 'a' && c <= 'z')", 'text: much | nothing'],
    ["text.chars().values().all((c) => c !== '/' && c !== '\\\\')", 'text: path | nothing'],
    ["Arrays.stream(text.chars()).all((c) => c !== '/' && c !== '\\\\')", 'text: path | nothing'],
  ])('%s', async (condition, known) => {
    expect(await asked(condition)).toBe(known);
  });

  test.each([
    ["all(c not in '/\\\\' for c in list(text))", 'text: path | nothing'],
    ["all(c not in '/\\\\' for c in text)", 'nothing | nothing'],
    ['all(c.isalnum() for c in text)', 'text: much | nothing'],
    ['all(c.isalnum() for c in text if c)', 'not asked | not asked'],
    ['all(c.isalnum() for t in list for c in t)', 'not asked | not asked'],
    ['all(c.isalnum() for c, d in text)', 'not asked | not asked'],
    ['text.all(c.isalnum() for c in text)', 'not asked | not asked'],
    ['other(c.isalnum() for c in text)', 'not asked | not asked'],
  ])('%s', async (condition, known) => {
    expect(await asked(condition, 'a.py')).toBe(known);
  });
});
