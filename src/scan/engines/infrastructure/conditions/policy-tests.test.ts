import { expect, test } from 'vitest';
import { mapping, scalar, sequence, unknown } from '../../../formats/document/node.ts';
import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import type { TestArgument } from './named-test.ts';
import { policyTests } from './policy-tests.ts';

const names = Object.keys(policyTests);
const given = (...nodes: ReturnType<typeof parseYaml>['documents']): TestArgument => ({
  nodes,
  uncertain: false,
  place: undefined,
});
const document = (value: unknown) => parseYaml(JSON.stringify(value)).documents[0]!;
const verdicts = (argument: TestArgument, wanted: boolean | undefined) =>
  names.filter((name) => policyTests[name]!([argument]) === wanted).map((name) => name.replace('policy', ''));

const one = 'arn:aws:s3:::a/*';
const narrow = { StringEquals: { 'aws:SourceAccount': '1' } };
const github = { Federated: 'arn:aws:iam::1:oidc-provider/token.actions.githubusercontent.com' };
const subject = (value: unknown, key = 'sub') => ({
  StringLike: { [`token.actions.githubusercontent.com:${key}`]: value },
});

// biome-ignore format: one line for each row
test.each([
  [{ Action: '*', Resource: '*' }, ['Admin', 'StarAction', 'ServiceStar', 'StarResource', 'Escalation', 'Credentials', 'Exfiltration', 'Exposure', 'Write']],
  [{ Action: '*', Resource: one }, ['StarAction', 'ServiceStar', 'Credentials']],
  [{ Action: '*', Resource: '*', Condition: narrow }, ['Admin', 'StarAction', 'ServiceStar']],
  [{ Effect: 'Deny', Action: '*', Resource: '*' }, []],
  [{ Action: ['s3:*'], Resource: '*' }, ['ServiceStar', 'StarResource', 'Exfiltration', 'Exposure', 'Write']],
  [{ Action: ['s3:Get*'], Resource: '*' }, ['StarResource']],
  [{ Action: ['s3:GetObject'], Resource: ['*'] }, ['StarResource', 'Exfiltration']],
  [{ Action: ['s3:GetObject'], Resource: one }, []],
  [{ Action: ['s3:GetObject'], Resource: '*', Condition: narrow }, []],
  [{ Action: ['ec2:DescribeInstances'], Resource: '*' }, []],
  [{ Action: ['ec2:DescribeInstances', 'sqs:ReceiveMessage'], Resource: '*' }, ['StarResource']],
  [{ Action: [], Resource: '*' }, []],
  [{ Resource: '*' }, []],
  [{ NotAction: ['iam:*'], Resource: one }, ['NotAction']],
  [{ NotAction: [], Resource: one }, []],
  [{ Effect: 'Deny', NotAction: ['iam:*'], Resource: one }, []],
  [{ Action: 'iam:PassRole', Resource: '*' }, ['StarResource', 'Escalation']],
  [{ Action: 'iam:PassRole', Resource: one }, []],
  [{ Action: 'iam:PassRole', Resource: '*', Condition: narrow }, []],
  [{ Effect: 'Deny', Action: 'iam:PassRole', Resource: '*' }, []],
  [{ Action: 'iam:CreateAccessKey', Resource: one }, ['Credentials']],
  [{ Action: 'iam:CreateAccessKey', Resource: one, Condition: narrow }, []],
  [{ Effect: 'Deny', Action: 'iam:CreateAccessKey', Resource: one }, []],
  [{ Action: 'sqs:SendMessage', Resource: '*' }, ['StarResource', 'Write']],
  [{ Action: 'sqs:SendMessage', Resource: '*', Condition: narrow }, []],
  [{ Effect: 'Deny', Action: 'sqs:SendMessage', Resource: '*' }, []],
  [{ Action: 'sqs:SendMessage', Resource: one }, []],
  [{ Action: 'sqs:SendMessage', Principal: '*', Resource: one }, ['Public', 'StarPrincipal', 'AssumeAny', 'AssumeService', 'AccountRoot']],
  [{ Action: 'sqs:SendMessage', Principal: { AWS: ['x', '*'] }, Resource: one }, ['Public', 'StarPrincipal', 'AssumeAny', 'AssumeService', 'AccountRoot']],
  [{ Action: 'sqs:SendMessage', Principal: '*', Resource: one, Condition: narrow }, ['StarPrincipal', 'AssumeAny', 'AssumeService']],
  [{ Action: 'sqs:SendMessage', Principal: '*', Resource: one, Condition: { StringLike: { 'aws:Referer': 'x' } } }, ['Public', 'StarPrincipal', 'AssumeAny', 'AssumeService']],
  [{ Action: 'sqs:SendMessage', Principal: '*', Resource: one, Condition: { StringLike: { 'aws:UserAgent': 'x', 'aws:SourceIp': '1.2.3.4' } } }, ['StarPrincipal', 'AssumeAny', 'AssumeService']],
  [{ Action: 'sqs:SendMessage', Principal: '*', Resource: one, Condition: {} }, ['Public', 'StarPrincipal', 'AssumeAny', 'AssumeService']],
  [{ Action: 'sqs:SendMessage', Principal: '*', Resource: one, Condition: { Bool: 'x' } }, ['StarPrincipal', 'AssumeAny', 'AssumeService']],
  [{ Effect: 'Deny', Action: 'sqs:SendMessage', Principal: '*', Resource: one }, []],
  [{ Effect: 'Deny', Action: 's3:*', Principal: '*', Resource: one }, ['Lockout']],
  [{ Effect: 'Deny', Action: '*', Principal: '*', Resource: one }, ['Lockout']],
  [{ Effect: 'Deny', Action: 's3:*', Principal: { AWS: 'x' }, Resource: one }, []],
  [{ Effect: 'Deny', Action: 's3:*', Principal: '*', Resource: one, Condition: narrow }, []],
  [{ Action: 's3:GetObject', NotPrincipal: { AWS: 'x' }, Resource: one }, ['NotPrincipal']],
  [{ Effect: 'Deny', Action: 's3:GetObject', NotPrincipal: { AWS: 'x' }, Resource: one }, []],
  [{ Action: 'sts:AssumeRoleWithSAML', Principal: { AWS: 'arn:aws:iam::123456789012:root' } }, ['Credentials', 'AccountRoot']],
  [{ Action: 'x:y', Principal: { AWS: '123456789012' } }, ['AccountRoot']],
  [{ Action: 'x:y', Principal: { AWS: '12345678901' } }, []],
  [{ Action: 'x:y', Principal: { AWS: '123456789012' }, Condition: narrow }, []],
  [{ Effect: 'Deny', Action: 'x:y', Principal: { AWS: '123456789012' } }, []],
  [{ Action: 'x:y', Principal: { AWS: 'arn:aws:iam::*:role/a' } }, ['AssumeService']],
  [{ Effect: 'Deny', Action: 'x:y', Principal: { AWS: 'arn:aws:iam::*:role/a' } }, []],
  [{ Action: 'x:y', Principal: { Service: 'ec2.amazonaws.com' } }, []],
  [{ Action: 'x:y', Principal: github }, ['GithubOidc']],
  [{ Effect: 'Deny', Action: 'x:y', Principal: github }, []],
  [{ Action: 'x:y', Principal: github, Condition: subject('repo:o/r:*') }, []],
  [{ Action: 'x:y', Principal: github, Condition: subject('repo:o/*') }, []],
  [{ Action: 'x:y', Principal: github, Condition: subject('o/r', 'repository') }, []],
  [{ Action: 'x:y', Principal: github, Condition: subject('sts.amazonaws.com', 'aud') }, ['GithubOidc']],
  [{ Action: 'x:y', Principal: github, Condition: subject('*') }, ['GithubOidc']],
  [{ Action: 'x:y', Principal: github, Condition: subject('repo:*') }, ['GithubOidc']],
  [{ Action: 'x:y', Principal: github, Condition: subject('repo:o*/r') }, ['GithubOidc']],
  [{ Action: 'x:y', Principal: github, Condition: subject(['repo:o/r:*', '*']) }, ['GithubOidc']],
  [{ Action: 'x:y', Principal: github, Condition: subject('ref:refs/heads/main') }, ['GithubOidc']],
  [{ Action: 'x:y', Principal: github, Condition: subject([]) }, ['GithubOidc']],
  // The forms of a policy document of Terraform.
  [{ actions: ['*'], resources: ['*'] }, ['Admin', 'StarAction', 'ServiceStar', 'StarResource', 'Escalation', 'Credentials', 'Exfiltration', 'Exposure', 'Write']],
  [{ effect: 'Deny', actions: ['*'], resources: ['*'] }, []],
  [{ not_actions: ['iam:*'], resources: [one] }, ['NotAction']],
  [{ actions: ['x:y'], not_principals: { type: 'AWS', identifiers: ['x'] } }, ['NotPrincipal']],
  [{ actions: ['x:y'], principals: { type: 'AWS', identifiers: ['*'] } }, ['Public', 'StarPrincipal', 'AssumeAny', 'AssumeService', 'AccountRoot']],
  [{ actions: ['x:y'], principals: { type: 'AWS', identifiers: ['*'] }, condition: { test: 'StringEquals', variable: 'aws:SourceArn', values: ['x'] } }, ['StarPrincipal', 'AssumeAny', 'AssumeService']],
  [{ actions: ['x:y'], principals: { type: 'AWS', identifiers: ['*'] }, condition: { test: 'StringEquals', variable: 'aws:Referer', values: ['x'] } }, ['Public', 'StarPrincipal', 'AssumeAny', 'AssumeService']],
  [{ actions: ['x:y'], principals: { type: 'Federated', identifiers: [github.Federated] }, condition: { test: 'StringLike', variable: 'token.actions.githubusercontent.com:sub', values: ['repo:o/r:*'] } }, []],
  [{ actions: ['x:y'], principals: { type: 'Federated', identifiers: [github.Federated] }, condition: { test: 'StringLike', variable: 'token.actions.githubusercontent.com:sub', values: ['*'] } }, ['GithubOidc']],
] as Array<[object, string[]]>)('%j', (statement, expected) => {
  const policy = { Version: '2012-10-17', Statement: [statement] };
  const text = scalar(`\n ${JSON.stringify(policy)}`, 1);
  for (const node of [document(policy), document({ statement }), document([statement]), text, unknown(JSON.stringify(policy), 1)]) {
    expect(verdicts(given(node), true)).toEqual(expected);
    expect(verdicts(given(node), undefined)).toEqual([]);
  }
});

