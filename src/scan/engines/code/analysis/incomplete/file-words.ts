import { forgetsConstructor } from './shared-keys.ts';

/** Whether a file says at all what a kind of check is made of; most files say none of it. */
export function hasWords(kind: string, name: string | undefined, text: string): boolean {
  if (name !== undefined) return text.includes(name);
  return words[kind]?.(text) ?? true;
}

const words: Record<string, (text: string) => boolean> = {
  'address-pattern': (text) => text.includes('http'),
  'any-key': (text) => text.includes('__proto__'),
  backslash: (text) => /\\['"\\]/.test(text),
  'decoded-later': (text) => text.includes('..') && /decode|unescape|unquote/i.test(text),
  decoding: (text) => text.includes('&amp;'),
  extension: (text) =>
    /['"]\.?(?:php\d?|phtml|exe|jspx?|aspx?|cgi|sh|bat|py|jar|war)['"]/i.test(text) &&
    /upload|original_?(?:file)?name|multipart|FormFile|_FILES|\bfiles\b/i.test(text),
  host: (text) =>
    /[eE]nds?_?[wW]ith|HasSuffix/.test(text)
      ? /host|netloc|authority|origin/i.test(text)
      : /[oO]rigin|[hH]ostname|\.Host\b|getHost|netloc|URL_HOST/.test(text) &&
        /[cC]ontains|includes?\b|ndexOf|strpos|\bin\b/.test(text),
  line: (text) => text.includes('^'),
  'line-end': (text) => text.includes('\\r\\n'),
  'local-name': (text) => /127\.0\.0\.1|0\.0\.0\.0|::1/.test(text) && !lookUp.test(text),
  'local-target': (text) => /['"]\/['"]/.test(text),
  markup: (text) => text.includes('&lt;'),
  'open-pattern': (text) => /\[[^\]\n]{0,80}(?:a-z|\\w)/i.test(text),
  prototype: forgetsConstructor,
  scheme: (text) => /javascript/.test(text),
  tag: (text) => /<.{0,6}script|iframe|on\\{1,2}w|on\[/.test(text),
  'way-up': (text) => /\.\.[\\/]|\.\\{1,2}\./.test(text),
  word: (text) => /<.{0,2}script|union/i.test(text),
};

/** What finds the addresses of a host, or takes one apart. */
const lookUp =
  /getaddrinfo|gethostby|getAllByName|InetAddress|LookupIP|LookupHost|ParseIP|ip_?addr|dns|ParseAddr/i;
