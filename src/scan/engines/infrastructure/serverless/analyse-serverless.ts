import { cloudFormationResources } from '../cloudformation/cloudformation-resources.ts';
import { notesOf } from '../coverage-notes.ts';
import {
  type ConfigNode,
  child,
  entries,
  isTrue,
  items,
  type MappingEntry,
  mapping,
  scalar,
} from '../document/node.ts';
import type { AnalyseFile } from '../facts.ts';
import { judgeResource } from '../rules/judge-resource.ts';
import { parseYaml } from '../yaml/parse-yaml.ts';

/** A file of the Serverless Framework becomes a CloudFormation template, as it does when it is deployed, and is judged as one. */
export const analyseServerless: AnalyseFile = (file, library) => {
  const { documents, problems } = parseYaml(file.text);
  const pack = library.pack('cloudformation');
  return {
    findings: documents
      .flatMap((document) => cloudFormationResources(templateOf(document), file.path))
      .flatMap((resource) => judgeResource(resource, pack)),
    notes: notesOf(file.path, problems),
  };
};

function templateOf(document: ConfigNode): ConfigNode {
  const provider = child(document, 'provider');
  const own = items(child(document, 'resources')).flatMap((part) => entries(child(part, 'Resources')));
  const functions = items(child(document, 'functions'))
    .flatMap(entries)
    .map((entry) => functionResource(entry, provider));
  const members = [...functions, ...rightsOf(provider), ...own];
  const resources = mapping(members, document.line, document.endLine);
  return mapping(
    [{ key: 'Resources', line: document.line, value: resources }],
    document.line,
    document.endLine,
  );
}

function functionResource(
  { key, line, value }: MappingEntry,
  provider: ConfigNode | undefined,
): MappingEntry {
  const setting = (name: string) => child(value, name) ?? child(provider, name);
  const variables = [...entries(child(provider, 'environment')), ...entries(child(value, 'environment'))];
  const properties: Array<[string, ConfigNode | undefined]> = [
    ['Runtime', setting('runtime')],
    ['KmsKeyArn', setting('kmsKeyArn')],
    ['VpcConfig', setting('vpc')],
    [
      'Tracing',
      isTrue(child(provider, 'tracing', 'lambda')) ? scalar('Active', line) : child(value, 'tracing'),
    ],
    [
      'DeadLetterQueue',
      child(value, 'onError') && mapping([{ key: 'TargetArn', line, value: child(value, 'onError')! }], line),
    ],
    [
      'Environment',
      variables.length > 0
        ? mapping(
            [{ key: 'Variables', line, value: mapping(variables, line, value.endLine) }],
            line,
            value.endLine,
          )
        : undefined,
    ],
  ];
  return resourceEntry(key, 'AWS::Serverless::Function', properties, line, value.endLine);
}

/** The statements that all functions share, in the old and in the new spelling. */
function rightsOf(provider: ConfigNode | undefined): MappingEntry[] {
  const statements = child(provider, 'iam', 'role', 'statements') ?? child(provider, 'iamRoleStatements');
  if (!statements) return [];
  const { line, endLine } = statements;
  const policy = mapping([{ key: 'Statement', line, value: statements }], line, endLine);
  return [resourceEntry('provider role', 'AWS::IAM::Policy', [['PolicyDocument', policy]], line, endLine)];
}

function resourceEntry(
  key: string,
  type: string,
  properties: ReadonlyArray<[string, ConfigNode | undefined]>,
  line: number,
  endLine: number,
): MappingEntry {
  const members = properties.flatMap(([name, value]) => (value ? [{ key: name, line, value }] : []));
  const resource = mapping(
    [
      { key: 'Type', line, value: scalar(type, line) },
      { key: 'Properties', line, value: mapping(members, line, endLine) },
    ],
    line,
    endLine,
  );
  return { key, line, value: resource };
}
