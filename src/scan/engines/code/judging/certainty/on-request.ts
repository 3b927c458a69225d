import type { Frame } from '../../domain/scope.ts';
import type { FunctionIr } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';
import type { RuleMeta } from '../../knowledge/rule-types.ts';

/**
 * Whether something that a program may be asked to leave out, such as the check of a certificate, is omitted only where somebody asks: in a branch, or in
 * a function, class or variable that is named after it. Who calls or takes that decides.
 */
export function isOnRequest(
  { cwe }: RuleMeta,
  frame: Frame,
  text: string,
  start: number,
  end: number,
): boolean {
  if (cwe.some((id) => keys.has(id))) return isNamed(frame, forTests);
  if (!cwe.some((id) => options.has(id))) return false;
  if (
    isNamed(frame, says) ||
    saidAbove.test(statementBefore(text, start)) ||
    says.test(variableAround(text, start)) ||
    isGiven(frame, text.slice(start, end)) ||
    builtForTests.test(attributesBefore(text, start)) ||
    chooses.test(text.slice(start, end).replace(texts, '')) ||
    choosesBehind.test(text.slice(end, end + maxStatement)) ||
    isReplacedBehind(frame, text, start, end)
  )
    return true;
  if (!cwe.some((id) => peers.has(id))) return frame.layer.below !== undefined;
  return isAskedFor(frame, text, start) || isMeant(frame, text, start, end);
}

/** `InsecureSkipVerify: insecureSkipVerify`, a parameter that is named after it: a call that leaves the check out says so, and another one need not. */
function isGiven(innermost: Frame, place: string): boolean {
  for (let frame: Frame | undefined = innermost; frame; frame = frame.outer)
    for (const { name } of frame.fn?.parameters ?? [])
      if (says.test(name) && new RegExp(`[:=]\\s{0,8}${name.replace(/\W/g, '\\$&')}(?![\\w.(])`).test(place))
        return true;
  return false;
}

/**
 * Whether a condition of the function, or of one around it, may ask for it: one around the place, or one that was left before. That there is a mail server, or
 * that it is to be encrypted, does not.
 */
function isAskedFor(innermost: Frame, text: string, start: number): boolean {
  for (let frame: Frame | undefined = innermost; frame; frame = frame.outer)
    if (frame.fn ? asksIn(frame.fn, text, start) : frame.layer.below !== undefined) return true;
  return false;
}

function asksIn({ body }: FunctionIr, text: string, before: number): boolean {
  const open: Part[] = [...body];
  for (let part = open.pop(); part; part = open.pop()) {
    if (part.start > before) continue;
    // What is chosen before, and is no part of the place, decides nothing here: `secure ? 'wss:' : 'ws:'`.
    const test = (part.k === 'cond' || part.k === 'logic') && part.end < before ? undefined : testOf(part);
    if (test && about.test(text.slice(test.start, Math.min(test.end, test.start + maxTest)))) return true;
    eachPart(part, (inner) => open.push(inner));
  }
  return false;
}

/**
 * `http.verify_mode = VERIFY_NONE; if (ca) http.verify_mode = VERIFY_PEER;`: what is set again further down in the function, to something else, is chosen there, as it
 * is by `ca ? VERIFY_PEER : VERIFY_NONE`.
 */
function isReplacedBehind({ fn }: Frame, text: string, start: number, end: number): boolean {
  if (!fn) return false;
  const line = text.slice(text.lastIndexOf('\n', start) + 1, endOfLine(text, end));
  const [, target, value] = /^\s*([\w$@.]{1,80}[.][\w$]{1,60})\s*=\s*([^=\s][^\n;#]{0,200})/.exec(line) ?? [];
  if (target === undefined || value === undefined) return false;
  const again = new RegExp(`^\\s*${target.replace(/[.$]/g, '\\$&')}\\s*=\\s*([^=\\s][^\\n;#]{0,200})`, 'gm');
  return [...text.slice(end, fn.end).matchAll(again)].some(
    ([, other]) => firstWord(other!) !== firstWord(value),
  );
}

function firstWord(text: string): string {
  return /^\S*/.exec(text)![0];
}

function testOf(part: Part): Part | undefined {
  if (part.k === 'if' || part.k === 'cond') return part.test;
  if (part.k === 'logic') return part.left;
  return part.k === 'switch' ? part.subject : undefined;
}

/** Whether somebody wrote down that it is so, the value is given by others, the program asks its own machine, or only watches who is there. */
function isMeant(frame: Frame, text: string, start: number, end: number): boolean {
  return (
    !fixed.test(text.slice(start, endOfLine(text, end))) ||
    thisMachine.test(functionAround(frame, text, start)) ||
    ownCheck.test(functionAround(frame, text, start)) ||
    isNamed(frame, watches) ||
    headOnly.test(text.slice(start, end)) ||
    explains.test(commentsAt(text, start, end)) ||
    reasons.test(text.slice(end, endOfLine(text, end))) ||
    (frame.fn !== undefined && explains.test(commentsAt(text, frame.fn.start, frame.fn.start)))
  );
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** `#[cfg(feature = "test_mode")]` above a statement of Rust: only such builds have it. */
function attributesBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - maxStatement), start);
  const lines = before.slice(Math.max(before.lastIndexOf(';'), before.lastIndexOf('}')) + 1).split('\n');
  return lines.filter((line) => attribute.test(line)).join('\n');
}

