import type { EngineFinding } from '../../finding.ts';
import type { FileAnalysis, SourceFile } from '../engine.ts';
import { analyseBicep } from './azure/analyse-bicep.ts';
import { analyseCompose } from './compose/analyse-compose.ts';
import { notesOf } from './coverage-notes.ts';
import { dockerfileResources } from './dockerfile/dockerfile-resources.ts';
import { parseDockerfile } from './dockerfile/parse-dockerfile.ts';
import type { ConfigNode, MappingNode } from './document/node.ts';
import { fileKind } from './file-kind.ts';
import type { HclBody } from './hcl/hcl-syntax.ts';
import { parseHcl } from './hcl/parse-hcl.ts';
import { analyseNginx } from './nginx/analyse-nginx.ts';
import { analysePipeline } from './pipelines/analyse-pipeline.ts';
import { judgeResource } from './rules/judge-resource.ts';
import type { RuleLibrary } from './rules/rule-library.ts';
import { analyseDocuments } from './yaml/analyse-documents.ts';
import { parseYaml } from './yaml/parse-yaml.ts';

/** What one file leaves for the second step. */
export type InfrastructureFacts =
  | { kind: 'terraform'; body: HclBody }
  | { kind: 'workflow'; document: ConfigNode; action: boolean }
  /** Findings wait for the second step, because a Kustomize patch elsewhere may change the object. */
  | { kind: 'manifests'; findings: EngineFinding[]; objects: MappingNode[]; template?: string }
  | { kind: 'kustomization'; document: ConfigNode }
  | { kind: 'helm-values'; document: ConfigNode };

export function analyseFile(file: SourceFile, library: RuleLibrary): FileAnalysis<InfrastructureFacts> {
  const kind = fileKind(file.path);
  switch (kind) {
    case 'terraform': {
      const { body, problem } = parseHcl(file.text);
      return {
        findings: [],
        facts: { kind, body },
        ...(problem && { notes: notesOf(file.path, [problem]) }),
      };
    }
    case 'dockerfile': {
      const instructions = parseDockerfile(file.text);
      if (!instructions) return skipped(file.path, 'malformed', 'The file does not look like a Dockerfile.');
      const pack = library.pack('dockerfile');
      return {
        findings: dockerfileResources(instructions, file.path).flatMap((resource) =>
          judgeResource(resource, pack),
        ),
      };
    }
    case 'workflow':
    case 'action': {
      const { documents, problems } = parseYaml(file.text);
      const [document] = documents;
      if (!document) return { findings: [], notes: notesOf(file.path, problems) };
      return {
        findings: [],
        facts: { kind: 'workflow', document, action: kind === 'action' },
        notes: notesOf(file.path, problems),
      };
    }
    case 'kustomization': {
      const { documents, problems } = parseYaml(file.text);
      const [document] = documents;
      return {
        findings: [],
        ...(document && { facts: { kind, document } }),
        notes: notesOf(file.path, problems),
      };
    }
    case 'helm-values': {
      const { documents, problems } = parseYaml(file.text);
      const [document] = documents;
      return {
        findings: [],
        ...(document && { facts: { kind, document } }),
        notes: notesOf(file.path, problems),
      };
    }
    case 'helm-template':
      if (file.text.includes('{{')) {
        return { findings: [], facts: { kind: 'manifests', findings: [], objects: [], template: file.text } };
      }
      return analyseDocuments(file, library);
    case 'compose':
      return analyseCompose(file, library);
    case 'nginx':
      return analyseNginx(file, library);
    case 'bicep':
      return analyseBicep(file, library);
    case 'dependabot':
    case 'gitlab-ci':
    case 'azure-pipelines':
    case 'circleci':
    case 'jenkins':
      return analysePipeline(kind, file, library);
    case 'yaml':
    case 'json':
      return analyseDocuments(file, library);
    default:
      return { findings: [] };
  }
}

function skipped(path: string, reason: string, message: string): FileAnalysis<InfrastructureFacts> {
  return { findings: [], notes: [{ path, reason, message }] };
}
