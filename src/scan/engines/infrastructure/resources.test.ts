import { expect, test } from 'vitest';
import { type ConfigNode, type MappingNode, plainValue } from '../../formats/document/node.ts';
import { parseYaml } from '../../formats/yaml/parse-yaml.ts';
import { armResources } from './azure/arm-template.ts';
import { bicepResources } from './azure/bicep-resources.ts';
import { cloudFormationResources } from './cloudformation/cloudformation-resources.ts';
import { dockerfileResources } from './dockerfile/dockerfile-resources.ts';
import { parseDockerfile } from './dockerfile/parse-dockerfile.ts';
import { kubernetesResources, objectsOf } from './kubernetes/kubernetes-resources.ts';
import { applyKustomizations } from './kubernetes/kustomize.ts';
import { renderHelmTemplate } from './kubernetes/render-helm-template.ts';
import { parseNginx } from './nginx/parse-nginx.ts';
import { openApiResources } from './openapi/openapi-resources.ts';
import type { Resource } from './resource.ts';
import { kubernetesObject } from './terraform/kubernetes-provider.ts';

const yaml = (text: string) => parseYaml(text).documents[0]!;
/** `line-line type name: document`. */
const shown = (resources: readonly Resource[], isShort = false) =>
  resources.map(({ line, endLine, type, name, address, document }) =>
    isShort
      ? `${line}-${endLine} ${type} ${address}`
      : `${line}-${endLine} ${type} ${name}: ${JSON.stringify(plainValue(document))}`,
  );

