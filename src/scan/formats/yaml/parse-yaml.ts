import { type ConfigNode, type MappingEntry, type MappingNode, scalar } from '../document/node.ts';
import {
  defaultYamlLimits,
  isBlankOrEnd,
  type PlainScalars,
  YamlCursor,
  YamlError,
  type YamlLimits,
} from './yaml-cursor.ts';
import { keyText, readFlow } from './yaml-flow.ts';
import { applyMerges } from './yaml-merges.ts';
import { finishNode, type NodeProperties, readAlias, readProperties } from './yaml-properties.ts';
import { plainScalar, readBlockScalar, readPlainLine, readQuoted } from './yaml-scalars.ts';

export interface YamlProblem {
  line: number;
  reason: 'malformed' | 'budget_exceeded' | 'duplicate_key';
  message: string;
}

export interface YamlStream {
  documents: ConfigNode[];
  problems: YamlProblem[];
}

/**
 * Reads YAML 1.2 (and JSON) with the line of every value, about ten times faster than a parser that keeps comments and
 * styles. A broken document is skipped and named; the next one is read again. Merge keys are applied, aliases are shared.
 */
export function parseYaml(
  text: string,
  limits: YamlLimits = defaultYamlLimits,
  plain: PlainScalars = 'resolved',
): YamlStream {
  const cursor = new YamlCursor(text, limits, plain);
  const documents: ConfigNode[] = [];
  const problems: YamlProblem[] = [];
  while (!cursor.atEnd) {
    if (documents.length >= limits.maxDocuments) {
      problems.push({
        line: cursor.line,
        reason: 'budget_exceeded',
        message: `Only the first ${limits.maxDocuments} documents were read.`,
      });
      break;
    }
    const start = { pos: cursor.pos, line: cursor.line, lineStart: cursor.lineStart };
    cursor.anchors = new Map();
    cursor.depth = 0;
    try {
      const document = readDocument(cursor);
      if (document) documents.push(document);
    } catch (error) {
      if (!(error instanceof YamlError)) throw error;
      problems.push({ line: error.line, reason: error.reason, message: error.message });
      if (error.reason === 'budget_exceeded') break;
      // An open bracket may have swallowed the mark of the next document, so the search for it starts over.
      restore(cursor, start.pos, start.line, start.lineStart);
      skipToNextDocument(cursor);
    }
  }
  const duplicate = cursor.duplicateKeys[0];
  if (duplicate) {
    const message = `The key "${duplicate.key.slice(0, 60)}" is given twice; the last one counts.`;
    problems.push({ line: duplicate.line, reason: 'duplicate_key', message });
  }
  return { documents, problems };
}

function readDocument(cursor: YamlCursor): ConfigNode | undefined {
  cursor.skipBlank();
  while (cursor.pos === cursor.lineStart && cursor.text.charCodeAt(cursor.pos) === 37) {
    cursor.skipLine();
    cursor.skipBlank();
  }
  if (cursor.atDocumentMark()) {
    const opens = cursor.text.charCodeAt(cursor.pos) === 45;
    cursor.pos += 3;
    // Behind the end of a document there may be directives.
    if (!opens) return undefined;
    cursor.skipBlank();
  }
  if (cursor.atEnd || cursor.atDocumentMark()) return undefined;
  const document = readBlock(cursor, -1, false);
  cursor.skipBlank();
  if (!cursor.atEnd && !cursor.atDocumentMark())
    cursor.fail('The indentation does not fit what stands above it.');
  return document;
}

function skipToNextDocument(cursor: YamlCursor): void {
  for (;;) {
    cursor.skipLine();
    if (cursor.atEnd) return;
    cursor.newline();
    if (cursor.atDocumentMark()) return;
  }
}

/** Reads one node that must be further right than `parentIndent`; the cursor is on its first character. */
function readBlock(cursor: YamlCursor, parentIndent: number, sameLineAsKey: boolean): ConfigNode {
  cursor.enter();
  let start = cursor.pos;
  const properties = readProperties(cursor, false);
  if (properties.anchor !== undefined || properties.tag !== undefined) {
    const crossed = cursor.skipBlank();
    // A list may be at the indentation of its key, but not at that of the item that it is.
    const sequenceAtParent = sameLineAsKey && cursor.column === parentIndent && atSequenceItem(cursor);
    if (crossed) {
      sameLineAsKey = false;
      start = cursor.pos;
    }
    if (
      cursor.atEnd ||
      cursor.atDocumentMark() ||
      (crossed && cursor.column <= parentIndent && !sequenceAtParent)
    ) {
      cursor.leave();
      return finishNode(cursor, scalar(properties.tag ? '' : null, cursor.line), properties);
    }
  }
  const node = readBlockContent(cursor, parentIndent, sameLineAsKey, properties, start);
  cursor.leave();
  return node;
}

