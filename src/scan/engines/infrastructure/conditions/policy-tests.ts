import { type ConfigNode, child, entries, entryOf, items, text } from '../../../formats/document/node.ts';
import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import type { NamedTest, TestArgument } from './named-test.ts';
import type { PathValues, Verdict } from './path-values.ts';

/** One statement of an AWS policy, whichever of the three ways of writing it was used. */
interface Statement {
  allow: boolean;
  actions: string[];
  notActions: string[];
  resources: string[];
  principals: string[];
  notPrincipal: boolean;
  conditions: ConfigNode | undefined;
  uncertain: boolean;
}

// Actions whose use on every resource lets the holder become someone stronger.
const escalationActions =
  /^(iam:(passrole|createaccesskey|createloginprofile|updateloginprofile|attach(user|role|group)policy|put(user|role|group)policy|addusertogroup|createpolicyversion|setdefaultpolicyversion|updateassumerolepolicy|\*)|sts:assumerole|lambda:(createfunction|updatefunctioncode)|glue:(createdevendpoint|updatedevendpoint)|cloudformation:createstack|datapipeline:createpipeline|\*)$/;
const credentialActions =
  /^(iam:createaccesskey|iam:createloginprofile|iam:updateloginprofile|iam:createservicespecificcredential|iam:resetservicespecificcredential|sts:(assumerole\w*|getfederationtoken|getsessiontoken)|ecr:getauthorizationtoken|redshift:getclustercredentials|cognito-identity:(getopenidtoken\w*|getcredentialsforidentity)|codepipeline:pollforjobs|connect:getfederationtoken|gamelift:requestuploadcredentials|mediapackage:rotate\w*|chime:createapikey|rds-db:connect|sso:getrolecredentials|\*)$/;
const exfiltrationActions =
  /^(s3:(getobject|\*)|ssm:getparameters?(bypath)?|ssm:\*|secretsmanager:(getsecretvalue|\*)|\*)$/;
const exposureActions =
  /^(\*|(acm-pca|backup|chime|cloudformation|cloudsearch|codeartifact|codebuild|codeguru-profiler|codestar|cognito-identity|deeplens|dynamodb|ds|ecr|efs|eks|elasticfilesystem|es|fsx|glacier|glue|iam|imagebuilder|iot|kms|lakeformation|lambda|license-manager|lightsail|logs|mediapackage|mediastore|opsworks|organizations|quicksight|ram|redshift|route53resolver|s3|s3-outposts|sdb|secretsmanager|serverlessrepo|servicecatalog|ses|signer|sns|sqs|ssm|sso|sso-directory|storagegateway|transfer|wam|workmail|waf):(\*|(put|delete|set|attach|detach|add|remove|create|update|modify)\w*(policy|policies|permissions?|acl|grant|accesspoint\w*|trust|role|user|group|membership\w*|publicaccessblock|accesskey|loginprofile)\w*))$/;
const writeVerbs =
  /:(create|put|delete|update|modify|write|attach|detach|run|start|stop|terminate|reboot|set|add|remove|send|publish|invoke|import|restore|tag|untag|register|deregister|associate|disassociate|enable|disable|copy|upload|batch(write|delete|put)|\*)/i;
// Actions that AWS cannot limit to a resource, so that a star is the only way to write them.
const unlimitedActions =
  /^(\w[\w-]*:(describe|list)\w*|ec2:(describe\w*|get\w*)|s3:listallmybuckets|sts:getcalleridentity|ecr:getauthorizationtoken|cloudwatch:(put|get|list|describe)\w*|xray:\w+|logs:(describe\w*|createloggroup)|iam:(list|get)\w*|autoscaling:describe\w*|ce:\w+|tag:get\w*|kms:(list\w*|generaterandom|createkey)|ssm:describe\w*|ssmmessages:\w+|ec2messages:\w+|pricing:\w+|support:\w+|health:\w+|cognito-identity:\w+|sns:list\w*|route53:list\w*|acm:list\w*|elasticloadbalancing:describe\w*)$/;

