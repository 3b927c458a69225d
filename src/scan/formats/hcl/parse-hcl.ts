import { HclCursor, HclError } from './hcl-cursor.ts';
import type { HclAttribute, HclBlock, HclBody } from './hcl-syntax.ts';
import { parseExpression } from './parse-hcl-expression.ts';
import { readQuotedText } from './parse-hcl-template.ts';

export interface HclFile {
  body: HclBody;
  problem?: { line: number; reason: 'malformed' | 'budget_exceeded'; message: string };
}

/** Reads a Terraform or other HCL file. What stood before a mistake is kept, and the mistake is named. */
export function parseHcl(text: string): HclFile {
  const cursor = new HclCursor(text);
  const body: HclBody = { attributes: [], blocks: [] };
  try {
    readBody(cursor, body, false);
    return { body };
  } catch (error) {
    if (!(error instanceof HclError)) throw error;
    return { body, problem: { line: error.line, reason: error.reason, message: error.message } };
  }
}

function readBody(cursor: HclCursor, body: HclBody, nested: boolean): void {
  for (;;) {
    cursor.skip(true);
    const code = cursor.peek();
    if (cursor.isAtEnd) {
      if (nested) cursor.fail('A block is not closed.');
      return;
    }
    if (code === 125 && nested) return;
    if (code === 44) {
      cursor.pos++;
      continue;
    }
    readItem(cursor, body);
  }
}

function readItem(cursor: HclCursor, body: HclBody): void {
  const line = cursor.line;
  const name = cursor.peek() === 34 ? readQuotedText(cursor) : cursor.identifier();
  if (name === undefined) cursor.fail('An attribute or a block was expected here.');
  cursor.skip(false);
  if (cursor.peek() === 61 && cursor.text.charCodeAt(cursor.pos + 1) !== 61) {
    cursor.pos++;
    cursor.skip(true);
    cursor.operators = 0;
    const value = parseExpression(cursor, false);
    const attribute: HclAttribute = { name, line, endLine: value.endLine, value };
    body.attributes.push(attribute);
    return;
  }
  const labels: string[] = [];
  while (cursor.peek() !== 123) {
    const label = cursor.peek() === 34 ? readQuotedText(cursor) : cursor.identifier();
    if (label === undefined) cursor.fail('A block needs its opening brace on this line.');
    labels.push(label);
    cursor.skip(false);
  }
  const block: HclBlock = { type: name, labels, line, endLine: line, body: { attributes: [], blocks: [] } };
  body.blocks.push(block);
  if (cursor.depth === 0) {
    const head = headLine(cursor);
    if (head !== undefined) block.head = head;
  }
  cursor.enter();
  cursor.pos++;
  readBody(cursor, block.body, true);
  block.endLine = cursor.line;
  cursor.pos++;
  cursor.leave();
}

const maxHeadLength = 1_000;

/** The line up to the brace that the cursor is at, where nothing follows the brace. */
function headLine({ text, pos }: HclCursor): string | undefined {
  let after = pos + 1;
  while (isBlank(text.charCodeAt(after))) after++;
  if (after < text.length && text.charCodeAt(after) !== 10) return undefined;
  const before = text.slice(Math.max(0, pos - maxHeadLength), pos + 1);
  const start = before.lastIndexOf('\n');
  return start === -1 && pos >= maxHeadLength ? undefined : before.slice(start + 1);
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 13;
}