function readBlockContent(
  cursor: YamlCursor,
  parentIndent: number,
  sameLineAsKey: boolean,
  properties: NodeProperties,
  start: number,
): ConfigNode {
  const code = cursor.text.charCodeAt(cursor.pos);
  const column = cursor.column;
  if (code === 45 && atSequenceItem(cursor) && !sameLineAsKey) {
    return finishNode(cursor, readBlockSequence(cursor, column), properties);
  }
  if (code === 124 || code === 62)
    return finishNode(cursor, readBlockScalar(cursor, parentIndent), properties);
  if (code === 63 && isBlankOrEnd(cursor.text.charCodeAt(cursor.pos + 1))) {
    return finishNode(cursor, readBlockMapping(cursor, column, cursor.line), properties);
  }
  // In front of a whole document of JSON a tab says nothing about levels.
  const isJson = parentIndent < 0 && (code === 123 || code === 91);
  if (
    !isJson &&
    (code === 9 || (cursor.pos > cursor.lineStart && cursor.text.charCodeAt(cursor.lineStart) === 9))
  ) {
    cursor.fail('A tab is used for indentation.');
  }
  if (code === 37 || code === 64 || code === 96)
    cursor.fail('A plain value may not start with this character.');

  const line = cursor.line;
  const keyStart = cursor.pos;
  let key: ConfigNode;
  if (code === 34 || code === 39) key = readQuoted(cursor);
  else if (code === 123 || code === 91) key = readFlow(cursor);
  else if (code === 42) key = readAlias(cursor);
  else key = scalar(readPlainLine(cursor, false), line);

  const afterKey = cursor.pos;
  cursor.skipSpaces();
  const isKey =
    cursor.line === line &&
    cursor.text.charCodeAt(cursor.pos) === 58 &&
    isBlankOrEnd(cursor.text.charCodeAt(cursor.pos + 1));
  if (isKey && !sameLineAsKey) {
    // What is before `key: value` on the same line belongs to the key, and to the mapping otherwise.
    cursor.pos = start;
    const own = start < keyStart ? { nodesBefore: properties.nodesBefore } : properties;
    return finishNode(cursor, readBlockMapping(cursor, cursor.column, line), own);
  }
  if (isKey) cursor.fail('A second mapping starts on the line of a key.');
  cursor.pos = afterKey;
  if (code === 34 || code === 39 || code === 123 || code === 91 || code === 42) {
    requireLineEnd(cursor);
    return finishNode(cursor, key, properties);
  }
  return finishNode(cursor, readPlainRest(cursor, parentIndent, key, line, properties.tag), properties);
}

function requireLineEnd(cursor: YamlCursor): void {
  cursor.skipSpaces();
  const code = cursor.text.charCodeAt(cursor.pos);
  const comment = code === 35 && isBlankOrEnd(cursor.text.charCodeAt(cursor.pos - 1));
  if (!cursor.atEnd && code !== 10 && code !== 13 && !comment)
    cursor.fail('Text follows a value that has already ended.');
}

// A plain scalar continues over the following lines as long as they are indented deeper than its parent.
function readPlainRest(
  cursor: YamlCursor,
  parentIndent: number,
  first: ConfigNode,
  line: number,
  tag: string | undefined,
): ConfigNode {
  let value = keyText(first);
  let endLine = line;
  let single = true;
  for (;;) {
    if (cursor.text.charCodeAt(cursor.pos) === 35) break;
    const { line: atLine } = cursor;
    if (!cursor.skipBlank() || cursor.atEnd || cursor.column <= parentIndent || cursor.atDocumentMark())
      break;
    const breaks = cursor.line - atLine;
    const more = readPlainLine(cursor, false);
    const code = cursor.text.charCodeAt(cursor.pos);
    if (code === 58) cursor.fail('A mapping starts inside a plain value of several lines.');
    value += (breaks > 1 ? '\n'.repeat(breaks - 1) : ' ') + more;
    endLine = cursor.line;
    single = false;
  }
  return { kind: 'scalar', value: single && !tag ? plainScalar(cursor, value) : value, line, endLine };
}