// biome-ignore format: one line for each row
test.for([
  ['an image and its user', 'FROM a:1\nUSER app\nCMD x\n', ['1-1 FROM 0: {"text":"a:1","image":"a:1","tag":"1","digest":false,"known":true,"stage":false,"platform":false,"duplicate":false}', '2-2 USER 0: {"text":"app"}', '3-3 CMD 0: {"text":"x"}', '1-3 image 0: {"user":"other","healthcheck":false}']],
  ['no user', 'FROM a\nCMD x', ['1-1 FROM 0: {"text":"a","image":"a","tag":"","digest":false,"known":true,"stage":false,"platform":false,"duplicate":false}', '2-2 CMD 0: {"text":"x"}', '1-2 image 0: {"user":"missing","healthcheck":false}']],
  ['the user root', 'FROM a\nUSER root:root\n', ['1-1 FROM 0: {"text":"a","image":"a","tag":"","digest":false,"known":true,"stage":false,"platform":false,"duplicate":false}', '2-2 USER 0: {"text":"root:root"}', '1-2 image 0: {"user":"root","healthcheck":false}']],
  ['a user that is a variable', 'FROM a\nUSER $U', ['1-1 FROM 0: {"text":"a","image":"a","tag":"","digest":false,"known":true,"stage":false,"platform":false,"duplicate":false}', '2-2 USER 0: {"text":"$U"}', '1-2 image 0: {"user":"unknown","healthcheck":false}']],
  ['an image that runs without root', 'FROM a/distroless/x:nonroot', ['1-1 FROM 0: {"text":"a/distroless/x:nonroot","image":"a/distroless/x:nonroot","tag":"nonroot","digest":false,"known":true,"stage":false,"platform":false,"duplicate":false}', '1-1 image 0: {"user":"other","healthcheck":false}']],
  ['nothing at all below', 'FROM scratch\nCOPY a /', ['1-1 FROM 0: {"text":"scratch","image":"scratch","tag":"","digest":false,"known":true,"stage":false,"platform":false,"duplicate":false}', '2-2 COPY 0: {"text":"a /"}', '1-2 image 0: {"user":"scratch","healthcheck":false}']],
  ['a stage that is named, and one from it', 'FROM a AS base\nUSER app\nHEALTHCHECK CMD x\nFROM base\n', ['1-1 FROM base: {"text":"a AS base","image":"a","tag":"","digest":false,"known":true,"stage":false,"platform":false,"duplicate":false}', '2-2 USER base: {"text":"app"}', '3-3 HEALTHCHECK base: {"text":"CMD x"}', '4-4 FROM 1: {"text":"base","image":"base","tag":"","digest":false,"known":true,"stage":true,"platform":false,"duplicate":false}', '1-4 image 1: {"user":"other","healthcheck":true}']],
  ['a stage by its number', 'FROM a\nUSER app\nFROM 0\n', ['1-1 FROM 0: {"text":"a","image":"a","tag":"","digest":false,"known":true,"stage":false,"platform":false,"duplicate":false}', '2-2 USER 0: {"text":"app"}', '3-3 FROM 1: {"text":"0","image":"0","tag":"","digest":false,"known":true,"stage":true,"platform":false,"duplicate":false}', '1-3 image 1: {"user":"other","healthcheck":false}']],
  ['two stages of one name', 'FROM a AS x\nFROM b AS X\n', ['1-1 FROM x: {"text":"a AS x","image":"a","tag":"","digest":false,"known":true,"stage":false,"platform":false,"duplicate":false}', '2-2 FROM X: {"text":"b AS X","image":"b","tag":"","digest":false,"known":true,"stage":false,"platform":false,"duplicate":true}', '1-2 image X: {"user":"missing","healthcheck":false}']],
  ['arguments in the name of an image', 'ARG V=1\nARG R\nFROM --platform=linux/amd64 host:5000/a:$V@sha256:x\n', ['1-1 ARG : {"name":"V","value":"1","text":"V=1"}', '2-2 ARG : {"name":"R","value":"","text":"R"}', '3-3 FROM 0: {"text":"--platform=linux/amd64 host:5000/a:1@sha256:x","image":"host:5000/a:1","tag":"1","digest":true,"known":true,"stage":false,"platform":true,"duplicate":false}', '1-3 image 0: {"user":"missing","healthcheck":false}']],
  ['defaults of variables', 'ARG A=1\nARG E=""\nFROM a:${A:-2}${B:-3}${A:+4}${B:+5}${E:-6}$C', ['1-1 ARG : {"name":"A","value":"1","text":"A=1"}', '2-2 ARG : {"name":"E","value":"","text":"E=\\"\\""}', '3-3 FROM 0: {"text":"a:134${B:+5}6$C","image":"a:134${B:+5}6$C","tag":"+5}6$C","digest":false,"known":false,"stage":false,"platform":false,"duplicate":false}', '1-3 image 0: {"user":"missing","healthcheck":false}']],
  ['settings in both forms', 'FROM a\nENV A b c\nENV D=1 E="x y" F=\'z\'\n', ['1-1 FROM 0: {"text":"a","image":"a","tag":"","digest":false,"known":true,"stage":false,"platform":false,"duplicate":false}', '2-2 ENV 0: {"name":"A","value":"b c","text":"A b c"}', '3-3 ENV 0: {"name":"D","value":"1","text":"D=1 E=\\"x y\\" F=\'z\'"}', '3-3 ENV 0: {"name":"E","value":"x y","text":"D=1 E=\\"x y\\" F=\'z\'"}', '3-3 ENV 0: {"name":"F","value":"z","text":"D=1 E=\\"x y\\" F=\'z\'"}', '1-3 image 0: {"user":"missing","healthcheck":false}']],
] as Array<[string, string, string[]]>)('Dockerfile: %s', ([, text, expected]) => {
  expect(shown(dockerfileResources(parseDockerfile(text)!, 'Dockerfile'))).toEqual(expected);
});