test('the second statement counts as well, and so does a second policy', () => {
  const harmless = { Action: 's3:GetObject', Resource: one };
  const open = { NotAction: 'a:b', Resource: one };
  expect(verdicts(given(document({ Statement: [harmless, open] })), true)).toEqual(['NotAction']);
  expect(verdicts(given(document({ Statement: harmless }), document({ Statement: open })), true)).toEqual([
    'NotAction',
  ]);
  expect(verdicts(given(document({ Statement: harmless })), false)).toEqual(
    names.map((name) => name.replace('policy', '')),
  );
});

const entry = (key: string, value: ReturnType<typeof unknown> | ReturnType<typeof scalar>) => ({
  key,
  line: 1,
  value,
});
const every = names.map((name) => name.replace('policy', ''));

test('a part that is not known leaves the question open, unless the known parts answer it', () => {
  const action = (value: ReturnType<typeof unknown> | ReturnType<typeof scalar>, resource: string) =>
    given(mapping([entry('Action', value), entry('Resource', scalar(resource, 1))], 1));
  expect(verdicts(action(unknown('', 1), one), undefined)).toEqual(every);
  expect(verdicts(action(unknown('*', 1), one), true)).toEqual(['StarAction', 'ServiceStar', 'Credentials']);
  expect(verdicts(given(unknown('aws_iam_policy_document.a.json', 1)), undefined)).toEqual(every);
  expect(
    verdicts({ nodes: [sequence([unknown('', 1)], 1)], uncertain: false, place: undefined }, undefined),
  ).toEqual(every);
  expect(
    verdicts(given(mapping([entry('Action', scalar(null, 1)), entry('Resource', scalar('*', 1))], 1)), false),
  ).toEqual(every);
});

test('a condition that is not known narrows', () => {
  const statement = (value: ReturnType<typeof unknown>) =>
    given(
      mapping(
        [entry('Principal', scalar('*', 1)), entry('Action', scalar('a:b', 1)), entry('Condition', value)],
        1,
      ),
    );
  expect(verdicts(statement(unknown('var.c', 1)), true)).toEqual([
    'StarPrincipal',
    'AssumeAny',
    'AssumeService',
  ]);
  const oidc = (...parts: Array<ReturnType<typeof entry>>) =>
    verdicts(given(mapping([entry('Principal', scalar(github.Federated, 1)), ...parts], 1)), true);
  expect(oidc()).toEqual(['GithubOidc']);
  expect(oidc(entry('Condition', unknown('var.c', 1)))).toEqual([]);
});
