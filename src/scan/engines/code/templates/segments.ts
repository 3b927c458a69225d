import type { TemplateSyntax } from './syntaxes.ts';

/** A part of a page that is not text: what is put in escaped, what is put in as it is, code, or a comment. */
export interface Segment {
  readonly kind: 'escaped' | 'raw' | 'code' | 'comment';
  readonly start: number;
  readonly end: number;
  /** What is between the marks. */
  readonly expression: string;
  /** It is put in as it is because escaping is off around it, which is reported by itself. */
  readonly isInBlock?: boolean;
}

/** The parts of a page in their order. Marks without an end are text. */
export function readSegments(text: string, syntax: TemplateSyntax): Segment[] {
  if (syntax === 'php') return programSegments(text);
  const marks = marksOf[syntax];
  if (!marks) return [];
  const segments: Segment[] = [];
  const ends = new Ends(text);
  const openings = new RegExp(marks.map(({ open }) => `(${escaped(open)})`).join('|'), 'g');
  for (let match = openings.exec(text); match; match = openings.exec(text)) {
    const which = match.slice(1).findIndex((group) => group !== undefined);
    const mark = marks[which]!;
    const from = match.index + mark.open.length;
    const end = ends.of(from, mark);
    if (end < 0 || end - from > maxLength) continue;
    const expression = text.slice(from, end).trim();
    // Wikis and comments of programs mark code with the same braces.
    if (mark.open === '{{{' && !mustacheExpression.test(expression)) continue;
    const kind = mark.kind === 'escaped' && isRaw(expression, syntax) ? 'raw' : mark.kind;
    segments.push({ kind, start: match.index, end: end + mark.close.length, expression });
    openings.lastIndex = end + mark.close.length;
  }
  return withAutoescape(segments, syntax);
}

/** Pages of PHP: code runs to its closing mark or to the end of the file. */
function programSegments(text: string): Segment[] {
  const segments: Segment[] = [];
  for (let open = text.indexOf('<?'); open >= 0; ) {
    const close = text.indexOf('?>', open);
    const end = close < 0 ? text.length : close + 2;
    const kind = text.startsWith('<?=', open) ? 'raw' : 'code';
    segments.push({ kind, start: open, end, expression: '' });
    open = text.indexOf('<?', end);
  }
  return segments;
}

