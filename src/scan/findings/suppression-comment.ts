/** A comment that suppresses what is found at its line, or asks for it in a way that does not work. */
export interface SuppressionComment {
  line: number;
  /** Patterns of rules; absent for all. */
  rules: string[] | undefined;
  /** A date. */
  until: string | undefined;
  /** Empty where there is none. */
  reason: string;
  /** It is alone on its line and speaks for the next. */
  isAlone: boolean;
}

/** What a line that is ready to be copied has for a reason; as long as nobody wrote one, it suppresses nothing. */
export const reasonPlaceholder = '<reason>';

const word = 'lorekeep-ignore';
/** So short a text is looked for by its first letter, and this one is rare: three times as fast as looking for the whole word. */
const partOfWord = Buffer.from('keep-ig');

/** `lorekeep-ignore[rule, other-rule] until 2027-01-31: reason`; rules and date may be absent, the reason may not. */
const marker =
  /lorekeep-ignore(?:\[(?<rules>[^\]]{1,400})\])?(?: until (?<until>\d{4}-\d{2}-\d{2}))?(?::(?<reason>.{0,500}))?/;

export function parseComment(text: string | undefined, line: number): SuppressionComment | undefined {
  if (text === undefined || !text.includes(word)) return undefined;
  const at = text.indexOf(word);
  const isAlone = /^[\s/*#;%!<'"{.-]*(?:REM\s+)?lorekeep-ignore/.test(text);
  if (!isAlone && isInText(text, at)) return undefined;
  const found = marker.exec(text)!.groups!;
  const rest = found['reason'] ?? '';
  const end = endOf.find(([opening]) => opening.test(text.slice(Math.max(0, at - 40), at)))?.[1];
  const own = end !== undefined && rest.includes(end) ? rest.slice(0, rest.indexOf(end)) : rest;
  const reason = own.replace(/\s*(?:\*\/|-->|#\}|%>|"""|''')\s*$/, '').trim();
  return {
    line,
    rules: found['rules']?.split(',').map((pattern) => pattern.trim()),
    until: found['until'],
    reason: reason === reasonPlaceholder ? '' : reason,
    isAlone,
  };
}

/** What ends a comment, by what it begins with: behind it there may be more of the program. */
const endOf: ReadonlyArray<readonly [RegExp, string]> = [
  [/\/\*\s*$/, '*/'],
  [/<!--\s*$/, '-->'],
];

/** Longer lines are nobody's: a packer wrote them. */
const maxRead = 10_000;

/**
 * `log("# lorekeep-ignore: …")`: a text that is written down in the program, and goes on behind the word, is no comment. An apostrophe in a word begins none, and neither does one in a
 * comment in front of it.
 */
function isInText(line: string, at: number): boolean {
  if (at > maxRead) return false;
  let open = '';
  for (let i = 0; i < at; i++) {
    const sign = line[i]!;
    if (sign === '\\') i++;
    else if (open) open = sign === open ? '' : open;
    else if (comments.test(line.slice(i, i + 4))) return false;
    else if (sign === '"' || sign === '`' || (sign === "'" && !/\w/.test(line[i - 1] ?? ''))) open = sign;
  }
  return open !== '' && line.indexOf(open, at) !== -1;
}

const comments = /^(?:\/\/|\/\*|#(?![{$])|<!--|-- |\{#|%[ %>])/;

/** The comments at the lines of one file. Each line is read once: thousands of findings can be on one line of a megabyte. */
export class CommentsByLine {
  readonly #line: (number: number) => string | undefined;

  readonly #known = new Map<number, SuppressionComment | undefined>();

  constructor(line: (number: number) => string | undefined) {
    this.#line = line;
  }

  at(number: number): SuppressionComment | undefined {
    if (!this.#known.has(number)) this.#known.set(number, parseComment(this.#line(number), number));
    return this.#known.get(number);
  }
}

/** All of them in a file, as far as they look like comments: other texts may speak about them. */
export function commentsIn(path: string, bytes: Uint8Array): SuppressionComment[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.includes(partOfWord) || !buffer.includes(word) || prose.test(path)) return [];
  return buffer
    .toString('utf8')
    .split(/\r\n|[\n\r]/)
    .flatMap((text, i) => (opener.test(text) ? (parseComment(text, i + 1) ?? []) : []))
    .slice(0, maxComments);
}

const maxComments = 1000;
const prose = /\.(?:md|mdx|markdown|rst|adoc|txt)$|(?:^|\/)(?:README|CHANGELOG)$/i;
/** The start of a comment right before the word, and behind it nothing but the forms that it may have. */
const opener =
  /(?:\/\/|\/\*|^\s*\*|#|<!--|--|;|%|\{\/\*|\bREM)\s*lorekeep-ignore(?:$|\[|:| until |\s*(?:\*\/|-->|$))/;
