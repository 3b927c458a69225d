import { child, text } from '../../../../formats/document/node.ts';
import { type Expression, embeddedExpressions } from '../expression.ts';
import { expandedVariables } from '../shell-script.ts';
import { type Job, lineInScalar, offsetOfLine, type Step, type Workflow } from '../workflow-model.ts';
import type { Audit } from './audit.ts';
import { placeName, stepsOf } from './step-places.ts';
import { someExpression, visitTexts } from './visit-texts.ts';

// What is said is also what tells the finding apart from others.
const everySecret = 'The expression writes out every secret.';
const secretPart = 'A part of a secret is not masked in the log.';

/** Secrets that reach more than they should: all at once, chosen at run time, in parts that nobody masks. */
export const auditSecrets: Audit = ({ workflow }, report) => {
  visitTexts(workflow.node, (node, value) => {
    const place = { line: node.line, endLine: node.endLine, scope: '' };
    for (const { expression, source } of embeddedExpressions(value)) {
      if (someExpression(expression, isEverySecret))
        report('workflow.all-secrets', place, everySecret, everySecret.toLowerCase());
      else if (someExpression(expression, isChosenSecret) || /\bsecrets\s*\[\s*(?!['"])/i.test(source))
        report(
          'workflow.dynamic-secret',
          place,
          'Which secret it is is decided at run time.',
          source.toLowerCase(),
        );
      else if (someExpression(expression, isParsedSecret))
        report('workflow.unmasked-secret', place, secretPart, secretPart.toLowerCase());
    }
  });
  for (const { job, step } of stepsOf(workflow)) {
    for (const line of transformingLines(step, job, workflow)) {
      const place = { line, scope: placeName(job, step) };
      report('workflow.transformed-secret', place, '', `line of ${placeName(job, step)}`);
    }
  }
};

function isEverySecret(part: Expression): boolean {
  if (part.kind === 'context') return part.path[0] === 'secrets' && part.path[1] === '*';
  const [argument] = part.kind === 'call' && /^(tojson|join|format)$/.test(part.name) ? part.args : [];
  return argument?.kind === 'context' && argument.path.join('.') === 'secrets';
}

function isChosenSecret(part: Expression): boolean {
  return part.kind === 'context' && part.path[0] === 'secrets' && part.path[1] === '[]';
}

function isParsedSecret(part: Expression): boolean {
  return (
    part.kind === 'call' && part.name === 'fromjson' && part.args.some((all) => someExpression(all, isSecret))
  );
}

function isSecret(part: Expression): boolean {
  return part.kind === 'context' && part.path[0] === 'secrets' && part.path[1] !== 'github_token';
}

/** Programs that give another text, which the runner does not know as a secret. */
const transformation =
  /(?:\b(?:echo|printf)\b[^|;&]*|<<<\s*\S+\s*)\|\s*(?:base64\b|rev\b|jq\b|cut\b|tr\b|xxd\b|od\b|fold\b|awk\b|sed\b)/;
/** Written to a file or put into a variable, the text is not in the log. */
const keptAside =
  />\s*["']?(?!&|["']?\$\{?GITHUB_)[^\s>&]|^\s*(?:export\s+)?\w+=|--password-stdin|\bbase64\s+(?:-d|--decode)\b(?!.*GITHUB_(?:OUTPUT|ENV))/;

/** Patterns look ahead from every `echo`; no command that people write is longer. */
const maxLineCharacters = 2000;

function transformingLines(step: Step, job: Job, workflow: Workflow): number[] {
  const script = text(step.run);
  if (!step.run || script === undefined) return [];
  const secretVariables = new Set(
    [workflow.env, job.env, step.env].flatMap((env) =>
      [...env].flatMap(([name, node]) => (/\$\{\{[^}]*\bsecrets\./.test(text(node) ?? '') ? [name] : [])),
    ),
  );
  return script.split('\n').flatMap((whole, index) => {
    const line = whole.slice(0, maxLineCharacters);
    const [head = ''] = transformation.exec(line) ?? [];
    if (head === '' || keptAside.test(line)) return [];
    const isSecretText =
      /\$\{\{\s*secrets\./.test(head) || expandedVariables(head).some((name) => secretVariables.has(name));
    return isSecretText ? [lineInScalar(step.run!, script, offsetOfLine(script, index))] : [];
  });
}

/** Jobs that use a stored secret without an environment, whose rules (branches, reviewers) would decide who may. */
export const auditSecretEnvironments: Audit = ({ workflow }, report) => {
  for (const job of workflow.jobs) {
    if (job.uses || child(job.node, 'environment') || job.id === 'runs') continue;
    const names = new Set<string>();
    let first: number | undefined;
    const look = (line: number, value: string, key: string) => {
      if (key === 'if') return;
      for (const { expression } of embeddedExpressions(value))
        someExpression(expression, (part) => {
          if (part.kind !== 'context' || !isSecret(part) || part.path[1] === undefined) return false;
          names.add(part.path[1]);
          first ??= line;
          return false;
        });
    };
    for (const [key, node] of workflow.env) look(node.line, text(node) ?? '', key);
    visitTexts(job.node, (node, value, key) => look(node.line, value, key));
    if (first === undefined) continue;
    const listed = [...names].slice(0, 5).map((name) => name.toUpperCase());
    const place = { line: first, scope: `job ${job.id}` };
    report('workflow.secret-outside-environment', place, `Secrets: ${listed.join(', ')}.`, 'environment');
  }
};
