import type { Frame } from '../../domain/scope.ts';
import type { RuleMeta } from '../../knowledge/rule-types.ts';

/**
 * Whether something that a program may be asked to leave out, such as the check of a certificate, is omitted only where somebody asks: in a branch, or in
 * a function or class that is named after it. Who calls that decides.
 */
export function isOnRequest({ cwe }: RuleMeta, frame: Frame, code: string): boolean {
  if (cwe.some((id) => keys.has(id))) return isNamed(frame, forTests);
  if (!cwe.some((id) => options.has(id))) return false;
  return frame.layer.below !== undefined || isNamed(frame, says) || chooses.test(code.replace(texts, ''));
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
const texts = /"[^"\n]*"|'[^'\n]*'|`[^`]*`/g;

/** Certificates and host names unchecked, weak or missing signatures. */
const options: ReadonlySet<string> = new Set(['CWE-295', 'CWE-297', 'CWE-347']);

/** `insecureClient`, `ssl_context_without_verify`, `TrustAllFactory`, `skipVerify`. */
const says =
  /insecure|unsafe|untrusted|unverified|dangerous|permissive|self_?signed|(?:no|without|skip|ignore|disable)_?(?:ssl|tls|cert|verif|check|valid|host)|(?:trust|accept|allow)_?(?:all|any|every|invalid)/i;
