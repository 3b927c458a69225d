import type { Context } from './markup.ts';
import type { TemplateSyntax } from './syntaxes.ts';

/** Something that a page in indented syntax (Pug, Haml, Slim) puts in, with the place it goes to. */
export interface IndentedOutput {
  readonly kind: 'escaped' | 'raw';
  readonly start: number;
  readonly end: number;
  readonly expression: string;
  readonly context: Context;
}

/** Outputs of a page whose tags are lines. */
export function readIndented(text: string, syntax: TemplateSyntax): IndentedOutput[] {
  const outputs: IndentedOutput[] = [];
  let start = 0;
  let script = noScript;
  for (const line of text.split('\n')) {
    const indent = /^\s*/.exec(line)![0].length;
    const content = line.slice(indent);
    if (content !== '' && indent <= script) script = noScript;
    const at = start + indent;
    if (script < noScript) interpolations(content, at, 'script', outputs);
    else if (!/^(?:\/\/|-#|\/)/.test(content)) {
      if (syntax === 'pug') readPug(content, at, outputs);
      else if (syntax === 'slim') readSlim(content, at, outputs);
      else readHaml(content, at, outputs);
    }
    if (
      /^(?:script|%script|:javascript|javascript:)/.test(content) &&
      !/=\s*\S/.test(content.replace(/\(.*\)/, ''))
    )
      script = indent;
    start += line.length + 1;
  }
  return outputs;
}

function readPug(content: string, at: number, outputs: IndentedOutput[]): void {
  const tag = /^([a-zA-Z][\w:-]*)?((?:[.#][\w-]+)*)/.exec(content)!;
  const name = tag[1] ?? 'div';
  let rest = tag[0].length;
  if (content[rest] === '(') {
    const close = closing(content, rest);
    if (close !== undefined) {
      attributes(content.slice(rest + 1, close), at + rest + 1, name, outputs);
      rest = close + 1;
    }
  }
  // Attributes from an object are written with the names that it brings along.
  const spread = /^&attributes\(([^)]*)\)/.exec(content.slice(rest));
  if (spread) {
    push(outputs, 'raw', spread[1]!, at + rest, spread[0].length, context('attribute', name));
    rest += spread[0].length;
  }
  const code = /^\s*(!?=)\s*(.+)$/.exec(content.slice(rest));
  if (code) {
    const place = name === 'script' && tag[1] ? 'script' : 'text';
    push(outputs, code[1] === '!=' ? 'raw' : 'escaped', code[2]!, at, content.length, context(place, name));
  } else interpolations(content.slice(rest), at + rest, 'text', outputs);
}

function readHaml(content: string, at: number, outputs: IndentedOutput[]): void {
  const tag = /^%([a-zA-Z][\w:-]*)((?:[.#][\w-]+)*)/.exec(content);
  const name = tag?.[1] ?? 'div';
  let rest = tag ? tag[0].length : 0;
  const pairs = tag && /^\{([^}]*)\}/.exec(content.slice(rest));
  if (pairs) {
    for (const pair of pairs[1]!.matchAll(/:?(?<!\w)(\w+)\s*(?:=>|:)\s*([^,}]+)/g))
      attribute(pair[1]!, pair[2]!, at + rest + 1 + pair.index, pair[0].length, name, outputs);
    rest += pairs[0].length;
  }
  const code = /^\s*(!=|&=|=)\s*(.+)$/.exec(content.slice(rest));
  if (code) {
    const isRaw = code[1] === '!=' || /^raw[\s(]|\.html_safe\b/.test(code[2]!);
    const place = name === 'script' ? 'script' : 'text';
    push(outputs, isRaw ? 'raw' : 'escaped', code[2]!, at, content.length, context(place, name));
  } else interpolations(content.slice(rest), at + rest, 'text', outputs);
}

/** `p == x` writes x as it is; attributes stand behind the tag without brackets. */
function readSlim(content: string, at: number, outputs: IndentedOutput[]): void {
  const tag = /^([a-zA-Z][\w:-]*)?((?:[.#][\w-]+)*)/.exec(content)!;
  const name = tag[1] ?? 'div';
  let rest = tag[0].length;
  for (
    let pair = slimAttribute.exec(content.slice(rest));
    pair;
    pair = slimAttribute.exec(content.slice(rest))
  ) {
    attribute(pair[1]!, pair[3]!, at + rest, pair[0].length, name, outputs, pair[2] === '==');
    rest += pair[0].length;
  }
  const code = /^\s*(==?)[<>']*\s*(.+)$/.exec(content.slice(rest));
  if (code) {
    const isRaw = code[1] === '==' || /^raw[\s(]|\.html_safe\b/.test(code[2]!);
    const place = name === 'script' ? 'script' : 'text';
    push(outputs, isRaw ? 'raw' : 'escaped', code[2]!, at, content.length, context(place, name));
  } else interpolations(content.slice(rest), at + rest, 'text', outputs);
}

const slimAttribute = /^\s+([\w:-]+)(==?)("[^"]*"|'[^']*'|\([^)]*\)|[^\s="']\S*)/;

/** `(href=url class="a" style!=raw)`. */
function attributes(list: string, at: number, element: string, outputs: IndentedOutput[]): void {
  for (const match of list.matchAll(
    /(?<![\w:@.-])([\w:@.-]+)\s*(!?=)\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|[^\s,]+(?:\s*\+\s*[^\s,]+)*)/g,
  ))
    attribute(match[1]!, match[3]!, at + match.index, match[0].length, element, outputs, match[2] === '!=');
}

function attribute(
  name: string,
  value: string,
  at: number,
  length: number,
  element: string,
  outputs: IndentedOutput[],
  isRaw = false,
): void {
  const trimmed = value.trim();
  // What begins with a text of its own cannot choose the scheme of a URL.
  if (/^(?:"[^"]*"|'[^']*')$/.test(trimmed)) return;
  const isFirst = !/^["'`]/.test(trimmed) || /^`\$\{/.test(trimmed);
  push(outputs, isRaw ? 'raw' : 'escaped', trimmed, at, length, {
    place: 'attribute',
    element: element.toLowerCase(),
    attribute: name.toLowerCase(),
    isFirst,
  });
}

/** `#{x}` is escaped, `!{x}` is not; inside a script neither helps. What is between the braces may hold a block of its own: `#{list.map { |x| x.id }.to_json}`. */
function interpolations(
  content: string,
  at: number,
  place: Context['place'],
  outputs: IndentedOutput[],
): void {
  for (const match of content.matchAll(/([#!])\{((?:[^{}]|\{[^{}]*\})*)\}/g))
    push(
      outputs,
      match[1] === '!' ? 'raw' : 'escaped',
      match[2]!,
      at + match.index,
      match[0].length,
      context(place, place === 'script' ? 'script' : ''),
    );
}

function push(
  outputs: IndentedOutput[],
  kind: IndentedOutput['kind'],
  expression: string,
  start: number,
  length: number,
  where: Context,
): void {
  const plain = expression.trim();
  // A fixed text is no variable.
  if (/^(?:"[^"#]*"|'[^']*'|\d+)$/.test(plain)) return;
  outputs.push({ kind, expression: plain, start, end: start + length, context: where });
}

function context(place: Context['place'], element: string): Context {
  return { place, element, attribute: '', isFirst: false };
}

function closing(content: string, open: number): number | undefined {
  let depth = 0;
  for (let i = open; i < content.length; i++) {
    if (content[i] === '(') depth++;
    else if (content[i] === ')' && --depth === 0) return i;
  }
  return undefined;
}

/** The indentation of a script, below which its lines are: nothing is below this one. */
const noScript = Number.POSITIVE_INFINITY;
