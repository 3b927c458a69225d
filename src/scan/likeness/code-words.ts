/** A word of a line of code, by what it does there. */
export interface CodeWord {
  kind: 'called' | 'member' | 'name' | 'text' | 'number' | 'mark';
  text: string;
}

const maxWords = 200;
const maxTextLength = 60;

/**
 * The words of some code of any language. Comments are no code; what is inside of a string is one word, however much of it looks like code.
 * The text is normalised first: letters that look alike in another script stay different, but widths, ligatures and invisible characters do not hide a word.
 */
export function codeWords(code: string, lineComment: LineComment): CodeWord[] {
  const words: CodeWord[] = [];
  const plain = withoutComments(visible(code), lineComment);
  for (const match of plain.matchAll(wordPattern)) {
    if (words.length === maxWords) break;
    const { name, text, number, mark } = match.groups as Record<string, string | undefined>;
    if (name !== undefined) {
      const before = plain.slice(Math.max(0, match.index - 2), match.index);
      const after = plain.slice(match.index + name.length, match.index + name.length + 2);
      const isMember = /(?:\.|->|::)$/.test(before);
      words.push({ kind: /^\s?\(/.test(after) ? 'called' : isMember ? 'member' : 'name', text: name });
    } else if (text !== undefined) {
      words.push({ kind: 'text', text: text.slice(1, -1).trim().toLowerCase().slice(0, maxTextLength) });
    } else if (number !== undefined) words.push({ kind: 'number', text: number });
    else if (mark !== undefined) words.push({ kind: 'mark', text: mark });
  }
  return words;
}

/** What begins a comment that goes to the end of the line. */
export type LineComment = '//' | '#' | '--' | 'none';

export function lineCommentOf(file: string): LineComment {
  const name = file.slice(file.lastIndexOf('/') + 1).toLowerCase();
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '';
  if (hashLanguages.has(extension) || /^(?:dockerfile|containerfile|makefile|gemfile|rakefile)/.test(name))
    return '#';
  if (extension === 'sql' || extension === 'lua') return '--';
  return markupLanguages.has(extension) ? 'none' : '//';
}

const hashLanguages = new Set(
  'py pyi rb sh bash zsh yaml yml toml tf tfvars hcl pl pm ps1 r ex exs cfg conf ini env properties'.split(
    ' ',
  ),
);
const markupLanguages = new Set('html htm xml md markdown json svg erb vue jinja j2 twig'.split(' '));

function visible(code: string): string {
  return code.normalize('NFKC').replace(/[\p{Cf}\p{Mn}]/gu, '');
}

const wordPattern =
  /(?<text>"(?:[^"\\\n]|\\.){0,300}"|'(?:[^'\\\n]|\\.){0,300}'|`(?:[^`\\]|\\.){0,300}`)|(?<name>[\p{L}_$@][\p{L}\p{N}_$]*(?:-[\p{L}][\p{L}\p{N}_]*)*)|(?<number>\p{N}[\p{N}.x_]*)|(?<mark>[=!<>+*/%&|^?:-]{1,3})/gu;

/** A string is passed over first, so that a URL in it begins no comment. */
function withoutComments(code: string, lineComment: LineComment): string {
  const strings = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\x60(?:[^\x60\\]|\\.)*\x60`;
  const comments = [String.raw`/\*[^]*?(?:\*/|$)`, '<!--[^]*?(?:-->|$)', lines[lineComment]].filter(Boolean);
  const pattern = new RegExp(`(${strings})|${comments.join('|')}`, 'g');
  return code.replace(pattern, (_, text: string | undefined) => text ?? ' ');
}

const lines: Record<LineComment, string> = {
  '//': String.raw`(?<![:\\])//[^\n]*`,
  '#': String.raw`(?<=^|\s)#[^\n]*`,
  '--': '--[^\\n]*',
  none: '',
};
