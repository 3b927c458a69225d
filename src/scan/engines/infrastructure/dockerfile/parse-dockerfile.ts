export interface Instruction {
  /** In capitals, such as `RUN`. */
  keyword: string;
  /** Everything after the keyword, continuation lines joined by a space, here-documents appended. */
  text: string;
  line: number;
  endLine: number;
}

const keywordPattern =
  /^(FROM|RUN|CMD|LABEL|MAINTAINER|EXPOSE|ENV|ADD|COPY|ENTRYPOINT|VOLUME|USER|WORKDIR|ARG|ONBUILD|STOPSIGNAL|HEALTHCHECK|SHELL)(\s+|$)/i;

/** Directives are the first lines; further down the same words are a comment. */
const backtickDirective = /^(?:#[ \t]*\w+[ \t]*=[^\n]*\n){0,10}?#[ \t]*escape[ \t]*=[ \t]*`/i;

/** Reads the instructions of a Dockerfile with their lines; undefined where the text is something else. */
export function parseDockerfile(source: string): Instruction[] | undefined {
  const lines = source.split(/\r?\n/);
  const continuation = backtickDirective.test(source) ? '`' : '\\';
  const instructions: Instruction[] = [];
  let unknownLines = 0;
  for (let index = 0; index < lines.length; index++) {
    const start = lines[index]!.trim();
    if (start === '' || start.startsWith('#')) continue;
    const match = keywordPattern.exec(start);
    if (!match) {
      if (++unknownLines > 20 && instructions.length === 0) return undefined;
      continue;
    }
    const first = index;
    // Pieces are joined once at the end: thousands of continued lines would be copied again for each of them.
    const parts = [start.slice(match[0].length)];
    const isContinued = () => parts.at(-1)!.endsWith(continuation);
    while (isContinued() && index + 1 < lines.length) {
      index++;
      const next = lines[index]!.trim();
      // Comments and empty lines between continued lines do not end the instruction.
      if (next === '' || next.startsWith('#')) continue;
      parts.push(parts.pop()!.slice(0, -1).trimEnd(), next);
    }
    if (isContinued()) parts.push(parts.pop()!.slice(0, -1));
    const joined = parts.join(' ').trimStart();
    const heredocs: string[] = [];
    for (const marker of hereDocuments(match[1]!, joined)) {
      while (index + 1 < lines.length) {
        index++;
        if (lines[index]!.trim() === marker) break;
        heredocs.push(`\n${lines[index]}`);
      }
    }
    const text = joined + heredocs.join('');
    instructions.push({ keyword: match[1]!.toUpperCase(), text, line: first + 1, endLine: index + 1 });
  }
  return instructions;
}

function hereDocuments(keyword: string, text: string): string[] {
  if (!/^(RUN|COPY|ADD)$/i.test(keyword)) return [];
  return [...text.matchAll(/(?<!<)<<-?\s*(["']?)([A-Za-z_]\w*)\1(?=\s|$)/g)].map((match) => match[2]!);
}
