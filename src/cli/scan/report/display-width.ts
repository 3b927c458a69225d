/** How many columns of a terminal a text takes: East Asian letters and pictures take two, marks that combine with a letter none. */
export function displayWidth(text: string): number {
  // Nearly everything is plain, and this check is many times faster than the loop.
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

function characterWidth(character: string): number {
  if (invisible.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

/** The longest beginning that fits, with `…` where something was cut off. */
export function fitText(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const character of text) {
    used += characterWidth(character);
    if (used > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

const invisible = /[\p{Mn}\p{Me}\p{Cf}]/u;
const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff00-\uff60\uffe0-\uffe6]/u;
