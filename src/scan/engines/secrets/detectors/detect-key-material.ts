import { inlineTest, isInInlineTest } from '../values/doubts/inline-tests.ts';
import { doubtOfName, doubtOfPage, doubtOfWarning, doubtOfWording } from '../values/surroundings.ts';
import { type DetectorTools, type Layer, rank, textOf } from './candidate.ts';
import { type Judged, lessened, withCaution } from './detect-format.ts';

const maxKeyBytes = 16_384;

/** A private key in PEM armour; `at` is where `-----BEGIN ` starts. The body may be folded, indented or escaped inside a string. */
export function detectPrivateKey(layer: Layer, at: number, tools: DetectorTools): void {
  const head = textOf(layer.bytes, at, at + 80);
  const label = /^-----BEGIN ([A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?)-----/.exec(head)?.[1];
  if (label === undefined) return;
  const bodyStart = at + label.length + 16;
  const far = Math.min(layer.bytes.length, bodyStart + maxKeyBytes);
  const marked = layer.bytes.subarray(bodyStart, far).indexOf('-----');
  const rest = textOf(layer.bytes, bodyStart, marked === -1 ? far : bodyStart + marked + 70);
  tools.charge(64 + rest.length);
  const body = marked === -1 ? leadingBody(rest) : rest.slice(0, marked);
  const material = body.replace(/\\[nrt]/g, '').replace(/[^A-Za-z0-9+/=]/g, '');
  if (material.length < 16 || /^(.)\1*$/.test(material) || isCode(body)) return;
  const encrypted =
    label.includes('ENCRYPTED') ||
    /Proc-Type: ?4,ENCRYPTED/.test(body) ||
    isEncryptedOpenSsh(label, material);
  const complete = material.length >= 64 && !isCutOff(label, material);
  const closing = /^-----END [A-Z0-9 ]{1,50}-----/.exec(rest.slice(body.length))?.[0] ?? '';
  tools.report({
    rule: tools.rules.get(encrypted ? 'encrypted-private-key' : 'private-key')!,
    start: at,
    end: bodyStart + body.length + closing.length,
    value: material,
    ...withCaution(
      layer,
      byWhatIsBefore(layer, at, {
        severity: encrypted ? 'medium' : complete ? 'critical' : 'medium',
        confidence: complete ? 'high' : 'low',
        reasons: [
          `a block labelled ${label}`,
          ...(complete ? [] : ['but the body is too short for the key that it begins as']),
        ],
      }),
    ),
    rank: rank.keyMaterial,
  });
}

function byWhatIsBefore({ bytes, context }: Layer, at: number, judged: Judged): Judged {
  if (context.anonymousKey)
    return lessened(judged, 'medium', 'every program that tries certificates out has a key of that name');
  if (context.setup !== undefined)
    return lessened(judged, 'medium', 'it belongs to what developers or builds run for themselves');
  if (isInInlineTest(bytes, at, context)) return lessened(judged, 'low', inlineTest);
  const before = textOf(bytes, Math.max(0, at - 2000), at);
  const doubt =
    doubtOfName(before.slice(-200)) ??
    doubtOfWording(before.slice(-300)) ??
    doubtOfPage(before) ??
    doubtOfWarning(before);
  return doubt ? lessened(judged, doubt.limit, doubt.reason) : judged;
}

/** A program that looks for keys, or an example with a gap: brackets, templates and dots, next to the lines of the armour's own head. */
function isCode(body: string): boolean {
  return /\.\.\.|xxxx|\$\{|[()]/i.test(body.replace(/^[ \t]*[A-Za-z-]{3,20}: .*$/gm, ''));
}

/** Without an end mark only lines of base64 belong to the key. */
function leadingBody(rest: string): string {
  return /^(?:[\s"'+,]|\\[nrt]|[A-Za-z0-9+/=])*/.exec(rest.slice(0, 8192))![0];
}

/** DER says at its beginning how long it is: an example that shows the first lines of a key is shorter. */
function isCutOff(label: string, material: string): boolean {
  if (label.startsWith('OPENSSH') || label.startsWith('PGP') || label.includes('BLOCK')) return false;
  const [tag, size, high, low] = Buffer.from(material.slice(0, 8), 'base64');
  if (tag !== 0x30 || size !== 0x82 || high === undefined || low === undefined) return false;
  const bytes = Math.floor((material.replace(/=+$/, '').length * 3) / 4);
  return bytes + 2 < 4 + high * 256 + low;
}

function isEncryptedOpenSsh(label: string, material: string): boolean {
  if (!label.startsWith('OPENSSH')) return false;
  const opening = Buffer.from(material.slice(0, 80), 'base64').toString('latin1');
  return opening.startsWith('openssh-key-v1') && !opening.startsWith('openssh-key-v1\0\0\0\0\u0004none');
}

/** A PuTTY key file holds its private half behind `Private-Lines:`. */
export function detectPuttyKey(layer: Layer, at: number, tools: DetectorTools): void {
  const text = textOf(layer.bytes, at, at + maxKeyBytes);
  tools.charge(text.length);
  const found = /Private-Lines: ?\d{1,3}\r?\n((?:[A-Za-z0-9+/=]{1,80}(?:\r?\n|$)){1,80})/.exec(text);
  if (!found) return;
  const encrypted = !/^Encryption: none/m.test(text);
  const start = at + found.index + found[0].length - found[1]!.length;
  tools.report({
    rule: tools.rules.get('putty-key')!,
    start,
    end: start + found[1]!.trimEnd().length,
    value: found[1]!.replace(/\s/g, ''),
    ...withCaution(layer, {
      severity: encrypted ? 'medium' : 'critical',
      confidence: 'high',
      reasons: [
        encrypted
          ? 'the private half is there, behind a passphrase'
          : 'the private half is there and not encrypted',
      ],
    }),
    rank: rank.keyMaterial,
  });
}
