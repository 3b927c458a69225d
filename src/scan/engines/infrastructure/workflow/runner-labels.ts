import { type ConfigNode, child, items, text } from '../../../formats/document/node.ts';
import { someExpression } from './audits/visit-texts.ts';
import { embeddedExpressions } from './expression.ts';
import type { Job } from './workflow-model.ts';

/** The labels that a job may ask a runner by: written, from its matrix, or as texts of an expression. */
export function runnerLabels(job: Job): string[] {
  const runsOn = child(job.node, 'runs-on');
  const nodes = runsOn?.kind === 'mapping' ? items(child(runsOn, 'labels')) : items(runsOn);
  return nodes.flatMap((node) => labelsOf(node, job));
}

function labelsOf(node: ConfigNode, job: Job): string[] {
  const value = text(node) ?? '';
  const labels: string[] = value.includes('${{') ? [] : [value];
  for (const { expression } of embeddedExpressions(value)) {
    someExpression(expression, (part) => {
      // Also the texts of a list: `fromJSON('["self-hosted"]')`.
      if (part.kind === 'literal') labels.push(...(part.value.match(/[\w.-]+/g) ?? []));
      if (part.kind === 'context' && part.path[0] === 'matrix')
        labels.push(...matrixTexts(part.path[1] ?? '', job));
      return false;
    });
  }
  return labels;
}

function matrixTexts(name: string, job: Job): string[] {
  const matrix = child(job.node, 'strategy', 'matrix');
  const values = [
    ...items(child(matrix, name)),
    ...items(child(matrix, 'include')).flatMap((row) => items(child(row, name))),
  ];
  return values.flatMap(items).flatMap((node) => text(node) ?? []);
}
