import {
  type ConfigNode,
  child,
  entries,
  items,
  type MappingNode,
  mapping,
  scalar,
  text,
} from '../../../formats/document/node.ts';
import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import { notesOf } from '../coverage-notes.ts';
import type { AnalyseFile } from '../facts.ts';
import { fileKind } from '../file-kind.ts';
import type { Resource } from '../resource.ts';
import { judgeResource } from '../rules/judge-resource.ts';
import { judgeResources, limitNotes } from '../rules/judge-resources.ts';

type PipelineKind = 'dependabot' | 'gitlab-ci' | 'azure-pipelines' | 'circleci' | 'jenkins';

/** Pipelines other than GitHub's: cut into the pieces that their rules check. */
export const analysePipeline: AnalyseFile = (file, library) => {
  const kind = fileKind(file.path) as PipelineKind;
  const pack = library.pack(kind);
  const judge = (resources: readonly Resource[]) =>
    judgeResources(resources, (resource) => judgeResource(resource, pack));
  if (kind === 'jenkins') {
    const findings = judge(jenkinsLines(file.text, file.path));
    return { findings, notes: limitNotes(file.path, findings.length) };
  }
  const { documents, problems } = parseYaml(file.text);
  const cut = cutters[kind];
  const findings = judge(documents.flatMap((document) => cut(document, file.path)));
  return {
    findings,
    notes: [...notesOf(file.path, problems), ...limitNotes(file.path, findings.length)],
  };
};

const cutters: Record<
  Exclude<PipelineKind, 'jenkins'>,
  (document: ConfigNode, file: string) => Resource[]
> = {
  dependabot: (document, file) => [
    ...items(child(document, 'updates')).flatMap((node) =>
      piece('update', text(child(node, 'package-ecosystem')) ?? '', node, file),
    ),
    ...entries(child(document, 'registries')).flatMap((entry) =>
      piece('registry', entry.key, entry.value, file, entry.line),
    ),
  ],
  'gitlab-ci': (document, file) => {
    const include = child(document, 'include');
    const includes = items(include).flatMap((node) => {
      const remote = text(node);
      // A plain string is a local path or an address.
      return piece('include', '', remote ? asMapping(remote, node) : node, file, node.line);
    });
    const jobs = entries(document).filter(
      ({ key, value }) =>
        value.kind === 'mapping' &&
        !gitlabKeywords.has(key) &&
        (child(value, 'script') || child(value, 'trigger') || child(value, 'before_script')),
    );
    return [
      ...piece('pipeline', '', document, file),
      ...includes,
      ...jobs.flatMap((entry) => piece('job', entry.key, entry.value, file, entry.line)),
    ];
  },
  'azure-pipelines': (document, file) => {
    const steps: ConfigNode[] = [];
    collect(document, 'steps', steps, 0);
    return [
      ...piece('pipeline', '', document, file),
      ...steps.flatMap((step) => piece('step', text(child(step, 'displayName')) ?? '', step, file)),
    ];
  },
  circleci: (document, file) => {
    const jobs = entries(child(document, 'jobs'));
    const commands = entries(child(document, 'commands'));
    const runs = [...jobs, ...commands].flatMap((entry) =>
      items(child(entry.value, 'steps')).flatMap((step) => {
        const run = child(step, 'run');
        const command = text(run);
        if (!run) return [];
        return piece(
          'run',
          entry.key,
          command ? mapping([{ key: 'command', line: run.line, value: run }], run.line, run.endLine) : run,
          file,
          run.line,
        );
      }),
    );
    return [
      ...piece('config', '', document, file),
      ...jobs.flatMap((entry) => piece('job', entry.key, entry.value, file, entry.line)),
      ...runs,
    ];
  },
};

const gitlabKeywords = new Set([
  'default',
  'include',
  'stages',
  'variables',
  'workflow',
  'image',
  'services',
  'cache',
  'before_script',
  'after_script',
  'spec',
]);

function piece(type: string, name: string, node: ConfigNode, file: string, line = node.line): Resource[] {
  if (node.kind !== 'mapping') return [];
  const address = name ? `${type} ${name}` : type;
  return [{ type, name, address, file, line, endLine: Math.max(line, node.endLine), document: node }];
}

function asMapping(value: string, node: ConfigNode): MappingNode {
  return mapping(
    [{ key: /^https?:/.test(value) ? 'remote' : 'local', line: node.line, value: node }],
    node.line,
    node.endLine,
  );
}

function collect(node: ConfigNode, key: string, found: ConfigNode[], depth: number): void {
  if (depth > 20) return;
  if (node.kind === 'sequence') for (const item of node.items) collect(item, key, found, depth + 1);
  for (const entry of entries(node)) {
    if (entry.key === key) found.push(...items(entry.value));
    collect(entry.value, key, found, depth + 1);
  }
}

function jenkinsLines(source: string, file: string): Resource[] {
  return source.split('\n').flatMap((line, index) => {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('//') || trimmed.startsWith('*')) return [];
    const value = scalar(trimmed, index + 1);
    const document = mapping([{ key: 'text', line: index + 1, value }], index + 1);
    return [{ type: 'line', name: '', address: '', file, line: index + 1, endLine: index + 1, document }];
  });
}
