import type { ConfigNode, MappingNode } from '../../../formats/document/node.ts';
import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import type { CoverageNote } from '../../../model/coverage.ts';
import type { EngineFinding } from '../../../model/finding.ts';
import type { RuleLibrary } from '../rules/rule-library.ts';
import { judgeKubernetes } from './judge-kubernetes.ts';
import { isKubernetesObject, objectsOf } from './kubernetes-resources.ts';
import { applyKustomizations } from './kustomize.ts';
import { renderHelmTemplate } from './render-helm-template.ts';

export interface ManifestFile {
  path: string;
  findings: EngineFinding[];
  objects: MappingNode[];
  template?: string;
}

/** Judges manifests of the whole repository: plain ones, those that Kustomize changes, and the templates of Helm charts. */
export function judgeManifests(
  files: readonly ManifestFile[],
  kustomizations: ReadonlyArray<{ path: string; document: ConfigNode }>,
  values: ReadonlyArray<{ path: string; document: ConfigNode }>,
  library: RuleLibrary,
): { findings: EngineFinding[]; notes: CoverageNote[] } {
  const pack = library.pack('kubernetes');
  const notes: CoverageNote[] = [];
  const findings: EngineFinding[] = [];
  const { changed, patchFiles } = applyKustomizations(files, kustomizations);
  for (const file of files) {
    if (file.template !== undefined) {
      const rendered = renderHelmTemplate(file.template, chartValues(file.path, values));
      const { documents, problems } = parseYaml(rendered);
      const real = problems.find((problem) => problem.reason !== 'duplicate_key');
      if (real)
        notes.push({
          path: file.path,
          reason: 'template',
          message: `The template could not be read as YAML (line ${real.line}).`,
        });
      for (const object of documents.filter(isKubernetesObject).flatMap(objectsOf))
        findings.push(...lowered(judgeKubernetes(object, file.path, pack)));
      continue;
    }
    // A patch is a part of an object: what it does not mention is not missing.
    if (patchFiles.has(file.path)) continue;
    const replaced = changed.get(file.path);
    if (!replaced) findings.push(...file.findings);
    else findings.push(...dedupe(replaced.flatMap((object) => judgeKubernetes(object, file.path, pack))));
  }
  return { findings, notes };
}

// A rendered template is a guess at what a user of the chart gets.
function lowered(findings: EngineFinding[]): EngineFinding[] {
  return findings.map((finding) => ({
    ...finding,
    confidence: finding.confidence === 'high' ? 'medium' : 'low',
  }));
}

function chartValues(
  path: string,
  values: ReadonlyArray<{ path: string; document: ConfigNode }>,
): ConfigNode | undefined {
  const chart =
    path.slice(0, path.lastIndexOf('/templates/') + 1) || (path.startsWith('templates/') ? '' : path);
  return values.find((file) => file.path === `${chart}values.yaml` || file.path === `${chart}values.yml`)
    ?.document;
}

function dedupe(findings: EngineFinding[]): EngineFinding[] {
  const seen = new Map<string, EngineFinding>();
  for (const finding of findings)
    seen.set(`${finding.ruleId}\0${finding.startLine}\0${finding.identity.scope}`, finding);
  return [...seen.values()];
}
