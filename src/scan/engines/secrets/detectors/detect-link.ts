import { isReference } from '../values/reference-value.ts';
import { doubtOfSetup } from '../values/sample-data.ts';
import { doubtOfLine, doubtOfPage } from '../values/surroundings.ts';
import { judgeValue } from '../values/value-judgement.ts';
import { type DetectorTools, type Layer, rank, textOf } from './candidate.ts';
import { type Judged, lessened, withCaution } from './detect-format.ts';

const maxAuthority = 320;

/** A user and password inside a URL or a connection string: `scheme://user:password@host`. `at` is where `://` begins. */
export function detectLink(layer: Layer, at: number, tools: DetectorTools): void {
  const { bytes } = layer;
  const start = at + 3;
  let lastAt = -1;
  let colon = -1;
  let end = start;
  for (const limit = Math.min(bytes.length, start + maxAuthority); end < limit; end++) {
    const byte = bytes[end]!;
    if (byte === 0x40) lastAt = end;
    else if (byte === 0x3a && colon === -1) colon = end;
    else if (byte <= 0x20 || authorityEnds.has(byte)) break;
    // Without a colon by here this is an ordinary address, the commonest case by far.
    else if (byte === 0x2f) break;
  }
  if (colon === -1 || lastAt - colon < 3) return;
  const scheme = schemeBefore(layer, at);
  if (scheme === '') return;
  const user = textOf(bytes, start, colon);
  const password = textOf(bytes, colon + 1, lastAt);
  const host = textOf(bytes, lastAt + 1, end);
  if (!/^[A-Za-z0-9[{$<_(*%]/.test(host) || /^sha(?:256|512):/.test(host)) return;
  if (isDocumentation(user, password, host, tools)) return;
  const { kind, reason } = judgeValue(password, tools.vocabulary);
  if (kind === 'placeholder' || isReference(password) || /[()]/.test(password)) return;
  const local =
    /^(?:localhost|127\.|0\.0\.0\.0|\[::1|host\.docker|(?:db|postgres|mysql|redis|mongo|rabbitmq)(?![\w.-]))/i.test(
      host,
    );
  const isDatabase =
    /^(?:postgres|mysql|maria|mongo|redis|amqp|mssql|sqlserver|oracle|clickhouse|cockroach|cassandra|couchdb|neo4j|bolt|nats|kafka)/i.test(
      scheme,
    );
  const certain = kind === 'random' || kind === 'strong';
  const shown = kind !== 'random' && isShown(user, host, tools);
  const severity =
    local || (kind !== 'random' && saysWhatItIs(password))
      ? 'low'
      : certain
        ? (isDatabase && isNamed(host)) || kind === 'random'
          ? 'high'
          : 'medium'
        : kind === 'soft'
          ? 'low'
          : 'medium';
  tools.report({
    rule: tools.rules.get(isDatabase ? 'database-link' : 'link')!,
    start: colon + 1,
    end: lastAt,
    value: password,
    ...withCaution(
      layer,
      inPlace(layer, at, {
        severity,
        confidence: local || shown || !certain ? 'low' : 'medium',
        reasons: [
          'a user and a password stand before the host',
          reason,
          ...(local ? ['the host is local'] : []),
          ...(shown ? ['user and host have the names that examples give them'] : []),
        ],
      }),
      'medium',
    ),
    rank: rank.link,
  });
}

/** `db1.acme.io:5432`: a server that has a name of its own, where it is no gap, no variable and no name that examples and local networks have. */
function isNamed(host: string): boolean {
  return (
    /^(?:[\w-]+\.)+[a-z]{2,18}(?::\d+)?$/i.test(host) &&
    !/(?:^|\.)(?:example(?:\.\w+)?|test|invalid|local|localhost|localdomain|internal|lan|home|svc|cluster)(?::\d+)?$/i.test(
      host,
    )
  );
}

/** What a comment or a page shows, and what is set for developers. */
function inPlace({ bytes, context }: Layer, at: number, judged: Judged): Judged {
  if (judged.severity !== 'high') return judged;
  const before = textOf(bytes, Math.max(0, at - 2000), at);
  const doubt =
    doubtOfLine(before.slice(-200), '', '') ?? doubtOfPage(before) ?? doubtOfSetup(context.setup, '');
  return doubt ? lessened(judged, doubt.limit, doubt.reason) : judged;
}

/** `user:…@host`: both are gaps, so what is between them is none of anybody's. */
function isShown(user: string, host: string, { vocabulary }: DetectorTools): boolean {
  return (
    vocabulary.documentationUsers.has(user.toLowerCase()) &&
    /^(?:(?:my|your|some|the)?[-_]?(?:host|hostname|server|domain|ip|address|endpoint)(?:name)?|(?:[\w-]+\.)?example\.(?:com|org|net))(?::(?:\d+|port))?$/i.test(
      host,
    )
  );
}

function isDocumentation(user: string, password: string, host: string, tools: DetectorTools): boolean {
  const { documentationUsers, documentationPasswords } = tools.vocabulary;
  const word = password.toLowerCase();
  if (!documentationPasswords.has(word)) return false;
  return (
    word === user.toLowerCase() ||
    documentationUsers.has(user.toLowerCase()) ||
    /(?:^|\.)(?:example|test|invalid|localhost)(?:\.[a-z]+)?(?::\d+)?$|^(?:host|hostname|server|domain)\b|127\.0\.0\.1/i.test(
      host,
    )
  );
}

/** `my-access-token`, `p%40ssword`: the place of a password, in the words that examples use for it. */
function saysWhatItIs(password: string): boolean {
  const plain = unescapePercent(password).toLowerCase();
  if (/[^a-z@0$ /_.-]/.test(plain)) return false;
  const letters = plain
    .replace(/[@0$]/g, (sign) => ({ '@': 'a', '0': 'o', $: 's' })[sign]!)
    .replace(/[^a-z]/g, '');
  // Word by word, longest first: an expression that repeats words which begin alike takes exponential time.
  return letters !== '' && letters.replace(exampleWords, '') === '';
}

const exampleWords =
  /password|passwsrd|passwd|pass|pwd|pw|word|token|tok|secret|key|bitbucket|github|gitlab|postgres|mysql|redis|another|access|service|server|oauth|basic|proxy|space|login|smtp|mail|auth|your|some|with|real|user|any|the|api|app|my|db|x/g;

function unescapePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function schemeBefore(layer: Layer, at: number): string {
  return /[A-Za-z0-9+.-]*$/.exec(textOf(layer.bytes, Math.max(0, at - 24), at))![0];
}

/** Quotes, brackets and backslashes end the text that a URL is in. */
const authorityEnds = new Set(Buffer.from('"\'`<>\\|?'));
