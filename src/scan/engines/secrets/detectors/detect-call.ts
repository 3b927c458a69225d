import { judgeValue } from '../values/value-judgement.ts';
import { type DetectorTools, type Layer, rank, textOf } from './candidate.ts';
import { withCaution } from './detect-format.ts';

/** Calls that take a user and a password as their first literal arguments. */
const loginCalls = [
  '.login(',
  '.authenticate(',
  'NetworkCredential(',
  'auth=(',
  '.auth(',
  'BasicAuth(',
  'basic_auth(',
  'HTTPBasicAuth(',
  'PasswordAuthentication(',
  'setBasicAuth(',
  '.SetBasicAuth(',
  '.basicAuth(',
  'UsernamePasswordCredentials(',
  'simple_bind_s(',
  'oci_connect(',
  'oracledb.connect(',
  'cx_Oracle.connect(',
];

/** Calls that take something else before them: a host, a database, an identity. */
const connectionCalls = [
  'mysqli_connect(',
  'mysql_connect(',
  'mysql_pconnect(',
  'new mysqli(',
  'new PDO(',
  'ftp_login(',
  'getConnection(',
  'smtp.PlainAuth(',
  'DirectoryEntry(',
  'ldap_bind(',
  'DBI->connect(',
  'pymysql.connect(',
  'MySQLdb.connect(',
  'ftplib.FTP(',
  'new Sequelize(',
  'odbc_connect(',
];

/** With the index of the password; the user comes right before it. */
const calls = [
  ...loginCalls.map((name) => ({ name, passwordAt: 1 })),
  ...connectionCalls.map((name) => ({ name, passwordAt: 2 })),
];

export const callKeywords: readonly string[] = calls.map((call) => call.name);

/** `client.login('someone@example.org', 'the password')`: both arguments are literals. */
export function detectCall(layer: Layer, callIndex: number, openEnd: number, tools: DetectorTools): void {
  if (layer.binary) return;
  const call = calls[callIndex]!;
  const literals = literalArguments(layer, openEnd, call.passwordAt + 1);
  // A robot logs in with a token alone.
  const alone = call.name === '.login(' && literals.length === 1;
  const argument = literals[alone ? 0 : call.passwordAt];
  const user = literals[call.passwordAt - 1];
  if (!argument || !user || user.end === user.start || argument.end - argument.start < 3) return;
  const value = textOf(layer.bytes, argument.start, argument.end);
  const { kind, reason } = judgeValue(value, tools.vocabulary);
  if (kind === 'placeholder' || value.includes(' ') || (alone && kind !== 'random')) return;
  tools.report({
    rule: tools.rules.get('call')!,
    start: argument.start,
    end: argument.end,
    value,
    ...withCaution(layer, {
      severity: kind === 'random' ? 'high' : kind === 'soft' ? 'info' : 'medium',
      confidence: kind === 'random' || kind === 'strong' ? 'medium' : 'low',
      reasons: [
        alone ? 'the call logs in with a literal' : 'a user and a password are literal arguments of the call',
        reason,
      ],
    }),
    rank: rank.assignment,
  });
}

/** The first arguments of a call as far as each is one quoted literal; an argument that is none leaves a gap. */
function literalArguments(
  layer: Layer,
  from: number,
  count: number,
): Array<{ start: number; end: number } | undefined> {
  const { bytes } = layer;
  const found: Array<{ start: number; end: number } | undefined> = [];
  let at = from;
  const limit = Math.min(bytes.length, from + 400);
  for (let index = 0; index < count; index++) {
    while (at < limit && bytes[at]! <= 0x20) at++;
    const quote = bytes[at];
    let argument: { start: number; end: number } | undefined;
    if (quote === 0x22 || quote === 0x27) {
      const start = ++at;
      while (at < limit && bytes[at] !== quote && bytes[at] !== 0x0a) at += bytes[at] === 0x5c ? 2 : 1;
      if (bytes[at] === quote) argument = { start, end: at };
      at++;
    }
    const literalEnd = at;
    while (at < limit && bytes[at] !== 0x2c && bytes[at] !== 0x29 && bytes[at] !== 0x28) at++;
    // Anything between the literal and the comma makes it part of an expression.
    found.push(textOf(bytes, literalEnd, at).trim() === '' ? argument : undefined);
    if (bytes[at] !== 0x2c) break;
    at++;
  }
  return found;
}
