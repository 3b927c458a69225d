import {
  type ConfigNode,
  child,
  entries,
  isTrue,
  items,
  type MappingEntry,
  mapping,
  scalar,
} from '../../../formats/document/node.ts';
import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import { cloudFormationResources } from '../cloudformation/cloudformation-resources.ts';
import { notesOf } from '../coverage-notes.ts';
import type { AnalyseFile } from '../facts.ts';
import { judgeResource } from '../rules/judge-resource.ts';
import { judgeResources, limitNotes } from '../rules/judge-resources.ts';

/** A file of the Serverless Framework becomes a CloudFormation template, as it does when it is deployed, and is checked as one. */
export const analyseServerless: AnalyseFile = (file, library) => {
  const { documents, problems } = parseYaml(file.text);
  const pack = library.pack('cloudformation');
  const findings = judgeResources(
    documents.flatMap((document) => cloudFormationResources(templateOf(document), file.path)),
    (resource) => judgeResource(resource, pack),
  );
  return { findings, notes: [...notesOf(file.path, problems), ...limitNotes(file.path, findings.length)] };
};

function templateOf(document: ConfigNode): ConfigNode {
  const provider = child(document, 'provider');
  const own = items(child(document, 'resources')).flatMap((part) => entries(child(part, 'Resources')));
  const functions = items(child(document, 'functions')).flatMap(entries);
  const members = [
    // What all functions share is checked once, where it is.
    ...(provider && functions.length > 0 ? [functionResource('provider', provider, provider.line)] : []),
    ...functions.map(({ key, line, value }) => functionResource(key, value, line)),
    ...rightsOf(provider),
    ...own,
  ];
  const resources = mapping(members, document.line, document.endLine);
  return mapping(
    [{ key: 'Resources', line: document.line, value: resources }],
    document.line,
    document.endLine,
  );
}

function functionResource(key: string, settings: ConfigNode, line: number): MappingEntry {
  const { endLine } = settings;
  const variables = child(settings, 'environment');
  const target = child(settings, 'onError');
  const tracing = child(settings, 'tracing', 'lambda') ?? child(settings, 'tracing');
  return resourceEntry(
    key,
    'AWS::Serverless::Function',
    [
      ['Runtime', child(settings, 'runtime')],
      ['KmsKeyArn', child(settings, 'kmsKeyArn')],
      ['VpcConfig', child(settings, 'vpc')],
      ['Tracing', isTrue(tracing) ? scalar('Active', line) : tracing],
      ['DeadLetterQueue', target && mapping([{ key: 'TargetArn', line, value: target }], line)],
      ['Environment', variables && mapping([{ key: 'Variables', line, value: variables }], line, endLine)],
    ],
    line,
    endLine,
  );
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
  const members = properties.flatMap(([name, value]) =>
    value ? [{ key: name, line: value.line, value }] : [],
  );
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