function restore(cursor: YamlCursor, pos: number, line: number, lineStart: number): void {
  cursor.pos = pos;
  cursor.line = line;
  cursor.lineStart = lineStart;
}

function atSequenceItem(cursor: YamlCursor): boolean {
  return cursor.text.charCodeAt(cursor.pos) === 45 && isBlankOrEnd(cursor.text.charCodeAt(cursor.pos + 1));
}

function readBlockSequence(cursor: YamlCursor, indent: number): ConfigNode {
  const line = cursor.line;
  const members: ConfigNode[] = [];
  let endLine = line;
  while (!cursor.atEnd && cursor.column === indent && atSequenceItem(cursor) && !cursor.atDocumentMark()) {
    const itemLine = cursor.line;
    cursor.pos++;
    const crossed = cursor.skipBlank();
    const empty = cursor.atEnd || cursor.atDocumentMark() || (crossed && cursor.column <= indent);
    const item = empty ? scalar(null, itemLine) : readBlock(cursor, indent, false);
    members.push(item);
    endLine = Math.max(endLine, itemLine, item.endLine);
    cursor.skipBlank();
  }
  if (!cursor.atEnd && cursor.column > indent && !cursor.atDocumentMark())
    cursor.fail('A list item is indented wrongly.');
  return { kind: 'sequence', items: members, line, endLine };
}

function readBlockMapping(cursor: YamlCursor, indent: number, line: number): MappingNode {
  const members: MappingEntry[] = [];
  const seen = new Set<string>();
  let endLine = line;
  let merges = false;
  while (!cursor.atEnd && cursor.column === indent && !cursor.atDocumentMark()) {
    const keyLine = cursor.line;
    const key = readKey(cursor);
    if (key === '<<') merges = true;
    else if (seen.has(key)) cursor.duplicateKeys.push({ key, line: keyLine });
    else seen.add(key);
    const value = readEntryValue(cursor, indent, keyLine);
    members.push({ key, line: keyLine, value });
    endLine = Math.max(endLine, keyLine, value.endLine);
    cursor.skipBlank();
  }
  if (!cursor.atEnd && cursor.column > indent && !cursor.atDocumentMark())
    cursor.fail('A key is indented wrongly.');
  return { kind: 'mapping', entries: merges ? applyMerges(cursor, members, seen) : members, line, endLine };
}

function readKey(cursor: YamlCursor): string {
  const properties = readProperties(cursor, false);
  const code = cursor.text.charCodeAt(cursor.pos);
  if (code === 63 && isBlankOrEnd(cursor.text.charCodeAt(cursor.pos + 1))) {
    cursor.pos++;
    cursor.skipBlank();
    const key = readBlock(cursor, cursor.column - 1, false);
    cursor.skipBlank();
    return keyText(key);
  }
  const line = cursor.line;
  let key: string;
  if (code === 34 || code === 39) key = keyText(readQuoted(cursor));
  else if (code === 123 || code === 91) key = keyText(readFlow(cursor));
  else if (code === 42) key = keyText(readAlias(cursor));
  else key = readPlainLine(cursor, false);
  cursor.skipSpaces();
  const isKey = cursor.line === line && cursor.text.charCodeAt(cursor.pos) === 58;
  if (!isKey || !isBlankOrEnd(cursor.text.charCodeAt(cursor.pos + 1)))
    cursor.fail('A key without a colon, or text at the wrong indentation.');
  if (properties.anchor !== undefined) finishNode(cursor, scalar(key, line), properties);
  return key;
}

function readEntryValue(cursor: YamlCursor, indent: number, keyLine: number): ConfigNode {
  if (cursor.text.charCodeAt(cursor.pos) !== 58) return scalar(null, keyLine);
  cursor.pos++;
  const crossed = cursor.skipBlank();
  if (cursor.atEnd || cursor.atDocumentMark()) return scalar(null, keyLine);
  if (!crossed) return readBlock(cursor, indent, true);
  if (cursor.column > indent) return readBlock(cursor, indent, false);
  // A list may be at the indentation of its key.
  if (cursor.column === indent && atSequenceItem(cursor)) return readBlock(cursor, indent - 1, false);
  return scalar(null, keyLine);
}
