import { MalformedFile } from './malformed-file.ts';

export interface XmlElement {
  /** Without its namespace prefix. */
  name: string;
  line: number;
  attributes: Map<string, string>;
  children: XmlElement[];
  /** The text directly inside, trimmed. */
  text: string;
}

const maxDepth = 256;
const maxElements = 500_000;

/**
 * Reads XML for its elements, attributes and texts. Document types are skipped and their entities never expanded, so that neither
 * a file nor an exponential text can be pulled in.
 */
export function parseXml(text: string): XmlElement {
  const stack: XmlElement[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  const lineAt = createLineFinder(text);
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('<', at);
    if (open < 0) break;
    const parent = stack.at(-1);
    if (parent && open > at) parent.text += decodeEntities(text.slice(at, open));
    const skipped = skipNonElement(text, open, parent);
    if (skipped !== undefined) {
      at = skipped;
      continue;
    }
    const close = tagEnd(text, open);
    const tag = text.slice(open + 1, close);
    at = close + 1;
    if (tag.startsWith('/')) {
      const closed = stack.pop();
      if (!closed || closed.name !== localName(tag.slice(1).trim())) {
        throw new MalformedFile(`Not valid XML: a tag is closed that is not open (line ${lineAt(open)}).`);
      }
      closed.text = closed.text.trim();
      continue;
    }
    if (++count > maxElements)
      throw new MalformedFile(`Not readable XML: more than ${maxElements} elements.`);
    const element = readTag(tag, lineAt(open));
    if (parent) parent.children.push(element);
    else if (root) throw new MalformedFile('Not valid XML: more than one root element.');
    else root = element;
    if (tag.endsWith('/')) continue;
    if (stack.push(element) > maxDepth)
      throw new MalformedFile(`Not readable XML: more than ${maxDepth} levels deep.`);
  }
  if (!root || stack.length > 0) throw new MalformedFile('Not valid XML: an element is not closed.');
  return root;
}

export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((candidate) => candidate.name === name);
}

export function children(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((candidate) => candidate.name === name) ?? [];
}

export function childText(element: XmlElement | undefined, name: string): string | undefined {
  return child(element, name)?.text || undefined;
}

function skipNonElement(text: string, open: number, parent: XmlElement | undefined): number | undefined {
  if (text.startsWith('<!--', open)) return after(text, '-->', open + 4);
  if (text.startsWith('<![CDATA[', open)) {
    const end = after(text, ']]>', open + 9);
    if (parent) parent.text += text.slice(open + 9, end - 3);
    return end;
  }
  if (text.startsWith('<?', open)) return after(text, '?>', open + 2);
  if (text.startsWith('<!', open)) return afterDocumentType(text, open);
  return undefined;
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

function afterDocumentType(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const char = text[at];
    if (char === '[') depth++;
    else if (char === ']') depth--;
    else if (char === '>' && depth <= 0) return at + 1;
  }
  return text.length;
}

/** The `>` that ends a tag; one inside a quoted attribute does not. */
function tagEnd(text: string, open: number): number {
  let quote = '';
  for (let at = open + 1; at < text.length; at++) {
    const char = text[at]!;
    if (quote) {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return at;
  }
  throw new MalformedFile('Not valid XML: a tag is not closed.');
}

function readTag(tag: string, line: number): XmlElement {
  const name = /^[^\s/]+/.exec(tag)?.[0] ?? '';
  const attributes = new Map<string, string>();
  for (const match of tag
    .slice(name.length)
    .matchAll(/(?<![^\s=/"'])([^\s=/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    attributes.set(localName(match[1]!), decodeEntities(match[2] ?? match[3] ?? ''));
  }
  return { name: localName(name), line, attributes, children: [], text: '' };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const entities = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x?[0-9a-fA-F]{1,6}|[a-z]{1,8});/g, (whole, name: string) => {
    if (!name.startsWith('#')) return entities.get(name) ?? whole;
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

// Tags are met in order, so counting continues where the last one stopped.
function createLineFinder(text: string): (offset: number) => number {
  let line = 1;
  let at = 0;
  return (offset) => {
    for (; at < offset; at++) if (text.charCodeAt(at) === 10) line++;
    return line;
  };
}
