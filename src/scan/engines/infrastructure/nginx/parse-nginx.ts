export interface Directive {
  name: string;
  args: string[];
  line: number;
  endLine: number;
  block: Directive[] | undefined;
}

const maxDirectives = 50_000;
const maxDepth = 40;

/** Reads nginx configuration: words up to `;`, or up to a block in braces. */
export function parseNginx(source: string): { directives: Directive[]; problem?: string } {
  const root: Directive[] = [];
  const stack: Array<{ list: Directive[]; owner: Directive | undefined }> = [
    { list: root, owner: undefined },
  ];
  let words: string[] = [];
  let start = 1;
  let line = 1;
  let count = 0;
  for (let position = 0; position < source.length; ) {
    const character = source[position]!;
    if (character === '\n') {
      line++;
      position++;
    } else if (/\s/.test(character)) position++;
    else if (character === '#') {
      const end = source.indexOf('\n', position);
      position = end < 0 ? source.length : end;
    } else if (character === ';' || character === '{') {
      if (words.length > 0) {
        const directive: Directive = {
          name: words[0]!,
          args: words.slice(1),
          line: start,
          endLine: line,
          block: character === '{' ? [] : undefined,
        };
        stack.at(-1)!.list.push(directive);
        if (++count > maxDirectives)
          return { directives: root, problem: 'The file holds more directives than the scanner reads.' };
        if (directive.block) stack.push({ list: directive.block, owner: directive });
        if (stack.length > maxDepth)
          return { directives: root, problem: 'The file is nested deeper than the scanner reads.' };
        words = [];
      }
      position++;
    } else if (character === '}') {
      const closed = stack.length > 1 ? stack.pop() : undefined;
      if (closed?.owner) closed.owner.endLine = line;
      words = [];
      position++;
    } else {
      if (words.length === 0) start = line;
      const end = wordEnd(source, position);
      const word = source.slice(position, end);
      for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) === 10) line++;
      words.push(/^(["']).*\1$/s.test(word) ? word.slice(1, -1) : word);
      position = end;
    }
  }
  return stack.length > 1 ? { directives: root, problem: 'A block is not closed.' } : { directives: root };
}

// `${name}` and regular expressions with braces such as `\d{2}` stay one word.
function wordEnd(source: string, from: number): number {
  const quote = source[from];
  if (quote === '"' || quote === "'") {
    for (let i = from + 1; i < source.length; i++) {
      if (source[i] === '\\') i++;
      else if (source[i] === quote) return i + 1;
    }
    return source.length;
  }
  let i = from;
  while (i < source.length && !/[\s;]/.test(source[i]!)) {
    const brace = source[i] === '{';
    if (brace && source[i - 1] === '$') i = Math.max(i, source.indexOf('}', i));
    else if (brace && /^\{\d+(,\d*)?\}/.test(source.slice(i, i + 12))) i = source.indexOf('}', i);
    else if (brace || source[i] === '}') break;
    i++;
  }
  return Math.max(i, from + 1);
}