// biome-ignore format: one line for each row
test.for([
  ['server { listen 80; }', ['1-1 server {1-1 listen|80}']],
  ['a b "c d" \'e\';\n# x;\nf\n  g;', ['1-1 a|b|c d|e', '3-4 f|g']],
  ['location ~ \\d{2} {\n  return 301 https://${host}/x;\n}\n', ['1-3 location|~|\\d{2} {2-2 return|301|https://${host}/x}']],
  ['a "x;\ny" z;\nb;', ['1-2 a|x;\ny|z', '3-3 b']],
  ['a {\n b {\n  c;\n }\n}', ['1-5 a {2-4 b {3-3 c}}']],
  ['a { b;', ['1-1 a {1-1 b}', 'A block is not closed.']],
  ['} a;', ['1-1 a']],
  ['a "\\"b";', ['1-1 a|\\"b']],
  [`${'a {'.repeat(39)}${'}'.repeat(39)}`, 'whole'],
  [`${'a {'.repeat(40)}${'}'.repeat(40)}`, 'The file is nested deeper than the scanner reads.'],
  ['a;'.repeat(50_000), 'whole'],
  ['a;'.repeat(50_001), 'The file holds more directives than the scanner reads.'],
] as Array<[string, unknown]>)('nginx: %#', ([text, expected]) => {
  const { directives, problem } = parseNginx(text);
  const dump = (list: typeof directives): string[] =>
    list.map(({ name, args, line, endLine, block }) => `${line}-${endLine} ${[name, ...args].join('|')}${block ? ` {${dump(block).join(', ')}}` : ''}`);
  expect(text.length > 100 ? (problem ?? 'whole') : [...dump(directives), ...(problem ? [problem] : [])]).toEqual(expected);
});

const pod =
  'containers:\n      - {name: a, image: b, command: [x], args: [y]}\n      - text\n    initContainers: [{image: c}]';
// biome-ignore format: one line for each row
test.for([
  ['a pod', `apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: n}\nspec:\n    ${pod}`, ['1-8 Pod Pod/n/p', '1-8 object Pod/n/p', '5-8 pod Pod/n/p', '6-6 container Pod/n/p a', '8-8 helper-container Pod/n/p']],
  ['a deployment', `apiVersion: v1\nkind: Deployment\nmetadata: {generateName: g-}\nspec:\n  template:\n   spec:\n    ${pod}`, ['1-10 Deployment Deployment/g-', '1-10 object Deployment/g-', '7-10 pod Deployment/g-', '8-8 container Deployment/g- a', '10-10 helper-container Deployment/g-']],
  ['a job of a schedule', 'kind: CronJob\nspec: {jobTemplate: {spec: {template: {spec: {containers: [{name: a}]}}}}}', ['1-2 CronJob CronJob/', '1-2 object CronJob/', '2-2 pod CronJob/', '2-2 container CronJob/ a']],
  ['a template', 'kind: PodTemplate\ntemplate: {spec: {containers: [{name: a}]}}', ['1-2 PodTemplate PodTemplate/', '1-2 object PodTemplate/', '2-2 pod PodTemplate/', '2-2 container PodTemplate/ a']],
  ['a pod of a resource of its own', 'kind: Own\nspec: {podTemplate: {spec: {initContainers: [{name: a}]}}}', ['1-2 Own Own/', '1-2 object Own/', '2-2 pod Own/', '2-2 helper-container Own/ a']],
  ['a namespace', 'kind: Namespace\nmetadata: {name: n}', ['1-2 Namespace Namespace/n']],
  ['a list', 'kind: List\nitems: [{kind: A}, {kind: PodList, items: [{kind: B}]}, text]', ['2-2 A A/', '2-2 object A/', '2-2 B B/', '2-2 object B/']],
] as Array<[string, string, string[]]>)('Kubernetes: %s', ([, text, expected]) => {
  expect(objectsOf(yaml(text)).flatMap((object) => shown(kubernetesResources(object, 'f'), true))).toEqual(expected);
});

