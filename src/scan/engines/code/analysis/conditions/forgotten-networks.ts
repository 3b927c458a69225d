import type { FunctionIr } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';

/**
 * Whether a function compares addresses with private networks (RFC 1918), and nothing in it names the loopback network, or the one of link-local addresses,
 * under which clouds keep their credentials (169.254.169.254). Texts, patterns, the numbers of an address and names such as `IsLoopback` are read.
 */
export function forgetsNetworks(fn: FunctionIr): boolean {
  const { texts, numbers } = literalsOf(fn);
  const names = (expression: RegExp) => texts.some((text) => expression.test(text));
  const are = (...wanted: number[]) => wanted.every((number) => numbers.has(number));
  const isOctets = are(10, 172, 192, 168);
  const named = [names(/^10\./), names(/^172\./), names(/^192\.168\b/)].filter(Boolean).length;
  if (named < 2 && !isOctets) return false;
  const isLoopback = names(/^127\b|^localhost$|loopback/) || (isOctets && are(127));
  const isLinkLocal = names(/^169\.254\b|link_?local/) || (isOctets && are(169, 254));
  return !isLoopback || !isLinkLocal;
}

function literalsOf(fn: FunctionIr): { texts: string[]; numbers: ReadonlySet<number> } {
  const texts: string[] = [];
  const numbers = new Set<number>();
  const open: Part[] = [...fn.body];
  for (let part = open.pop(); part; part = open.pop()) {
    if (part.k === 'function') open.push(...part.fn.body);
    else if (part.k === 'member') texts.push(part.property.toLowerCase());
    else if (part.k === 'name') texts.push(part.name.toLowerCase());
    else if (part.k === 'regex') texts.push(...alternativesOf(part.pattern));
    else if (part.k === 'const' && typeof part.value === 'number') numbers.add(part.value);
    else if (part.k === 'const' && typeof part.value === 'string') texts.push(...addressesIn(part.value));
    eachPart(part, (inner) => open.push(inner));
  }
  return { texts, numbers };
}

/** A text that is an address, the beginning of one, a network, or an expression over those. */
function addressesIn(text: string): string[] {
  if (text.length > maxText) return [];
  if (address.test(text)) return [text.toLowerCase()];
  return /\\\./.test(text) ? alternativesOf(text) : [];
}

/** The alternatives of an expression, as the texts that they begin with: `^(10\.|192\.168\.)` has `10.` and `192.168.`. */
function alternativesOf(pattern: string): string[] {
  return pattern
    .slice(0, maxText)
    .replace(/\(\?[:!=]/g, '(')
    .split('|')
    .map((each) => each.replace(opening, '').replace(/\\(?=\.)/g, ''));
}

/** Anchors, brackets, the sign that PHP puts around an expression, and an IPv4 address inside of an IPv6 one. */
const opening = /^(?:[\^(\s/#~@]|\\A|\\b|::f{1,4}(?:\{4\})?:\)?\??)*/i;
const address = /^(?:[\d.]+(?:\/\d+)?|localhost)$/i;
const maxText = 400;
