import { judgeValue } from '../values/value-judgement.ts';
import { type DetectorTools, type Layer, rank, textOf } from './candidate.ts';
import { withCaution } from './detect-format.ts';

/** Calls that take a password among their literal arguments: the name, and the index of the password. */
const calls: ReadonlyArray<{ name: string; passwordAt: number; userAt: number }> = [
  { name: '.login(', passwordAt: 1, userAt: 0 },
  { name: '.authenticate(', passwordAt: 1, userAt: 0 },
  { name: 'mysqli_connect(', passwordAt: 2, userAt: 1 },
  { name: 'mysql_connect(', passwordAt: 2, userAt: 1 },
  { name: 'mysql_pconnect(', passwordAt: 2, userAt: 1 },
  { name: 'new mysqli(', passwordAt: 2, userAt: 1 },
  { name: 'new PDO(', passwordAt: 2, userAt: 1 },
  { name: 'ftp_login(', passwordAt: 2, userAt: 1 },
  { name: 'getConnection(', passwordAt: 2, userAt: 1 },
  { name: 'NetworkCredential(', passwordAt: 1, userAt: 0 },
  { name: 'auth=(', passwordAt: 1, userAt: 0 },
  { name: '.auth(', passwordAt: 1, userAt: 0 },
  { name: 'BasicAuth(', passwordAt: 1, userAt: 0 },
  { name: 'basic_auth(', passwordAt: 1, userAt: 0 },
  { name: 'HTTPBasicAuth(', passwordAt: 1, userAt: 0 },
  { name: 'PasswordAuthentication(', passwordAt: 1, userAt: 0 },
  { name: 'setBasicAuth(', passwordAt: 1, userAt: 0 },
  { name: '.SetBasicAuth(', passwordAt: 1, userAt: 0 },
  { name: '.basicAuth(', passwordAt: 1, userAt: 0 },
  { name: 'smtp.PlainAuth(', passwordAt: 2, userAt: 1 },
  { name: 'UsernamePasswordCredentials(', passwordAt: 1, userAt: 0 },
  { name: 'DirectoryEntry(', passwordAt: 2, userAt: 1 },
  { name: 'simple_bind_s(', passwordAt: 1, userAt: 0 },
  { name: 'ldap_bind(', passwordAt: 2, userAt: 1 },
  { name: 'DBI->connect(', passwordAt: 2, userAt: 1 },
  { name: 'pymysql.connect(', passwordAt: 2, userAt: 1 },
  { name: 'MySQLdb.connect(', passwordAt: 2, userAt: 1 },
  { name: 'ftplib.FTP(', passwordAt: 2, userAt: 1 },
  { name: 'new Sequelize(', passwordAt: 2, userAt: 1 },
  { name: 'odbc_connect(', passwordAt: 2, userAt: 1 },
  { name: 'oci_connect(', passwordAt: 1, userAt: 0 },
  { name: 'oracledb.connect(', passwordAt: 1, userAt: 0 },
  { name: 'cx_Oracle.connect(', passwordAt: 1, userAt: 0 },
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
  const user = literals[call.userAt];
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
    publicPrefix: 0,
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
