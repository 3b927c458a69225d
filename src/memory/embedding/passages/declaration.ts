/**
 * Whether a content is a declaration of a program: a function or a class with its comment. By its characters alone a function with a long comment is prose, but it is asked for as a whole.
 * The first line that is no comment, attribute or heading of ours decides; prose does not begin with `def name(`.
 */
export function isDeclaration(content: string): boolean {
  let seen = 0;
  for (const line of firstLines(content)) {
    const text = line.trim();
    if (text === '') continue;
    if (declarations.some((pattern) => pattern.test(text))) return true;
    if (!beforeDeclaration.test(text) && ++seen > headings) return false;
  }
  return false;
}

/** Lines of a comment in front of a declaration are looked through up to here. */
const mostCharacters = 2_000;
/** Lines that are neither: the name of a file or a function above its text, as code is stored by us. */
const headings = 1;

function* firstLines(content: string): Generator<string> {
  const end = Math.min(content.length, mostCharacters);
  for (let start = 0; start < end; ) {
    const newline = content.indexOf('\n', start);
    const stop = newline < 0 || newline > end ? end : newline;
    yield content.slice(start, Math.min(stop, start + 300));
    start = stop + 1;
  }
}

const beforeDeclaration = /^(?:@\w|#|\/\/|\/\*|\*|--|\[[A-Z]\w*[\](]|<\?php|template\s*<)/;
const modifiers =
  '(?:(?:export|default|public|private|protected|internal|static|final|abstract|sealed|async|override|open|suspend|virtual|inline|extern|unsafe|const|declare|pub(?:\\([\\w:]+\\))?)\\s+)';
const declarations = [
  // Python and Ruby; Ruby's parentheses may be absent.
  /^(?:async\s+)?def\s+(?:self\.)?\w+[?!]?(?:\(|$)/,
  // JavaScript, PHP, Go, Rust, Kotlin, Swift, Perl.
  new RegExp(
    `^${modifiers}*(?:function\\s*\\*?|func|fn|fun)\\s+(?:\\([^)]*\\)\\s*)?&?[\\w.$]+(?:<[^>]*>|\\[[^\\]]*\\])?\\(|^sub\\s+\\w+\\s*\\{`,
  ),
  new RegExp(
    `^${modifiers}*(?:class|interface|trait|struct|enum|object|module|namespace|impl|record)\\s+[A-Za-z_][\\w.$:\\\\]*(?:<[^>]*>)?(?:$|[:(]$|\\(.*\\):$|\\s*\\{|\\s+(?:extends|implements)\\s.*\\{$)`,
  ),
  // Java, C#, TypeScript and C: a method with its modifiers or its type.
  new RegExp(`^${modifiers}+[\\w<>[\\],.?:&* ]*\\w\\((?:[^;.!?]*|.*\\)\\s*(?:throws\\s[\\w., ]+)?\\{)$`),
  /^(?:(?:unsigned|signed|struct|static|inline|const)\s+)*[\w:]+(?:<[\w:, ]*>)?[\s*&]+\w+\([^;.!?]*\)\s*(?:const\s*)?\{?$/,
  /^(?:export\s+)?(?:const|let|var)\s+\w+\s*=\s*(?:async\s*)?(?:function\b|\(|\w+\s*=>)/,
];
