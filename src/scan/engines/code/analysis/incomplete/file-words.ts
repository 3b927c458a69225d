import type { CheckWords } from '../../knowledge/words/check-words.ts';
import { forgetsConstructor } from './shared-keys.ts';

/** Whether a file says at all what a kind of check is made of; most files say none of it. */
export function hasWords(
  kind: string,
  name: string | undefined,
  text: string,
  language: CheckWords,
): boolean {
  if (name !== undefined) return text.includes(name);
  return words[kind]?.(text, language) ?? true;
}

const words: Record<string, (text: string, language: CheckWords) => boolean> = {
  'address-pattern': (text) => text.includes('http'),
  'any-key': (text) => text.includes('__proto__'),
  backslash: (text) => /\\['"\\]/.test(text),
  'decoded-later': (text, language) => text.includes('..') && language.areIn('decodes', text),
  decoding: (text) => text.includes('&amp;'),
  extension: (text, language) =>
    /['"]\.?(?:php\d?|phtml|exe|jspx?|aspx?|cgi|sh|bat|py|jar|war)['"]/i.test(text) &&
    language.areIn('uploads', text),
  host: (text, language) =>
    language.areIn('ends', text) ||
    (language.areIn('hostWords', text) &&
      (language.areIn('contains', text) || language.areIn('finds', text) || /\bin\b/.test(text))),
  line: (text) => text.includes('^'),
  'line-end': (text) => text.includes('\\r\\n'),
  'local-name': (text, language) =>
    /127\.0\.0\.1|0\.0\.0\.0|::1/.test(text) && !language.areIn('lookups', text),
  'local-target': (text) => /['"]\/['"]/.test(text),
  markup: (text) => text.includes('&lt;'),
  'open-pattern': (text) => /\[[^\]\n]{0,80}(?:a-z|\\w)/i.test(text),
  prototype: forgetsConstructor,
  scheme: (text) => /javascript/.test(text),
  'site-beginning': (text, language) =>
    (language.areIn('joins', text) || language.areIn('joinsTo', text)) && language.areIn('starts', text),
  tag: (text) => /<.{0,6}script|iframe|on\\{1,2}w|on\[/.test(text),
  'way-up': (text) => /\.\.[\\/]|\.\\{1,2}\./.test(text),
  word: (text) => /<.{0,2}script|union/i.test(text),
};
