import type { Doubt } from '../surroundings.ts';

/** How far down from the end of a comment it still speaks of a value: a few constants may share it. */
const maxLinesBelow = 3;

/** What is behind a comment mark, or a line of a comment in several lines. */
const commentLine = /^\s*(?:#|\/\/|\*|\/\*|;|--\s|<!--)(.*)$/;

/**
 * Whoever writes down next to a value that it is public has thought about it: in the comment above it, up to the next blank line of code, or behind it on its line.
 * `before` ends where the value begins and `after` begins where it ends.
 */
export function doubtOfPublicNote(before: string, after: string): Doubt | undefined {
  const behind = /(?:#|\/\/|--|\/\*)([^\n]*)/.exec(after.slice(0, 200).split('\n')[0]!)?.[1] ?? '';
  return isPublic.test(`${commentAbove(before)} . ${behind}`)
    ? { limit: 'medium', reason: 'a comment says that it is there to be seen' }
    : undefined;
}

function commentAbove(before: string): string {
  const lines = before.split('\n').slice(0, -1);
  const end = lines.findLastIndex((line) => commentLine.test(line));
  if (end < 0 || lines.length - 1 - end > maxLinesBelow) return '';
  if (lines.slice(end + 1).some((line) => line.trim() === '')) return '';
  const start = lines.slice(0, end).findLastIndex((line) => !commentLine.test(line));
  return lines
    .slice(start + 1, end + 1)
    .map((line) => commentLine.exec(line)![1]!.trim())
    .join(' ');
}

/** A key called public belongs to a pair, whose other half may be what is written down: `public key` alone says nothing. */
const isPublic =
  /\bpublic(?:ly)?[- ](?:by[- ]design|known|available|accessible|documented|visible|shared|readable)\b|\b(?:is|are|it['’]?s) (?:intentionally |deliberately |meant to be |supposed to be )?(?:world-readable\b|public\b(?! keys?\b))|\bpublic (?:api|app|application|client|demo|web|search|read-?only|access) (?:keys?|tokens?|ids?|secrets?|credentials?)\b|\bnot (?:a |really |actually |really a |actually a |considered (?:a )?)?(?:secrets?|confidential|sensitive)\b|\bisn['’]?t (?:a |really |actually |really a )?(?:secret|confidential|sensitive)\b|\b(?:safe|ok|okay|fine) to (?:commit|expose|share|publish|be public|make public|check in)\b|\bintentionally (?:public|committed|hard-?coded|checked in)\b/i;
