/** Control characters, and marks that change how text is shown or read: direction overrides, zero-width and tag characters. */
const invisible =
  /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/**
 * Text of others, so that it can neither end its quote nor hide in it. Everything in a response that came from memory or from a
 * repository goes through here.
 */
export function quote(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(invisible, (character) =>
      character === '\n' || character === '\t' ? character : `&#${character.codePointAt(0)};`,
    );
}

/** `<entry id="…" score="0.71">text</entry>`; attributes without a value are omitted. */
export function element(
  name: string,
  attributes: Record<string, string | number | undefined>,
  text: string,
): string {
  const given = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => ` ${key}="${quote(String(value)).replace(/\s+/g, ' ')}"`);
  return `<${name}${given.join('')}>${quote(text)}</${name}>`;
}
