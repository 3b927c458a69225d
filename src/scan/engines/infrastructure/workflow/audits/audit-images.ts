import { type ConfigNode, child, entries, items, text } from '../../../../formats/document/node.ts';
import type { Job } from '../workflow-model.ts';
import type { Audit } from './audit.ts';

/** Container images that a workflow runs: without a version, or with one that can be moved. */
export const auditImages: Audit = ({ workflow }, report) => {
  const judge = (image: string, line: number, scope: string) => {
    const name = image.replace(/^docker:\/\//, '');
    if (name === '' || name.includes('${{') || name.includes('@sha256:')) return;
    const tag = /:([\w.-]+)$/.exec(name)?.[1];
    const ruleId =
      tag === undefined || tag === 'latest' || image.startsWith('docker://')
        ? 'workflow.unpinned-image'
        : 'workflow.image-without-digest';
    report(ruleId, { line, scope }, `Image: ${image}.`, image);
  };
  for (const job of workflow.jobs) {
    const scope = `job ${job.id}`;
    for (const node of imagesOf(job))
      for (const { image, line } of withMatrix(node, job)) judge(image, line, scope);
    for (const step of job.steps)
      if (step.uses.startsWith('docker://')) judge(step.uses, step.usesLine, scope);
  }
  const action = child(workflow.node, 'runs', 'image');
  const image = text(action) ?? '';
  if (action && image.startsWith('docker://')) judge(image, action.line, 'runs');
};

function imagesOf(job: Job): ConfigNode[] {
  const container = child(job.node, 'container');
  const services = entries(child(job.node, 'services')).map(({ value }) => child(value, 'image'));
  const own = container?.kind === 'mapping' ? child(container, 'image') : container;
  return [own, ...services].flatMap((node) => (node === undefined ? [] : [node]));
}

/** `${{ matrix.image }}` stands for every value of that name. */
function withMatrix(node: ConfigNode, job: Job): Array<{ image: string; line: number }> {
  const image = text(node) ?? '';
  const name = /^\$\{\{\s*matrix\.([\w-]+)\s*\}\}$/.exec(image.trim())?.[1];
  if (name === undefined) return [{ image, line: node.line }];
  const matrix = child(job.node, 'strategy', 'matrix');
  const values = [
    ...items(child(matrix, name)),
    ...items(child(matrix, 'include')).flatMap((row) => items(child(row, name))),
  ];
  return values.map((value) => ({ image: text(value) ?? '', line: value.line }));
}
