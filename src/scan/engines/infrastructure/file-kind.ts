const maxBytes = 16 * 1024 * 1024;
/** Larger JSON files are data: the largest template that a cloud takes has 4 MB (Azure) or 1 MB (AWS). */
const maxJsonBytes = 4 * 1024 * 1024;

export type FileKind =
  | 'terraform'
  | 'terraform-json'
  | 'dockerfile'
  | 'compose'
  | 'workflow'
  | 'action'
  | 'dependabot'
  | 'gitlab-ci'
  | 'azure-pipelines'
  | 'circleci'
  | 'jenkins'
  | 'nginx'
  | 'bicep'
  | 'helm-template'
  | 'helm-values'
  | 'kustomization'
  | 'ansible'
  | 'serverless'
  | 'yaml'
  | 'json';

const byPath: ReadonlyArray<readonly [RegExp, FileKind]> = [
  [/\.(tf|tofu)\.json$/, 'terraform-json'],
  [/\.(tf|tofu)$|(^|\/)(terraform|[^/]*\.auto)\.tfvars$/, 'terraform'],
  [/(^|\/)((docker|container)file([.\-_][\w.-]*)?|[^/]*\.(docker|container)file(\.[\w-]+)?)$/i, 'dockerfile'],
  [/(^|\/)\.(github|gitea|forgejo)\/workflows\/[^/]+\.ya?ml$/, 'workflow'],
  [/(^|\/)\.github\/dependabot\.ya?ml$/, 'dependabot'],
  [/(^|\/)action\.ya?ml$/, 'action'],
  [/(^|\/)[^/]*\.gitlab-ci\.ya?ml$|(^|\/)\.gitlab\/ci\/.*\.ya?ml$/, 'gitlab-ci'],
  [
    /(^|\/)[^/]*azure-pipelines?[^/]*\.ya?ml$|(^|\/)\.azure-?(pipelines|devops)\/.*\.ya?ml$/i,
    'azure-pipelines',
  ],
  [/(^|\/)\.circleci\/[^/]+\.ya?ml$/, 'circleci'],
  [/(^|\/)(docker-)?compose[^/]*\.ya?ml$/i, 'compose'],
  [/(^|\/)jenkinsfile([.\-_][\w.-]*)?$|\.jenkinsfile$/i, 'jenkins'],
  [/(^|\/)kustomization\.ya?ml$|(^|\/)Kustomization$/, 'kustomization'],
  [/(^|\/)serverless([.-][\w-]+)?\.ya?ml$/, 'serverless'],
  [/(^|\/)(playbooks?|tasks|handlers)\/[^/]+\.ya?ml$|(^|\/)(playbook[^/]*|site)\.ya?ml$/, 'ansible'],
  [/(^|\/)templates\/.*\.(ya?ml|tpl)$/, 'helm-template'],
  [/(^|\/)values[^/]*\.ya?ml$/, 'helm-values'],
  [/\.(conf|vhost|nginx)(\.(template|tmpl|j2|erb))?$|(^|\/)sites-(available|enabled)\/[^/]+$/, 'nginx'],
  [/\.bicep$/, 'bicep'],
  [/\.ya?ml$/i, 'yaml'],
  [/\.(json|template)$/i, 'json'],
];

// Manifests and lockfiles of packages: large, and another engine's business. Of other names any may be that of a manifest for a cluster.
const uninteresting =
  /(^|\/)(package|package-lock|composer|npm-shrinkwrap|pnpm-lock|yarn)\.(json|ya?ml)$|(^|\/)node_modules\//;

/** A file without any of these words is some other YAML or JSON, and nothing is loaded to read it. */
const interesting =
  /apiVersion["']?\s*:|AWSTemplateFormatVersion|(AWS|Alexa)::[A-Z]\w+::|[dD]eploymentTemplate\.json|["']?(openapi|swagger)["']?\s*:|["']?services["']?\s*:|^- hosts:|^[ \t]+- (?:ansible|amazon|community|azure|google)\.\w+\.\w+:|^[ \t]+(?:ansible|amazon|community|azure|google)\.\w+\.\w+:/m;

/** Letters, digits and colons that are written as escapes, which nobody does who does not hide a word. */
const hiddenWord = /\\(?:x|u00|U000000)(?:3[0-9aA]|4[1-9a-fA-F]|5[0-9aA]|6[1-9a-fA-F]|7[0-9aA])/;

/** What a file is, as far as its path can say. */
export function fileKind(path: string): FileKind | undefined {
  if (uninteresting.test(path)) return undefined;
  for (const [pattern, kind] of byPath) if (pattern.test(path)) return kind;
  return undefined;
}

export function wantsFile(path: string, sizeBytes: number): boolean {
  if (sizeBytes === 0 || sizeBytes > maxBytes) return false;
  const kind = fileKind(path);
  if (kind === undefined) return false;
  return sizeBytes <= (kind === 'json' ? maxJsonBytes : maxBytes);
}

/** Whether a file whose name says little holds anything that rules check. */
export function mightMatter(kind: FileKind, text: string): boolean {
  return (kind !== 'yaml' && kind !== 'json') || interesting.test(text) || hiddenWord.test(text);
}

/** No program of shell commands that people write has this length. */
export const maxScriptCharacters = 512 * 1024;
const scripts: ReadonlySet<FileKind> = new Set(['dockerfile', 'jenkins', 'nginx']);

/** Read only in part it could hide something, so that it is not read and the scan says so. */
export function isOverlong(kind: FileKind, text: string): boolean {
  return scripts.has(kind) && text.length > maxScriptCharacters;
}

const certain: ReadonlySet<FileKind> = new Set([
  'terraform',
  'terraform-json',
  'bicep',
  'workflow',
  'action',
  'compose',
  'gitlab-ci',
  'azure-pipelines',
  'circleci',
  'kustomization',
]);

/** Whether a file of any other name is a manifest for a cluster, as it is sent to one: without marks of a template. */
export function isPlainManifest(text: string): boolean {
  return /^["']?apiVersion["']?:/m.test(text) && /^["']?kind["']?:/m.test(text) && !text.includes('{{');
}

/** The name leaves no doubt about what the file is; others (`*.yaml`, `*.conf`, `templates/*`) may be anything. */
export function isCertain(kind: FileKind): boolean {
  return certain.has(kind);
}
