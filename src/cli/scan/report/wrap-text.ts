import { displayWidth } from './display-width.ts';

/** A text as lines that fit into the width, each behind the indentation. A word that is longer than a line is broken: paths and URLs may be. */
export function wrapText(text: string, width: number, indent = ''): string[] {
  const room = Math.max(minRoom, width - displayWidth(indent));
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of text.split(' ').flatMap((long) => brokenWord(long, room))) {
    const length = displayWidth(word);
    if (line !== '' && used + 1 + length > room) {
      lines.push(line);
      line = '';
      used = 0;
    }
    used += length + (line === '' ? 0 : 1);
    line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(line);
  return lines.map((each) => `${indent}${each}`);
}

/** A narrower column than this cannot be read in any case. */
const minRoom = 20;

function brokenWord(word: string, room: number): string[] {
  if (displayWidth(word) <= room) return [word];
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const character of word) {
    const length = displayWidth(character);
    if (used + length > room) {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += character;
    used += length;
  }
  return [...parts, part];
}
