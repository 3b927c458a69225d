import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import { analyseDocuments } from '../analyse-documents.ts';
import { notesOf } from '../coverage-notes.ts';
import type { AnalyseFile } from '../facts.ts';
import { fileKind } from '../file-kind.ts';

/** Manifests, and what changes them: the values and templates of charts, and kustomizations. */
export const analyseManifest: AnalyseFile = (file, library) => {
  const kind = fileKind(file.path);
  if (kind === 'kustomization' || kind === 'helm-values') {
    const { documents, problems } = parseYaml(file.text);
    const [document] = documents;
    return {
      findings: [],
      ...(document && { facts: { kind, document } }),
      notes: notesOf(file.path, problems),
    };
  }
  if (kind === 'helm-template' && file.text.includes('{{'))
    return { findings: [], facts: { kind: 'manifests', findings: [], objects: [], template: file.text } };
  return analyseDocuments(file, library);
};
