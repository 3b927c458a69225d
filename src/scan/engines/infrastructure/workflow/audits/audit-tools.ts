import { text } from '../../../../formats/document/node.ts';
import type { Audit } from './audit.ts';
import { usesOf } from './step-places.ts';

const moving = /^(latest|main|master|nightly|stable|canary|edge|head|tip)$/i;

/** Actions that install a tool in whichever version is the newest today. */
export const auditTools: Audit = ({ workflow, knowledge }, report) => {
  for (const { action, name, line, scope, step, uses } of usesOf(workflow)) {
    const tool = knowledge.tools[action];
    if (!tool || !step || tool.inputs.length === 0) continue;
    const given = tool.inputs.flatMap((input) => step.with.get(input) ?? []);
    const [node] = given;
    const version = text(node)?.trim();
    if (node && version !== undefined && moving.test(version))
      report('workflow.unpinned-tool', { line: node.line, scope }, `${name} installs "${version}".`, uses);
    else if (given.length === 0 && tool.default !== undefined && !namesVersionFile(step.with))
      report('workflow.unpinned-tool', { line, scope }, `${name} installs ${tool.default}.`, uses);
  }
};

function namesVersionFile(given: ReadonlyMap<string, unknown>): boolean {
  return [...given.keys()].some((name) => /version[-_]?file|install-mode|skip/i.test(name));
}
