/** Makes a small repository of a rule's example: the example itself where it is a whole file, the block around it otherwise. */
export function exampleRepository(
  pack: string,
  types: readonly string[],
  example: string,
): Record<string, string> {
  if (/^### /m.test(example)) return splitFiles(example);
  if (pack.startsWith('terraform')) return { 'main.tf': terraformExample(types[0] ?? '', example) };
  const path = examplePaths[pack];
  if (!path) throw new Error(`no example path for ${pack}`);
  if (pack === 'cloudformation') return { [path]: cloudFormationExample(types[0] ?? '', example) };
  if (pack === 'arm') return { [path]: armExample(types[0] ?? '', example) };
  return { [path]: example };
}

const examplePaths: Record<string, string> = {
  kubernetes: 'deploy/app.yaml',
  compose: 'docker-compose.yml',
  dockerfile: 'Dockerfile',
  cloudformation: 'stack.yaml',
  ansible: 'playbook.yml',
  arm: 'main.json',
  bicep: 'main.bicep',
  nginx: 'nginx/nginx.conf',
  openapi: 'openapi.yaml',
  workflow: '.github/workflows/ci.yml',
  dependabot: '.github/dependabot.yml',
  'gitlab-ci': '.gitlab-ci.yml',
  'azure-pipelines': 'azure-pipelines.yml',
  circleci: '.circleci/config.yml',
  jenkins: 'Jenkinsfile',
  helm: 'chart/values.yaml',
};

// Lines of the form `### path` start the next file.
function splitFiles(example: string): Record<string, string> {
  const files: Record<string, string> = {};
  let path = '';
  for (const line of example.split('\n')) {
    const marker = /^### (\S+)$/.exec(line);
    if (marker) {
      path = marker[1]!;
      files[path] = '';
    } else if (path) files[path] += `${line}\n`;
  }
  return files;
}

function terraformExample(type: string, example: string): string {
  if (/^\s*(resource|data|provider|module|variable|terraform|locals|output)\b/.test(example)) return example;
  const body = example.split('\n').map(expandPath).join('\n');
  const [, kind = '', name = ''] = /^(data|provider)\.(.+)$/.exec(type) ?? [];
  if (kind === 'data') return `data "${name}" "example" {\n${body}\n}\n`;
  if (kind === 'provider') return `provider "${name}" {\n${body}\n}\n`;
  if (type === 'module') return `module "example" {\n${body}\n}\n`;
  return `resource "${type}" "example" {\n${body}\n}\n`;
}

// `a.b = v` is short for the blocks a { b = v }.
function expandPath(line: string): string {
  const [, path = '', value = ''] = /^([a-z_][\w-]*(?:\.[a-z_][\w-]*)+)\s*=\s*(.*)$/s.exec(line) ?? [];
  if (path === '') return line;
  const keys = path.split('.');
  const last = keys.pop()!;
  return `${keys.map((key) => `${key} {\n`).join('')}${last} = ${value}\n${keys.map(() => '}\n').join('')}`;
}

function cloudFormationExample(type: string, example: string): string {
  if (/^["']?(Resources|AWSTemplateFormatVersion|service)["']?:|^\{/m.test(example)) return example;
  const head = `Resources:\n  Example:\n    Type: ${type}\n`;
  return example === '' ? head : `${head}    Properties:\n${indented(example, 6)}`;
}

function armExample(type: string, example: string): string {
  if (/\$schema|^(param|resource|var) /m.test(example)) return example;
  return [
    '$schema: https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
    'resources:',
    `  - type: ${type}`,
    '    name: example',
    indented(example || 'properties: {}', 4),
  ].join('\n');
}

function indented(example: string, width: number): string {
  return example
    .split('\n')
    .flatMap((line) => nestedKeys(line).map((part) => ' '.repeat(width) + part))
    .join('\n');
}

// `a.b: v` is short for the mappings a: { b: v }.
function nestedKeys(line: string): string[] {
  const [, path = '', value = ''] = /^([A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)+):(.*)$/s.exec(line) ?? [];
  if (path === '') return [line];
  return path
    .split('.')
    .map((key, depth, all) => `${'  '.repeat(depth)}${key}:${depth === all.length - 1 ? value : ''}`);
}