const block = (type: string, text: string): Resource => ({
  type,
  name: '',
  address: '',
  file: '',
  line: 3,
  endLine: 9,
  document: yaml(text),
});
// biome-ignore format: one line for each row
test.for([
  ['kubernetes_pod', 'metadata: {name: a}\nspec: {host_pid: true, container: {image: b, security_context: {run_as_user: 0}, port: [{container_port: 1}]}}', '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","namespace":"default"},"spec":{"hostPID":true,"containers":[{"image":"b","securityContext":{"runAsUser":0},"ports":[{"containerPort":1}]}]}}'],
  ['kubernetes_deployment_v1', 'metadata: {name: a, namespace: n, labels: {a_b: c}}\nspec: {template: {spec: {volume: [{name: v, host_path: {path: /}}]}}}', '{"apiVersion":"v1","kind":"Deployment","metadata":{"name":"a","namespace":"n","labels":{"a_b":"c"}},"spec":{"template":{"spec":{"volumes":[{"name":"v","hostPath":{"path":"/"}}]}}}}'],
  ['kubernetes_cluster_role', 'metadata: {name: a}\nrule: {verbs: [get], api_groups: []}', '{"apiVersion":"v1","kind":"ClusterRole","metadata":{"name":"a"},"rules":[{"verbs":["get"],"apiGroups":[]}]}'],
  ['kubernetes_secret', 'metadata: {name: a}\ndata: {a_b: c}', '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a","namespace":"default"},"data":{"a_b":"c"}}'],
  ['kubernetes_service', 'spec: {external_ips: [x], selector: {a_b: c}}', '{"apiVersion":"v1","kind":"Service","spec":{"externalIPs":["x"],"selector":{"a_b":"c"}}}'],
  ['kubernetes_unknown', 'metadata: {name: a}', undefined],
  ['kubernetes_pod', 'text', undefined],
] as Array<[string, string, unknown]>)('the provider of Terraform: %s %s', ([type, text, expected]) => {
  const object = kubernetesObject(block(type, text));
  expect(object && JSON.stringify(plainValue(object))).toEqual(expected);
});

const values = yaml('a: x\nn: 3\nm: {k: v}\nmany: {k: v, l: [1, {z: true}]}\nlist: [a, b]\nempty: {}\n');
// biome-ignore format: one line for each row
test.for([
  ['k: {{ .Values.a }}', 'k: x'], ['k: {{ .Values.a | quote }}', 'k: "x"'], ['k: {{ quote .Values.n }}', 'k: "3"'], ['k: {{ .Values.gone }}', 'k: TEMPLATED'], ['k: {{ .Values.gone | default "d" }}', 'k: d'], ['k: {{ .Values.a }}-{{ .Values.n }}', 'k: x-3'], ['k: {{ printf "%s" .Values.a }}', 'k: TEMPLATED'],
  ['k: {{ .Values.list }}', 'k: ["a", "b"]'], ['k: {{ toJson .Values.many }}', 'k: {"k": "v", "l": [1, {"z": true}]}'], ['{{ toYaml .Values.m | nindent 2 }}', '  k: "v"'], ['{{- toYaml .Values.many | indent 4 }}', '    "<<": {"k": "v", "l": [1, {"z": true}]}'], ['{{ toYaml .Values.empty | indent 4 }}', '    '], ['{{ toYaml .Values.list }}', ''], ['{{ include "x" . }}', ''], ['{{ toYaml .Values.m | nindent 900 }}', `${' '.repeat(200)}k: "v"`],
  ['{{ $x := .Values.a }}', ''], ['a\n{{/* c\nd */}}\nb', 'a\n\n\nb'], ['{{ if .Values.a }}\nyes\n{{ else }}\nno\n{{ end }}\nz', '\nyes\n\n\n\nz'], ['{{ if .Values.gone }}\nyes\n{{ else }}\nno\n{{ end }}', '\n\n\nno\n'], ['{{ if eq .Values.a "x" }}\nyes\n{{ else }}\nno\n{{ end }}', '\nyes\n\nno\n'], ['{{ range .Values.list }}\n- i\n{{ end }}', '\n- i\n'], ['{{ define "t" }}\nx\n{{ end }}\ny', '\n\n\ny'], ['{{ end }}\nx', '\nx'], ['{{ else }}\nx', '\nx'],
  ['k: {{ if .Values.a }}v{{ end }}', 'k: v'], ['plain', 'plain'],
] as const)('Helm: %j', ([template, expected]) => {
  expect(renderHelmTemplate(template, values)).toBe(expected);
});