/** What the statement says before the place: `AddHttpClient("IgnoreCertificateErrors").Configure(` makes something that is asked for by that name. */
function statementBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - maxStatement), start);
  return before
    .slice(Math.max(before.lastIndexOf(';'), before.lastIndexOf('}')) + 1)
    .replace(lineComments, '');
}

/** The variable that a place becomes a part of: `var insecureTransport = &http.Transport{` some lines above. Empty where a block is in between. */
function variableAround(text: string, start: number): string {
  const lines = text
    .slice(Math.max(0, start - maxAround), start)
    .replace(endComments, '')
    .split('\n');
  let closed = 0;
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]!;
    let isAround = at === lines.length - 1;
    for (const sign of line.match(brackets)?.reverse() ?? []) {
      if (')]}'.includes(sign)) closed++;
      else if (closed > 0) closed--;
      else isAround = true;
    }
    if (!isAround) continue;
    if (opensBlock.test(line)) return '';
    const name = assigned.exec(line)?.[1];
    if (name !== undefined) return name;
  }
  return '';
}

/** Comments on the lines of a place, and those right above. */
function commentsAt(text: string, start: number, end: number): string {
  const first = text.lastIndexOf('\n', start - 1) + 1;
  const lines = text.slice(first, Math.min(endOfLine(text, end), first + maxAround)).split('\n');
  const above = text
    .slice(Math.max(0, first - maxAround), first)
    .split('\n')
    .slice(0, -1);
  // `client.Transport = &http.Transport{` and the like begin the statement that the place is in the middle of.
  const begun = (line: string) => {
    const code = line.replace(endComments, '').trimEnd();
    return begins.test(code) && !opensBlock.test(code);
  };
  while (above.length > 0 && begun(above.at(-1)!)) lines.push(above.pop()!);
  while (above.length > 0 && comment.test(above.at(-1)!)) lines.push(above.pop()!);
  return lines.map((line) => trailing.exec(line)?.[0] ?? '').join('\n');
}

function functionAround({ fn }: Frame, text: string, start: number): string {
  return fn ? text.slice(fn.start, fn.end) : text.slice(Math.max(0, start - maxAround), start + maxAround);
}

function isNamed(innermost: Frame, words: RegExp): boolean {
  for (let frame: Frame | undefined = innermost; frame; frame = frame.outer) {
    const { fn } = frame;
    if (fn && (words.test(fn.name) || words.test(fn.className ?? ''))) return true;
  }
  return false;
}

/** Keys in the source; a function that is there for tests has one of its own. */
const keys: ReadonlySet<string> = new Set(['CWE-321', 'CWE-798']);
const forTests = /test|mock|fake|dummy|sample/i;

