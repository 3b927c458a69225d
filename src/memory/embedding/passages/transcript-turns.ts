import type { PassageRange } from '../embedder.ts';

/** A line that begins a turn: a speaker and a colon, after a time in brackets or none. */
const turn = /^(?:[[(][^\])\n]{1,60}[\])][ \t]*)?\p{L}[\p{L}\p{N} .'’_-]{0,40}:[ \t]/gmu;
/** Fewer turns are a text with a colon in it. */
const leastTurns = 3;
/** Speakers come again: in a list of `Name: value` each line has another one. */
const mostSpeakers = 0.67;

/** The turns of a content that is written as a conversation; undefined for any other. Every character is in one of them. */
export function turnsOf(content: string): PassageRange[] | undefined {
  if (!content.includes('\n')) return undefined;
  const starts: number[] = [];
  const speakers = new Set<string>();
  for (const match of content.matchAll(turn)) {
    starts.push(match.index);
    speakers.add(match[0].replace(/^[[(].*?[\])]\s*/, ''));
  }
  if (starts.length < leastTurns || speakers.size > starts.length * mostSpeakers) return undefined;
  const lines = content.split('\n').filter((line) => line.trim() !== '').length;
  if (starts[0] !== 0 || starts.length < lines * leastOfLines) return undefined;
  return starts.map((start, i) => ({ start, end: starts[i + 1] ?? content.length }));
}

/** An answer of an assistant may have many lines. */
const leastOfLines = 0.1;
