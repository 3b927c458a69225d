import type { EngineFinding } from '../../../finding.ts';
import type { CoverageNote, FileAnalysis } from '../../engine.ts';
import { isAnsible } from '../ansible/ansible-resources.ts';
import { judgeAnsible } from '../ansible/judge-ansible.ts';
import { armResources, armTemplateOf } from '../azure/arm-template.ts';
import { judgeAzure } from '../azure/judge-azure.ts';
import { cloudFormationResources, isCloudFormation } from '../cloudformation/cloudformation-resources.ts';
import { composeResources, isCompose } from '../compose/compose-resources.ts';
import { notesOf } from '../coverage-notes.ts';
import type { ConfigNode, MappingNode } from '../document/node.ts';
import type { InfrastructureFacts } from '../facts.ts';
import { fileKind } from '../file-kind.ts';
import { judgeKubernetes } from '../kubernetes/judge-kubernetes.ts';
import { isKubernetesObject, objectsOf } from '../kubernetes/kubernetes-resources.ts';
import { isOpenApi, openApiResources } from '../openapi/openapi-resources.ts';
import { judgeResource } from '../rules/judge-resource.ts';
import type { RuleLibrary } from '../rules/rule-library.ts';
import { parseYaml } from './parse-yaml.ts';

/** A report of more findings than this in one file helps nobody. */
const maxFindings = 2000;
/** Objects of larger files are not kept for Kustomize. */
const maxKeptCharacters = 256 * 1024;

/** Decides by content what the documents of a YAML or JSON file are, and judges them. */
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
    if (findings.length + waiting.length > maxFindings) {
      notes.push({
        path: file.path,
        reason: 'budget_exceeded',
        message: `Only the first ${maxFindings} findings are listed.`,
      });
      break;
    }
    if (isKubernetesObject(document)) {
      for (const object of objectsOf(document)) {
        waiting.push(...judgeKubernetes(object, file.path, library.pack('kubernetes')));
        if (file.text.length <= maxKeptCharacters) objects.push(object);
        if (waiting.length > maxFindings) break;
      }
    } else findings.push(...judgeOther(document, file.path, library));
  }
  if (waiting.length === 0 && objects.length === 0) return { findings, notes };
  return { findings, notes, facts: { kind: 'manifests', findings: waiting, objects } };
}

function judgeOther(document: ConfigNode, path: string, library: RuleLibrary): EngineFinding[] {
  if (isCloudFormation(document)) {
    const pack = library.pack('cloudformation');
    return cloudFormationResources(document, path).flatMap((resource) => judgeResource(resource, pack));
  }
  const template = armTemplateOf(document);
  if (template) return judgeAzure(armResources(template, path), library);
  if (isOpenApi(document)) {
    const pack = library.pack('openapi');
    return openApiResources(document, path).flatMap((resource) => judgeResource(resource, pack));
  }
  if (isCompose(document)) {
    const pack = library.pack('compose');
    return composeResources(document, path).flatMap((resource) => judgeResource(resource, pack));
  }
  return isAnsible(document) || (fileKind(path) === 'ansible' && document.kind === 'sequence')
    ? judgeAnsible(document, path, library)
    : [];
}
