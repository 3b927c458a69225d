import { doubtOfSetup } from '../values/sample-data.ts';
import { judgeValue } from '../values/value-judgement.ts';
import { type DetectorTools, type Layer, rank } from './candidate.ts';
import { lessened, withCaution } from './detect-format.ts';
import { holdsMoreThanCertificates } from './java-key-store.ts';

/** Files whose whole content is the credential: found by their shape, so that a new name hides nothing. */
export function detectFile(layer: Layer, path: string, tools: DetectorTools): void {
  if (layer.depth > 0) return;
  detectKeyStore(layer, path, tools);
  if (layer.binary || layer.bytes.length > 65_536) return;
  detectLoneValue(layer, path, tools);
  detectPasswordTable(layer, tools);
}

/** PKCS#12 and Java key stores, by their first bytes. */
function detectKeyStore(layer: Layer, path: string, tools: DetectorTools): void {
  const { bytes } = layer;
  const isPkcs12 =
    bytes.length > 64 &&
    bytes[0] === 0x30 &&
    bytes[1] === 0x82 &&
    bytes[4] === 0x02 &&
    bytes[5] === 0x01 &&
    bytes[6] === 0x03 &&
    bytes[7] === 0x30;
  const isJavaKeyStore = bytes.length > 32 && bytes.readUInt32BE(0) === 0xfeedfeed;
  if (!isPkcs12 && !isJavaKeyStore) return;
  if (isJavaKeyStore && !holdsMoreThanCertificates(bytes)) return;
  const judged = withCaution(layer, {
    severity: 'high',
    confidence: 'medium',
    reasons: [`the file begins as a ${isPkcs12 ? 'PKCS#12' : 'Java'} key store`],
  });
  const doubt = /(?:^|\/)debug\.(?:keystore|jks)$/.test(path)
    ? androidsOwn
    : doubtOfSetup(layer.context.setup, '');
  tools.report({
    rule: tools.rules.get('key-store')!,
    start: 0,
    end: bytes.length,
    value: bytes.toString('latin1', 0, 4096),
    ...(doubt ? lessened(judged, doubt.limit, doubt.reason) : judged),
    rank: rank.keyMaterial,
  });
}

const androidsOwn = {
  limit: 'low',
  reason:
    'the tools of Android make one of this name for every developer, with a password that everybody has',
} as const;

/** A file that holds one random value and nothing else, such as a Rails master key. */
function detectLoneValue(layer: Layer, path: string, tools: DetectorTools): void {
  if (
    layer.bytes.length > 600 ||
    layer.bytes.length < 20 ||
    (layer.context.syntax === 'prose' && !path.endsWith('.txt')) ||
    /(?:sha\d*|md5|sum|digest|hash|version|rev|commit|head|checksum|etag|nonce|id)$/i.test(path)
  )
    return;
  const content = layer.bytes.toString('latin1');
  const value = content.trim();
  if (
    !/^[A-Za-z0-9+/_.-]{20,200}={0,2}$/.test(value) ||
    judgeValue(value, tools.vocabulary).kind !== 'random'
  )
    return;
  const start = content.indexOf(value);
  const setup = doubtOfSetup(layer.context.setup, '');
  const saysKey = /key|secret|token|pass|cred|auth|\.pem$/i.test(path);
  // What generators leave next to their output to know whether it is still current.
  if (!saysKey && isDigest(value)) return;
  tools.report({
    rule: tools.rules.get('lone-value')!,
    start,
    end: start + value.length,
    value,
    ...withCaution(layer, {
      severity: saysKey && !setup ? 'high' : 'medium',
      confidence: saysKey && !setup ? 'medium' : 'low',
      reasons: [
        'the file holds one random value and nothing else',
        ...(saysKey ? ['and its name speaks of a key'] : []),
        ...(saysKey && setup ? [setup.reason] : []),
      ],
    }),
    rank: rank.shape,
  });
}

/** Hexadecimal of the length of MD5, SHA-1 or the SHA-2 family. */
function isDigest(value: string): boolean {
  return /^[0-9a-f]+$/i.test(value) && [32, 40, 56, 64, 96, 128].includes(value.length);
}

/** `host:port:database:user:password`, the lines of a PostgreSQL password file. */
function detectPasswordTable(layer: Layer, tools: DetectorTools): void {
  if (layer.context.syntax === 'code') return;
  // The first line that is no comment tells whether the file is such a table at all.
  const opening = layer.bytes.toString('latin1', 0, 2048);
  if (!/^(?:#[^\n]{0,400}\n|[^\S\n]*\n){0,20}[\w.*-]{1,100}:(?:\d{2,5}|\*):/.test(opening)) return;
  const text = layer.bytes.toString('latin1');
  for (const match of text.matchAll(
    /^([\w.*-]{1,100}):(\d{2,5}|\*):([\w.*-]{1,63}):([\w.@*-]{1,63}):((?:\\.|[^\s:\\]){3,128})$/gm,
  )) {
    const value = match[5]!;
    const { kind, reason } = judgeValue(value, tools.vocabulary);
    if (kind === 'placeholder') continue;
    const end = match.index + match[0].length;
    tools.report({
      rule: tools.rules.get('password-table')!,
      start: end - value.length,
      end,
      value,
      ...withCaution(layer, {
        severity: kind === 'random' || kind === 'strong' ? 'high' : 'medium',
        confidence: kind === 'random' || kind === 'strong' ? 'medium' : 'low',
        reasons: ['the line has the five fields of a password file', reason],
      }),
      rank: rank.named,
    });
  }
}
