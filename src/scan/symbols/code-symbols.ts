import type { CodeSymbol } from '../model/code-symbol.ts';
import type { FlatTree } from '../syntax/flat-tree.ts';
import { type Declaration, findDeclarations } from './find-declarations.ts';

/** More of one function than this is no answer any more; what is cut is still in the file. */
export const maxContentLength = 12_000;
const maxSignatureLength = 240;
const maxAround = 6;
const maxOutlineNames = 200;
const maxHeadLength = 2_000;

/** The parts of a parsed file that can be asked for: what it declares, and itself in outline. */
export function codeSymbols(path: string, text: string, tree: FlatTree): CodeSymbol[] {
  const declarations = findDeclarations(tree, text);
  const lines = new Lines(text);
  const { language } = tree;
  const symbols = declarations.map((declaration): CodeSymbol => {
    const { kind, around, commentStart, end } = declaration;
    const name = qualifiedName(declaration);
    const body =
      kind === 'class' ? classText(declaration, declarations, text) : text.slice(commentStart, end);
    const column = commentStart - (text.lastIndexOf('\n', commentStart - 1) + 1);
    return {
      path,
      language,
      kind: kind === 'class' ? 'class' : around.length > 0 || /[.:]/.test(name) ? 'method' : 'function',
      name,
      signature: signatureOf(declaration, text),
      line: lines.at(commentStart),
      endLine: lines.at(Math.max(commentStart, end - 1)),
      content: contentOf(path, name, dedent(body, column)),
    };
  });
  return [...symbols, outline(path, text, language, declarations, lines)];
}

/** A page of documentation as one part. */
export function documentSymbol(path: string, text: string): CodeSymbol | undefined {
  if (text.trim() === '') return undefined;
  const lines = new Lines(text);
  const kept = text.slice(0, 4 * maxContentLength).toWellFormed();
  return {
    path,
    kind: 'document',
    name: '',
    line: 1,
    endLine: lines.at(text.length),
    content: `${path}\n${kept}`,
  };
}

/** With the nearest of what is around it: however deep a text is nested, a name stays one. */
function qualifiedName({ around, name }: Declaration): string {
  return [...around.slice(-maxAround), name].join('.');
}

function contentOf(path: string, name: string, body: string): string {
  return `${path} ${name}\n${body.slice(0, maxContentLength)}`.toWellFormed();
}

/** The head of a class and what it declares; the bodies are entries of their own. */
function classText(of: Declaration, all: readonly Declaration[], text: string): string {
  const members = all.filter(
    (one) =>
      one !== of && one.start >= of.start && one.end <= of.end && one.around.length === of.around.length + 1,
  );
  if (members.length === 0) return text.slice(of.commentStart, of.end);
  const head = text.slice(of.commentStart, members[0]!.commentStart).slice(0, maxHeadLength).trimEnd();
  return [head, ...members.slice(0, maxOutlineNames).map((one) => `  ${signatureOf(one, text)}`)].join('\n');
}

/** What a file is about: its first comment and the names of what it declares. */
function outline(
  path: string,
  text: string,
  language: string,
  declarations: readonly Declaration[],
  lines: Lines,
): CodeSymbol {
  const head = text.slice(0, declarations[0]?.commentStart ?? text.length).slice(0, maxHeadLength);
  const names = declarations.filter(({ around }) => around.length === 0).slice(0, maxOutlineNames);
  const content = [path, head.trim(), ...names.map((one) => signatureOf(one, text))].filter(
    (part) => part !== '',
  );
  return {
    path,
    language,
    kind: 'file',
    name: '',
    line: 1,
    endLine: lines.at(text.length),
    content: content.join('\n').slice(0, maxContentLength).toWellFormed(),
  };
}

function signatureOf({ start, bodyStart }: Declaration, text: string): string {
  const head = text.slice(start, Math.min(bodyStart, start + 4 * maxSignatureLength));
  return head
    .replace(/\s+/g, ' ')
    .replace(/\s*(?:\{|=>|=|:)?\s*$/, '')
    .slice(0, maxSignatureLength)
    .toWellFormed();
}

/** Without the indentation that the declaration itself has: a method reads like a function. */
function dedent(text: string, column: number): string {
  if (column === 0) return text;
  const lines = text.slice(0, 2 * maxContentLength).split('\n');
  return lines.map((line, i) => (i === 0 ? line : line.slice(Math.min(column, indentOf(line))))).join('\n');
}

function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)![0].length;
}

/** Line numbers of offsets that are asked for in any order. */
class Lines {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  at(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if (this.#starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}
