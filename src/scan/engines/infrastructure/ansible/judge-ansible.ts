import type { ConfigNode } from '../../../formats/document/node.ts';
import type { EngineFinding } from '../../../model/finding.ts';
import { ratedByTask, taskOf } from '../for-the-machine.ts';
import { judgeResource } from '../rules/judge-resource.ts';
import { judgeResources } from '../rules/judge-resources.ts';
import type { RuleLibrary } from '../rules/rule-library.ts';
import { ansibleResources } from './ansible-resources.ts';
import { cloudResource } from './cloud-modules.ts';

/** Plays and tasks by their own rules, and those that make cloud resources by the rules of these. */
export function judgeAnsible(document: ConfigNode, file: string, library: RuleLibrary): EngineFinding[] {
  const pack = library.pack('ansible');
  return judgeResources(ansibleResources(document, file), (task) => {
    const cloud = cloudResource(task);
    const own = judgeResource(task, pack);
    const needsRights = containers.has(task.type) ? taskOf(task.document) : undefined;
    return [
      ...(needsRights ? own.map((finding) => ratedByTask(finding, needsRights)) : own),
      ...(cloud ? judgeResource(cloud.resource, library.pack(cloud.pack)) : []),
    ];
  });
}

const containers = new Set(['docker_container', 'podman_container']);
