import { text } from '../../../../formats/document/node.ts';
import { patternFits } from '../../conditions/pattern-fits.ts';
import { type Expression, embeddedExpressions } from '../expression.ts';
import type { Audit } from './audit.ts';
import { placeName, stepsOf, usesOf } from './step-places.ts';
import { someExpression, visitTexts } from './visit-texts.ts';

/** Calls whose result is known when their arguments are. */
const pureCalls = new Set(['format', 'join', 'tojson', '.part']);
const constantIndex = /\[\s*(?:format|join)\s*\(\s*'[^']*'(?:\s*,\s*'[^']*')*\s*\)\s*\]/i;

const hiddenScripts: readonly RegExp[] = [
  /\bbase64\s+(?:-d|-D|--decode)\b[^\n|]*\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/,
  /(?:\beval\b|\b(?:ba|z)?sh\s+-c)\s+["']?\$\([^)\n]*(?:\bxxd\s+-r|\bbase64\s+(?:-d|--decode)|\bprintf\s+["'](?:\\x[0-9a-f]{2}|\\[0-7]{3}){4})/i,
  /\|\s*(?:rev|xxd\s+-r(?:\s+-p)?|tr\s+\S+\s+\S+)\s*\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/,
  /\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]*\s-e(?:nc|ncodedcommand)?\s+[A-Za-z0-9+/=]{16,}/i,
];

/** References, expressions and scripts that are written so that readers do not see what they do. */
export const auditObfuscation: Audit = ({ workflow }, report) => {
  for (const { name, uses, line, scope } of usesOf(workflow)) {
    if (/\/\/|\/\.{1,2}(?:\/|$)|\/$/.test(name))
      report('workflow.obfuscated-reference', { line, scope }, `Written as ${uses}.`, uses);
  }
  visitTexts(workflow.node, (node, value) => {
    for (const { expression, source } of embeddedExpressions(value)) {
      if (!isConstant(expression) && !constantIndex.test(source)) continue;
      const place = { line: node.line, scope: '' };
      report('workflow.obfuscated-expression', place, `Expression: ${source.slice(0, 120)}.`, source);
    }
  });
  for (const { job, step } of stepsOf(workflow)) {
    const script = text(step.run) ?? '';
    if (!hiddenScripts.some((pattern) => patternFits(pattern, script))) continue;
    const scope = placeName(job, step);
    report('workflow.obfuscated-script', { line: step.runLine, scope }, '', scope);
  }
};

/** A text that could have been written out: `fromJSON` alone is how numbers and lists are written, and truth values are plain. */
function isConstant(expression: Expression | undefined): boolean {
  if (expression?.kind === 'literal') return !/^(true|false|null|-?[\d.]+)$/i.test(expression.value);
  if (expression?.kind !== 'call' || !pureCalls.has(expression.name)) return false;
  return !someExpression(
    expression,
    (part) =>
      part.kind === 'context' ||
      (part.kind === 'call' && !pureCalls.has(part.name) && part.name !== 'fromjson'),
  );
}
