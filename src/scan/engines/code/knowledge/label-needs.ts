import { allLabels, type Label, labelMask, labelNames } from './labels.ts';

/**
 * The characters without any of which a text can do no harm of a kind: an SQL statement is not left without a quote, a blank, a bracket or a
 * semicolon. Kinds that are not listed are about other things than characters, such as size or secrecy.
 */
const needs: Partial<Record<Label, string>> = {
  sql: '\'"`\\;()=*<> \t\r\n',
  nosql: '{}$"\'[]:',
  // What a bang stands for only shells know that somebody types into; braces, stars and the like make names of files and words, and no command.
  shell: ';|&$`<>()\'"\\ \t\r\n',
  code: '()[]{}\'"`;=+$ \t\r\n',
  template: '{}<>%$#@\'"`',
  html: '<>"\'&`',
  path: '/\\',
  url: ':/\\@.?#',
  redirect: ':/\\',
  xml: '<>&\'"',
  xpath: '\'"[]()/|@*= ',
  ldap: '()*\\|&=,',
  deserialize: '+/=:{}<>"\'()',
  log: '\r\n',
  header: '\r\n',
  regex: '()[]{}*+?|^$\\.',
  mail: '\r\n',
  csv: '=+-@\t\r',
  format: '%{}',
  prototype: '_cp',
  reflect: '.$\\/:',
  assign: '{}[]$.',
  session: '<>"\'&;=\r\n',
  prompt: ' \t\r\n',
  upload: './\\',
  option: '-',
};

/** The kinds of harm that a text cannot do whose characters are all among these, as flags over ASCII with one more for all others. */
export function harmlessWith(characters: Uint8Array): number {
  let mask = 0;
  for (const [name, needed] of Object.entries(needs))
    if (![...needed].some((char) => characters[char.charCodeAt(0)]))
      mask |= 1 << labelNames.indexOf(name as Label);
  return isArithmetic(characters) ? mask | codeLabel : mask;
}

/** Numbers, brackets and signs of calculation name nothing and make no text: as code they are a number. */
function isArithmetic(characters: Uint8Array): boolean {
  return characters.every((on, code) => !on || arithmetic.includes(String.fromCharCode(code)));
}

const arithmetic = '0123456789.,+-*/%() \t';
const codeLabel = labelMask(['code']);

/** What a text that is one of a few constants can do no harm to; a secret stays one. */
export const constantLabels = allLabels & ~labelMask(['secret']);
