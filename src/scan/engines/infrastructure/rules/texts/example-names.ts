import { withAcronyms } from './acronyms.ts';

/** Names that examples give to what a reader has under names of their own. */
const madeUp: ReadonlySet<string> = new Set(
  'app ops shop web keeper7 deploy backend corp mine team logs data main demo my-app my-bucket'.split(' '),
);
/** Where such a name stands for something of the reader's; elsewhere, as in `name: Premium`, it is the value to write. */
const naming =
  /(?:^|_)(?:name|namespace|user|users|username|bucket|group|subjects?|hosts?|domain|account|project|id|ids|description)$|(?:Name|Namespace|Username|Bucket|Group|Host|Id)$/;

/** A value of an example as a reader should see it: what only the example has is a gap to fill in. */
export function withoutExampleNames(value: string, key: string): string {
  if (isMadeUp(value, key)) return `<${spelled(key)}>`;
  return value
    .replace(
      /arn:aws[\w-]*:[\w-]+:[\w-]*:(?!aws:)\d*:[^\s"'`*]+\*?|arn:aws[\w-]*:s3:::[^\s"'`]+/g,
      describeArn,
    )
    .replace(/\b[a-z.]+@(?:[a-z0-9-]+\.)*example(?:\.(?:com|org|net))?\b/g, '<email address>')
    .replace(/\b(?:[a-z0-9-]+\.)*(?:example(?:\.(?:com|org|net))?)\b/g, '<host>')
    .replace(/\bsha256:[0-9a-f]{64}\b/g, 'sha256:<digest>')
    .replace(/\/subscriptions\/[^\s"'`]+/g, '<resource ID>')
    .replace(/\bprojects\/[a-z0-9-]{1,12}\/locations\/[^\s"'`]+/g, '<resource name>');
}

function isMadeUp(value: string, key: string): boolean {
  if (/^(?:on|tcp|up)$/.test(value)) return false;
  if (/^[a-z]{1,2}\d?$|^[A-Z]$|^(?:foo|bar|abc|xyz)$/.test(value)) return true;
  if (/^(?:sg|subnet|vpc|ami|eni|igw|rtb|acl|vpce|key|i)-[0-9a-f]{1,17}$/.test(value)) return true;
  return madeUp.has(value) && naming.test(key);
}

const kinds: ReadonlyArray<readonly [RegExp, string]> = [
  [/:kms:/, 'KMS key'],
  [/:iam:.*:role\//, 'role'],
  [/:iam:.*:user\//, 'user'],
  [/:iam:.*:root$/, 'account'],
  [/:iam:.*:policy\//, 'policy'],
  [/:acm:/, 'certificate'],
  [/:logs:/, 'log group'],
];

function describeArn(arn: string): string {
  if (/^arn:aws[\w-]*:s3:::/.test(arn)) return `arn:aws:s3:::<bucket>${arn.includes('/') ? '/*' : ''}`;
  const kind = kinds.find(([pattern]) => pattern.test(arn))?.[1];
  const [, , service = 'resource'] = arn.split(':');
  return `<ARN of the ${kind ?? withAcronyms(service)}>`;
}

/** A whole suggestion: labels of resources, and references to them, belong to the example. */
export function withoutExampleLabels(suggestion: string): string {
  return suggestion
    .replace(/\b(resource|data) "(\w+)" "\w+"/g, '$1 "$2" "<name>"')
    .replace(
      /\b((?:data\.)?(?:aws|azurerm|azuread|google|oci|alicloud|yandex|digitalocean)_\w+)\.\w+\./g,
      '$1.<name>.',
    );
}

/** `masterUsername` and `master_username` as words. */
function spelled(key: string): string {
  const words = key
    .replace(
      /([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g,
      (_, low = '', high = '', end = '') => `${low}${end} ${high}`,
    )
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase();
  return withAcronyms(words);
}