function kustomized(kustomization: string, patch: string): string[] {
  const object = yaml(
    'apiVersion: v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 1, list: [1, 2], containers: [{name: a, image: x}, {name: b, image: y}]}',
  ) as MappingNode;
  const file = (path: string, objects: ConfigNode[]) => ({ path, objects }) as never;
  const patches = parseYaml(patch).documents;
  const { changed, unapplied } = applyKustomizations(
    [file('o/web.yaml', [object]), file('o/p.yaml', patches)],
    [{ path: 'o/kustomization.yaml', document: yaml(kustomization) }],
  );
  const [found] = [...changed.values()].flat();
  return [
    found ? JSON.stringify(plainValue(found)) : 'as it was',
    ...[...unapplied].map((path) => `unapplied ${path}`),
  ];
}
const named = 'kind: Deployment\nmetadata: {name: web}\n';
// biome-ignore format: one line for each row
test.for([
  ['a value', 'resources: [web.yaml]\npatchesStrategicMerge: [p.yaml]', `${named}spec: {replicas: 2, more: 3}`, ['{"apiVersion":"v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":2,"list":[1,2],"containers":[{"name":"a","image":"x"},{"name":"b","image":"y"}],"more":3}}']],
  ['a named item of a list', 'resources: [web.yaml]\npatches: [{path: p.yaml}]', `${named}spec: {containers: [{name: b, image: z}, {name: c}]}`, ['{"apiVersion":"v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":1,"list":[1,2],"containers":[{"name":"a","image":"x"},{"name":"b","image":"z"},{"name":"c"}]}}']],
  ['a list without names', 'resources: [web.yaml]\npatches: [{path: ./p.yaml}]', `${named}spec: {list: [3]}`, ['{"apiVersion":"v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":1,"list":[3],"containers":[{"name":"a","image":"x"},{"name":"b","image":"y"}]}}']],
  ['another object', 'resources: [web.yaml]\npatches: [{path: p.yaml}]', 'kind: Deployment\nmetadata: {name: other}\nspec: {replicas: 2}', ['{"apiVersion":"v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":1,"list":[1,2],"containers":[{"name":"a","image":"x"},{"name":"b","image":"y"}]}}', 'unapplied o/p.yaml']],
  ['a selector by kind', 'resources: [web.yaml]\npatches: [{path: p.yaml, target: {kind: Deployment}}]', 'kind: Deployment\nmetadata: {name: any}\nspec: {replicas: 2}', ['{"apiVersion":"v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":2,"list":[1,2],"containers":[{"name":"a","image":"x"},{"name":"b","image":"y"}]}}']],
  ['a selector of another kind', 'resources: [web.yaml]\npatches: [{path: p.yaml, target: {kind: Job}}]', `${named}spec: {replicas: 2}`, ['{"apiVersion":"v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":1,"list":[1,2],"containers":[{"name":"a","image":"x"},{"name":"b","image":"y"}]}}', 'unapplied o/p.yaml']],
  ['a selector of all names', 'resources: [web.yaml]\npatches: [{path: p.yaml, target: {name: .*}}]', 'spec: {replicas: 2}', ['{"apiVersion":"v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":2,"list":[1,2],"containers":[{"name":"a","image":"x"},{"name":"b","image":"y"}]}}']],
  ['an inline patch', 'resources: [web.yaml]\npatches: [{patch: "kind: Deployment\\nmetadata: {name: web}\\nspec: {replicas: 5}"}]', 'x: 1', ['{"apiVersion":"v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":5,"list":[1,2],"containers":[{"name":"a","image":"x"},{"name":"b","image":"y"}]}}']],
  ['an inline operation', 'resources: [web.yaml]\npatches: [{target: {kind: Deployment}, patch: "[{op: replace, path: /spec/replicas, value: 6}]"}]', 'x: 1', ['{"apiVersion":"v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":6,"list":[1,2],"containers":[{"name":"a","image":"x"},{"name":"b","image":"y"}]}}']],
  ['an inline merge in a list', 'resources: [web.yaml]\npatchesStrategicMerge: ["kind: Deployment\\nmetadata: {name: web}\\nspec: {replicas: 7}"]', 'x: 1', ['{"apiVersion":"v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":7,"list":[1,2],"containers":[{"name":"a","image":"x"},{"name":"b","image":"y"}]}}']],
  ['a resource that is not there', 'resources: [other.yaml, "https://x.test/a", ../../../out.yaml]\npatches: [{path: p.yaml}]', `${named}spec: {replicas: 2}`, ['as it was', 'unapplied o/p.yaml']],
] as Array<[string, string, string, string[]]>)('Kustomize: %s', ([, kustomization, patch, expected]) => {
  expect(kustomized(kustomization, patch)).toEqual(expected);
});