/** `verify if checked else none`, `strict ? true : false`. */
const chooses = /\?(?![.:])|\|\||&&|\b(?:if|unless|or|and)\b/;
/** `http.verify_mode = if @lax`, `… = lax ? a : b`, where the place is what is set. What only says when it is set at all is none: `… = a if secure?`. */
const choosesBehind = /^\s*=\s*(?:(?:if|unless|case)\b|[^\n;#]{0,200}\?\s[^\n;]{1,200}\s:\s)/;
const texts = /"[^"\n]*"|'[^'\n]*'|`[^`]*`/g;

/** Certificates, host names and keys of hosts unchecked, weak or missing signatures. */
const options: ReadonlySet<string> = new Set(['CWE-295', 'CWE-297', 'CWE-322', 'CWE-347']);

/** Where who is at the other end remains unknown. */
const peers: ReadonlySet<string> = new Set(['CWE-295', 'CWE-297', 'CWE-322']);

/** What is asked by who may want it: `skip_verify`, `trustAll`, `selfSigned`, `isDevelopment`, `sslmode`, a certificate or a key that was given. */
const about =
  /insecure|unsafe|verif|skip|bypass|ignor|disabl|trust|check|valid|self_?-?signed|allow|accept|reject|strict|lax|weak|secure\b|debug|dev|test|local|prod|stag|env|mode|cert|\bca\b|_ca\b|ca_|\bpem|known|host_?key|fingerprint|pinned|server_?side|(?:tls|ssl)_?(?:config|options|context)/i;
/** Who looks whether a service is there tells it nothing; what is named after the check is where it is switched. */
const watches =
  /probe|health|(?:^|[a-z_])Ping(?![a-z])|(?:^|_)ping(?![a-z])|monitor|heartbeat|scan|inspect|(?:[aA]vailable|[rR]eachable|[aA]vailability|[rR]eachability)(?![a-zA-Z])|[iI]s_?(?:[aA]live|[oO]nline)|[vV]erification|[vV]erify[A-Z_]|[vV]erifying|(?:fetch|get|read|show)\w*[cC]ert/;
/** `requests.head(url, verify=False)` asks whether something is there, and reads nothing of it. */
const headOnly = /^(?:[\w.]*\.)?head\s*\(/;
/** The value is written at the place itself. */
const fixed =
  /\b(?:false|true|null|nil|none|off|no|[01]L?)\b|none|insecure|noop|anonymous|self_?signed|(?:allow|accept|trust)_?(?:all|any)|dangerous|unverified|=>|->|\bfunc|lambda|delegate/i;
const comment = /^\s*(?:\/\/|#|\/?\*|--)/;
/** A line that a value, an argument or an entry follows. */
const begins = /[=:([{,]\s*$/;
const opensBlock =
  /^\s*(?:[})\]]|(?:if|else|for|foreach|while|switch|case|default|func|fn|function|def|class|try|catch|do|public|private|protected|internal|static|async|export|override)\b)|\)\s*(?:=>|->)?\s*\{\s*$/;
const trailing = /(?:^|\s)(?:\/\/|\/\*|#(?![{\w])).*|^\s*(?:\*|--).*/;
/** That a reason is given, or that a linter was told, says that somebody decided. */
const explains =
  /insecure|verif|valid|certif|\bcerts?\b|trust|self.?signed|encrypted|nosec|nolint|noqa|noinspection|rubocop|skipcq|\b(?:local|for) dev|\bsafe|host.?(?:name|key)|m.?itm\b/i;
/** Three words or more behind the place, on its line, that put nothing off: whoever wrote them has decided. */
const reasons = /(?:\/\/|#)\s*(?!\W*(?:todo|fixme|xxx|hack)\b)[a-z'-]+(?:\s+[a-z'-]+){2,}/i;
/** The function looks at the certificate of the other side itself, as it is pinned or where it is made for one installation; a check that accepts all is none. */
const ownCheck =
  /\bVerify(?:PeerCertificate|Connection)\s{0,4}[:=](?!\s{0,4}(?:nil\b|func\s{0,2}\([^)]{0,200}\)\s{0,2}error\s{0,2}\{\s{0,20}return nil\s{0,20}\}))|\.PeerCertificates\b|\bgetPeer(?:X509)?Certificate\s{0,2}\(|\bgetpeercert\s{0,2}\(|\b(?:ssl_)?assert_fingerprint\s{0,2}=|['"]peer_fingerprint['"]|\.peer_cert\b/;
const thisMachine = /\blocalhost\b|\b127\.0\.0\.1\b|\[::1\]|\bsocketpair\(/;
/** Comments behind code; an address has its slashes behind a colon. */
const endComments = /(?<![:\w])(?:\/\/|#(?=\s)).*$/gm;
const brackets = /[()[\]{}]/g;
/** `var name = …`, `var name *Kind = …`, `name := …`, `private final Kind name = …`. */
const assigned =
  /^\s*(?:[\w<>[\]?]+\s+)*([\w.$@]+)\s*(?::\s*[\w.<>[\]]+\s*|[*[][\w.*[\]]{0,80}\s*)?(?::=|=(?![=>]))/;
const attribute = /^\s*#\[cfg\(/;
const builtForTests =
  /#\[cfg\((?:(?:any|all)\()?\s*(?:test\b|debug_assertions\b|feature\s*=\s*"[\w-]*(?:test|dev|debug|insecure|danger)[\w-]*")/;
const lineComments = /^\s*(?:\/\/|#|\*).*$/gm;
const maxStatement = 300;
const maxTest = 500;
const maxAround = 2_000;

/** `insecureClient`, `ssl_context_without_verify`, `TrustAllFactory`, `skipVerify`. */
const says =
  /insecure|blind_?(?:ly)?_?(?:ssl|tls|trust|cert|verif|host)|unsafe|untrusted|unverified|dangerous|permissive|self_?signed|(?:no|without|skip|bypass|ignore|disable)_?(?:ssl|tls|cert|verif|check|valid|host)|(?:trust|accept|allow)_?(?:all|any|every|invalid)/i;
/** The same as the last argument of a call. */
const saidAbove = new RegExp(`(?:${says.source})\\w*['"]?\\s*\\)`, 'i');