/** Where marks end in one page. Each question is answered in about the same time, however many marks have no end. */
class Ends {
  readonly #text: string;
  /** Closing marks that do not come any more. */
  readonly #gone = new Set<string>();
  #brackets: Int32Array | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  of(from: number, { open, close }: Mark): number {
    if (close === ')') return this.#closingBracket(from);
    if (close !== '') return this.#closing(from, close);
    if (open === '@@') return from;
    // A name behind an at sign is put in as far as it goes, but for words of the language and mail addresses.
    if (/[\w.]/.test(this.#text[from - 2] ?? '')) return -1;
    razorName.lastIndex = from;
    const name = razorName.exec(this.#text)?.[0];
    if (name === undefined || razorWords.test(name)) return -1;
    const end = from + name.length;
    // `$esc.html($title)`: a call goes as far as its bracket.
    if (!open.startsWith('$') || this.#text[end] !== '(') return end;
    const bracket = this.#closingBracket(end + 1);
    return bracket < 0 ? end : bracket + 1;
  }

  #closing(from: number, close: string): number {
    if (this.#gone.has(close)) return -1;
    const end = this.#text.indexOf(close, from);
    if (end < 0) this.#gone.add(close);
    return end;
  }

  /** Where the bracket that was opened just before is closed. */
  #closingBracket(from: number): number {
    this.#brackets ??= closingBrackets(this.#text);
    const end = this.#brackets[from - 1]!;
    return end - from < maxLength ? end : -1;
  }
}

/** For each place of an opening bracket the place of its closing one, or -1. */
function closingBrackets(text: string): Int32Array {
  const closing = new Int32Array(text.length).fill(-1);
  const open: number[] = [];
  for (let i = 0; i < text.length; i++)
    if (text[i] === '(') open.push(i);
    else if (text[i] === ')' && open.length > 0) closing[open.pop()!] = i;
  return closing;
}

const razorName = /[A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*|\[[^\]\n]{0,500}\]|\([^()\n]{0,500}\))*/y;
const razorWords =
  /^(?:if|else|for|foreach|while|do|switch|case|model|using|section|functions|inject|page|addTagHelper|removeTagHelper|namespace|inherits|layout|attribute|code|implements|typeparam|lock|try|await|media|import|keyframes|charset|font|supports|Html\b|Url\b|Component\b|RenderBody|RenderSection|Styles\b|Scripts\b|Json\b)\b/;

/** What Mustache and Handlebars put in: a name, a path, a helper, a nested call. */
const mustacheExpression = /^(?:@?[A-Za-z_$]|\.\.?\/|\.$|\(|\[[^[\]]|["'][^"'])/;

interface Mark {
  readonly open: string;
  readonly close: string;
  readonly kind: Segment['kind'];
}

const mark = (open: string, close: string, kind: Segment['kind']): Mark => ({ open, close, kind });

/** Longer marks stand before those that they begin with. */
const percent = [mark('<%#', '%>', 'comment'), mark('<%', '%>', 'code')];
const braces = [
  mark('{{!--', '--}}', 'comment'),
  mark('{{!', '}}', 'comment'),
  mark('{{{', '}}}', 'raw'),
  mark('{{&', '}}', 'raw'),
  ...['#', '/', '^', '>', 'else'].map((sign) => mark(`{{${sign}`, '}}', 'code' as const)),
  mark('{{', '}}', 'escaped'),
];
const statements = [mark('{#', '#}', 'comment'), mark('{%', '%}', 'code')];
const marksOf: Partial<Record<TemplateSyntax, readonly Mark[]>> = {
  erb: [mark('<%==', '%>', 'raw'), mark('<%=', '%>', 'escaped'), ...percent],
  'plain-erb': [mark('<%==', '%>', 'escaped'), mark('<%=', '%>', 'raw'), ...percent],
  ejs: [mark('<%-', '%>', 'raw'), mark('<%=', '%>', 'escaped'), ...percent],
  jsp: [
    mark('<%--', '--%>', 'comment'),
    mark('<%=', '%>', 'raw'),
    mark('<%', '%>', 'code'),
    mark('${', '}', 'raw'),
    mark('#{', '}', 'raw'),
  ],
  jinja: [...statements, mark('{{', '}}', 'escaped')],
  twig: [...statements, mark('{{', '}}', 'escaped')],
  html: [...statements, ...braces],
  blade: [
    mark('{{--', '--}}', 'comment'),
    mark('{!!', '!!}', 'raw'),
    mark('{{', '}}', 'escaped'),
    mark('@php', '@endphp', 'code'),
  ],
  mustache: braces,
  razor: [
    mark('@*', '*@', 'comment'),
    mark('@@', '', 'comment'),
    mark('@Html.Raw(', ')', 'raw'),
    mark('@(', ')', 'escaped'),
    mark('@', '', 'escaped'),
  ],
  twirl: [
    mark('@*', '*@', 'comment'),
    mark('@@', '', 'comment'),
    mark('@Html(', ')', 'raw'),
    mark('@HtmlFormat.raw(', ')', 'raw'),
    mark('@(', ')', 'escaped'),
    mark('@', '', 'escaped'),
  ],
  freemarker: [
    mark('<#--', '-->', 'comment'),
    mark('<#', '>', 'code'),
    mark('</#', '>', 'code'),
    mark('${', '}', 'escaped'),
  ],
  velocity: [
    mark('#*', '*#', 'comment'),
    mark('##', '\n', 'comment'),
    mark('$!{', '}', 'raw'),
    mark('${', '}', 'raw'),
    mark('$!', '', 'raw'),
    mark('$', '', 'raw'),
  ],
  jelly: [mark('<!--', '-->', 'comment'), mark('<?jelly', '?>', 'code'), mark('${', '}', 'escaped')],
  vue: [mark('{{', '}}', 'escaped')],
  svelte: [mark('{@html', '}', 'raw')],
};

/** Filters and calls that switch the escaping off for one output. */
function isRaw(expression: string, syntax: TemplateSyntax): boolean {
  return rawExpression[syntax]?.test(expression) ?? false;
}

/** What the filter stands behind is marked, and a text between quotation marks is one that the page has. */
const safeFilter =
  /(?<!'[^'#{}]{0,200}' ?|"[^"#{}]{0,200}" ?)\|\s*(?:safe|safeseq|raw|safeHTML|noescape)\b(?!\s*:)/;
const rawExpression: Partial<Record<TemplateSyntax, RegExp>> = {
  // A literal that is marked as markup is one; what is put into it is not.
  erb: /^raw[\s(]|[^"']\.html_safe\b|#\{[^"]*"\.html_safe\b/,
  razor: /\bnew\s+(?:Mvc)?HtmlString\b|\bMvcHtmlString\.Create\b|\bHtml\.Raw\(/,
  freemarker: /\?no_esc\b/,
  jinja: safeFilter,
  twig: safeFilter,
  html: safeFilter,
};

/** Between `autoescape off` and its end everything is put in as it is. */
function withAutoescape(segments: readonly Segment[], syntax: TemplateSyntax): Segment[] {
  if (syntax !== 'jinja' && syntax !== 'twig' && syntax !== 'html') return [...segments];
  let isOff = false;
  return segments.map((segment) => {
    if (segment.kind === 'code' && /^-?\s*autoescape\b/.test(segment.expression))
      isOff = /\b(?:off|false)\b/.test(segment.expression);
    else if (segment.kind === 'code' && /^-?\s*endautoescape\b/.test(segment.expression)) isOff = false;
    if (!isOff || segment.kind !== 'escaped') return segment;
    return /\|\s*(?:e|escape|force_escape)\b/.test(segment.expression)
      ? segment
      : { ...segment, kind: 'raw', isInBlock: true };
  });
}

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}

const maxLength = 20_000;
