import {
  type ConfigNode,
  child,
  entries,
  items,
  type MappingEntry,
  mapping,
} from '../../../formats/document/node.ts';
import type { Resource } from '../resource.ts';
import { type PlayVariables, variablesWithin, withVariables } from './play-variables.ts';

const maxDepth = 8;

/** Words of a task that are not the name of its module. */
const taskWords = new Set(
  'name when register tags become become_user become_method vars with_items loop loop_control notify ignore_errors changed_when failed_when delegate_to run_once environment args no_log until retries delay async poll check_mode diff listen block rescue always any_errors_fatal collections connection throttle timeout module_defaults ignore_unreachable debugger delegate_facts action local_action remote_user port'.split(
    ' ',
  ),
);
const taskLists = ['pre_tasks', 'tasks', 'post_tasks', 'handlers', 'block', 'rescue', 'always'];

/** A play names its hosts; a list of tasks names modules of a collection. */
export function isAnsible(document: ConfigNode): boolean {
  return (
    document.kind === 'sequence' &&
    document.items.some(
      (item) =>
        (child(item, 'hosts') !== undefined &&
          (child(item, 'tasks') ?? child(item, 'roles') ?? child(item, 'vars')) !== undefined) ||
        entries(item).some(({ key }) => /^[a-z][\w]*\.[a-z][\w]*\.[a-z][\w]*$/.test(key)),
    )
  );
}

/** Plays, and tasks under the plain name of their module: `ansible.builtin.get_url` and `get_url` are one. */
export function ansibleResources(document: ConfigNode, file: string): Resource[] {
  const found: Resource[] = [];
  const visit = (node: ConfigNode, depth: number, around: PlayVariables): void => {
    if (node.kind !== 'mapping' || depth > maxDepth) return;
    const variables = variablesWithin(node, around);
    if (child(node, 'hosts')) found.push(resourceOf('play', node, node, file));
    for (const list of taskLists)
      for (const task of items(child(node, list))) visit(task, depth + 1, variables);
    const module = node.entries.find(
      ({ key }) => !taskWords.has(key) && !key.startsWith('with_') && !taskLists.includes(key),
    );
    if (module && !child(node, 'hosts'))
      found.push(
        resourceOf(
          module.key.split('.').at(-1)!,
          withVariables(argumentsOf(module, node), variables),
          node,
          file,
        ),
      );
  };
  for (const item of items(document)) visit(item, 0, new Map());
  return found;
}

/** A command written as text is under `text`; the task around it is `$task`. */
function argumentsOf({ value, line }: MappingEntry, task: ConfigNode): ConfigNode {
  const extra = entries(child(task, 'args'));
  if (value.kind === 'mapping')
    return mapping([...value.entries, ...extra], Math.min(line, value.line), value.endLine);
  return mapping([{ key: 'text', line, value }, ...extra], line, value.endLine);
}

function resourceOf(type: string, document: ConfigNode, task: ConfigNode, file: string): Resource {
  return {
    type,
    name: '',
    address: type,
    file,
    line: task.line,
    endLine: Math.max(task.line, task.endLine),
    document,
    context: { task },
  };
}
