export interface Instruction {
  /** In capitals, such as `RUN`. */
  keyword: string;
  /** Everything after the keyword, continuation lines joined by a space, here-documents appended. */
  text: string;
  line: number;
  endLine: number;
}

const maxInstructions = 20_000;
const keywordPattern =
  /^(FROM|RUN|CMD|LABEL|MAINTAINER|EXPOSE|ENV|ADD|COPY|ENTRYPOINT|VOLUME|USER|WORKDIR|ARG|ONBUILD|STOPSIGNAL|HEALTHCHECK|SHELL)(\s+|$)/i;

/** Reads the instructions of a Dockerfile with their lines; undefined where the text is something else. */
export function parseDockerfile(source: string): Instruction[] | undefined {
  const lines = source.split(/\r?\n/);
  const continuation = /^#\s*escape\s*=\s*`/im.test(lines.slice(0, 5).join('\n')) ? '`' : '\\';
  const instructions: Instruction[] = [];
  let unknownLines = 0;
  for (let index = 0; index < lines.length && instructions.length < maxInstructions; index++) {
    const start = lines[index]!.trim();
    if (start === '' || start.startsWith('#')) continue;
    const match = keywordPattern.exec(start);
    if (!match) {
      if (++unknownLines > 20 && instructions.length === 0) return undefined;
      continue;
    }
    const first = index;
    let text = start.slice(match[0].length);
    while (text.endsWith(continuation) && index + 1 < lines.length) {
      index++;
      const next = lines[index]!.trim();
      // Comments and empty lines between continued lines do not end the instruction.
      if (next === '' || next.startsWith('#')) {
        text = `${text.slice(0, -1)}${continuation}`;
        continue;
      }
      text = `${text.slice(0, -1).trimEnd()} ${next}`;
    }
    if (text.endsWith(continuation)) text = text.slice(0, -1);
    for (const marker of hereDocuments(match[1]!, text)) {
      while (index + 1 < lines.length) {
        index++;
        if (lines[index]!.trim() === marker) break;
        text += `\n${lines[index]}`;
      }
    }
    instructions.push({ keyword: match[1]!.toUpperCase(), text, line: first + 1, endLine: index + 1 });
  }
  return instructions;
}

function hereDocuments(keyword: string, text: string): string[] {
  if (!/^(RUN|COPY|ADD)$/i.test(keyword)) return [];
  return [...text.matchAll(/(?<!<)<<-?\s*(["']?)([A-Za-z_]\w*)\1(?=\s|$)/g)].map((match) => match[2]!);
}
