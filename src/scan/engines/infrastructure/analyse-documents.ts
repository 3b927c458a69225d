import type { ConfigNode, MappingNode } from '../../formats/document/node.ts';
import { parseYaml } from '../../formats/yaml/parse-yaml.ts';
import type { CoverageNote } from '../../model/coverage.ts';
import type { EngineFinding } from '../../model/finding.ts';
import type { FileAnalysis } from '../engine.ts';
import { isAnsible } from './ansible/ansible-resources.ts';
import { judgeAnsible } from './ansible/judge-ansible.ts';
import { armResources, armTemplateOf } from './azure/arm-template.ts';
import { judgeAzure } from './azure/judge-azure.ts';
import { cloudFormationResources, isCloudFormation } from './cloudformation/cloudformation-resources.ts';
import { composeResources, isCompose } from './compose/compose-resources.ts';
import { judgeService } from './compose/judge-service.ts';
import { notesOf } from './coverage-notes.ts';
import type { InfrastructureFacts } from './facts.ts';
import { fileKind } from './file-kind.ts';
import { judgeKubernetes } from './kubernetes/judge-kubernetes.ts';
import { isKubernetesObject, objectsOf } from './kubernetes/kubernetes-resources.ts';
import { isOpenApi, openApiResources } from './openapi/openapi-resources.ts';
import { judgeResource } from './rules/judge-resource.ts';
import { hasTooMany, judgeResources, limitNotes } from './rules/judge-resources.ts';
import type { RuleLibrary } from './rules/rule-library.ts';

/** Objects of larger files are not kept for Kustomize. */
const maxKeptCharacters = 256 * 1024;

/** Decides by content what the documents of a YAML or JSON file are, and checks them. */
export function analyseDocuments(
  file: { path: string; text: string },
  library: RuleLibrary,
): FileAnalysis<InfrastructureFacts> {
  const { documents, problems } = parseYaml(file.text);
  const notes: CoverageNote[] = notesOf(file.path, problems);
  const findings: EngineFinding[] = [];
  const waiting: EngineFinding[] = [];
  const objects: MappingNode[] = [];
  for (const document of documents) {
    if (hasTooMany(findings.length + waiting.length)) break;
    if (isKubernetesObject(document)) {
      for (const object of objectsOf(document)) {
        waiting.push(...judgeKubernetes(object, file.path, library.pack('kubernetes')));
        if (file.text.length <= maxKeptCharacters) objects.push(object);
        if (hasTooMany(waiting.length)) break;
      }
    } else findings.push(...judgeOther(document, file.path, library));
  }
  notes.push(...limitNotes(file.path, findings.length + waiting.length));
  if (waiting.length === 0 && objects.length === 0) return { findings, notes };
  return { findings, notes, facts: { kind: 'manifests', findings: waiting, objects } };
}

function judgeOther(document: ConfigNode, path: string, library: RuleLibrary): EngineFinding[] {
  if (isCloudFormation(document)) {
    const pack = library.pack('cloudformation');
    return judgeResources(cloudFormationResources(document, path), (resource) =>
      judgeResource(resource, pack),
    );
  }
  const template = armTemplateOf(document);
  if (template) return judgeAzure(armResources(template, path), library);
  if (isOpenApi(document)) {
    const pack = library.pack('openapi');
    return judgeResources(openApiResources(document, path), (resource) => judgeResource(resource, pack));
  }
  if (isCompose(document)) {
    const pack = library.pack('compose');
    return judgeResources(composeResources(document, path), (resource) => judgeService(resource, pack));
  }
  return isAnsible(document) || (fileKind(path) === 'ansible' && document.kind === 'sequence')
    ? judgeAnsible(document, path, library)
    : [];
}