export const policyTests: Readonly<Record<string, NamedTest>> = {
  /** Every action on everything. */
  policyAdmin: over(
    (statement) => statement.allow && has(statement.actions, '*') && has(statement.resources, '*'),
  ),
  /** The single star as an action, whatever the resource. */
  policyStarAction: over((statement) => statement.allow && has(statement.actions, '*')),
  /** Every action of a service, or of all: `sqs:*`. */
  policyServiceStar: over(
    (statement) => statement.allow && statement.actions.some((action) => /^(\*|[\w-]+:\*)$/.test(action)),
  ),
  policyStarResource: over(
    (statement) =>
      statement.allow &&
      has(statement.resources, '*') &&
      statement.actions.some((action) => !unlimitedActions.test(action)) &&
      !statement.conditions,
  ),
  /** Anyone at all, without a condition that narrows it. */
  policyPublic: over(
    (statement) => statement.allow && has(statement.principals, '*') && !narrows(statement.conditions),
  ),
  /** A star among the principals, even behind a condition. */
  policyStarPrincipal: over((statement) => statement.allow && has(statement.principals, '*')),
  policyNotPrincipal: over((statement) => statement.allow && statement.notPrincipal),
  policyNotAction: over((statement) => statement.allow && statement.notActions.length > 0),
  /** Denies everything to everyone, the owner included. */
  policyLockout: over(
    (statement) =>
      !statement.allow &&
      has(statement.principals, '*') &&
      statement.actions.some((action) => /^(\*|s3:\*)$/.test(action)) &&
      !statement.conditions,
  ),
  policyEscalation: over((statement) => unconstrained(statement, escalationActions)),
  policyCredentials: over(
    (statement) =>
      statement.allow &&
      !statement.conditions &&
      statement.actions.some((action) => credentialActions.test(action)),
  ),
  policyExfiltration: over((statement) => unconstrained(statement, exfiltrationActions)),
  policyExposure: over((statement) => unconstrained(statement, exposureActions)),
  policyWrite: over(
    (statement) =>
      statement.allow &&
      !statement.conditions &&
      has(statement.resources, '*') &&
      statement.actions.some((action) => action === '*' || writeVerbs.test(action)),
  ),
  /** A role that the whole of an account, or anyone, may assume. */
  policyAssumeAny: over((statement) => statement.allow && has(statement.principals, '*')),
  policyAssumeService: over(
    (statement) =>
      statement.allow &&
      statement.principals.some((principal) => principal === '*' || /^arn:aws[\w-]*:iam::\*/.test(principal)),
  ),
  policyAccountRoot: over(
    (statement) =>
      statement.allow &&
      !statement.conditions &&
      statement.principals.some((principal) =>
        /^(\d{12}|arn:aws[\w-]*:iam::(\d{12}|\*):root|\*)$/.test(principal),
      ),
  ),
  /** GitHub's tokens are accepted without saying of which repository. */
  policyGithubOidc: over((statement) => {
    if (
      !statement.allow ||
      !statement.principals.some((principal) => principal.includes('token.actions.githubusercontent.com'))
    )
      return false;
    return !limitsGithubSubject(statement.conditions);
  }),
};

function unconstrained(statement: Statement, actions: RegExp): boolean {
  return (
    statement.allow &&
    !statement.conditions &&
    has(statement.resources, '*') &&
    statement.actions.some((action) => actions.test(action))
  );
}

function has(list: readonly string[], wanted: string): boolean {
  return list.includes(wanted);
}

function narrows(conditions: ConfigNode | undefined): boolean {
  if (!conditions) return false;
  if (conditions.kind === 'unknown') return true;
  return items(conditions).some((block) => {
    if (block.kind === 'unknown') return true;
    // The block form of a policy document: condition { test variable values }.
    const variable = text(child(block, 'variable'));
    if (variable !== undefined) return !anyoneCanSay.test(variable);
    return entries(block).some(
      ({ value }) => value.kind !== 'mapping' || entries(value).some(({ key }) => !anyoneCanSay.test(key)),
    );
  });
}

/** Headers that the caller writes as it likes, so that a condition on them keeps nobody out. */
const anyoneCanSay = /^aws:(?:referer|useragent)$/i;

