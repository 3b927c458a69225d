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
    'abstract and as async await begin break case catch class const continue def default defer del delete ' +
    'do echo elif else elsif end ensure enum except export extends extern False false final finally fn ' +
    'for foreach from fun func function global go goto guard if impl implements import in instanceof ' +
    'interface internal is lambda let match mod mut namespace new nil None not NULL null nullptr or ' +
    'override package pass private protected pub public raise readonly rescue return Self self sizeof ' +
    'static struct super switch then this throw throws trait True true try type typedef typename typeof ' +
    'union unless unsafe unsigned use using val var virtual when where while with yield'
  ).split(' '),
);
/** Statements of SQL are written in either case, and many of its words are names elsewhere. */
const sqlWords = new Set(
  'and as by case create delete drop end from group having in insert into is join like limit not null on or order select set table update values where with'.split(
    ' ',
  ),
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
    // What follows a dot or an arrow is a name, whatever it is called.
    const isName = /(\.|->|::|\$|@)$/.test(line.slice(Math.max(0, match.index - 2), match.index));
    const isWord =
      word !== undefined &&
      !isName &&
      (comments === '--' ? sqlWords.has(word.toLowerCase()) : words.has(word));
    add(text ? 'text' : number ? 'number' : isWord ? 'word' : 'plain', match[0]);
    at = match.index + match[0].length;
  }
  add('plain', line.slice(at));
  return tokens;
}
