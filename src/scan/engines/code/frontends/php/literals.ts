import { characterOf } from '../shared/escapes.ts';

export function phpNumber(text: string): number {
  const plain = text.replace(/_/g, '').toLowerCase();
  return /^0o?[0-7]+$/.test(plain) ? Number.parseInt(plain.replace('o', ''), 8) : Number(plain);
}

/** What is between single quotes. */
export function phpPlainText(text: string): string {
  return text.includes('\\') ? text.replace(/\\(['\\])/g, '$1') : text;
}

/** One escape of a text in double quotes or of a heredoc. */
export function phpEscape(text: string): string {
  const code = /^\\(?:x([0-9A-Fa-f]{1,2})|u\{([0-9A-Fa-f]{1,6})\})$/.exec(text);
  if (code) return characterOf((code[1] ?? code[2])!);
  if (/^\\[0-7]{1,3}$/.test(text)) return String.fromCharCode(Number.parseInt(text.slice(1), 8) & 0xff);
  return escapes.get(text[1] ?? '') ?? text.slice(1);
}

const escapes = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['f', '\f'],
  ['e', '\x1b'],
]);
