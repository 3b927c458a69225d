export type TokenKind = 'plain' | 'comment' | 'text' | 'number' | 'word';

export interface Token {
  kind: TokenKind;
  text: string;
}

const hashes =
  /\.(py|rb|sh|bash|ya?ml|toml|tf|hcl|env|conf|properties|r|pl|ex|exs)$|(^|\/)(dockerfile|makefile)[^/]*$/i;

/** How comments begin in a file of this name. */
export function commentsOf(file: string): '#' | '//' | '--' {
  if (hashes.test(file)) return '#';
  return /\.(sql|lua|hs)$/i.test(file) ? '--' : '//';
}

const words = new Set(
  (
    'abstract and as async await break case catch class const continue def default defer del do elif else end enum ' +
    'except export extends false final finally fn for from func function global go if implements import in interface ' +
    'is lambda let match mod module mut namespace new nil none not null or package pass private protected pub public ' +
    'raise return select self static struct super switch this throw throws trait true try type typeof union unless use ' +
    'using val var void when where while with yield'
  ).split(' '),
);

const token =
  /(?<text>"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?)|(?<comment>\/\/|\/\*|#|--)|(?<number>\b\d[\w.]*)|(?<word>[A-Za-z_]\w*)/g;

/** Cuts one line into what an editor would colour. By its look alone: a line out of a file has no grammar. */
export function tokensOf(line: string, comments: string): Token[] {
  const tokens: Token[] = [];
  const add = (kind: TokenKind, text: string) => text && tokens.push({ kind, text });
  let at = 0;
  for (const match of line.matchAll(token)) {
    const { text, comment, number, word } = match.groups!;
    if (comment && comment !== comments && comment !== '/*') continue;
    add('plain', line.slice(at, match.index));
    if (comment) {
      add('comment', line.slice(match.index));
      return tokens;
    }
    const isWord = word !== undefined && words.has(word.toLowerCase());
    add(text ? 'text' : number ? 'number' : isWord ? 'word' : 'plain', match[0]);
    at = match.index + match[0].length;
  }
  add('plain', line.slice(at));
  return tokens;
}