function limitsGithubSubject(conditions: ConfigNode | undefined): boolean {
  const subjects: string[] = [];
  let uncertain = false;
  const collect = (variable: string, values: ConfigNode | undefined) => {
    if (!/token\.actions\.githubusercontent\.com:(sub|repository|job_workflow_ref)$/i.test(variable)) return;
    for (const value of items(values)) {
      const known = value.kind === 'unknown' ? value.text : text(value);
      if (known) subjects.push(known);
      else uncertain = true;
    }
  };
  for (const block of items(conditions)) {
    // The block form of a policy document: condition { test variable values }.
    const variable = text(child(block, 'variable'));
    if (variable) collect(variable, child(block, 'values'));
    for (const operator of entries(block))
      for (const entry of entries(operator.value)) collect(entry.key, entry.value);
    if (block.kind === 'unknown') uncertain = true;
  }
  if (subjects.length === 0) return uncertain;
  // `repo:org/*` still names an owner; `*` and `repo:*` name nobody.
  return subjects.every(
    (subject) =>
      !/^(\*|repo:\*.*|repo:[^/]*\*.*|repository_owner:\*)$/.test(subject) &&
      !/^repo:\w+:|^(workflow|environment|ref|context|head_ref|base_ref):\S*$/.test(subject),
  );
}

function over(fits: (statement: Statement) => boolean): NamedTest {
  return ([argument]: readonly TestArgument[]): Verdict => {
    if (typeof argument !== 'object') return false;
    let uncertain = false;
    for (const node of policyNodes(argument)) {
      if (node.kind === 'unknown') {
        uncertain = true;
        continue;
      }
      for (const statement of statementsOf(node)) {
        if (fits(statement)) return true;
        if (statement.uncertain) uncertain = true;
      }
    }
    return uncertain ? undefined : false;
  };
}

function policyNodes(values: PathValues): ConfigNode[] {
  return values.nodes.flatMap((node): ConfigNode[] => {
    if (node.kind === 'sequence') return [...node.items];
    const json = text(node) ?? (node.kind === 'unknown' ? node.text : undefined);
    if (json === undefined || !json.trimStart().startsWith('{')) return [node];
    return parseYaml(json).documents.slice(0, 1);
  });
}

function statementsOf(policy: ConfigNode): Statement[] {
  const listed = child(policy, 'Statement') ?? child(policy, 'statement') ?? policy;
  return items(listed).map(statementOf);
}

function statementOf(node: ConfigNode): Statement {
  let uncertain = false;
  const strings = (...names: string[]): string[] => {
    const found: string[] = [];
    const visit = (value: ConfigNode): void => {
      if (value.kind === 'sequence') for (const item of value.items) visit(item);
      else if (value.kind === 'mapping') for (const entry of value.entries) visit(entry.value);
      else if (value.kind === 'unknown') {
        uncertain = true;
        if (value.text) found.push(value.text);
      } else if (value.value !== null) found.push(String(value.value));
    };
    for (const name of names) {
      const entry = entryOf(node, name);
      if (entry) visit(entry.value);
    }
    return found;
  };
  const lower = (values: string[]) => values.map((value) => value.toLowerCase());
  const principals = [...strings('Principal'), ...principalBlocks(child(node, 'principals'))];
  const conditions = child(node, 'Condition') ?? child(node, 'condition');
  return {
    allow: (text(child(node, 'Effect') ?? child(node, 'effect')) ?? 'Allow') === 'Allow',
    actions: lower(strings('Action', 'actions')),
    notActions: lower(strings('NotAction', 'not_actions')),
    resources: strings('Resource', 'resources'),
    principals,
    notPrincipal:
      entryOf(node, 'NotPrincipal') !== undefined || entryOf(node, 'not_principals') !== undefined,
    conditions,
    uncertain,
  };
}

// principals { type = "AWS" identifiers = ["*"] }
function principalBlocks(node: ConfigNode | undefined): string[] {
  return items(node).flatMap((block) =>
    items(child(block, 'identifiers')).flatMap((item) =>
      item.kind === 'unknown' ? [item.text] : (text(item) ?? []),
    ),
  );
}
