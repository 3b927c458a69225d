import type { Found } from '../text-flag.ts';

const maxLocal = 64;
const maxDomain = 255;

/** E-mail addresses, read outwards from each sign: an expression that begins with the name would read a long word again from each of its letters. */
export function findEmails(text: string): Found[] {
  const found: Found[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at;
    while (start > 0 && at - start < maxLocal && /[A-Za-z0-9._%+-]/.test(text[start - 1]!)) start--;
    while (start < at && text[start] === '.') start++;
    const domain = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,24}/.exec(
      text.slice(at + 1, at + 1 + maxDomain),
    );
    if (start === at || !domain) continue;
    found.push({ ruleId: 'email', start, end: at + 1 + domain[0].length });
  }
  return found;
}
