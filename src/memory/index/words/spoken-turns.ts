/** A line of a transcript: a speaker and a colon, after a time in brackets or none. */
const spoken = /^\s*(?:[[(][^\])\n]{1,60}[\])]\s*)?\p{Lu}[\p{L}\p{N} .'’_-]{0,40}:\s/u;

/** Whether texts read as turns of a conversation: most of them name their speaker. Two texts say nothing yet. */
export function readAsTurns(texts: readonly string[]): boolean {
  const turns = texts.filter((text) => spoken.test(text.slice(0, 120))).length;
  return texts.length > 2 && turns >= texts.length * 0.6;
}