test('templates of AWS have defaults for all functions, and what was asked for of those who deploy', () => {
  const text =
    'Globals: {Function: {Timeout: 3, Runtime: a}}\nParameters:\n  P: {Type: String}\n  Q: text\nResources:\n  F: {Type: "AWS::Serverless::Function", Properties: {Runtime: b}}\n  G: {Type: "AWS::Serverless::Api", Properties: {}}\n  H: {NoType: 1}\n';
  expect(shown(cloudFormationResources(yaml(text), 'f'))).toEqual([
    '3-3 parameter P: {"Name":"P","Type":"String"}',
    '6-6 AWS::Serverless::Function F: {"Timeout":3,"Runtime":"b"}',
    '7-7 AWS::Serverless::Api G: {}',
  ]);
});

test('an API has its schemes and its operations, of both versions of the format', () => {
  const text =
    'openapi: 3.0.0\npaths:\n  /a: {get: {x: 1}, post: text, parameters: {}}\n  /b: {patch: {}}\ncomponents: {securitySchemes: {k: {type: http}}}\nsecurityDefinitions: {o: {type: basic}}\n';
  expect(shown(openApiResources(yaml(text), 'f'), true)).toEqual([
    '1-6 api ',
    '5-5 scheme scheme k',
    '6-6 scheme scheme o',
    '3-3 operation GET /a',
    '4-4 operation PATCH /b',
  ]);
});

test('a template of Azure has its resources, those in them and those of its deployments', () => {
  const text =
    'resources:\n  - type: A/b\n    name: n\n    properties: {x: 1}\n    resources:\n      - {type: c, name: m}\n  - {type: Microsoft.Resources/deployments, name: d, properties: {template: {resources: [{type: E/f, name: g}]}}}\n  - {name: none}\n';
  expect(shown(armResources(yaml(text), 'f'), true)).toEqual([
    '2-6 a/b A/b n',
    '6-6 a/b/c A/b/c m',
    '7-7 microsoft.resources/deployments Microsoft.Resources/deployments d',
    '7-7 e/f E/f g',
    '8-8  none',
  ]);
});

test('a Bicep file has its resources with their lines, also in loops and under conditions', () => {
  const text =
    "param p string = 'x'\nresource a 'A/b@2020' = {\n  name: 'n'\n  tags: {\n    t: p\n  }\n  resource c 'c' = {\n    name: 'm'\n  }\n}\nresource d 'D/e@1' = if (true) {\n  name: 'o'\n}\nresource f 'F/g@1' = [for i in [1, 2]: {\n  name: 'q${i}'\n}]\nresource h 'H/i@1' existing = {\n  name: 'r'\n}\nvar v = '''\ntext\n'''\nmodule m './m.bicep' = {\n  name: 's'\n}\noutput o string = a.id\nresource z 'Z/y@1' = {\n  name: v\n  tag: 'a\\tb'\n}\n";
  expect(shown(bicepResources(text, 'f'))).toEqual([
    '2-10 a/b a: {"name":"n","tags":{"t":"x"}}',
    '11-13 d/e d: {"name":"o"}',
    '14-16 f/g f: {}',
    '27-30 z/y z: {"name":"text\\n","tag":"a\\tb"}',
  ]);
});
