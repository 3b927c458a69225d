const maxBytes = 16 * 1024 * 1024;
/** Other JSON files are data; a template of this size is not written by hand. */
const maxJsonBytes = 2 * 1024 * 1024;
/** Nor is a program of shell commands of this size. */
const maxScriptBytes = 1024 * 1024;
const scripts: ReadonlySet<FileKind> = new Set(['dockerfile', 'jenkins', 'nginx']);

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
  [/\.tf\.json$/, 'terraform-json'],
  [/\.tf$|(^|\/)(terraform|[^/]*\.auto)\.tfvars$/, 'terraform'],
  [/(^|\/)((docker|container)file([.\-_][\w.-]*)?|[^/]*\.(docker|container)file)$/i, 'dockerfile'],
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
  [/\.ya?ml$/, 'yaml'],
  [/\.(json|template)$/, 'json'],
];

// Manifests, lockfiles and settings of tools: large, or another engine's business.
const uninteresting =
  /(^|\/)(package|package-lock|composer|npm-shrinkwrap|tsconfig[^/]*|jsconfig[^/]*|pnpm-lock|yarn|biome|renovate|lerna|nx|turbo|knip|angular|components)\.(json|ya?ml)$|\.(schema|test|spec)\.json$|(^|\/)(node_modules|\.vscode)\//;

/** A file without any of these words is some other YAML or JSON, and nothing is loaded to read it. */
const interesting =
  /apiVersion["']?\s*:|AWSTemplateFormatVersion|(AWS|Alexa)::[A-Z]\w+::|[dD]eploymentTemplate\.json|["']?(openapi|swagger)["']?\s*:|["']?services["']?\s*:|^- hosts:|^\s+- (?:ansible|amazon|community|azure|google)\.\w+\.\w+:|^\s+(?:ansible|amazon|community|azure|google)\.\w+\.\w+:/m;

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
  return sizeBytes <= (kind === 'json' ? maxJsonBytes : scripts.has(kind) ? maxScriptBytes : maxBytes);
}

/** Whether a file whose name says little holds anything that rules judge. */
export function mightMatter(kind: FileKind, text: string): boolean {
  return (kind !== 'yaml' && kind !== 'json') || interesting.test(text);
}
