import { type ConfigNode, child, entries, text } from '../../../formats/document/node.ts';
import type { EngineFinding } from '../../../model/finding.ts';
import type { RulePack } from '../rules/infrastructure-rule.ts';
import { ruleFinding } from '../rules/judge-resource.ts';
import { type Expression, embeddedExpressions, parseExpression } from './expression.ts';
import type { Workflow } from './workflow-model.ts';

/** Conditions that do not say what their author meant, and expressions that write out too much. */
export function auditConditions(workflow: Workflow, pack: RulePack): EngineFinding[] {
  const findings: EngineFinding[] = [];
  const add = (ruleId: string, node: ConfigNode, scope: string, detail: string) => {
    const place = { file: workflow.path, address: scope, line: node.line, endLine: node.endLine };
    findings.push(ruleFinding(pack.byId.get(ruleId)!, place, node.line, node.endLine, detail));
  };
  for (const job of workflow.jobs) {
    const conditions = [child(job.node, 'if'), ...job.steps.map((step) => child(step.node, 'if'))];
    for (const node of conditions) {
      const condition = text(node);
      if (!node || condition === undefined) continue;
      judgeCondition(condition, workflow, (ruleId, detail) => add(ruleId, node, `job ${job.id}`, detail));
    }
  }
  visitTexts(workflow.node, (node, value) => {
    for (const { expression } of embeddedExpressions(value)) {
      if (writesAllSecrets(expression))
        add('workflow.all-secrets', node, '', 'The expression writes out every secret.');
      else if (unmaskedSecret(expression))
        add('workflow.unmasked-secret', node, '', 'A part of a secret is not masked in the log.');
    }
  });
  return findings;
}

function judgeCondition(
  condition: string,
  workflow: Workflow,
  add: (ruleId: string, detail: string) => void,
): void {
  const trimmed = condition.trim();
  // Text around `${{ }}` makes the whole a non-empty string, which is always true.
  if (trimmed.includes('${{') && !/^\$\{\{[\s\S]*\}\}$/.test(trimmed)) {
    add(
      'workflow.always-true',
      'Text around the expression turns the condition into a string that is always true.',
    );
    return;
  }
  const parts = embeddedExpressions(trimmed);
  if (parts.length > 1) {
    add('workflow.always-true', 'Several expressions side by side are a string that is always true.');
    return;
  }
  const expression = parts[0]?.expression ?? parseExpression(trimmed.replace(/^\$\{\{|\}\}$/g, ''));
  visit(expression, (part) => {
    if (
      part.kind === 'call' &&
      part.name === 'contains' &&
      part.args[0]?.kind === 'literal' &&
      part.args[1]?.kind === 'context'
    ) {
      const path = part.args[1].path.join('.');
      if (/^(github\.(ref|head_ref|actor|event\.)|env\.)/.test(path))
        add('workflow.unsound-contains', `contains() looks for ${path} anywhere in a text.`);
    }
    const privileged =
      workflow.triggers.has('pull_request_target') ||
      workflow.triggers.has('workflow_run') ||
      workflow.triggers.has('issue_comment');
    if (privileged && part.kind === 'operator' && part.operator === '==' && isBotCheck(part.operands)) {
      add(
        'workflow.bot-condition',
        'github.actor is whoever caused the latest event, not who wrote the change.',
      );
    }
  });
}

function isBotCheck(operands: Expression[]): boolean {
  const actor = operands.some(
    (operand) =>
      operand.kind === 'context' &&
      /^github\.(actor|triggering_actor|event\.sender\.login)$/.test(operand.path.join('.')),
  );
  const bot = operands.some((operand) => operand.kind === 'literal' && /\[bot\]$/.test(operand.value));
  return actor && bot;
}

function writesAllSecrets(expression: Expression | undefined): boolean {
  let found = false;
  visit(expression, (part) => {
    if (
      part.kind === 'call' &&
      part.name === 'tojson' &&
      part.args[0]?.kind === 'context' &&
      part.args[0].path.join('.') === 'secrets'
    )
      found = true;
  });
  return found;
}

function unmaskedSecret(expression: Expression | undefined): boolean {
  let found = false;
  visit(expression, (part) => {
    if (part.kind !== 'call' || part.name !== 'fromjson') return;
    const [argument] = part.args;
    if (argument?.kind === 'context' && argument.path[0] === 'secrets') found = true;
  });
  return found;
}

function visit(expression: Expression | undefined, look: (part: Expression) => void): void {
  if (!expression) return;
  look(expression);
  if (expression.kind === 'call') for (const argument of expression.args) visit(argument, look);
  if (expression.kind === 'operator') for (const operand of expression.operands) visit(operand, look);
}

function visitTexts(node: ConfigNode, look: (node: ConfigNode, value: string) => void): void {
  if (node.kind === 'mapping') for (const entry of entries(node)) visitTexts(entry.value, look);
  else if (node.kind === 'sequence') for (const item of node.items) visitTexts(item, look);
  else {
    const value = text(node);
    if (value?.includes('${{')) look(node, value);
  }
}
